package plan_test

import (
	"context"
	"strings"
	"testing"

	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/llm/llmtest"
)

// TestTheRouterLearns gives the planner a record of steps on which each lower
// tier fared better: what is not of the highest tier and not final moves, and
// the plan says why.
func TestTheRouterLearns(t *testing.T) {
	for name, c := range map[string]struct {
		directive string
		moves     bool
	}{
		"ordinary":    {"Research the prices of three roasters, compare them, and write a report.", true},
		"high stakes": {"Research the prices of three roasters for our investors, compare them, and write an executive report.", false},
	} {
		o := newOffice(t, llmtest.Options{})
		o.start(c.directive, org.NewProject{})
		before := o.plan()
		var records []org.TierRecord
		for _, kind := range []org.StepKind{org.KindResearch, org.KindAnalysis, org.KindStrategy, org.KindWriting} {
			records = append(records, org.TierRecord{Kind: kind, Tier: org.T3, Ended: 40, First: 30, Cost: 9_000_000_000},
				org.TierRecord{Kind: kind, Tier: org.T2, Ended: 40, First: 30, Cost: 8_000_000_000},
				org.TierRecord{Kind: kind, Tier: org.T1, Ended: 40, First: 38, Cost: 1_000_000_000})
		}
		o = newOffice(t, llmtest.Options{})
		o.planner.Fared = func(context.Context) ([]org.TierRecord, error) { return records, nil }
		o.start(c.directive, org.NewProject{})
		after := o.plan()
		if len(before.Steps) != len(after.Steps) {
			t.Fatalf("%s: %d steps became %d", name, len(before.Steps), len(after.Steps))
		}
		moved, kept := 0, 0
		for i, s := range after.Steps {
			was := before.Steps[i]
			want := was.Tier
			switch {
			case s.Final:
			case was.Tier == org.T2:
				want = org.T1
				moved++
			case was.Tier == org.T3:
				kept++
			}
			if s.Tier != want {
				t.Errorf("%s: %s (%s, final %v): tier %s, was %s, want %s", name, s.Key, s.Kind, s.Final, s.Tier, was.Tier, want)
			}
		}
		if c.moves != (moved > 0) || c.moves == (kept > 0) {
			t.Fatalf("%s: %d steps may move, %d are of high stakes", name, moved, kept)
		}
		if n := strings.Count(strings.Join(after.Notes.Lint, "\n"), "(router)"); n != moved {
			t.Errorf("%s: %d moves are explained, want %d: %q", name, n, moved, after.Notes.Lint)
		}
	}
}
