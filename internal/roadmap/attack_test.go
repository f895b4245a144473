package roadmap_test

import (
	"strings"
	"testing"
	"time"

	"github.com/frasier-cos/frasier/internal/roadmap"
	"github.com/frasier-cos/frasier/internal/tools/bench/pace"
)

// TestHostileMarks reads blocks that cost a reader of Markdown the square of
// their length.
func TestHostileMarks(t *testing.T) {
	const item = "\n- Write the price list\n"
	for name, src := range map[string]string{
		"emphasis":         "- " + strings.Repeat("*a_", 50_000) + item,
		"emphasis, lines":  strings.Repeat("*a_ b\n", 19_000) + item,
		"brackets":         strings.Repeat("[", 100_000) + "\n" + item,
		"links":            "- " + strings.Repeat("[a](", 50_000) + item,
		"pictures":         strings.Repeat("![", 60_000) + "\n" + item,
		"code":             "- " + strings.Repeat("`a``", 40_000) + item,
		"tags":             strings.Repeat("<a ", 60_000) + "\n" + item,
		"quotes":           strings.Repeat(">", 50_000) + " a\n" + item,
		"lists on a line":  strings.Repeat("- ", 50_000) + "a\n" + item,
		"number on a line": strings.Repeat("1. ", 50_000) + "a\n" + item,
		"quotes, lines":    strings.Repeat(strings.Repeat("> ", 3000)+"- a\n", 30) + item,
	} {
		began := pace.Spent()
		if _, items := roadmap.Counts(src); items == 0 {
			t.Errorf("%s: Counts finds no item", name)
		}
		r, err := roadmap.Parse("p.md", src)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if took := pace.Spent() - began; took > pace.Most(20*time.Second) {
			t.Errorf("%s: Counts and Parse took %v, want at most 20 s: its time grows with more than the text", name, took)
		}
		found := false
		done := map[string]string{}
		for _, i := range r.Items {
			if i.Title == "Write the price list" {
				found, done[i.Key] = true, "x.md"
			}
		}
		if !found {
			t.Errorf("%s: the item \"Write the price list\" is not among %d items", name, len(r.Items))
		}
		want := strings.TrimSuffix(src, "- Write the price list\n")
		if got := tick(src, done); !strings.HasPrefix(got, want) {
			t.Errorf("%s: a ticked roadmap differs before the item that was ticked", name)
		}
	}
}
