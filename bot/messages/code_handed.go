package messages

import (
	"fmt"
	"slices"

	"github.com/frasier-cos/frasier/bot/wording"
	"github.com/frasier-cos/frasier/internal/coding"
	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/reports"
)

// CodeHandedIn is the silent line in a project's thread when a program elsewhere hands in the change of a step. ok is false for other steps.
func CodeHandedIn(ticket reports.Ticket, id org.StepID) (as org.AgentID, text string, ok bool) {
	t := view{ticket}
	s, ok := t.step(id)
	i := slices.IndexFunc(t.Changes, func(c coding.StepChange) bool { return c.Step.ID == id && c.Remote != nil })
	if !ok || i < 0 {
		return "", "", false
	}
	return s.Agent, fmt.Sprintf("%s (%s %s). I try it as I try any other.", wording.DescribeHandedIn(*t.Changes[i].Remote), id, wording.ShortenLine(wording.StepTitle(s), wording.TitleMost)), true
}
