package store_test

import (
	"errors"
	"testing"
	"time"

	"github.com/frasier-cos/frasier/internal/org"
)

// What one more dead worker would fail is worked on beside nothing else: steps
// and plans that share a process would otherwise be failed for one another.
func TestSuspectsAreApart(t *testing.T) {
	t.Parallel()
	o := newOffice(t)
	ctx := t.Context()
	o.start(org.NewProject{})
	o.plan(piece("a"), piece("b"))
	waiting := o.start(org.NewProject{})
	dies := func() {
		t.Helper()
		_, err := o.db.ReclaimDead(ctx, []string{"w"})
		o.ok(err)
	}
	steps := func(want int, why string) {
		t.Helper()
		got, err := o.db.ClaimSteps(ctx, "w", time.Minute, 9)
		if len(got) != want || err != nil && !errors.Is(err, org.ErrNoWork) {
			t.Errorf("%s: %d steps, %v, want %d", why, len(got), err, want)
		}
	}
	plan := func(want bool, why string) {
		t.Helper()
		_, err := o.db.ClaimMission(ctx, "w", time.Minute)
		if (err == nil) != want || err != nil && !errors.Is(err, org.ErrNoWork) {
			t.Errorf("%s: claim of a mission: %v, want one: %v", why, err, want)
		}
	}
	for range org.MaxCrashes - 1 {
		steps(2, "nothing is suspect")
		plan(true, "nothing is suspect")
		dies()
	}
	plan(true, "a suspect mission alone")
	steps(0, "beside a suspect mission")
	dies()
	steps(1, "a suspect step alone")
	o.start(org.NewProject{})
	plan(false, "beside a suspect step")
	dies()
	steps(1, "the other suspect step")
	o.wantProject(waiting, org.ProjectFailed)
}
