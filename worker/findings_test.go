package worker_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/work"
	"github.com/frasier-cos/frasier/worker"
	"github.com/frasier-cos/frasier/worker/check"
	"github.com/frasier-cos/frasier/worker/review"
)

// A draft goes back for what code finds hard, or for what its critic objects
// to; never for what code merely remarks, and never for a score.
func TestRevisable(t *testing.T) {
	unmet := review.Critique{Unmet: []string{"It says what would change the decision."}}
	denied := review.Critique{Fixes: []check.Defect{{Check: review.Contradiction}}, MustFix: 1}
	soft, grave := check.Audit{MustFix: []check.Defect{{Check: "A3"}}}, check.Audit{MustFix: []check.Defect{{Check: "A2", Hard: true}}}
	for _, c := range []struct {
		name string
		v    worker.Version
		want bool
	}{
		{"content", worker.Version{Scored: true}, false},
		{"content beside a remark of code", worker.Version{Scored: true, Audit: soft}, false},
		{"not met", worker.Version{Scored: true, Critique: unmet}, true},
		{"denied by its passage", worker.Version{Scored: true, Critique: denied}, true},
		{"hard fault, no critic asked", worker.Version{Audit: grave}, true},
		{"no critic to be had", worker.Version{}, false},
	} {
		if got := worker.Revisable(c.v); got != c.want {
			t.Errorf("%s: sent back %v, want %v", c.name, got, c.want)
		}
	}
}

// The author is given each finding once: where the critic says what to write,
// the bare item is not repeated.
func TestDefectsStandOnce(t *testing.T) {
	v := worker.Version{Scored: true}
	v.Critique.Unmet = []string{"It says what would change the decision."}
	if got := worker.Defects(v); len(got) != 1 || !strings.Contains(got[0].Problem, "what would change") {
		t.Errorf("an item without advice: %+v, want the item", got)
	}
	fix := check.Defect{Check: review.FromCritic, Text: "Nothing says what would change the price", Fix: "Name the flour price."}
	v.Critique.Fixes = []check.Defect{fix, {Check: "A2", Text: "a quote", Fix: "drop it"}, fix}
	if got := worker.Defects(v); len(got) != 2 || got[0].Instruction != "Name the flour price." {
		t.Errorf("with advice: %+v, want the advice and the quote, each once", got)
	}
}

// Whatever earlier steps cited, the carried text names passages of the new
// evidence, each of which is a part of its document.
func TestCarryKeepsCitationsVerifiable(t *testing.T) {
	const doc = "The stall opens in April. It sells forty boxes in a week. Then it closes for good."
	rapid.Check(t, func(t *rapid.T) {
		var up []work.Upstream
		for i := range rapid.IntRange(1, 3).Draw(t, "steps") {
			u := work.Upstream{Title: fmt.Sprint(i)}
			for j := range rapid.IntRange(0, 5).Draw(t, "citations") {
				start := rapid.IntRange(0, 40).Draw(t, "start")
				end := start + rapid.IntRange(5, 30).Draw(t, "length")
				id := fmt.Sprintf("S%d:p%d", rapid.IntRange(1, 2).Draw(t, "source"), rapid.IntRange(1, 3).Draw(t, "passage"))
				u.Sources = append(u.Sources, work.Citation{
					Document: org.DocumentID(rapid.SampledFrom([]string{"a", "b"}).Draw(t, "document")), Start: start, End: end, Quote: doc[start:end], Passage: id,
				})
				u.Result += fmt.Sprintf("Claim %d [%s]. ", j, id)
			}
			u.Result += "Unknown [S9:p9]."
			up = append(up, u)
		}
		ev := work.Evidence{Passages: []work.Passage{{ID: "S1:p1", Source: 1, Document: "own", Text: doc, End: len(doc)}}}
		out, got := worker.Carry(up, ev)
		if len(ev.Passages) != 1 || got.Passages[0].ID != "S1:p1" {
			t.Fatalf("the step's own passages changed: %v", got.Passages)
		}
		ids := map[string]work.Passage{}
		for _, p := range got.Passages {
			if _, twice := ids[p.ID]; twice {
				t.Fatalf("two passages have the id %s", p.ID)
			}
			ids[p.ID] = p
			if doc[p.Start:p.End] != p.Text {
				t.Fatalf("passage %s is no part of its document", p.ID)
			}
		}
		for i, u := range out {
			if len(u.Sources) > 0 && len(check.Markers(u.Result)) == 0 || strings.Contains(u.Result, "S9:p9") {
				t.Fatalf("markers of %q became %q", up[i].Result, u.Result)
			}
			for _, m := range check.Markers(u.Result) {
				p, ok := ids[m]
				if !ok || p.Document == "own" || !slices.ContainsFunc(u.Sources, func(c work.Citation) bool { return c.Passage == m && strings.Contains(p.Text, c.Quote) }) {
					t.Fatalf("marker %s of %q names %+v", m, u.Result, p)
				}
			}
		}
	})
}

// Each sentence and each row keeps the passage that it cited itself, and no
// document comes twice.
func TestCarryKeepsTheSentencesOwnPassage(t *testing.T) {
	const census = "The quarter counts 412 offices. Of these, 138 offices order bread weekly. The average order is 14.5 loaves."
	const rivals = "Crust & Co. charges £3.40 a loaf. Harbour Grain charges £2.95 a loaf."
	cite := func(doc, text, quote, claim, id string) work.Citation {
		at := strings.Index(text, quote)
		return work.Citation{Claim: claim, Quote: quote, Document: org.DocumentID(doc), Start: at, End: at + len(quote), Passage: id}
	}
	up := []work.Upstream{{
		Key: "i1", Title: "Market", Result: "138 offices order bread [S1:p1]. An order is 14.5 loaves [S1:p1].\n",
		Sources: []work.Citation{
			cite("census", census, "The quarter counts 412 offices", "There are 412 offices", "S1:p1"),
			cite("census", census, "138 offices order bread weekly", "138 offices order bread.", "S1:p1"),
			cite("census", census, "138 offices order bread weekly.", "138 offices order bread.", "S1:p1"),
			cite("census", census, "The average order is 14.5 loaves", "An order is 14.5 loaves.", "S1:p1"),
		},
	}, {
		Key: "i2", Title: "Rivals", Result: "| Crust & Co. | £3.40 [S2:p1] |\n| Harbour Grain | £2.95 [S2:p1] |\n",
		Sources: []work.Citation{
			cite("rivals", rivals, "Crust & Co. charges £3.40 a loaf", "Crust & Co. | £3.40", "S2:p1"),
			cite("rivals", rivals, "Harbour Grain charges £2.95 a loaf", "Harbour Grain | £2.95", "S2:p1"),
		},
	}}
	for _, c := range []struct {
		name string
		own  []work.Passage
		want []string // results
		docs int
	}{
		{"nothing of its own", nil, []string{"138 offices order bread [S1:p3]. An order is 14.5 loaves [S1:p1].\n", "| Crust & Co. | £3.40 [S2:p2] |\n| Harbour Grain | £2.95 [S2:p1] |\n"}, 2},
		{"the documents themselves", []work.Passage{
			{ID: "S1:p1", Source: 1, Document: "rivals", Text: rivals, End: len(rivals)}, {ID: "S2:p1", Source: 2, Document: "census", Text: census, End: len(census)},
		}, []string{"138 offices order bread [S2:p1]. An order is 14.5 loaves [S2:p1].\n", "| Crust & Co. | £3.40 [S1:p1] |\n| Harbour Grain | £2.95 [S1:p1] |\n"}, 2},
	} {
		out, ev := worker.Carry(up, work.Evidence{Passages: c.own})
		docs := map[int]org.DocumentID{}
		says := map[string]string{}
		for _, p := range ev.Passages {
			docs[p.Source], says[p.ID] = p.Document, p.Text
		}
		if len(docs) != c.docs {
			t.Errorf("%s: %d sources, want %d: %v", c.name, len(docs), c.docs, docs)
		}
		for i, want := range c.want {
			// Which number a passage has is no matter; what it says is.
			for _, line := range strings.SplitAfter(out[i].Result, "]") {
				for _, m := range check.Markers(line) {
					for _, figure := range []string{"138", "14.5", "3.40", "2.95"} {
						if strings.Contains(line, figure) && !strings.Contains(says[m], figure) {
							t.Errorf("%s: %q cites %q", c.name, line, says[m])
						}
					}
				}
			}
			if len(c.own) > 0 && out[i].Result != want {
				t.Errorf("%s: got %q, want %q", c.name, out[i].Result, want)
			}
		}
		again, twice := worker.Carry(up, ev)
		if len(twice.Passages) != len(ev.Passages) || again[0].Result != out[0].Result || again[1].Result != out[1].Result {
			t.Errorf("%s: carried once more it gives %d passages and %q, want %d and %q", c.name, len(twice.Passages), again[0].Result, len(ev.Passages), out[0].Result)
		}
	}
}

func TestGist(t *testing.T) {
	const short = "The answer is 40 [S1:p1]. More of it.\n\n## Costs\n\n- **Price.** They are low."
	if got := worker.Gist(short + "\n"); got != short {
		t.Errorf("got %q, want what fits whole", got)
	}
	const most = org.DigestTokens * org.CharsPerToken
	long := strings.Repeat("## Heading\n\nA sentence of some length stands here. And one more.\n\nA second paragraph.\n\n", 400)
	if n := len(worker.Gist(long)); n > most || n < most*3/4 {
		t.Errorf("a long text's gist has %d characters, want close to %d and not more", n, most)
	}
	if got := worker.Gist(long); strings.Count(got, "A second") > 1 || strings.Count(got, "And one more.") != strings.Count(got, "## Heading") {
		t.Errorf("got %q, want the first paragraph below each heading, whole", got)
	}
}
