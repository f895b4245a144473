package store_test

import (
	"testing"
	"time"

	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/work"
)

// An instance is calm while nothing is under way, and whatever ends the calm
// wakes those who wait: they need not look again soon.
func TestCalmEndsWithANudge(t *testing.T) {
	o := newInstance(t)
	wake, stop := o.db.Wake()
	defer stop()
	for {
		select {
		case <-wake: // it is open
			continue
		default:
		}
		break
	}
	was := true
	look := func(what string, want bool) {
		t.Helper()
		calm, err := o.db.Calm(t.Context())
		o.ok(err)
		if calm != want {
			t.Errorf("%s: calm is %v, want %v", what, calm, want)
		}
		rang := false
		select {
		case <-wake:
			rang = true
		case <-time.After(time.Millisecond):
			select { // on a busy machine that time is over before anybody looks
			case <-wake:
				rang = true
			default:
			}
		}
		if was && !calm && !rang {
			t.Errorf("%s: nobody was woken", what)
		}
		was = calm
	}
	look("an empty office", true)
	m := o.hear("compare queues")
	look("a message", false)
	p, err := o.db.SaveTurn(t.Context(), org.Turn{Message: m, Route: org.ActionNewProject, Reply: "On it.", Project: &org.NewProject{
		Title: "Queues", Mode: org.ModeResearch, Depth: org.DepthStandard, Phases: []org.Phase{{Label: "research"}},
	}})
	o.ok(err)
	look("a mission without a plan", false)
	v, err := o.db.ClaimDelivery(t.Context(), "bot", []string{"terminal"}, time.Minute)
	o.ok(err)
	o.plan(piece("a"), piece("b", "a"))
	o.ok(o.db.Pause(t.Context(), p))
	look("an answer on its way", false)
	o.ok(o.db.Delivered(t.Context(), v.ID, "1"))
	look("a paused project", true)
	o.ok(o.db.Resume(t.Context(), p))
	look("a ready step", false)
	held := o.claim(1)["a"]
	look("a step that is worked on", false)
	o.ok(o.db.Finish(t.Context(), held.Lease, work.Outcome{Next: org.StepPending, Hold: org.HoldBackoff, RunAfter: o.clock.Now().Add(time.Minute)}))
	look("a step that waits for its time", false)
	o.clock.forward(2 * time.Minute)
	_, err = o.db.ReleaseDue(t.Context(), o.clock.Now())
	o.ok(err)
	look("a step whose time has come", false)
	o.run()
	look("a project that has ended", true)
	o.hear("thanks")
	look("another message", false)
}
