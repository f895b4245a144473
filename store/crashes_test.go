package store_test

import (
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/frasier-cos/frasier/internal/org"
)

// A message that ends the process that answers it is put aside after the third
// time; the founder is told, status says so, and the next message is heard.
func TestPoisonMessageIsPutAside(t *testing.T) {
	b := newBench(t)
	poison := b.heard("poison")
	b.heard("and another thing")
	for n := range org.MaxCrashes {
		m, err := b.db.ClaimMessage(t.Context(), "bot-1", time.Minute)
		b.ok(err)
		if m.ID != poison {
			t.Fatalf("claim %d: got %s, want the message that was said first", n+1, m.ID)
		}
		_, err = b.db.ReclaimDead(t.Context(), []string{"bot-1"})
		b.ok(err)
	}
	m, err := b.db.ClaimMessage(t.Context(), "bot-1", time.Minute)
	b.ok(err)
	if m.Text != "and another thing" {
		t.Errorf("after %d crashes: got %q, want the next message", org.MaxCrashes, m.Text)
	}
	r, err := b.db.Status(t.Context(), b.now)
	b.ok(err)
	if len(r.Parked) != 1 || !strings.Contains(r.Parked[0], "died 3 times") {
		t.Errorf("status: got %q, want the message that was put aside with its reason", r.Parked)
	}
	v, err := b.db.ClaimDelivery(t.Context(), "bot-1", []string{"terminal"}, time.Minute)
	b.ok(err)
	if !strings.Contains(v.Body, `"poison"`) || !strings.Contains(v.Body, "3 times") {
		t.Errorf("the founder was told %q", v.Body)
	}
}

// What a dead process was sending is sent again at once, under its key, and
// not only when its claim runs out.
func TestDeliveryOfADeadSenderIsSentAgain(t *testing.T) {
	b := newBench(t)
	b.say("hello", org.Turn{Reply: "Hello."})
	first, err := b.db.ClaimDelivery(t.Context(), "bot-1", []string{"terminal"}, time.Hour)
	b.ok(err)
	if _, err := b.db.ClaimDelivery(t.Context(), "bot-2", []string{"terminal"}, time.Hour); !errors.Is(err, org.ErrNoWork) {
		t.Fatalf("while the sender lives: %v, want no work", err)
	}
	_, err = b.db.ReclaimDead(t.Context(), []string{"bot-1"})
	b.ok(err)
	again, err := b.db.ClaimDelivery(t.Context(), "bot-2", []string{"terminal"}, time.Hour)
	b.ok(err)
	if again.Key != first.Key || again.Attempts != 2 {
		t.Errorf("sent again: key %q, attempt %d; want %q, 2", again.Key, again.Attempts, first.Key)
	}
}

// What a step took lately, by its kind and tier, orders the next plan: the
// planner's guess yields to it.
func TestTimesOrderPlans(t *testing.T) {
	b := newBench(t)
	for n := range 3 {
		p := b.project("P")
		slow, fast := step("slow"), step("fast")
		slow.Kind, fast.Minutes = org.KindSimple, 20
		b.plan(p, slow, fast)
		if claims := b.claim(); n == 0 && claims["fast"].Step.ID == "" {
			t.Fatal("nothing is ready")
		} else {
			b.pass(time.Second)
			b.finish(claims["fast"], done("f"))
			b.pass(time.Hour)
			b.finish(claims["slow"], done("s"))
		}
		b.ok(b.db.Cancel(t.Context(), p))
	}
	p := b.project("Q")
	slow, fast := step("slow"), step("fast")
	slow.Kind, fast.Minutes = org.KindSimple, 20
	b.plan(p, fast, slow)
	claims, err := b.db.ClaimSteps(t.Context(), "worker-1", time.Minute, 1)
	b.ok(err)
	if claims[0].Step.Key != "slow" {
		t.Errorf("claimed %s first, want the step whose like takes an hour", claims[0].Step.Key)
	}
}
