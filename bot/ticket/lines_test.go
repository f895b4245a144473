package ticket_test

import (
	"strings"
	"testing"

	"github.com/frasier-cos/frasier/bot/ticket"
	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/reports"
)

// What an event has told is one silent line in the name of whoever it is about.
func TestEventsToldInALine(t *testing.T) {
	tk := market()
	tk.Steps[1].Reviewed = "not done: no reviewer could be reached"
	tk.Steps[2].State, tk.Steps[2].Cause = org.StepFailed, "no source could be read"
	for _, c := range []struct {
		kind org.EventKind
		step org.StepID
		want string // how the line begins; empty for none
	}{
		{org.EventStepCompleted, "s2", "“Rivals and their prices” is done, but nobody reviewed it"},
		{org.EventStepCompleted, "s1", ""},
		{org.EventStepFailed, "s3", "I couldn't finish “Rents in Chiado"},
		{org.EventStageDone, "s3", ""},
	} {
		said := ticket.Messages(tk, event(40, c.kind, c.step, nil))
		if c.want == "" && len(said) == 0 {
			continue
		}
		if len(said) != 1 || !strings.HasPrefix(said[0].Body, c.want) || said[0].Kind != reports.DeliverLine || !said[0].Card.Silent || said[0].Card.As != "Scout" {
			t.Errorf("%s of %s: %+v; want one silent line of Scout's that begins %q", c.kind, c.step, said, c.want)
		}
	}
	tk.Single = true
	if said := ticket.Messages(tk, event(41, org.EventStepFailed, "s3", nil)); len(said) > 0 {
		t.Errorf("a single task's thread is told %+v", said)
	}
}
