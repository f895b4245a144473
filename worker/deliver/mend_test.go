package deliver_test

import (
	"strings"
	"testing"

	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/work"
	"github.com/frasier-cos/frasier/worker/deliver"
)

// hall is a document of two parts that do not agree on where a fair is held.
func hall() deliver.Document {
	done := func(key, title, text string, kind org.StepKind) work.Upstream {
		return work.Upstream{
			Key: key, Title: title, Kind: kind, State: org.StepCompleted, Result: text,
			Sources: []work.Citation{{Passage: "S1:p1", Document: "d1", Title: "Offers", Quote: "The Loft costs 40 euros an evening"}, {Passage: "S1:p2", Document: "d1", Title: "Offers", Quote: "It seats sixty"}},
		}
	}
	return deliver.Compose(org.Project{Title: "A fair"}, []work.Upstream{
		done("i1", "Choose a place", "The Loft is the place. It costs 40 euros an evening [S1:p1] and seats sixty [S1:p2]. The hall is dearer: 90 euros (computed: 40 + 50 = 90) with the stove. The hall is far.", org.KindStrategy),
		done("i2", "Plan the day", "Book the hall by May. It costs 40 euros an evening [S1:p1]. Doors open at noon.\n\n| When | What |\n| --- | --- |\n| Noon | Doors |\n| Six | Close |\n\n## Not established\n\n- Whether the hall is heated.", org.KindStrategy),
	}, nil)
}

// A change of words is made only where code can answer for it.
func TestMend(t *testing.T) {
	for _, c := range []struct {
		name, part, old, now string
		says                 string // of the part, when it is made
	}{
		{"words", "i2", "Book the hall by May.", "Book the Loft by May.", "Book the Loft by May."},
		{"with its paragraph's number", "i2", "[¶2] Book the hall", "Book the Loft", "Book the Loft by May."},
		{"a number of another part", "i2", "Doors open at noon.", "Doors open at noon for sixty.", "noon for sixty."},
		{"the same citation", "i2", "It costs 40 euros an evening [1a].", "It costs 40 euros [1a].", "It costs 40 euros [\\[1a\\]](#source-1a)."},
		{"beside a sum", "i1", "is dearer: 90 euros with the stove", "is dearer: 90 euros with a stove", "90 euros[^1] with a stove"},
		{"a number with its sum", "i1", "is dearer: 90 euros with", "is dearer: sixty with", "is dearer: sixty with the stove."},
		{"a row of a table", "i2", "| Noon | Doors |", "", "| When | What |\n| --- | --- |\n| Six | Close |"},
		{"a further row", "i2", "| Noon | Doors |", "| Noon | Doors |\n| Noon | The landlord brings the key |", "| Noon | Doors |\n| Noon | The landlord brings the key |\n| Six | Close |"},
		{"a row before it", "i2", "| Six | Close |", "| Noon | Sweep |\n| Six | Close |", "| Noon | Doors |\n| Noon | Sweep |\n| Six | Close |"},
		{"a row of other cells", "i2", "| Noon | Doors |", "| Noon | Doors |\n| Noon | Sweep | Ann |", ""},
		{"five rows", "i2", "| Noon | Doors |", "| Noon | Doors |\n| Noon | A |\n| Noon | B |\n| Noon | C |\n| Noon | D |", ""},
		{"a text below a row", "i2", "| Noon | Doors |", "| Noon | Doors |\n\nBring cake.", ""},
		{"a row with a number of its own", "i2", "| Noon | Doors |", "| Noon | Doors |\n| Noon | Pay 77 euros |", ""},
		{"a line of what is not known", "g1", "Whether the hall is heated.", "", "Close |"},
		{"words of what is not known", "g1", "Whether the hall is heated.", "Whether the Loft is heated.", "Whether the Loft is heated."},
		{"fewer citations", "i1", "an evening [1a] and seats sixty [1b].", "an evening [1a].", "an evening [\\[1\\]](#source-1). The hall"},
		{"nothing to change", "", "", "", ""},
		{"no such part", "i9", "Book the hall", "Book the Loft", ""},
		{"words of another part", "i2", "The hall is dearer: 90 euros", "The hall is cheaper: 90 euros", ""},
		{"words that stand twice", "i1", "The hall is", "The Loft is", ""},
		{"half a word", "i2", "oors open", "ays open", ""},
		{"a new citation", "i2", "Doors open at noon.", "Doors open at noon [1b].", ""},
		{"a new number", "i2", "Book the hall by May.", "Book the Loft by 12 May.", ""},
		{"a new number in words", "i2", "Book the hall by May.", "Book the Loft for seventy by May.", ""},
		{"a number that is only a citation's", "i2", "Book the hall", "Book hall 1", ""},
		{"words struck", "i2", "Doors open at noon.", "", "an evening [\\[1a\\]](#source-1a).\n"},
		{"a further paragraph", "i2", "Doors open at noon.", "Doors open at noon.\n\nBring cake.", ""},
		{"a link", "i2", "Doors open", "[Doors](https://a.example) open", ""},
		{"an address", "i2", "Doors open", "Book at www.a.example: doors open", ""},
		{"a mention", "i2", "Doors open", "@everyone: doors open", ""},
		{"much more", "i2", "Doors open", strings.Repeat("Doors open wide ", 30), ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			d, was := hall(), hall().Markdown()
			made := d.Mend(deliver.Mend{Part: c.part, Old: c.old, New: c.now})
			md := d.Markdown()
			if made != (c.says != "") || !strings.Contains(md, c.says) || !made && md != was {
				t.Errorf("made: %v, want %v with %q:\n%s", made, c.says != "", c.says, md)
			}
		})
	}
}

// The heading that a part takes from its first statement follows the change.
func TestMendKeepsTheHeading(t *testing.T) {
	d := hall()
	if !d.Mend(deliver.Mend{Part: "i2", Old: "Book the hall by May.", New: "Book the Loft by May."}) || d.Sections()[1].Heading() != "Book the Loft by May" {
		t.Errorf("heading %q, want that of the changed words", d.Sections()[1].Heading())
	}
}
