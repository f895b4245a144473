package tiers_test

import (
	"fmt"
	"testing"

	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/tiers"
	"github.com/frasier-cos/frasier/internal/work"
)

func TestTierReason(t *testing.T) {
	moved := "tier T1 instead of T2: 9 of 10 steps of kind research passed at first on T1 for $0.0100 each, 9 of 10 on T2 for $0.2000"
	notes := work.PlanNotes{Lint: []string{`"Find rivals": it is vague`, fmt.Sprintf("%q: %s%s", "Find rivals", moved, tiers.RouterTag)}}
	for _, c := range []struct {
		step  org.Step
		notes work.PlanNotes
		want  string
	}{
		{org.Step{Title: "Find rivals", Kind: org.KindResearch, Tier: org.T1}, notes, moved},
		{org.Step{Title: "Find prices", Kind: org.KindResearch, Tier: org.T1}, notes, "planned for tier T1; by the rule it would be T2"},
		{org.Step{Title: "Find prices", Kind: org.KindResearch, Tier: org.T2}, notes, "planned for tier T2 because its kind is research"},
		{org.Step{Title: "Sum up", Kind: org.KindWriting, Tier: org.T2, Final: true}, notes, "planned for tier T2 because it is the final step"},
		{org.Step{Title: "Sum up", Goal: "The PRD", Kind: org.KindWriting, Tier: org.T3, Final: true}, notes, "planned for tier T3 because it names a piece of high stakes"},
	} {
		if got := tiers.Reason(c.step, c.notes); got != c.want {
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
		{"", "PRDs of both modules", org.KindWriting, false, org.T3},
		{"", "Product requirements document", org.KindWriting, false, org.T3},
		{"", "Design docs", org.KindEngineering, false, org.T3},
		{"", "Design documents", org.KindEngineering, false, org.T3},
		{"", "Two executive reports", org.KindWriting, false, org.T3},
		{"", "Memo to investors", org.KindWriting, false, org.T3},
		{"", "Onboarding of boarders", org.KindWriting, false, org.T1},
		{org.T1, "The PRD of the export", org.KindResearch, true, org.T1},
		{org.T3, "Write a note", org.KindSimple, false, org.T3},
	} {
		if got := tiers.ForStep(c.override, c.text, c.kind, c.final); got != c.want {
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
