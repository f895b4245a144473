package store_test

import (
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/work"
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
	said, err := told(t.Context(), b.db, v)
	b.ok(err)
	if !strings.Contains(said, "“poison”") || !strings.Contains(said, "three times") {
		t.Errorf("the founder was told %q", said)
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

// A step whose workers died twice is worked on alone, so that the third death
// is its own doing and takes no other step along.
func TestSuspectIsWorkedOnAlone(t *testing.T) {
	b := newBench(t)
	p := b.project("P")
	b.plan(p, step("poison"), step("good"), step("later"))
	for range org.MaxCrashes - 1 {
		list, err := b.db.ClaimSteps(t.Context(), "worker-1", time.Minute, 1)
		b.ok(err)
		if list[0].Step.Key != "poison" {
			t.Fatalf("claimed %s, want the first step", list[0].Step.Key)
		}
		_, err = b.db.ReclaimDead(t.Context(), []string{"worker-1"})
		b.ok(err)
	}
	claims := b.claim()
	if len(claims) != 2 || claims["poison"].Step.ID != "" {
		t.Fatalf("claimed %d steps, the suspect among them: %v; want the two others", len(claims), claims["poison"].Step.ID != "")
	}
	if _, err := b.db.ClaimSteps(t.Context(), "worker-1", time.Minute, 4); !errors.Is(err, org.ErrNoWork) {
		t.Fatalf("beside other work: %v, want no work", err)
	}
	b.finish(claims["good"], done("g"))
	b.finish(claims["later"], done("l"))
	list, err := b.db.ClaimSteps(t.Context(), "worker-1", time.Minute, 4)
	b.ok(err)
	if len(list) != 1 || list[0].Step.Key != "poison" {
		t.Fatalf("claimed %d steps, want the suspect alone", len(list))
	}
	_, err = b.db.ReclaimDead(t.Context(), []string{"worker-1"})
	b.ok(err)
	if s := b.steps(p)["poison"]; s.State != org.StepFailed || !strings.Contains(s.Cause, "died 3 times") {
		t.Errorf("after the third death: %s (%s), want failed with its cause", s.State, s.Cause)
	}
}

// From the instant of a pause no step and no plan of the project may call a
// model; what a worker gives back then costs it no attempt.
func TestPauseStopsCalls(t *testing.T) {
	b := newBench(t)
	p := b.project("P")
	b.plan(p, step("a"))
	c := b.claim()["a"]
	call := org.ModelCall{Key: "k1", Try: 1, Purpose: "claims", Project: p, Step: c.Step.ID, TierAsked: org.T1, Tier: org.T1, Model: "m", Deadline: b.now.Add(time.Minute)}
	_, _, err := b.db.BeginCall(t.Context(), call)
	b.ok(err)
	b.ok(b.db.Pause(t.Context(), p))
	call.Key = "k2"
	if _, _, err := b.db.BeginCall(t.Context(), call); !errors.Is(err, org.ErrStopped) {
		t.Errorf("a call while paused: %v, want it refused", err)
	}
	b.ok(b.db.GiveBack(t.Context(), c.Lease))
	b.ok(b.db.GiveBack(t.Context(), c.Lease))
	if held, err := b.db.Held(t.Context(), "worker-1"); err != nil || len(held) > 0 {
		t.Errorf("held after it was given back: %v, %v", held, err)
	}
	b.ok(b.db.Resume(t.Context(), p))
	if s := b.claim()["a"].Step; s.Attempt != 1 {
		t.Errorf("claimed again as attempt %d, want 1", s.Attempt)
	}
	if _, _, err := b.db.BeginCall(t.Context(), call); err != nil {
		t.Errorf("a call after the end of the pause: %v", err)
	}
}

// A plan that the founder asks for anew while it is being made is no death of
// its planner.
func TestReplanIsNoCrash(t *testing.T) {
	b := newBench(t)
	p := b.project("P")
	for range org.MaxCrashes {
		_, err := b.db.ClaimMission(t.Context(), "worker-1", time.Minute)
		b.ok(err)
		b.ok(b.db.Replan(t.Context(), p, "differently", "founder"))
	}
	for n := range org.MaxCrashes {
		_, err := b.db.ClaimMission(t.Context(), "worker-2", time.Minute)
		b.ok(err)
		_, err = b.db.ReclaimDead(t.Context(), []string{"worker-2"})
		b.ok(err)
		got, err := b.db.Project(t.Context(), string(p))
		b.ok(err)
		if dead := n+1 == org.MaxCrashes; got.State.Ended() != dead {
			t.Errorf("after %d dead planners: %s (%s)", n+1, got.State, got.Outcome)
		}
	}
}

// A worker that dies after it saved a stage that was never saved before counts
// as the first one to die: the step gets on. Saving an old stage anew, for
// another input, is no progress, so that a step that kills its workers has an end.
func TestOnlyCrashesWithoutProgressCount(t *testing.T) {
	b := newBench(t)
	p := b.project("P")
	b.plan(p, step("a"))
	life := func(stage, input string) {
		t.Helper()
		c := b.claim()["a"]
		b.ok(b.db.SaveCheckpoint(t.Context(), c.Lease, work.Checkpoint{Step: c.Step.ID, Round: 1, Stage: stage, InputHash: input, Output: "{}"}))
		_, err := b.db.ReclaimDead(t.Context(), []string{"worker-1"})
		b.ok(err)
	}
	for _, stage := range []string{"one", "two", "three", "four"} {
		life(stage, "x")
	}
	if s := b.steps(p)["a"]; s.State != org.StepPending || s.Crashes != 1 {
		t.Fatalf("four deaths, each after a new stage: %s with %d crashes, want pending with 1", s.State, s.Crashes)
	}
	life("four", "y")
	life("four", "z")
	if s := b.steps(p)["a"]; s.State != org.StepFailed || !strings.Contains(s.Cause, "died 3 times") {
		t.Errorf("three deaths without a new stage: %s (%s), want failed", s.State, s.Cause)
	}
}
