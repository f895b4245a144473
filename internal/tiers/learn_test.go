package tiers_test

import (
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/tiers"
)

func record(t org.Tier, ended, first int, cents int64) tiers.Record {
	return tiers.Record{Kind: org.KindAnalysis, Tier: t, Ended: ended, First: first, Cost: org.NanoUSD(cents * 10_000_000 * int64(ended))}
}

func TestLearntTier(t *testing.T) {
	for _, c := range []struct {
		name    string
		ruled   org.Tier
		records []tiers.Record
		want    org.Tier
	}{
		{"nothing known", org.T1, nil, org.T1},
		{"only the own tier known", org.T1, []tiers.Record{record(org.T1, 50, 10, 4)}, org.T1},
		{"nine steps are too few", org.T1, []tiers.Record{record(org.T1, 50, 5, 4), record(org.T2, 9, 9, 20)}, org.T1},
		{"ten good ones are enough", org.T1, []tiers.Record{record(org.T1, 50, 5, 4), record(org.T2, 10, 10, 20)}, org.T2},
		{"the rules are the floor", org.T2, []tiers.Record{record(org.T2, 50, 5, 20), record(org.T1, 50, 50, 4)}, org.T2},
		{"the floor of the highest", org.T3, []tiers.Record{record(org.T3, 50, 5, 90), record(org.T2, 50, 50, 4)}, org.T3},
		{"clearly better above", org.T1, []tiers.Record{record(org.T1, 40, 10, 4), record(org.T2, 40, 36, 20)}, org.T2},
		{"a little better above", org.T1, []tiers.Record{record(org.T1, 40, 30, 4), record(org.T2, 40, 33, 20)}, org.T1},
		{"never two tiers at once", org.T1, []tiers.Record{record(org.T1, 40, 10, 4), record(org.T3, 40, 40, 40)}, org.T1},
		{"another kind says nothing", org.T1, []tiers.Record{record(org.T1, 50, 5, 4), {Kind: org.KindWriting, Tier: org.T2, Ended: 90, First: 90}}, org.T1},
	} {
		got, why := tiers.Learnt(org.KindAnalysis, c.ruled, c.records)
		if got != c.want || (why == "") != (got == c.ruled) {
			t.Errorf("%s: %s (%q), want %s", c.name, got, why, c.want)
		}
		if why != "" && (!strings.Contains(why, string(c.want)) || !strings.Contains(why, "analysis")) {
			t.Errorf("%s: the reason is %q", c.name, why)
		}
	}
}

// The learnt tier is what the rules gave or one above it, whatever the records
// hold.
func TestLearntTierKeepsItsBounds(t *testing.T) {
	all := []org.Tier{org.T1, org.T2, org.T3}
	rapid.Check(t, func(t *rapid.T) {
		var records []tiers.Record
		for _, tier := range all {
			n := rapid.IntRange(0, 60).Draw(t, "ended")
			records = append(records, record(tier, n, rapid.IntRange(0, n).Draw(t, "first"), rapid.Int64Range(0, 50).Draw(t, "cents")))
		}
		ruled := rapid.SampledFrom(all).Draw(t, "ruled")
		if got, _ := tiers.Learnt(org.KindAnalysis, ruled, records); got.Rank() < ruled.Rank() || got.Rank() > ruled.Rank()+1 {
			t.Fatalf("%s became %s", ruled, got)
		}
	})
}
