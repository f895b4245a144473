package store_test

import (
	"slices"
	"testing"

	"github.com/frasier-cos/frasier/internal/coding"
	"github.com/frasier-cos/frasier/internal/org"
)

// How a step is carried out is kept with a name of its own, told once, and kept anew when a yes changes it; whoever
// lost the step keeps nothing.
func TestPlaceStep(t *testing.T) {
	o := newInstance(t)
	_, err := o.db.AddRepository(t.Context(), shop("shop"))
	o.ok(err)
	p := o.ordered(coded("a"), coded("b"))
	claims := o.claim(10)
	handles := map[string]bool{}
	for _, c := range claims {
		got, err := o.db.PlaceStep(t.Context(), c.Lease, placementOf("c0", coding.CoderGiven))
		o.ok(err)
		again, err := o.db.PlaceStep(t.Context(), c.Lease, placementOf("c1", coding.CoderGiven))
		o.ok(err)
		if got.Handle == "" || handles[got.Handle] || again.Handle != got.Handle {
			t.Errorf("%s is called %q, then %q", c.Step.Key, got.Handle, again.Handle)
		}
		handles[got.Handle] = true
	}
	events, err := o.db.EventsOf(t.Context(), p)
	o.ok(err)
	events = slices.DeleteFunc(events, func(e org.Event) bool { return e.Kind != org.EventPlaced })
	if len(events) != 2 {
		t.Errorf("2 steps were placed, and %d lines say so", len(events))
	}
	a, b := claims["a"], claims["b"]
	_, err = o.db.PlaceStep(t.Context(), a.Lease, placementOf("c1", coding.CoderAllowed))
	o.ok(err)
	list, err := o.db.Changes(t.Context(), p)
	o.ok(err)
	i := slices.IndexFunc(list, func(c coding.StepChange) bool { return c.Step.ID == a.Step.ID })
	if i < 0 || list[i].Placed == nil || list[i].Placed.Coder.Value != coding.CoderAllowed || list[i].Placed.Base.Value != "c1" {
		t.Errorf("kept is %+v", list)
	}
	o.fail(b, "no")
	_, err = o.db.PlaceStep(t.Context(), b.Lease, placementOf("c9", coding.CoderGiven))
	o.want(err, org.ErrLeaseLost)
}

// placementOf is how a step is carried out from a commit by a coder.
func placementOf(base string, by coding.CoderKind) coding.Placement {
	return coding.Placement{
		Base: coding.Sourced[string]{Value: base, From: coding.FromDefault}, Branch: coding.Sourced[string]{Value: "frasier/p1", From: coding.FromDefault},
		Coder:  coding.Sourced[coding.CoderKind]{Value: by, From: coding.FromOrder},
		Checks: coding.Sourced[[]string]{Value: []string{goTest}, From: coding.FromRepo},
	}
}

// Settings of a repository are read as they were kept; one that is not there has none.
func TestSetRepository(t *testing.T) {
	o := newInstance(t)
	id, err := o.db.AddRepository(t.Context(), shop("shop"))
	o.ok(err)
	r := shop("shop")
	r.ID, r.Ref, r.Checks, r.Policy = id, "develop", []string{"sh a.sh", "sh b.sh"}, coding.CodePolicy{Minutes: 25, Found: []string{coding.FoundRef}}
	o.ok(o.db.SetRepository(t.Context(), r))
	all, err := o.db.Repositories(t.Context())
	o.ok(err)
	if len(all) != 1 || all[0].Ref != "develop" || !slices.Equal(all[0].Checks, r.Checks) || all[0].Policy.Minutes != 25 || !slices.Equal(all[0].Policy.Found, r.Policy.Found) {
		t.Errorf("kept is %+v", all)
	}
	r.ID = "r99"
	o.want(o.db.SetRepository(t.Context(), r), org.ErrNotFound)
}
