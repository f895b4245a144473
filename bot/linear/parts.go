package linear

import (
	"cmp"
	"fmt"
	"strings"

	"github.com/frasier-cos/frasier/internal/mirror"
	"github.com/frasier-cos/frasier/internal/org"
)

const partPrefix = "part:"

// part is the key of the issue that stands for a part.
func (w *wanted) part(phase int) string {
	return fmt.Sprintf("%s%s:%d", partPrefix, w.ticket.Project.ID, phase)
}

// about names the step that something is said of below the issue of its part.
func (w *wanted) about(s org.Step) string {
	if !w.Coarse {
		return ""
	}
	return fmt.Sprintf("%s, %s:\n", s.ID, oneLine(s.Title))
}

// addParts has one issue stand for each part that is planned, with its steps as a list.
func (w *wanted) addParts(link string) {
	for _, p := range w.ticket.Project.Phases {
		var lines []string
		states := map[string]int{}
		for _, s := range w.steps() {
			if s.Phase != p.Index {
				continue
			}
			box, state := " ", stateOfStep(s.State)
			if state == mirror.Done {
				box = "x"
			}
			states[state]++
			line := fmt.Sprintf("- [%s] %s: %s", box, s.ID, oneLine(s.Title))
			if state == mirror.Canceled {
				line += " (left out or failed)"
			}
			lines = append(lines, line)
		}
		if len(lines) == 0 {
			continue
		}
		text := "Its steps:\n" + clip(strings.Join(lines, "\n"), goalMost)
		if link != "" {
			text += "\n\nIn Frasier: " + link
		}
		w.add(w.part(p.Index), mirror.Issue, map[mirror.Field]string{
			mirror.Title: clip(cmp.Or(p.Label, fmt.Sprintf("Part %d", p.Index+1)), titleMost), mirror.Body: text, mirror.State: stateOfPart(states, len(lines)), mirror.Labels: "", mirror.In: w.project,
		})
	}
}

// stateOfPart sums the states of a part's steps.
func stateOfPart(states map[string]int, all int) string {
	switch {
	case states[mirror.Canceled] == all:
		return mirror.Canceled
	case states[mirror.Canceled]+states[mirror.Done] == all:
		return mirror.Done
	case states[mirror.Open] == all:
		return mirror.Open
	}
	return mirror.Working
}
