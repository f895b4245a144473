package store_test

import (
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/policy"
)

// TestPlanWaitsOnlyAboveTheFoundersThreshold: without one, and below it, work
// begins at once; from it on nothing begins before his yes, however long.
func TestPlanWaitsOnlyAboveTheFoundersThreshold(t *testing.T) {
	for _, c := range []struct {
		limit string
		waits bool
	}{{"", false}, {"off", false}, {"0.24", true}, {"0.29", true}, {"0.30", false}, {"100", false}} {
		b := newBench(t)
		ctx := t.Context()
		if c.limit != "" {
			b.ok(b.db.SetPolicy(ctx, policy.PlanAsk, c.limit))
		}
		p := b.project("Prices")
		b.plan(p, step("a"), step("b")) // two T2 steps and the assembly: $0.29 at most
		_, err := b.db.ClaimSteps(ctx, "w", time.Minute, 1)
		if got := errors.Is(err, org.ErrNoWork); got != c.waits {
			t.Fatalf("threshold %q: waits %t, want %t (%v)", c.limit, got, c.waits, err)
		}
		open, err := b.db.Decisions(ctx)
		b.ok(err)
		if (len(open) == 1) != c.waits {
			t.Fatalf("threshold %q: decisions %+v", c.limit, open)
		}
		if !c.waits {
			continue
		}
		d := open[0]
		if d.Kind != org.DecidePlan || len(d.Blocks) != 2 || !strings.Contains(d.Question, "$0.08 to $0.29") {
			t.Errorf("question: got %+v, want the price and both steps", d)
		}
		b.pass(30 * 24 * time.Hour)
		if _, err := b.db.ClaimSteps(ctx, "w", time.Minute, 1); !errors.Is(err, org.ErrNoWork) {
			t.Errorf("a month later: got %v, want it to wait still", err)
		}
		_, err = b.db.Decide(ctx, d.ID, "start", "Ana")
		b.ok(err)
		if claims, err := b.db.ClaimSteps(ctx, "w", time.Minute, 2); err != nil || len(claims) != 2 {
			t.Errorf("after the yes: got %d steps, %v, want both", len(claims), err)
		}
	}
}
