package coder

import (
	"fmt"
	"slices"
	"strings"
)

// Action is one thing that a model wants done.
type Action struct {
	Do   string `json:"do"`
	Path string `json:"path"`
	Find string `json:"find"`
	Text string `json:"text"`
	From int    `json:"from"`
	To   int    `json:"to"`
}

// endsWork reports whether a model wants no change made at all, and says why.
func (a Action) endsWork() bool {
	return slices.Contains([]StopKind{StopNotSo, StopNeeds, StopUnsafe}, StopKind(a.Do))
}

// Reply is a model's answer of one turn.
type Reply struct {
	Thought string   `json:"thought"`
	Actions []Action `json:"actions"`
}

// findFaults returns what is wrong with a reply that can be read, in sentences for the model.
func (r Reply) findFaults(known deeds, most int) []string {
	var out []string
	for i, a := range r.Actions {
		at := fmt.Sprintf("action %d (%s) ", i+1, a.Do)
		d, is := known.find(a.Do)
		if !is {
			out = append(out, fmt.Sprintf("action %d: there is no action %q; there are %s", i+1, a.Do, known.listNames()))
			continue
		}
		for _, no := range d.checkAction(a) {
			out = append(out, at+no)
		}
		if d.ends && i+1 < len(r.Actions) {
			out = append(out, at+"must be the last one")
		}
	}
	if n := len(r.Actions); n == 0 || n > most {
		out = append(out, fmt.Sprintf("%d actions; between 1 and %d are taken", n, most))
	}
	return out
}

// The line is what the model remembers the action by.
func (a Action) describe() string {
	d, _ := findDeed(a.Do)
	switch {
	case d.describe != nil:
		return d.describe(a)
	case d.ends:
		return a.Do + ": " + a.Text
	}
	return strings.TrimSpace(a.Do + " " + a.Path)
}

func countLines(text string) int {
	if text == "" {
		return 0
	}
	return strings.Count(strings.TrimSuffix(text, "\n"), "\n") + 1
}
