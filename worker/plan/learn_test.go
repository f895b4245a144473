package plan_test

import (
	"context"
	"strings"
	"testing"

	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/llm/llmtest"
)

// TestTheRouterLearns gives the planner a record of steps: what is not of the
// highest tier and not final moves, and the plan says why.
func TestTheRouterLearns(t *testing.T) {
	o := newOffice(t, llmtest.Options{})
	const directive = "Research the prices of three roasters, compare them, and write a report."
	o.start(directive, org.NewProject{})
	before := o.plan()

	o = newOffice(t, llmtest.Options{})
	o.planner.Fared = func(context.Context) ([]org.TierRecord, error) {
		return []org.TierRecord{
			{Kind: org.KindResearch, Tier: org.T2, Ended: 40, First: 30, Cost: 8_000_000_000},
			{Kind: org.KindResearch, Tier: org.T1, Ended: 40, First: 38, Cost: 1_000_000_000},
		}, nil
	}
	o.start(directive, org.NewProject{})
	after := o.plan()
	if len(before.Steps) != len(after.Steps) {
		t.Fatalf("%d steps became %d", len(before.Steps), len(after.Steps))
	}
	moved := 0
	for i, s := range after.Steps {
		was := before.Steps[i]
		want := was.Tier
		if was.Kind == org.KindResearch && was.Tier == org.T2 && !was.Final {
			want = org.T1
			moved++
		}
		if s.Tier != want {
			t.Errorf("%s (%s, final %v): tier %s, was %s, want %s", s.Key, s.Kind, s.Final, s.Tier, was.Tier, want)
		}
	}
	if moved == 0 {
		t.Fatal("no step of the plan is one that may move")
	}
	if n := strings.Count(strings.Join(after.Notes.Lint, "\n"), "(router)"); n != moved {
		t.Errorf("%d moves are explained, want %d: %q", n, moved, after.Notes.Lint)
	}
}
