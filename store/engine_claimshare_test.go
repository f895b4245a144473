package store_test

import (
	"errors"
	"slices"
	"testing"

	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/work"
)

// Who works within one project gets nothing of another.
func TestWithin(t *testing.T) {
	o := newInstance(t)
	ctx := t.Context()
	o.start(org.NewProject{Title: "Other"})
	p := o.start(org.NewProject{Title: "Mine"})
	mine := o.db.Within(p, work.AnyStep)
	job, err := mine.ClaimMission(ctx, "planner", term)
	o.ok(err)
	if job.Project.ID != p {
		t.Fatalf("ClaimMission within %s: got one of %s", p, job.Project.ID)
	}
	_, err = mine.ClaimMission(ctx, "planner", term)
	o.want(err, org.ErrNoWork)
	o.plan(piece("a"))
	_, err = mine.ClaimSteps(ctx, owner, term, 5)
	o.want(err, org.ErrNoWork)
	o.ok(mine.SavePlan(ctx, job.Lease, work.Plan{Steps: []work.PlannedStep{piece("b")}}))
	claims, err := mine.ClaimSteps(ctx, owner, term, 5)
	o.ok(err)
	if len(claims) != 1 || claims[0].Step.Key != "b" {
		t.Errorf("ClaimSteps within %s: got %+v, want b alone", p, claims)
	}
	o.sound()
}

// A worker for code gets steps that change code and no others, and one without
// code all others; an old worker, and one for all, gets both.
func TestClaimsOfAShare(t *testing.T) {
	o := newInstance(t)
	ctx := t.Context()
	_, err := o.db.AddRepository(ctx, shop("shop"))
	o.ok(err)
	o.ordered(coded("a"), coded("b"))
	o.start(org.NewProject{Title: "Words"})
	o.plan(piece("c"))
	claimed := func(share work.CodeShare, n int) (keys []string) {
		claims, err := o.db.Within("", share).ClaimSteps(ctx, owner, term, n)
		if !errors.Is(err, org.ErrNoWork) {
			o.ok(err)
		}
		for _, c := range claims {
			keys = append(keys, c.Step.Key)
		}
		return keys
	}
	for _, c := range []struct {
		share work.CodeShare
		n     int
		want  []string
	}{
		{work.NoCode, 5, []string{"c"}}, {work.NoCode, 5, nil}, {work.OnlyCode, 1, []string{"a"}}, {work.AnyStep, 5, []string{"b"}}, {work.OnlyCode, 5, nil},
	} {
		if got := claimed(c.share, c.n); !slices.Equal(got, c.want) {
			t.Errorf("a worker that takes %s gets %q, want %q", c.share, got, c.want)
		}
	}
}
