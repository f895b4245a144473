package messages

import (
	"fmt"
	"slices"
	"strings"

	"github.com/frasier-cos/frasier/bot/wording"
	"github.com/frasier-cos/frasier/internal/coding"
	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/prose"
	"github.com/frasier-cos/frasier/internal/reports"
)

// CodeArrived says in a project's thread that a change came into the founder's own folder, or why that was left
// alone and how he gets the change. ok is false for a step whose change stays out of it.
func CodeArrived(ticket reports.Ticket, id org.StepID) (text string, ok bool) {
	t := view{ticket}
	i := slices.IndexFunc(t.Changes, func(c coding.StepChange) bool {
		return c.Step.ID == id && c.Arrival != nil && c.Arrival.State != coding.ArrivalDue
	})
	if i < 0 {
		return "", false
	}
	c := t.Changes[i]
	text = fmt.Sprintf("%s %s: %s", id, wording.ShortenLine(wording.StepTitle(c.Step), wording.TitleMost), wording.DescribeArrival(c.Arrival, wording.Plain(c.Order.Repository.Source)))
	if c.Arrival.State == coding.ArrivalLeft {
		text += fmt.Sprintf(" The branch has it: %s.", coded{merged: []coding.StepChange{c}}.describeExport(t.Project.ID))
	}
	return text, true
}

// arrivals says of a project's changes which are in the founder's own folder; empty where all stay out of it.
func (c coded) arrivals() string {
	var lines []string
	left := map[coding.Obstacle]bool{}
	files, there, due := 0, 0, 0
	folder := ""
	for _, s := range c.merged {
		if s.Arrival == nil {
			continue
		}
		folder = wording.Plain(s.Order.Repository.Source)
		switch s.Arrival.State {
		case coding.ArrivalDue:
			due++
		case coding.ArrivalThere:
			there, files = there+1, files+s.Arrival.Files
		case coding.ArrivalLeft:
			if !left[s.Arrival.Obstacle] {
				lines = append(lines, wording.DescribeArrival(s.Arrival, folder))
			}
			left[s.Arrival.Obstacle] = true
		}
	}
	if due > 0 {
		lines = append([]string{fmt.Sprintf("%s into %s next.", wording.CountOf(due, "change comes", "changes come"), folder)}, lines...)
	}
	switch {
	case there == 0:
	case there == 1 && len(c.merged) == 1:
		lines = append([]string{wording.DescribeArrival(c.merged[0].Arrival, folder)}, lines...)
	default:
		lines = append([]string{fmt.Sprintf("%s in %s too, %s, not committed.", wording.CountOf(there, "change is", "changes are"), folder, prose.Count(files, "file"))}, lines...)
	}
	if len(lines) == 0 {
		return ""
	}
	return strings.Join(lines, " ") + "\n"
}
