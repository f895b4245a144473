package plan_test

import (
	"bytes"
	"os"
	"testing"

	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/worker/plan"
	"github.com/frasier-cos/frasier/worker/plan/plantest"
)

// M2: every seeded error is found, and hardly any other.
func TestLintOnSeededPlans(t *testing.T) {
	raw, err := os.ReadFile("testdata/eval/plans.json")
	if err != nil {
		t.Fatal(err)
	}
	cases, err := plantest.Read(bytes.NewReader(raw))
	if err != nil || len(cases) < 40 {
		t.Fatalf("Read: %d plans, %v; want 40 at least", len(cases), err)
	}
	score := plantest.Measure(cases, func(p org.Plan, founders bool) []string {
		by := plan.Models
		if founders {
			by = plan.Founders
		}
		var rules []string
		for _, f := range plan.Errors(plan.Lint(p, by)) {
			rules = append(rules, f.Rule)
		}
		return rules
	})
	t.Log(score)
	for _, m := range score.Missed {
		t.Errorf("not found: %s", m)
	}
	if len(score.False) > plantest.MaxFalse {
		t.Errorf("errors that nobody seeded: %q; want %d at most", score.False, plantest.MaxFalse)
	}
}
