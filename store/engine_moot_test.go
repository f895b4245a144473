package store_test

import (
	"strings"
	"testing"

	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/policy"
)

// planned starts a project and plans its one mission.
func (b *bench) planned(title string) (org.ProjectID, []org.Decision) {
	b.t.Helper()
	p := b.project(title)
	b.plan(p, step("a"), step("b", "a"))
	open, err := b.db.Decisions(b.t.Context())
	b.ok(err)
	return p, open
}

func TestADearPlanWaitsForAYesOnlyAboveAThreshold(t *testing.T) {
	b := newBench(t)
	ctx := t.Context()
	if p, open := b.planned("No threshold"); len(open) != 0 || len(b.claim()) != 1 {
		t.Fatalf("%s without a threshold asks %v; want it to start", p, open)
	}
	for _, wrong := range []string{"much", "-1", "NaN", "Inf"} {
		if err := b.db.SetPolicy(ctx, policy.PlanAsk, wrong); err == nil {
			t.Errorf("a threshold of %q is taken, want a refusal", wrong)
		}
	}
	b.ok(b.db.SetPolicy(ctx, policy.PlanAsk, "5"))
	if _, open := b.planned("Cheap"); len(open) != 0 || len(b.claim()) != 1 {
		t.Fatalf("a plan below the threshold asks %v; want it to start", open)
	}
	b.ok(b.db.SetPolicy(ctx, policy.PlanAsk, "0.20"))
	p, open := b.planned("Dear")
	if len(open) != 1 || open[0].Kind != org.DecidePlan || len(open[0].Blocks) != 2 || !strings.Contains(open[0].Question, "from $0.20") {
		t.Fatalf("a plan above the threshold asks %+v; want one question that blocks both steps", open)
	}
	if got, err := b.db.ClaimSteps(ctx, "w", 0, 9); err == nil {
		t.Errorf("steps of a plan that waits are claimed: %v", got)
	}
	if s := b.steps(p)["a"]; s.Held != org.HoldGate {
		t.Errorf("a step of it is held for %v, want for approval", s.Held.Reasons())
	}
	if _, err := b.db.Decide(ctx, open[0].ID, "a", "ana"); err != nil {
		t.Fatal(err)
	}
	if got := b.claim(); len(got) != 1 {
		t.Errorf("after the yes %d steps are claimed, want 1", len(got))
	}
	_, open = b.planned("Another")
	b.ok(b.db.Replan(ctx, open[0].Project, "fewer steps", "ana"))
	b.ok(b.db.SetPolicy(ctx, policy.PlanAsk, "off"))
	b.plan(open[0].Project, step("c"))
	if open, err := b.db.Decisions(ctx); err != nil || len(open) != 0 {
		t.Errorf("a newer plan leaves the question %v, %v; want none", open, err)
	}
	b.ok(b.db.SetPolicy(ctx, policy.PlanAsk, "0.20"))
	q, _ := b.planned("Unwanted")
	b.ok(b.db.Cancel(ctx, q))
	if open, err := b.db.Decisions(ctx); err != nil || len(open) != 0 {
		t.Errorf("a cancelled project leaves the question %v, %v; want none", open, err)
	}
	checks, err := b.db.Verify(ctx)
	b.ok(err)
	for _, c := range checks {
		if !c.OK {
			t.Errorf("verify: %s: %s", c.Name, c.Detail)
		}
	}
}
