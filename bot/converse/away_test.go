package converse_test

import (
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/testing/llmtest"
	"github.com/frasier-cos/frasier/llm"
)

// What is said while no model answers is kept, told once, and answered when one answers again.
func TestOrderWhileModelIsAway(t *testing.T) {
	away := true
	o := newFixture(t, &llmtest.Options{Answer: func(r llmtest.Request) (llmtest.Reply, bool) {
		if away {
			return llmtest.Reply{Fault: "503"}, true
		}
		return llmtest.Reply{}, false
	}})
	for n, text := range []string{fullText, "And compare three tills for a market stall"} {
		_, _, err := o.db.SaveMessage(t.Context(), org.Message{Channel: channel(), Author: "founder", Origin: string(rune('a' + n)), Text: text})
		if err != nil {
			t.Fatal(err)
		}
		if err := o.handler.Next(t.Context()); err != nil {
			t.Fatalf("%q: %v", text, err)
		}
		o.handler.Now = func() time.Time { return time.Now().Add(-time.Minute) } // so that the second may be claimed again at once
	}
	if n := o.count(org.EventMessageHandled); n != 0 {
		t.Errorf("%d messages count as handled without a model, want none", n)
	}
	told := 0
	for {
		v, err := o.db.ClaimDelivery(t.Context(), "bot-1", []string{channel().Transport}, time.Minute)
		if errors.Is(err, org.ErrNoWork) {
			break
		}
		if err != nil {
			t.Fatal(err)
		}
		if strings.Contains(v.Body, "as soon as it does") {
			told++
		}
		if err := o.db.Delivered(t.Context(), v.ID, "r-"+string(v.ID)); err != nil {
			t.Fatal(err)
		}
	}
	if told != 1 {
		t.Errorf("told %d times, want once in an outage", told)
	}
	away = false
	old := o.handler.Client
	o.handler.Client = &llm.Client{ // one that has not learnt to leave the endpoint alone
		Provider: old.Provider, Records: old.Records, Prices: old.Prices, Log: old.Log, Now: old.Now, Repair: old.Repair, Wait: old.Wait, Models: old.Models,
	}
	o.handler.Classifier.Client = o.handler.Client
	if err := o.handler.Next(t.Context()); err != nil {
		t.Fatalf("when it is back: %v", err)
	}
	if n := o.count(org.EventMessageHandled); n != 1 {
		t.Errorf("%d messages are handled when the model is back, want the second", n)
	}
	if err := o.handler.Next(t.Context()); !errors.Is(err, org.ErrNoWork) {
		t.Errorf("the first: %v, want it to rest until its time", err)
	}
}
