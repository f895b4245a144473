package ticket

import (
	"github.com/frasier-cos/frasier/bot/messages"
	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/reports"
)

// One silent line in a project's thread, made of an event in the journal.
type notice struct {
	event org.EventKind
	// words are nothing where the event is not worth a line; as is in whose name it stands,
	// empty for the chief's.
	words func(reports.Ticket, org.Event) (as org.AgentID, text string, ok bool)
	alone bool // told of a single task too, which is answered where it was asked for
}

// notices has a row for each event that is told in a line. Others have messages of their own
// in Messages, or are seen on the card alone.
var notices = []notice{ //nolint:gochecknoglobals // a table
	{event: org.EventPlaced, words: func(t reports.Ticket, e org.Event) (org.AgentID, string, bool) {
		return messages.CodeStarted(t, e.Step)
	}},
	{event: org.EventArrived, alone: true, words: func(t reports.Ticket, e org.Event) (org.AgentID, string, bool) {
		text, ok := messages.CodeArrived(t, e.Step)
		return "", text, ok
	}},
	{event: org.EventPushed, alone: true, words: func(t reports.Ticket, _ org.Event) (org.AgentID, string, bool) {
		text, ok := messages.CodePushed(t)
		return "", text, ok
	}},
	{event: org.EventStepCompleted, words: func(t reports.Ticket, e org.Event) (org.AgentID, string, bool) {
		return messages.Unreviewed(t, e.Step)
	}},
	{event: org.EventStepFailed, words: func(t reports.Ticket, e org.Event) (org.AgentID, string, bool) {
		return messages.Failed(t, e.Step)
	}},
}

func noticeOf(kind org.EventKind) (notice, bool) {
	for _, n := range notices {
		if n.event == kind {
			return n, true
		}
	}
	return notice{}, false
}
