package store_test

import (
	"errors"
	"testing"
	"time"

	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/work"
)

// What a constraint forbids is told from what may succeed later, and leaves
// nothing behind.
func TestWhatAConstraintForbidsIsRefused(t *testing.T) {
	b := newBench(t)
	p := b.project("Prices")
	job, err := b.db.ClaimMission(t.Context(), "planner", time.Minute)
	b.ok(err)
	good, bad := step("a"), step("b")
	bad.Title = ""
	err = b.db.SavePlan(t.Context(), job.Lease, work.Plan{Notes: work.PlanNotes{Title: "Prices", Quality: "model"}, Steps: []work.PlannedStep{good, bad}})
	if !errors.Is(err, org.ErrRefused) || errors.Is(err, org.ErrDisk) {
		t.Errorf("a step without a title: %v, want org.ErrRefused", err)
	}
	if n := len(b.steps(p)); n != 0 {
		t.Errorf("%d steps are stored, want none", n)
	}
	b.ok(b.db.FailMission(t.Context(), job.Lease, "it cannot be stored"))
}
