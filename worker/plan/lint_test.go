package plan_test

import (
	"bytes"
	"os"
	"slices"
	"testing"

	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/testing/plantest"
	"github.com/frasier-cos/frasier/internal/work"
	"github.com/frasier-cos/frasier/worker/plan"
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
	score := plantest.Measure(cases, func(p work.Plan, founders bool) []string {
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

// Steps that differ by a number do not ask for the same.
func TestNumbersTellStepsApart(t *testing.T) {
	step := func(key, title string) work.PlannedStep {
		return work.PlannedStep{Key: key, Title: title, Goal: "Find what it costs to rent.", Kind: org.KindResearch}
	}
	same := func(a, b string) bool {
		p := work.Plan{Steps: []work.PlannedStep{step("a", a), step("b", b)}}
		return slices.ContainsFunc(plan.Lint(p, plan.Founders), func(f plan.Finding) bool { return f.Rule == "L15" })
	}
	if same("Shop 7 in the harbour quarter", "Shop 17 in the harbour quarter") {
		t.Error("two shops are taken for one")
	}
	if !same("Shop 7 in the harbour quarter", "Shop 7, in the harbour quarter") {
		t.Error("the same twice is not seen")
	}
}
