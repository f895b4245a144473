package converse_test

import (
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/testing/llmtest"
)

// The chief is shown what was said about a matter long ago, once, and nothing
// that was forgotten.
func TestChiefRecalls(t *testing.T) {
	o := newFixture(t, &llmtest.Options{})
	first := o.say("Our landlord at Mill Lane is called Petrova, is that not a nice name?")
	for _, s := range []string{"Good morning!", "How are you?", "What is new?", "Thanks!"} {
		o.say(s)
	}
	chief := func() string {
		calls := o.calls()
		for i := len(calls) - 1; i >= 0; i-- {
			if calls[i].Stage == org.StageChief {
				return calls[i].Prompt
			}
		}
		t.Fatal("the chief was not asked")
		return ""
	}
	o.say("What was the name of our landlord?")
	if n := strings.Count(chief(), "called Petrova"); n != 1 {
		t.Errorf("the chief was shown it %d times, want once", n)
	}
	last := o.events()[len(o.events())-1]
	if last.Kind != org.EventMessageHandled || first.event.Message == "" {
		t.Fatalf("the last line of the journal is %+v", last)
	}
	for { // all answers are said, so that it may be forgotten
		d, err := o.db.ClaimDelivery(t.Context(), "bot-1", []string{"terminal"}, time.Minute)
		if errors.Is(err, org.ErrNoWork) {
			break
		}
		if err == nil {
			err = o.db.Delivered(t.Context(), d.ID, "r")
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if r := o.say("!forget " + string(first.event.Message)).reply; !strings.Contains(r, "are deleted here") {
		t.Fatalf("!forget: %q", r)
	}
	o.say("What was the name of our landlord again?")
	if strings.Contains(chief(), "called Petrova") {
		t.Error("the chief is shown what was forgotten")
	}
}
