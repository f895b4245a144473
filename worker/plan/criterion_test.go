package plan_test

import (
	"testing"

	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/worker/plan"
)

// What a founder writes as acceptance is checked by code where code can.
func TestCriterionOfAFounder(t *testing.T) {
	for text, want := range map[string]org.Criterion{
		"At least 3 sources":            {Check: org.CheckSources, N: 3},
		"It has 2 sections":             {Check: org.CheckSections, N: 2},
		"It compares 5 options":         {Check: org.CheckCount, N: 5},
		"A table of the rivals":         {Check: org.CheckTable},
		`It mentions "oat milk"`:        {Check: org.CheckContains},
		"A body of at most 180 words":   {Check: org.CheckWords, N: 180},
		"It reads well":                 {Check: org.CheckJudge},
		"The count of sources is now 3": {Check: org.CheckJudge},
	} {
		got := plan.Criterion(text)
		if got.Check != want.Check || got.N != want.N || got.Text != text {
			t.Errorf("Criterion(%q) = %+v; want check %s of %d", text, got, want.Check, want.N)
		}
	}
}
