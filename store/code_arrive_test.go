package store_test

import (
	"slices"
	"testing"

	"github.com/frasier-cos/frasier/internal/coding"
	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/work"
)

// letIn places a step so that its change comes into the founder's folder.
func (o *instance) letIn(c work.Claim) {
	o.t.Helper()
	p := placementOf("c0", coding.CoderGiven)
	p.Isolated = coding.Sourced[coding.Isolation]{Value: coding.NotIsolated, From: coding.FromStep}
	_, err := o.db.PlaceStep(o.tt.Context(), c.Lease, p)
	o.ok(err)
}

// mergeOne has a step's change merged.
func (o *instance) mergeOne(c work.Claim) {
	o.t.Helper()
	o.ok(o.db.SaveTrials(o.tt.Context(), c.Lease, 1, tried("tree-"+c.Step.Key)))
	head, before, err := o.db.TakeMerge(o.tt.Context(), c.Lease, "c0")
	o.ok(err)
	o.ok(o.db.Finish(o.tt.Context(), c.Lease, merged(c.Step, head, len(before)+1)))
}

// due are the keys of the steps whose changes are due on a machine, in their order; a behind one has a minus.
func (o *instance) due(machine string) (keys []string, all []coding.DueArrival) {
	o.t.Helper()
	all, err := o.db.ArrivalsDue(o.tt.Context(), machine)
	o.ok(err)
	for _, a := range all {
		s, err := o.db.Step(o.tt.Context(), string(a.Step))
		o.ok(err)
		c, ok := a.Commit()
		if !ok || c.Step != a.Step || a.Order.Repository.Source != "/srv/shop" || string(c.Patch) != "the change of "+s.Key {
			o.t.Errorf("%s is due as %+v", s.Key, a)
		}
		if a.Behind {
			s.Key = "-" + s.Key
		}
		keys = append(keys, s.Key)
	}
	return keys, all
}

// A change that was let in is due in the folder from the moment it is merged, on the folder's machine and in the order
// of its branch, until it is known once what became of it; one that was not let in is never due.
func TestArrivals(t *testing.T) {
	o := newInstance(t)
	ctx := t.Context()
	_, err := o.db.AddRepository(ctx, shop("shop"))
	o.ok(err)
	p := o.ordered(coded("a"), coded("b"), coded("c"))
	claims := o.claim(10)
	o.letIn(claims["a"])
	_, err = o.db.PlaceStep(ctx, claims["b"].Lease, placementOf("c0", coding.CoderGiven))
	o.ok(err)
	o.letIn(claims["c"])
	if keys, _ := o.due("here"); len(keys) != 0 {
		t.Errorf("before anything is merged %v are due", keys)
	}
	for _, key := range []string{"a", "b", "c"} {
		o.mergeOne(claims[key])
	}
	if keys, _ := o.due("there"); len(keys) != 0 {
		t.Errorf("on another machine %v are due", keys)
	}
	keys, all := o.due("here")
	if !slices.Equal(keys, []string{"a", "c"}) {
		t.Fatalf("due are %v, want a and c", keys)
	}
	a := all[0].Arrival
	a.State, a.Obstacle, a.Path, a.Files = coding.ArrivalLeft, coding.ObstacleDiffers, "fee.go", 1
	o.ok(o.db.KeepArrival(ctx, a))
	o.want(o.db.KeepArrival(ctx, a), org.ErrConflict)
	if keys, _ := o.due("here"); !slices.Equal(keys, []string{"-c"}) {
		t.Errorf("behind a change that was left out %v are due", keys)
	}
	o.sound()
	for name, read := range map[string]func() ([]coding.StepChange, error){
		"changes": func() ([]coding.StepChange, error) { return o.db.Changes(ctx, p) },
		"ticket": func() ([]coding.StepChange, error) {
			tk, err := o.db.Ticket(ctx, p, o.db.Now())
			return tk.Changes, err
		},
	} {
		list, err := read()
		o.ok(err)
		if len(list) != 3 || list[0].Arrival == nil || list[0].Arrival.Path != "fee.go" || list[0].Arrival.State != coding.ArrivalLeft || list[0].Order.Repository.Source != "/srv/shop" || list[1].Arrival != nil || list[2].Arrival == nil || list[2].Arrival.State != coding.ArrivalDue {
			t.Errorf("%s: %+v", name, list)
		}
	}
	w, err := o.db.Why(ctx, string(claims["a"].Step.ID))
	if o.ok(err); w.Arrival == nil || w.Arrival.Files != 1 {
		t.Errorf("why says %+v", w.Arrival)
	}
	events, err := o.db.EventsOf(ctx, p)
	o.ok(err)
	events = slices.DeleteFunc(events, func(e org.Event) bool { return e.Kind != org.EventArrived })
	if len(events) != 1 || events[0].Step != claims["a"].Step.ID {
		t.Errorf("the journal says %+v", events)
	}
}

// What a founder says of a step is kept until it ends, told once, and nobody else's.
func TestSetIsolation(t *testing.T) {
	o := newInstance(t)
	ctx := t.Context()
	_, err := o.db.AddRepository(ctx, shop("shop"))
	o.ok(err)
	p := o.ordered(coded("a"), coded("b"))
	claims := o.claim(10)
	id := claims["a"].Step.ID
	for _, to := range []coding.Isolation{coding.NotIsolated, coding.NotIsolated, coding.Isolated, "", coding.NotIsolated} {
		o.ok(o.db.SetIsolation(ctx, id, to))
		about, err := o.db.Context(ctx, id)
		o.ok(err)
		other, err := o.db.Context(ctx, claims["b"].Step.ID)
		o.ok(err)
		if about.Code.Isolation != to || other.Code.Isolation != "" {
			t.Errorf("said is %q of a and %q of b, want %q", about.Code.Isolation, other.Code.Isolation, to)
		}
	}
	events, err := o.db.EventsOf(ctx, p)
	o.ok(err)
	if n := len(slices.DeleteFunc(events, func(e org.Event) bool { return e.Kind != org.EventIsolation })); n != 4 {
		t.Errorf("4 times it was said anew, and %d lines say so", n)
	}
	o.fail(claims["a"], "no")
	o.want(o.db.SetIsolation(ctx, id, coding.Isolated), org.ErrConflict)
	o.want(o.db.SetIsolation(ctx, "s99", coding.Isolated), org.ErrNotFound)
}
