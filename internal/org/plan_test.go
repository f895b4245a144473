package org_test

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/frasier-cos/frasier/internal/org"
)

// graph draws steps that need earlier ones, in random order.
func graph(t *rapid.T) []org.PlannedStep {
	n := rapid.IntRange(1, 20).Draw(t, "n")
	steps := make([]org.PlannedStep, n)
	for i := range steps {
		steps[i] = org.PlannedStep{Key: fmt.Sprint("k", i), Title: fmt.Sprint("T", i)}
		for j := range i {
			if rapid.IntRange(0, 3).Draw(t, "edge") == 0 {
				steps[i].Needs = append(steps[i].Needs, steps[j].Key, steps[j].Key) // twice is no harm
			}
		}
	}
	return rapid.Permutation(steps).Draw(t, "order")
}

func TestOrder(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		steps := graph(t)
		order, err := org.Order(steps, nil)
		if err != nil || len(order) != len(steps) {
			t.Fatalf("Order of %d steps without a cycle: %v, %v", len(steps), order, err)
		}
		at := map[string]int{}
		for place, i := range order {
			if _, twice := at[steps[i].Key]; twice {
				t.Fatalf("Order names %s twice", steps[i].Key)
			}
			at[steps[i].Key] = place
		}
		for _, s := range steps {
			for _, n := range s.Needs {
				if at[n] >= at[s.Key] {
					t.Fatalf("%s comes before %s, which it needs", s.Key, n)
				}
			}
		}
		if again, err := org.Order(steps, nil); err != nil || !slices.Equal(again, order) {
			t.Fatalf("Order again: %v, %v; want %v", again, err, order)
		}
		if got, want := org.DepthOf(steps), longest(steps); got != want {
			t.Fatalf("DepthOf: got %d, want %d", got, want)
		}
	})
}

// longest finds the longest chain by trying them all, for small graphs.
func longest(steps []org.PlannedStep) int {
	by := map[string]org.PlannedStep{}
	for _, s := range steps {
		by[s.Key] = s
	}
	known := map[string]int{}
	var depth func(key string) int
	depth = func(key string) int {
		if known[key] == 0 {
			d := 1
			for _, n := range by[key].Needs {
				d = max(d, depth(n)+1)
			}
			known[key] = d
		}
		return known[key]
	}
	d := 0
	for k := range by {
		d = max(d, depth(k))
	}
	return d
}

func TestOrderRefuses(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		steps := graph(t)
		order, err := org.Order(steps, nil)
		if err != nil {
			t.Fatal(err)
		}
		i := rapid.IntRange(0, len(steps)-1).Draw(t, "step")
		switch rapid.SampledFrom([]string{"cycle", "unknown", "twice"}).Draw(t, "defect") {
		case "cycle":
			// A chain through all steps, closed at its end.
			for k := 1; k < len(order); k++ {
				steps[order[k]].Needs = append(steps[order[k]].Needs, steps[order[k-1]].Key)
			}
			steps[order[0]].Needs = append(steps[order[0]].Needs, steps[order[len(order)-1]].Key)
			if _, err = org.Order(steps, nil); !errors.Is(err, org.ErrCycle) || !strings.Contains(err.Error(), fmt.Sprintf("%q", steps[i].Title)) {
				t.Fatalf("a cycle: %v; want ErrCycle with %q", err, steps[i].Title)
			}
		case "unknown":
			steps[i].Needs = append(steps[i].Needs, "ghost")
			if _, err = org.Order(steps, nil); !errors.Is(err, org.ErrUnknownStep) || !strings.Contains(err.Error(), "ghost") {
				t.Fatalf("an unknown step: %v; want ErrUnknownStep with its key", err)
			}
			if _, err := org.Order(steps, map[string]bool{"ghost": true}); err != nil {
				t.Fatalf("a step of an earlier mission: %v; want no error", err)
			}
			return
		default:
			if _, err = org.Order(append(steps, steps[i]), nil); !errors.Is(err, org.ErrDuplicate) {
				t.Fatalf("a key twice: %v; want ErrDuplicate", err)
			}
			return
		}
		if d := org.DepthOf(steps); d != 0 {
			t.Fatalf("DepthOf with a cycle: got %d, want 0", d)
		}
	})
}

func TestBudgets(t *testing.T) {
	for depth, want := range map[org.Depth]org.Budget{
		org.DepthSimple:   {},
		org.DepthStandard: {Queries: 6, ReserveQueries: 2, Fetches: 16, ReserveFetches: 6, GapCycles: 3},
		org.DepthDeep:     {Queries: 12, ReserveQueries: 4, Fetches: 32, ReserveFetches: 12, GapCycles: 3},
	} {
		if got := org.ResearchBudget(depth); got != want {
			t.Errorf("ResearchBudget(%s): got %+v, want %+v", depth, got, want)
		}
	}
	for n, want := range map[int]int{0: 1000, 24: 1000, 25: 1000, 26: 1040, 100: 4000} {
		if got := org.CallCap(n); got != want {
			t.Errorf("CallCap(%d): got %d, want %d", n, got, want)
		}
	}
}

func TestTierReason(t *testing.T) {
	moved := "tier T1 instead of T2: 9 of 10 steps of kind research passed at first on T1 for $0.0100 each, 9 of 10 on T2 for $0.2000"
	notes := org.PlanNotes{Lint: []string{`"Find rivals": it is vague`, fmt.Sprintf("%q: %s%s", "Find rivals", moved, org.RouterTag)}}
	for _, c := range []struct {
		step  org.Step
		notes org.PlanNotes
		want  string
	}{
		{org.Step{Title: "Find rivals", Kind: org.KindResearch, Tier: org.T1}, notes, moved},
		{org.Step{Title: "Find prices", Kind: org.KindResearch, Tier: org.T1}, notes, "on tier T1 as its plan says; by the rule it would be T2"},
		{org.Step{Title: "Find prices", Kind: org.KindResearch, Tier: org.T2}, notes, "on tier T2 because its kind is research"},
		{org.Step{Title: "Sum up", Kind: org.KindWriting, Tier: org.T2, Final: true}, notes, "on tier T2 because it is the final step"},
		{org.Step{Title: "Sum up", Goal: "The PRD", Kind: org.KindWriting, Tier: org.T3, Final: true}, notes, "on tier T3 because it names a piece of high stakes"},
	} {
		if got := org.TierReason(c.step, c.notes); got != c.want {
			t.Errorf("%s: got %q, want %q", c.step.Title, got, c.want)
		}
	}
}

func TestTiers(t *testing.T) {
	for _, c := range []struct {
		override org.Tier
		text     string
		kind     org.StepKind
		final    bool
		want     org.Tier
	}{
		{"", "Write a note", org.KindWriting, false, org.T1},
		{"", "Write a note", org.KindWriting, true, org.T2},
		{"", "Find rivals", org.KindResearch, false, org.T2},
		{"", "Rank rivals", org.KindAnalysis, false, org.T2},
		{"", "Choose", org.KindStrategy, false, org.T2},
		{"", "Name it", org.KindCreative, false, org.T1},
		{"", "Script", org.KindEngineering, false, org.T1},
		{"", "The PRD of the export", org.KindWriting, false, org.T3},
		{"", "a Design-Doc for search", org.KindSimple, false, org.T3},
		{"", "EXECUTIVE REPORT", org.KindResearch, true, org.T3},
		{"", "Memo to investors", org.KindWriting, false, org.T3},
		{"", "Onboarding of boarders", org.KindWriting, false, org.T1},
		{org.T1, "The PRD of the export", org.KindResearch, true, org.T1},
		{org.T3, "Write a note", org.KindSimple, false, org.T3},
	} {
		if got := org.StepTier(c.override, c.text, c.kind, c.final); got != c.want {
			t.Errorf("StepTier(%q, %q, %s, %v): got %s, want %s", c.override, c.text, c.kind, c.final, got, c.want)
		}
	}
	for tier, want := range map[org.Tier]struct {
		lower org.Tier
		rank  int
	}{org.T3: {org.T2, 3}, org.T2: {org.T1, 2}, org.T1: {"", 1}, org.TX: {"", 1}, org.T0: {"", 0}, "": {"", 0}} {
		if tier.Lower() != want.lower || tier.Rank() != want.rank {
			t.Errorf("%q: lower %q, rank %d; want %q, %d", tier, tier.Lower(), tier.Rank(), want.lower, want.rank)
		}
	}
}
