package plan_test

import (
	"context"
	"slices"
	"strings"
	"testing"

	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/testing/llmtest"
	"github.com/frasier-cos/frasier/internal/tiers"
)

// fared is a record of every kind on every tier, by what share passed at first.
func fared(o *office, t1, t2, t3 int) {
	var records []tiers.Record
	for _, kind := range []org.StepKind{org.KindResearch, org.KindAnalysis, org.KindStrategy, org.KindWriting, org.KindSimple, org.KindCreative, org.KindEngineering} {
		for tier, first := range map[org.Tier]int{org.T1: t1, org.T2: t2, org.T3: t3} {
			records = append(records, tiers.Record{Kind: kind, Tier: tier, Ended: 40, First: first, Cost: 1_000_000_000 * org.NanoUSD(tier.Rank())})
		}
	}
	o.planner.Fared = func(context.Context) ([]tiers.Record, error) { return records, nil }
}

// What the rules give is the floor: a lower tier that fared better moves
// nothing. A higher one that did moves what is of neither the highest tier nor
// final, by one tier, and the plan says why.
func TestTheRouterLearns(t *testing.T) {
	const ordinary = "Research the prices of three roasters, compare them, and write a report."
	for _, c := range []struct {
		name, directive string
		t1, t2, t3      int
		moves           bool
	}{
		{"lower tiers did better", ordinary, 40, 20, 2, false},
		{"lower tiers did as well", ordinary, 40, 40, 40, false},
		{"higher tiers did better", ordinary, 2, 20, 40, true},
		{"high stakes", "Research the prices of three roasters for our investors, compare them, and write an executive report.", 40, 20, 2, false},
	} {
		o := newOffice(t, llmtest.Options{})
		o.start(c.directive, org.NewProject{})
		before := o.plan()
		o = newOffice(t, llmtest.Options{})
		fared(o, c.t1, c.t2, c.t3)
		o.start(c.directive, org.NewProject{})
		after := o.plan()
		if len(before.Steps) != len(after.Steps) {
			t.Fatalf("%s: %d steps became %d", c.name, len(before.Steps), len(after.Steps))
		}
		moved := 0
		for i, s := range after.Steps {
			was := before.Steps[i]
			want := was.Tier
			if c.moves && !s.Final && was.Tier != org.T3 {
				want = map[org.Tier]org.Tier{org.T1: org.T2, org.T2: org.T3}[was.Tier]
				moved++
			}
			if s.Tier != want {
				t.Errorf("%s: %s (%s, final %v): tier %s, was %s, want %s", c.name, s.Key, s.Kind, s.Final, s.Tier, was.Tier, want)
			}
			if s.Kind == org.KindResearch && s.Tier == org.T1 {
				t.Errorf("%s: research went below its floor", c.name)
			}
		}
		if c.moves != (moved > 0) {
			t.Fatalf("%s: %d steps may move", c.name, moved)
		}
		if n := strings.Count(strings.Join(after.Notes.Lint, "\n"), "(router)"); n != moved {
			t.Errorf("%s: %d moves are explained, want %d: %q", c.name, n, moved, after.Notes.Lint)
		}
	}
}

// A tier that the founder wrote beside an item stays.
func TestTheRouterKeepsTheFoundersTier(t *testing.T) {
	o := newOffice(t, llmtest.Options{})
	fared(o, 2, 20, 40)
	r := road(t, "# R\n- Compare two rivals\n- Collect the names of ten suppliers\n")
	r.Items[1].Tier = org.T1
	o.start("go", org.NewProject{Roadmap: r})
	var got []org.Tier
	for _, s := range o.plan().Steps {
		got = append(got, s.Tier)
	}
	if !slices.Equal(got, []org.Tier{org.T3, org.T1}) {
		t.Errorf("tiers %v, want the first moved up and the second as the founder wrote", got)
	}
}
