package review_test

import (
	"strings"
	"testing"

	"github.com/frasier-cos/frasier/worker/review"
)

// A fault that the critic names as a contradiction and as a fix is told once,
// as a must, with what he would have the author do.
func TestOneFaultIsToldOnce(t *testing.T) {
	const text = "The stall opens in June [S1:p1]. It sells forty boxes in a week [S1:p1]."
	for _, c := range []struct {
		name, problem, instruction string
		para, want                 int
	}{
		{"the same", "The stall opens in June has no passage behind it.", "Cite the passage of the opening.", 1, 1},
		{"another fault", "Nobody is named who sells the boxes.", "Name the seller.", 1, 2},
		{"another place", "The stall opens in June is said again.", "Say it once.", 2, 2},
	} {
		got, err := judge(t, answers{
			"items":          []answers{{"id": "k3", "found_quote": "It sells forty boxes in a week", "why": "", "yes": true}},
			"contradictions": []answers{{"para": 1, "claim": "The stall opens in June", "passage_id": "S1:p1"}}, "missing_implicit": []string{},
			"top_fixes": []answers{{"para": c.para, "problem": c.problem, "instruction": c.instruction, "find": ""}},
			"lesson":    answers{"text": "Dates age.", "generalises": true},
		}).Critique(t.Context(), drafted(text))
		if err != nil {
			t.Fatalf("%s: %v", c.name, err)
		}
		fixes := got.Fixes
		if len(fixes) != c.want || got.MustFix != 1 || fixes[0].Check != review.Contradiction {
			t.Errorf("%s: %+v, %d musts; want %d fixes, the contradiction first", c.name, fixes, got.MustFix, c.want)
			continue
		}
		if c.want == 1 && fixes[0].Fix != c.instruction || c.want == 2 && !strings.Contains(fixes[0].Fix, "[S1:p1] does not bear this") {
			t.Errorf("%s: the author is told %q", c.name, fixes[0].Fix)
		}
	}
}
