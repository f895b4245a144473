package excerpt_test

import (
	"testing"

	"github.com/frasier-cos/frasier/internal/excerpt"
)

// The summary comes first, then what has the question's words and figures, in
// the document's order and within the room there is.
func TestOf(t *testing.T) {
	const doc = "# Oats\n\n## Summary\n\nWe sell at 14 euros.\n\n## The price\n\n- A sack costs 212 euros.\n- Nobody asked.\n\n![chart](x.svg)\n\n| Farm | Price |\n|---|---|\n| Dorn | 190 |\n\n## Tea\n\nTea grows in the hills.\n"
	const summary, sack, table = "We sell at 14 euros.", "- A sack costs 212 euros.", "| Farm | Price |\n|---|---|\n| Dorn | 190 |"
	for _, c := range []struct {
		question string
		room     int
		want     string
	}{
		{"What does a sack cost at which price?", 1000, summary + "\n" + sack + "\n" + table},
		{"Where does tea grow?", 1000, summary + "\n" + sack + "\n" + table + "\nTea grows in the hills."},
		{"Which price?", len(summary) + len(table) + 2, summary + "\n" + table},
		{"Which price?", len(summary) + 1, summary},
		{"Which price?", 3, ""},
	} {
		if got := excerpt.Of(doc, c.question, c.room); got != c.want {
			t.Errorf("%s in %d bytes:\n%q, want\n%q", c.question, c.room, got, c.want)
		}
	}
}
