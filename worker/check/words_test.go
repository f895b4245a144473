package check_test

import (
	"strings"
	"testing"

	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/worker/check"
)

func TestWordLimit(t *testing.T) {
	for text, want := range map[string]int{
		"Subject line, preview line and a body of at most 220 words with one call to action": 220,
		"The mail has no more than 1,200 words.":                                             1200,
		"Fewer than 180 words":                                                               179,
		"Each mail has at most 100 words":                                                    0,
		"The first paragraph has at most 60 words":                                           0,
		"A list of options, at most 20 words each":                                           0,
		"It has about 220 words":                                                             0,
		"At most 90 words and a subject line under 50 characters":                            90,
	} {
		if got := check.WordLimit(text); got != want {
			t.Errorf("%s: %d, want %d", text, got, want)
		}
	}
}

// Code counts the words of a piece, also where the plan left it to a judge, and
// without what its readers do not read as its body.
func TestWordsAreCounted(t *testing.T) {
	body := "**Subject:** Three more words here\n\n# A heading of five words\n\n" + strings.Repeat("word ", 18) + "ends [S1:p1] so (computed: 3 x 4 = 12).\n\n## Not established\n\n- What it costs." +
		"\n\n```evidence\n{\"c\":\"word\",\"p\":[\"S1:p1\"],\"q\":\"In October 2026 the count found\"}\n```\n"
	for _, c := range []struct {
		criterion   org.Criterion
		met, judged bool
		detail      string
	}{
		{org.Criterion{ID: "a1", Text: "A body of at most 20 words", Check: org.CheckJudge}, true, false, "20 words, at most 20"},
		{org.Criterion{ID: "a1", Text: "A friendly body of at most 20 words", Check: org.CheckJudge}, true, true, "20 words, at most 20"},
		{org.Criterion{ID: "a1", Text: "At most 30 words in the whole piece", Check: org.CheckWords, N: 30}, true, false, "20 words, at most 30"},
		{org.Criterion{ID: "a1", Text: "At most 30 words and a price", Check: org.CheckWords, N: 30}, true, true, "20 words, at most 30"},
		{org.Criterion{ID: "a1", Text: "A body of at most 19 words", Check: org.CheckJudge}, false, false, "20 words, at most 19: cut 1"},
		{org.Criterion{ID: "a1", Text: "It is short", Check: org.CheckWords, N: 12}, false, false, "20 words, at most 12: cut 8"},
	} {
		s := reckonSubject(body)
		s.Step.Acceptance = []org.Criterion{c.criterion}
		a := check.Run(s)
		if got := a.Accept[0]; !got.ByCode || got.Met != c.met || got.Judged != c.judged || got.Detail != c.detail {
			t.Errorf("%+v: %+v", c.criterion, got)
		}
		if told := strings.Contains(strings.Join(a.Lines(), "\n"), "acceptance a1: "+c.detail); !told {
			t.Errorf("%q does not say %q", a.Lines(), c.detail)
		}
	}
}

// The characters of a mail's subject and preview are counted where a criterion
// bounds them, alone or beside the words of the body.
func TestCharactersOfAHeadAreCounted(t *testing.T) {
	mail := "**Subject:** Ten to twelve slots a month\n**Preview line:** What the pilot showed\n\nA body of six short words.\n"
	for _, c := range []struct {
		criterion string
		met       bool
		detail    string
	}{
		{"Subject line under 50 characters, preview line under 90", true, "subject: 27 characters, at most 49; preview: 21 characters, at most 89"},
		{"Subject line of at most 20 characters", false, "subject: 27 characters, at most 20: cut 7"},
		{"At most 90 words and a subject line under 20 characters", false, "subject: 27 characters, at most 19: cut 8"},
		{"At most 90 words and a subject line under 50 characters", true, "6 words, at most 90"},
		{"Subject of at most 9 words", true, ""},
	} {
		s := reckonSubject(mail)
		s.Step.Acceptance = []org.Criterion{{ID: "a1", Text: c.criterion, Check: org.CheckJudge}}
		if got := check.Run(s).Accept[0]; got.ByCode != (c.detail != "") || got.ByCode && got.Met != c.met || got.Detail != c.detail {
			t.Errorf("%s: %+v", c.criterion, got)
		}
	}
}
