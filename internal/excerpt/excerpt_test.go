package excerpt_test

import (
	"strings"
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

// The quotes of others in the list of sources answer no question, whatever words they have.
func TestOfLeavesSourcesOut(t *testing.T) {
	const doc = "# Bikes\n\n## Summary\n\nOne costs 162 euros.\n\n## Quellen\n\n- [1a] Ab zehn Rädern tragen wir die festen Kosten.\n\n## After\n\nWhat a bike costs stands above.\n"
	const want = "One costs 162 euros.\nWhat a bike costs stands above."
	if got := excerpt.Of(doc, "Was sind die festen Kosten? What costs", 1000); got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

// Citations go, and with them a column that held nothing else. A column with words in one
// row stays, and so does a table that would lose all of them.
func TestPlainTables(t *testing.T) {
	for _, c := range []struct{ name, table, want string }{
		{
			"a column of sources alone",
			"| Price | Date | Source |\n|---|---|---|\n| 5 \\| 6 | May | [\\[1a\\]](#source-1a) |\n| 7 | June | [\\[2\\]](#source-2) |",
			"| Price | Date |\n| --- | --- |\n| 5 \\| 6 | May |\n| 7 | June |",
		},
		{
			"one row has words",
			"| Price | Source |\n|---|---|\n| 5 | [\\[1a\\]](#source-1a) |\n| 7 | own count |",
			"| Price | Source |\n|---|---|\n| 5 | |\n| 7 | own count |",
		},
		{
			"nothing but sources",
			"| Source |\n|---|\n| [\\[1\\]](#source-1) |",
			"| Source |\n|---|\n| |",
		},
		{"no row yet", "| Price | |\n|---|---|", "| Price | |\n|---|---|"},
		{"rows of different lengths", "| Price | Source |\n|---|---|\n| 5 |", "| Price | Source |\n|---|---|\n| 5 |"},
	} {
		if got := excerpt.Plain("Before.\n\n" + c.table + "\n\nAfter.\n"); got != "Before.\n\n"+c.want+"\n\nAfter." {
			t.Errorf("%s:\n%s", c.name, got)
		}
	}
}

// The opening and the part that answers are shown whole; of the rest what has the
// question's words, and never the quotes of others.
func TestAnswering(t *testing.T) {
	const opening = "We charge 219 euros."
	cost := "### A bike costs 162 euros a month\n\n" + strings.Repeat("What it is made of. ", 20) + "\n\n#### How\n\nThe sheet adds up to 142.03, and 20 are missing.\n\n| Post | Euros |\n|---|---|\n| Wear | 31 |\n"
	doc := "# Bikes\n\n## Summary\n\n" + opening + "\n\n## Phase 1: Know\n\n<a id=\"i1\"></a>\n\n" + cost + "\n\n## Phase 2: Sell\n\n<a id=\"i2\"></a>\n\n### The mail\n\nDear reader, rent a bike.\n\nIt costs you little.\n\n" +
		"<a id=\"sources\"></a>\n\n## Sources\n\n- [1a] The sheet of a bike costs nothing.\n"
	got := excerpt.Answering(doc, "What does a bike cost us, and is the sum of the sheet right?", 3000)
	for _, want := range []string{opening, "A bike costs 162 euros", "The sheet adds up to 142.03, and 20 are missing.", "| Wear | 31 |", "Dear reader"} {
		if !strings.Contains(got, want) {
			t.Errorf("%q is not shown:\n%s", want, got)
		}
	}
	if strings.Contains(got, "costs nothing") || strings.Index(got, opening) > strings.Index(got, "162") {
		t.Errorf("shown is\n%s", got)
	}
	if got := excerpt.Answering(doc, "the sheet", 100); len(got) > 100 || !strings.Contains(got, opening) {
		t.Errorf("in 100 bytes:\n%s", got)
	}
	if got, want := excerpt.Answering("# A\n\nText of it.\n", "text", 100), excerpt.Of("# A\n\nText of it.\n", "text", 100); got != want {
		t.Errorf("without parts: %q, want %q", got, want)
	}
	for room := 0; room < 1200; room += 7 {
		if got := excerpt.Answering(doc, "What does a bike cost, the sheet and the mail?", room); len(got) > room {
			t.Errorf("in %d bytes there are %d", room, len(got))
		}
	}
}
