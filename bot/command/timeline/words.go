package timeline

import (
	"fmt"
	"strings"

	"github.com/frasier-cos/frasier/bot/wording"
	"github.com/frasier-cos/frasier/internal/moment"
	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/prose"
)

// Timeline lists what was decided in a project, by whom and when, and how many
// of the model's replies could not be read.
func Timeline(p org.ProjectName, events []org.Event, t org.CostLine) wording.Message {
	lines := []string{"What was decided in " + wording.NameProject(p) + ":"}
	for _, e := range events {
		lines = append(lines, fmt.Sprintf("- %s, %s: %s", moment.Mark(e.At, moment.Minute), nameDecider(e), wording.Clip(wording.TellEvent(e), 220)))
	}
	if t.Unparsed > 0 {
		lines = append(lines, fmt.Sprintf("\n%d of %s gave an unreadable reply.", t.Unparsed, wording.CountOf(t.Calls, "AI call", "AI calls")))
	}
	return wording.Message{More: strings.Join(lines, "\n")}
}

// nameDecider says who decided what an entry of the journal tells.
func nameDecider(e org.Event) string {
	who := func(key, otherwise string) string {
		if w := e.Data[key]; w != "" {
			return wording.Plain(w)
		}
		return otherwise
	}
	switch e.Kind { //nolint:exhaustive // all others are decided by rules
	case org.EventDecided:
		return who("by", "I")
	case org.EventMessageHandled:
		return "I"
	case org.EventProjectPaused, org.EventProjectResumed, org.EventPermit:
		return who("by", "you")
	case org.EventHealth:
		return org.Management.Name()
	case org.EventCommand, org.EventSteering, org.EventGateSet, org.EventCapSet, org.EventAccepted, org.EventProjectCancelled,
		org.EventProjectArchived, org.EventProjectRestored, org.EventStepDropped, org.EventShared, org.EventUnshared:
		return "you"
	case org.EventMissionPlanned, org.EventMissionReplanned, org.EventAgentHired:
		return "the planner"
	case org.EventStepRejected:
		if name := strings.TrimPrefix(who("reviewer", "code"), "agent-"); name != "code" {
			return prose.Capital(name)
		}
		return "the checks"
	case org.EventDiagnosed:
		return "a second pair of eyes"
	case org.EventAlert:
		return "the watcher"
	}
	return "by rule"
}
