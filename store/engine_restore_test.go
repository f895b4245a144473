package store_test

import (
	"errors"
	"testing"
	"time"

	"github.com/frasier-cos/frasier/internal/org"
)

// A cancellation can be taken back for a day: what was under way is done again,
// what was finished stays, and what was asked is asked again.
func TestACancellationIsTakenBackForADay(t *testing.T) {
	o := newInstance(t)
	ctx := t.Context()
	p := o.start(org.NewProject{Title: "Launch", Phases: phases("discovery")})
	o.plan(piece("a"), piece("b", "a"), piece("c", "a"))
	_, err := o.db.SetGate(ctx, org.Gate{Project: p, Point: org.GateStep, Subject: "a"})
	o.ok(err)
	o.claimAndComplete("a")
	asked, err := o.db.Decisions(ctx)
	o.ok(err)
	if len(asked) != 1 {
		t.Fatalf("the gate asks %v, want one question", asked)
	}
	o.ok(o.db.Cancel(ctx, p))
	o.wantProject(p, org.ProjectCancelled)
	o.clock.forward(23 * time.Hour)
	o.ok(o.db.Resume(ctx, p))
	o.wantProject(p, org.ProjectActive)
	again, err := o.db.Decisions(ctx)
	o.ok(err)
	if len(again) != 1 || again[0].ID != asked[0].ID {
		t.Errorf("after the cancellation was taken back %v is asked, want %s again", again, asked[0].ID)
	}
	if got, err := o.db.ClaimSteps(ctx, "w", term, 9); !errors.Is(err, org.ErrNoWork) {
		t.Errorf("claimed %d steps past the gate, %v", len(got), err)
	}
	o.sound()
	_, err = o.db.Decide(ctx, again[0].ID, "a", "ana")
	o.ok(err)
	o.claimAndComplete("b", "c")
	steps, err := o.db.Steps(ctx, p)
	o.ok(err)
	for _, s := range steps {
		if s.Kind != org.KindAssembly && (s.State != org.StepCompleted || s.Rounds > 1) {
			t.Errorf("%s is %s after %d rounds, want completed after one", s.Key, s.State, s.Rounds)
		}
	}
	o.sound()
	o.ok(o.db.Cancel(ctx, p))
	o.clock.forward(25 * time.Hour)
	if err := o.db.Resume(ctx, p); !errors.Is(err, org.ErrConflict) {
		t.Errorf("after 25 hours: got %v, want a conflict", err)
	}
}

// A project that is cancelled while it is being planned is planned after all.
func TestACancellationBeforeThePlanIsTakenBack(t *testing.T) {
	o := newInstance(t)
	p := o.start(org.NewProject{Title: "Launch", Phases: phases("discovery")})
	o.ok(o.db.Cancel(t.Context(), p))
	o.ok(o.db.Resume(t.Context(), p))
	o.plan(piece("a"))
	o.claimAndComplete("a")
	o.sound()
}
