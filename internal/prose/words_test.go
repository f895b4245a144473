package prose_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/frasier-cos/frasier/internal/prose"
)

func TestTags(t *testing.T) {
	for text, want := range map[string][]string{
		"":                               {},
		"a be the of to":                 {},
		"Prices, PRICES and the market!": {"prices", "market"},
		"für Tee und Käse":               {"käse"},
		"one1 two2 two2":                 {"two2", "one1"},
		"alpha beta gamma delta epsilon zeta4 theta iota kappa lambda omega sigma": {
			"alpha", "beta", "gamma", "delta", "epsilon", "zeta4", "theta", "iota", "kappa", "lambda",
		},
	} {
		if d := cmp.Diff(want, prose.Tags(text), cmp.Transformer("empty", func(s []string) []string { return append([]string{}, s...) })); d != "" {
			t.Errorf("Tags(%q) (-want +got):\n%s", text, d)
		}
	}
}

// Stop words are found by halving, so they must be sorted.
func TestStopWords(t *testing.T) {
	for _, w := range []string{"a", "about", "been", "from", "thanks", "with", "your", "you", "please", "over"} {
		if !prose.StopWord(w) {
			t.Errorf("StopWord(%q): got false", w)
		}
	}
	for _, w := range []string{"", "market", "zebra", "abc"} {
		if prose.StopWord(w) {
			t.Errorf("StopWord(%q): got true", w)
		}
	}
}

func TestOverlap(t *testing.T) {
	for _, c := range []struct {
		a, b string
		want float64
	}{{"", "", 0}, {"a", "", 0}, {"A b", "b, a!", 1}, {"a b", "b c", 1.0 / 3}} {
		if got := prose.Overlap(c.a, c.b); got != c.want {
			t.Errorf("Overlap(%q, %q): got %v, want %v", c.a, c.b, got, c.want)
		}
	}
}
