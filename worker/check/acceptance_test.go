package check_test

import (
	"testing"

	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/worker/check"
)

// Criteria that code can decide are decided by it, each with its count, so
// that an author who misses one reads by how much.
func TestCriteriaByCode(t *testing.T) {
	const text = "# Prices\n\nOats cost 3 euros.\n\n- one\n- two\n- three\n\n## Table\n\n| grain | price |\n|---|---|\n| oats | 3 |\n| rye | 4 |\n"
	for _, c := range []struct {
		name   string
		of     org.Criterion
		text   string
		byCode bool
		met    bool
		detail string
	}{
		{"as many entries", org.Criterion{Check: org.CheckCount, N: 3}, text, true, true, "3 of 3 entries"},
		{"one entry more", org.Criterion{Check: org.CheckCount, N: 4}, text, true, false, "3 of 4 entries"},
		{"no number is one", org.Criterion{Check: org.CheckCount}, "- one", true, true, "1 of 1 entries"},
		{"as many sections", org.Criterion{Check: org.CheckSections, N: 2}, text, true, true, "2 of 2 sections"},
		{"one section more", org.Criterion{Check: org.CheckSections, N: 3}, text, true, false, "2 of 3 sections"},
		{"a table", org.Criterion{Check: org.CheckTable}, text, true, true, "there is a table"},
		{"no table", org.Criterion{Check: org.CheckTable}, "Oats | rye", true, false, "no table"},
		{"no sources", org.Criterion{Check: org.CheckSources, N: 2}, text, true, false, "0 of 2 sources cited"},
		{"the words, whatever the case", org.Criterion{Check: org.CheckContains, Text: `It says "OATS cost" and “rye”`}, text, true, true, "all words found"},
		{"words that are missing", org.Criterion{Check: org.CheckContains, Text: `It says "oats", "wheat" and „barley“`}, text, true, false, "missing: wheat, barley"},
		{"no words to look for", org.Criterion{Check: org.CheckContains, Text: `It says "" something`}, text, false, false, "no quoted words to look for"},
		{"a quotation that does not end", org.Criterion{Check: org.CheckContains, Text: `It says "oats`}, text, false, false, "no quoted words to look for"},
		{"a judge's", org.Criterion{Check: org.CheckJudge}, text, false, false, ""},
		{"unheard of", org.Criterion{Check: "smell"}, text, false, false, `unknown check "smell"`},
	} {
		c.of.ID = "a1"
		got := check.Run(check.Subject{Step: org.Step{Title: "Prices", Acceptance: []org.Criterion{c.of}}, Draft: check.ParseDraft(c.text)}).Accept
		if len(got) != 1 || got[0].ID != "a1" || got[0].ByCode != c.byCode || got[0].Met != c.met || got[0].Detail != c.detail {
			t.Errorf("%s: got %+v, want met %v by code %v, %q", c.name, got, c.met, c.byCode, c.detail)
		}
	}
}
