package store_test

import (
	"errors"
	"testing"

	"github.com/frasier-cos/frasier/internal/org"
)

// A cap may be reached to the last nano-dollar, and not passed by one.
func TestCapIsReachedExactly(t *testing.T) {
	for _, scope := range []org.CapScope{org.ScopeDay, org.ScopeProject} {
		b := newBench(t)
		p := b.project("Exact")
		limit := org.Cap{Scope: scope, Kind: org.KindCap, Amount: org.Dollar}
		if scope == org.ScopeProject {
			limit.Project = p
		}
		b.ok(b.db.SetCap(t.Context(), limit))
		if scope == org.ScopeDay { // a higher warning beside it is no cap
			b.ok(b.db.SetCap(t.Context(), org.Cap{Scope: scope, Kind: org.KindWarn, Amount: 100 * org.Dollar}))
		}
		begin := func(key string, reserve org.NanoUSD) error {
			c := modelCall(key, p)
			c.Reserve = reserve
			_, _, err := b.db.BeginCall(t.Context(), c)
			return err
		}
		if err := begin("beyond", org.Dollar+1); !errors.Is(err, org.ErrBudget) {
			t.Errorf("%s: a nano-dollar beyond the cap: %v, want %v", scope, err, org.ErrBudget)
		}
		b.notices("cap:")
		if err := begin("exact", org.Dollar); err != nil {
			t.Errorf("%s: a call that fills the cap exactly: %v", scope, err)
		}
		if err := begin("another", 1); !errors.Is(err, org.ErrBudget) {
			t.Errorf("%s: one more beside it: %v, want %v", scope, err, org.ErrBudget)
		}
	}
}

// The founder is not told of a cap that is full of calls under way only, not even when
// the call that waits would fill it exactly.
func TestNobodyIsToldOfACapThatIsOnlyHeld(t *testing.T) {
	b := newBench(t)
	p := b.project("Exact")
	b.ok(b.db.SetCap(t.Context(), org.Cap{Scope: org.ScopeDay, Kind: org.KindCap, Amount: org.Dollar}))
	c := modelCall("first", p)
	c.Reserve = org.Dollar
	b.call(c)
	c = modelCall("second", p)
	c.Reserve = org.Dollar
	if _, _, err := b.db.BeginCall(t.Context(), c); !errors.Is(err, org.ErrBudget) {
		t.Fatalf("got %v, want %v", err, org.ErrBudget)
	}
	if got := b.notices("cap:"); len(got) != 0 {
		t.Errorf("told %q, want nothing", got)
	}
}

// A step that is done again begins without the crashes that it had: one more
// dead worker does not fail it.
func TestRedoForgetsCrashes(t *testing.T) {
	o := newInstance(t)
	p := o.start(org.NewProject{Title: "Queues"})
	o.plan(piece("a"))
	for range org.MaxCrashes - 1 {
		o.claim(1)
		_, err := o.db.ReclaimDead(t.Context(), []string{owner})
		o.ok(err)
	}
	o.complete(o.claim(1)["a"])
	_, err := o.db.Redo(t.Context(), o.step(p, "a").ID, "", "founder")
	o.ok(err)
	o.claim(1)
	_, err = o.db.ReclaimDead(t.Context(), []string{owner})
	o.ok(err)
	if s := o.step(p, "a"); s.State != org.StepPending {
		t.Errorf("after one dead worker it is %s, want it pending", s.State)
	}
}
