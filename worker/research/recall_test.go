package research_test

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/work"
	"github.com/frasier-cos/frasier/worker/research"
)

// mondayQuestions are ten questions about papers in three languages, asked in English,
// with the beginnings of the names of those that hold the answer. Each is asked alone,
// as the part of a shelf is searched that does not fit whole into a prompt.
func mondayQuestions() map[string][]string {
	return map[string][]string{
		"Which washing machines do I order, and from whom?":                                                         {"proposta-hidrosul", "relatorio-eletricista"},
		"What do the machines cost with VAT until they run, with transport and fitting?":                            {"proposta-hidrosul", "relatorio-eletricista"},
		"By when must what be paid for the machines, and is the deposit safe?":                                      {"proposta-hidrosul"},
		"Why not buy the cheap used lot from Huelva?":                                                               {"oferta-recolav", "relatorio-eletricista"},
		"When must the discharge permit be in, how long does it take, and whom do I call?":                          {"aguas-da-ria", "edital-47"},
		"What do I charge for one kit, and what does my nearest rival charge?":                                      {"rivals-prices", "host-survey"},
		"How many flats carry the fixed costs, with how many stays a year?":                                         {"cost-sheet", "relatorio-taxa"},
		"How much bed linen do we order, at what price, and by when?":                                               {"proposta-texteis"},
		"Is the budget enough when the grant and the refund of the tax do not come before we open?":                 {"cost-sheet", "aguas-da-ria"},
		"May I start washing for money before the permit and the inspection, and what does it cost when I do that?": {"regulamento", "edital-47", "aguas-da-ria"},
	}
}

// Of papers in other languages than the question's, the one that answers is at hand
// of who writes.
func TestPapersInOtherLanguagesAreFound(t *testing.T) {
	papers := openFolder(t)
	whole, wanted := 0, 0
	var missed []string
	for q, answers := range mondayQuestions() {
		r := &research.Researcher{Prompts: prompts(t), Records: &memory{}, Now: clock, Corpus: papers}
		inq := ask(q, "")
		inq.Queries = nil
		ev, err := r.Gather(t.Context(), job(step("What to do on Monday")), inq)
		if err != nil {
			t.Fatal(err)
		}
		all := true
		for _, a := range answers {
			wanted++
			if !slices.ContainsFunc(ev.Passages, func(p work.Passage) bool { return strings.HasPrefix(strings.TrimPrefix(p.URL, "file:"), a) }) {
				all = false
				if !slices.ContainsFunc(ev.Unopened, func(u string) bool { return strings.Contains(u, "("+a) }) {
					t.Errorf("%s: %s was not opened, and nobody is told: %q", q, a, ev.Unopened)
				}
				missed = append(missed, fmt.Sprintf("%s: %s", q, a))
			}
		}
		if all {
			whole++
		}
	}
	slices.Sort(missed)
	t.Logf("%d of %d questions have all their papers; not at hand of %d:\n%s", whole, len(mondayQuestions()), wanted, strings.Join(missed, "\n"))
	if whole < 9 {
		t.Errorf("%d of 10 questions have the papers that answer them, want 9", whole)
	}
}

// openFolder opens the papers in three languages.
func openFolder(t *testing.T) *research.Corpus {
	t.Helper()
	papers, err := research.OpenCorpus(filepath.Join("..", "..", "internal", "tools", "eval", "testdata", "study", "linen", "corpus"), "", clock, nil)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := papers.Close(); err != nil {
			t.Error(err)
		}
	})
	return papers
}

// Every want of a critic is looked up in the folder, a short paper that is hit comes
// whole, and a paper keeps the number of its source.
func TestEveryWantIsLookedUp(t *testing.T) {
	r := &research.Researcher{Prompts: prompts(t), Records: &memory{}, Now: clock, Corpus: openFolder(t)}
	j := job(step("What to do on Monday"))
	before := work.Evidence{Passages: []work.Passage{}}
	wants := []string{
		"host survey weighing of a kit", "rivals prices supplier town unit", "cost sheet investment without IVA", "taxa da vistoria licença de descarga", "prazo do pedido de descarga edital",
		"oferta lote Huelva transporte precio",
	}
	more, err := r.More(t.Context(), j, before, wants)
	if err != nil {
		t.Fatal(err)
	}
	for _, w := range more.Wants {
		if len(w.Found) == 0 {
			t.Errorf("nothing was found for %q", w.Text)
		}
	}
	if len(more.Wants) != len(wants) {
		t.Errorf("%d of %d wants were looked up", len(more.Wants), len(wants))
	}
	first := more.Passages[0]
	before.Passages = []work.Passage{{ID: "S7:p2", Source: 7, Document: first.Document, Start: 1 << 20, End: 1<<20 + 1}}
	more, err = r.More(t.Context(), j, before, wants)
	if err != nil {
		t.Fatal(err)
	}
	numbers, ids := map[int]org.DocumentID{7: first.Document}, map[string]bool{"S7:p2": true}
	for _, p := range more.Passages {
		if of, known := numbers[p.Source]; known && of != p.Document || ids[p.ID] {
			t.Errorf("%s is the number of two papers or passages", p.ID)
		}
		if p.Document == first.Document && p.Source != 7 {
			t.Errorf("%s: the paper is S7 already", p.ID)
		}
		numbers[p.Source], ids[p.ID] = p.Document, true
	}
}
