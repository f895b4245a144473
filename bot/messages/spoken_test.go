package messages

import (
	"strings"
	"testing"

	"github.com/frasier-cos/frasier/bot/wording"
)

// What agents write down for each other reaches a founder without ids, places
// in drafts and tiers; what is a founder's own stays as it is.
func TestSpoken(t *testing.T) {
	t.Parallel()
	for written, want := range map[string]string{
		"a1: It does not answer this: the price (¶3)":                                         "It does not answer this: the price",
		"[S3:p12]: there is no such passage":                                                  "there is no such passage",
		"[S9:p9]: there is no passage S9:p9: cite one that exists or remove the sentence":     "a sentence names a source that isn't there",
		"the quote of S3:p12 is not in it":                                                    "the quote of a source is not in it",
		"rents fell [S1:p2] and rose":                                                         "rents fell and rose",
		"rejected 3 times, last because: a1: the year is missing (¶3, ¶4)":                    "sent back 3 times, the last time because: the year is missing",
		`2 of 3 steps done; missing: "Prices" (rejected 3 times), "Sum up"`:                   `2 of 3 steps done; missing: "Prices" (sent back 3 times), "Sum up"`,
		"planned for tier T1; by the rule it would be T2":                                     "planned for a small model",
		"asked for T3, served by T1":                                                          "meant for the best model, done with a small model",
		"approved: auto":                                                                      "passed without a reviewer, since its draft got enough points",
		"approved: not done: no model":                                                        "nobody reviewed it, since no AI model is set up",
		"your cap for the day is reached":                                                     "your limit for the day is reached",
		"approved: qa":                                                                        "a reviewer passed it",
		"approved: qa+lead":                                                                   "its reviewers passed it",
		"approved: coherence review, one place mended":                                        "I compared its parts and put one place right where they didn't agree",
		"approved: coherence review, 3 places mended, with open remarks":                      "I compared its parts and put 3 places right where they didn't agree",
		"rejected 2 times of 3":                                                               "sent back 2 times",
		"the worker died 3 times while working on it":                                         "it broke off 3 times",
		"Phase b2b: which market comes first? The plan (2026) rejected the offer of T-Mobile": "Phase b2b: which market comes first? The plan (2026) rejected the offer of T-Mobile",
	} {
		if got := wording.Spoken(written); got != want {
			t.Errorf("%q is told as %q, want %q", written, got, want)
		}
	}
}

// A chat shows neither links within the document nor marks without a source.
func TestSummaryNamesItsSources(t *testing.T) {
	t.Parallel()
	text, sources := cutSummary("# Oats\n\n## Summary\n\nOats cost 212 euros [\\[2a\\]](#source-2a).\n\n- [Write the offer](#s2)\n\n## Sources\n\n" +
		"- <a id=\"source-1\"></a>[1] Fields, file:fields.md, read 2026-03-04\n- <a id=\"source-2\"></a>[2] Prices, https://example.org/prices, read 2026-03-04\n")
	if want := "Oats cost 212 euros [2a].\n\n- Write the offer"; text != want {
		t.Errorf("the summary is %q, want %q", text, want)
	}
	if len(sources) != 1 || sources[0] != "[2] Prices, https://example.org/prices" {
		t.Errorf("its sources are %q", sources)
	}
}

// A summary that is too long ends after a whole paragraph, list or table; what speaks of a
// table is not shown without it.
func TestSummaryIsNotCutWithinATable(t *testing.T) {
	t.Parallel()
	table := "| Roaster | Pays |\n|---|---|\n" + strings.Repeat("| Quayside Beans | £7.20 |\n", 20)
	fill := strings.TrimSpace(strings.Repeat("It is so. ", 80))
	for _, c := range []struct{ name, document, want string }{
		{"a table that does not fit", "# Beans\n\n## Summary\n\n" + fill + "\n\n**Prices**\n\n" + table + "\nThe last rows are old.\n", fill + "…"},
		{"a table that fits", "# Beans\n\n## Summary\n\nYes.\n\n" + table + "\n" + fill + "\n", "Yes.\n\n" + strings.TrimSpace(table) + "\n\n…"},
		{"a table longer than a message first", "# Beans\n\n## Summary\n\n" + table + table + table + "\nYes.\n", "Yes."},
		{"a first paragraph longer than a message", "# Beans\n\n## Summary\n\n" + fill + " " + fill + "\n", strings.TrimSpace(strings.Repeat("It is so. ", 119)) + "…"},
		{"an opening before a table", "# Beans\n\nNot yet.\n\n" + table + "\nThe last four rows come from the chamber.\n", "Not yet."},
		{"an opening that is a list", "# Beans\n\n## Prices\n\n### What a model would add\n\n- The analysis.\n\n## Sources\n", "**What a model would add**\n\n- The analysis."},
		{"an opening of two paragraphs", "# Beans\n\n## Memo\n\nNot yet.\n\nAsk again in May.\n\nLater.\n", "Not yet.\n\nAsk again in May."},
	} {
		if got, _ := cutSummary(c.document); got != c.want {
			t.Errorf("%s: it is\n%s\nwant\n%s", c.name, got, c.want)
		}
	}
}
