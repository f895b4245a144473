package tiers_test

import (
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/frasier-cos/frasier/internal/tiers"
	"github.com/frasier-cos/frasier/internal/work"
)

func TestGravest(t *testing.T) {
	steps := []work.PlannedStep{
		{Key: "market"},
		{Key: "rivals"},
		{Key: "price", BuildsOn: []string{"market", "rivals"}},
		{Key: "risks", BuildsOn: []string{"price"}},
		{Key: "plan", BuildsOn: []string{"price", "risks"}},
		{Key: "mail", Needs: []string{"plan"}},
	}
	for _, c := range []struct {
		name string
		said map[string]tiers.Weight
		want []int
	}{
		{"as planning says", map[string]tiers.Weight{"price": tiers.Decides, "plan": tiers.Spends, "mail": tiers.Outside}, []int{2, 4, 5}},
		{"nothing weighs: what no other builds on", map[string]tiers.Weight{"market": tiers.Light, "plan": tiers.Light, "mail": tiers.Light}, []int{5}},
		{"nothing said", nil, nil},
		{"everything said: three of six, the gravest", map[string]tiers.Weight{
			"market": tiers.Decides, "rivals": tiers.Outside, "price": tiers.Decides, "risks": tiers.Spends, "plan": tiers.Spends, "mail": tiers.Decides,
		}, []int{3, 4, 5}},
		{"the budget before the mail, what decides before what goes outside", map[string]tiers.Weight{
			"market": tiers.Outside, "rivals": tiers.Light, "price": tiers.Decides, "risks": tiers.Spends, "plan": tiers.Spends, "mail": tiers.Outside,
		}, []int{2, 3, 4}},
		{"a word that is none", map[string]tiers.Weight{"mail": "very"}, []int{5}},
	} {
		if got := tiers.Gravest(steps, c.said); !slices.Equal(got, c.want) {
			t.Errorf("%s: %v, want %v", c.name, got, c.want)
		}
	}
	if got := tiers.Gravest(steps[:1], map[string]tiers.Weight{"market": tiers.Light}); !slices.Equal(got, []int{0}) {
		t.Errorf("one step: %v, want it", got)
	}
}

// Whatever planning says, half of the steps at most are grave.
func TestGravestIsBounded(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		said := map[string]tiers.Weight{}
		var steps []work.PlannedStep
		for i := range rapid.IntRange(1, 24).Draw(t, "steps") {
			key := string(rune('a' + i))
			steps = append(steps, work.PlannedStep{Key: key})
			said[key] = rapid.SampledFrom([]tiers.Weight{tiers.Spends, tiers.Outside, tiers.Decides, tiers.Light, "x"}).Draw(t, "weight")
		}
		got := tiers.Gravest(steps, said)
		if len(got) > max(1, len(steps)/2) || !slices.IsSorted(got) {
			t.Fatalf("%v of %d steps", got, len(steps))
		}
	})
}
