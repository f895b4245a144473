package wording

import (
	"strings"

	"github.com/frasier-cos/frasier/internal/org"
)

// TellEvent is an entry of the journal in a founder's words.
func TellEvent(e org.Event) string {
	text := Spoken(Plain(e.Text))
	switch e.Kind { //nolint:exhaustive // the others are told as they are
	case org.EventMessageHandled:
		return "started"
	case org.EventSteering:
		if e.Step != "" {
			return "gave a note to whoever works on " + string(e.Step)
		}
		return "gave the team a note"
	case org.EventStepRejected:
		return strings.Replace(text, "Rejected", "Sent back", 1)
	case org.EventHook:
		if said := strings.TrimSpace(e.Data["said"]); said != "" {
			return text + ": " + Spoken(Plain(said[strings.LastIndexByte(said, '\n')+1:]))
		}
	case org.EventDiagnosed:
		return strings.ReplaceAll(text, "_", " ")
	case org.EventEscalation:
		return strings.Replace(text, "Escalated", "Asked you", 1)
	}
	return text
}
