package store_test

import (
	"testing"

	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/work"
)

// What a newer plan took the place of is not done again, and neither is a step
// of a cancelled project.
func TestRedoOfWhatIsGone(t *testing.T) {
	o := newInstance(t)
	p := o.start(org.NewProject{Title: "Queues"})
	o.plan(piece("big"), piece("after", "big"))
	old := o.claim(1)["big"]
	o.ok(o.db.Finish(t.Context(), old.Lease, work.Outcome{Next: org.StepFailed, Cause: "too much for one step", Advice: "do it in two parts"}))
	job, err := o.db.ClaimMission(t.Context(), "planner", term)
	o.ok(err)
	o.ok(o.db.SavePlan(t.Context(), job.Lease, work.Plan{Steps: []work.PlannedStep{piece("p1"), piece("big", "p1")}}))
	_, err = o.db.Redo(t.Context(), old.Step.ID, "", "founder")
	o.want(err, org.ErrConflict)
	o.complete(o.claim(1)["p1"])
	o.ok(o.db.Cancel(t.Context(), p))
	_, err = o.db.Redo(t.Context(), o.step(p, "p1").ID, "", "founder")
	o.want(err, org.ErrConflict)
}

func TestNegativeCapIsRefused(t *testing.T) {
	b := newBench(t)
	if err := b.db.SetCap(t.Context(), org.Cap{Scope: org.ScopeDay, Kind: org.KindCap, Amount: -1}); err == nil {
		t.Error("a cap of less than nothing is taken")
	}
}

// A step of a paused project that is done again waits until the project goes on.
func TestRedoWhilePaused(t *testing.T) {
	o := newInstance(t)
	p := o.start(org.NewProject{Title: "Queues"})
	o.plan(piece("a"), piece("b", "a"))
	o.complete(o.claim(1)["a"])
	o.ok(o.db.Pause(t.Context(), p))
	_, err := o.db.Redo(t.Context(), o.step(p, "a").ID, "", "founder")
	o.ok(err)
	_, err = o.db.ClaimSteps(t.Context(), owner, term, 1)
	o.want(err, org.ErrNoWork)
	o.ok(o.db.Resume(t.Context(), p))
	o.complete(o.claim(1)["a"])
}

// A document that is made again and fails is missing: the one from before the redo
// shows what the steps no longer say, and counts as none.
func TestAnOlderDocumentIsNoDelivery(t *testing.T) {
	o := newInstance(t)
	p := o.start(org.NewProject{Title: "Queues"})
	o.plan(piece("a"), piece("b"))
	o.run()
	o.wantProject(p, org.ProjectCompleted)
	_, err := o.db.Redo(t.Context(), o.step(p, "a").ID, "", "founder")
	o.ok(err)
	o.complete(o.claim(1)["a"])
	for _, c := range o.claim(1) {
		o.fail(c, "no room for it")
	}
	o.wantProject(p, org.ProjectFailed)
	o.sound()
}
