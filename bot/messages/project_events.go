package messages

import (
	"fmt"
	"strings"

	"github.com/frasier-cos/frasier/bot/wording"
	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/reports"
)

// Failed is an agent's word on a step that it could not do. ok is false when
// something else tells of it: a step that fails because of another, or for the
// last rejection, of which its decision tells, or one about which a question is open.
func Failed(ticket reports.Ticket, id org.StepID) (as org.AgentID, text string, ok bool) {
	t := view{ticket}
	s, ok := t.step(id)
	if !ok || s.CauseStep != "" || s.State != org.StepFailed || s.Strikes >= org.StrikeCap || t.isAsked(s) {
		return "", "", false
	}
	lost := 0
	for _, o := range t.Steps {
		if o.CauseStep == s.ID && o.Kind != org.KindAssembly {
			lost++
		}
	}
	text = fmt.Sprintf("I couldn't finish “%s”: %s.", wording.ShortenLine(wording.StepTitle(s), wording.TitleMost), strings.TrimRight(wording.ShortenLine(wording.Spoken(s.Cause), wording.QuoteMost), "."))
	if lost == 1 {
		text += " 1 step that needs it is left out too."
	} else if lost > 1 {
		text += fmt.Sprintf(" %d steps that need it are left out too.", lost)
	}
	return s.Agent, text, true
}

// Changed says that a project was paused, goes on or was cancelled.
func Changed(p org.Project, kind org.EventKind) string {
	switch kind { //nolint:exhaustive // nothing else changes a project
	case org.EventProjectPaused:
		return fmt.Sprintf("**%s** is paused. Steps already running will finish; `!resume %s` continues.", wording.OneLine(p.Title), p.ID)
	case org.EventProjectResumed:
		return fmt.Sprintf("**%s** continues.", wording.OneLine(p.Title))
	}
	return fmt.Sprintf("**%s** is cancelled.", wording.OneLine(p.Title))
}
