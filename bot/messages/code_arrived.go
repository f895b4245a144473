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
		text += fmt.Sprintf(" The branch has it: %s.", coded{[]coding.StepChange{c}}.exported(t.Project.ID))
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

// isolation says where a step's change goes, and who says so.
func isolation(c coding.StepChange, is coding.Sourced[coding.Isolation]) string {
	return fmt.Sprintf("The change of %s “%s” %s (%s).", c.Step.ID, wording.ShortenLine(wording.StepTitle(c.Step), wording.TitleMost), wording.DescribeIsolation(is.Value, wording.Plain(c.Order.Repository.Source)), is.From)
}

// Isolation says where a step's change goes, who says so, and how that is turned round.
func Isolation(c coding.StepChange) string {
	is, id := c.Order.Isolated(), c.Step.ID
	if p := c.Placed; p != nil && p.Isolated.Value != "" {
		is = p.Isolated
	}
	switch folder := wording.Plain(c.Order.Repository.Source); {
	case c.Arrival != nil:
		return fmt.Sprintf("%s “%s”: %s", id, wording.ShortenLine(wording.StepTitle(c.Step), wording.TitleMost), wording.DescribeArrival(c.Arrival, folder))
	case c.Step.State.Ended():
		return isolation(c, is)
	case c.Order.Repository.Policy.Isolation == coding.Isolated:
		return isolation(c, is) + " Whoever runs me has settled that."
	}
	other := "off"
	if is.Value == coding.NotIsolated {
		other = "on"
	}
	return isolation(c, is) + fmt.Sprintf(" `!isolate %s %s` turns that round.", id, other)
}

// Isolated confirms where a step's change goes; to one that has begun it says that this try goes on as it was decided.
func Isolated(c coding.StepChange) string {
	text := isolation(c, c.Order.Isolated())
	p := c.Placed
	if p == nil || !c.Step.State.Claimed() {
		return text
	}
	was := p.Isolated.Value
	if was == "" {
		was = coding.Isolated
	}
	if was == c.Order.Isolated().Value {
		return text
	}
	return text + " It has begun already, and this try goes on as it was decided: its change " + wording.DescribeIsolation(was, wording.Plain(c.Order.Repository.Source)) + ". What you say now holds from the next try on."
}

// IsolateHow says which words choose where a change goes.
func IsolateHow(id org.StepID) string {
	return fmt.Sprintf("`!isolate %s` takes on (in a copy of mine), off (in your folder too) or default (as its repository says).", id)
}

// IsolateTooLate refuses to choose for a step that has ended.
func IsolateTooLate(s org.Step) string {
	return fmt.Sprintf("%s “%s” has ended, so where its change goes is settled. `!redo %s` does it again.", s.ID, wording.ShortenLine(wording.StepTitle(s), wording.TitleMost), s.ID)
}

// IsolateNoFolder refuses to let changes into a folder that they cannot be taken out of again.
func IsolateNoFolder(r coding.Repository) string {
	return fmt.Sprintf("%s has no git checkout on its machine that a change could come into, so it stays in a copy of mine. The branch has it when it is merged.", wording.OneLine(r.Name))
}

// IsolateFixed refuses to overrule the operator.
func IsolateFixed(r coding.Repository) string {
	return fmt.Sprintf("Whoever runs me has settled that changes stay out of the folder of %s, and I can't overrule that from here. On the machine, `frasier repo set %s isolated default` leaves it to you.", wording.OneLine(r.Name), wording.OneLine(r.Name))
}
