package document_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/frasier-cos/frasier/bot/command/document"
)

func TestFitPhone(t *testing.T) {
	for name, c := range map[string]struct{ in, want string }{
		"anchor and source": {"<a id=\"i2\"></a>\n\n### One\n\nOats cost 3 euros [\\[1\\]](#source-1) [\\[12\\]](#source-12).", "\n### One\n\nOats cost 3 euros [1] [12]."},
		"inner link":        {"see [the price](#i3) and [their page](https://a.example)", "see the price and [their page](https://a.example)"},
		"passage and note":  {"It leaves £2.06[^1] [\\[2a\\]](#source-2a).\n\n[^1]: 3.40 - 1.34 = 2.06", "It leaves £2.06 [2a].\n"},
		"narrow table":      {"| Plan | Price |\n|---|---|\n| A | $5 [\\[1\\]](#source-1) |\n| Team | $12 |\nafter", "```\nPlan  Price\nA     $5 [1]\nTeam  $12\n```\nafter"},
		"wide table":        {"| Plan | What it is for |\n|:--|--:|\n| A | " + strings.Repeat("long ", 14) + "|\n| B | |", "- **A**; What it is for: " + strings.TrimSpace(strings.Repeat("long ", 14)) + "\n- **B**"},
		"a bar in a cell":   {"| A | B |\n|---|---|\n| x \\| y | z |", "```\nA      B\nx | y  z\n```"},
		"no table":          {"| just a bar\nand text", "| just a bar\nand text"},
		"in a fence":        {"```\n| A |\n|---|\n<a id=\"x\"></a>\n```", "```\n| A |\n|---|\n<a id=\"x\"></a>\n```"},
		"a fence in a cell": {"| A | B |\n|---|---|\n| ``` | z |", "```\nA    B\n'''  z\n```"},
	} {
		if diff := cmp.Diff(c.want, document.FitPhone(c.in)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", name, diff)
		}
	}
}
