package view_test

import (
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/frasier-cos/frasier/bot/dashboard/view"
)

// Without what was put in, a comparison is the text before; without what was
// taken out, the text after. Nothing is lost between.
func TestCompareLosesNothing(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(1, 2))
	text := func() string {
		words := []string{"oats", "rye", "mill", "a", "\n", "\n\n", "  ", "é", "# "}
		var b strings.Builder
		for range r.IntN(60) {
			b.WriteString(words[r.IntN(len(words))])
			b.WriteString(" ")
		}
		return b.String()
	}
	for range 500 {
		before, after := text(), text()
		var was, is strings.Builder
		for _, p := range view.Compare(before, after) {
			for _, c := range p.Parts {
				if c.Kind != "ins" {
					was.WriteString(c.Text)
				}
				if c.Kind != "del" {
					is.WriteString(c.Text)
				}
			}
		}
		if was.String() != before || is.String() != after {
			t.Fatalf("from %q to %q: gives %q and %q", before, after, was.String(), is.String())
		}
	}
}

// One word that changed is one word out and one in, and far lines are folded.
func TestCompareIsShort(t *testing.T) {
	t.Parallel()
	lines := strings.Repeat("The same line.\n", 20)
	var out, in, folded []string
	for _, p := range view.Compare(lines+"Oats cost 190 euros.\n"+lines, lines+"Oats cost 212 euros.\n"+lines) {
		if p.Same {
			folded = append(folded, p.Parts[0].Text)
		}
		for _, c := range p.Parts {
			switch c.Kind {
			case "del":
				out = append(out, c.Text)
			case "ins":
				in = append(in, c.Text)
			}
		}
	}
	if strings.Join(out, "|") != "190 " || strings.Join(in, "|") != "212 " || len(folded) != 2 {
		t.Errorf("out %q, in %q, %d folds; want one word each and two folds", out, in, len(folded))
	}
}
