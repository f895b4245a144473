package check_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/work"
	"github.com/frasier-cos/frasier/worker/check"
)

// rival is what the drafts below are written from, in Portuguese.
func rival() work.Evidence {
	var e work.Evidence
	for _, t := range []struct{ id, text string }{
		{"S1:p1", "O prazo termina a 10 de fevereiro de 2027. Depois disso o prazo termina a 16 de março. A segunda vistoria custa 110,00 euros."},
		{"S2:p1", "Zona Industrial, lote 14 · Tel. 289 000 471. Contacto: Rui Sequeira, de segunda a sexta. Transporte: 1 450,00 €."},
	} {
		e.Passages = append(e.Passages, work.Passage{ID: t.id, Text: t.text, End: len(t.text), Document: org.DocumentID(t.id[:2]), Site: "file"})
	}
	return e
}

func evidence(lines ...string) string {
	return "\n\n```evidence\n" + strings.Join(lines, "\n") + "\n```\n"
}

// An evidence line is for a fact: a revision that says its sentence in other words, and keeps the marker with
// the figures, days or names that stand in the quote, keeps the line, for the new words. Another fact loses it,
// and so does what the reply quotes anew or nobody finds in the passage.
func TestEvidenceStaysWithItsFact(t *testing.T) {
	const (
		permit = `{"c":"The permit is decided","p":["S1:p1"],"q":"O prazo termina a 10 de fevereiro de 2027"}`
		phone  = `{"c":"Sign on Monday with Rui","p":["S2:p1"],"q":"Contacto: Rui Sequeira, de segunda a sexta"}`
		draft  = "The permit is decided by 10 February [S1:p1].\n\n1. Sign on Monday with Rui Sequeira [S2:p1].\n\n| Part | Cost |\n|---|---|\n| Transport, up to the door | 1,450.00 [S2:p1] |"
		row    = `{"c":"Transport, up to","p":["S2:p1"],"q":"Transporte: 1 450,00 €"}`
	)
	for _, c := range []struct {
		name, old, now string
		fresh          string
		invented       []string
		want           []string // the first words of the lines that are kept, in their order
	}{
		{"the same words", "nothing", "x", "", nil, []string{"The permit is decided", "Sign on Monday with Rui", "Transport, up to"}},
		{"other words", "The permit is decided by 10 February [S1:p1].", "Expect the answer of the town by 10 February at the latest [S1:p1].", "", nil, []string{"Expect the answer of the town", "Sign on Monday with Rui", "Transport, up to"}},
		{"a name in other words", "Sign on Monday with Rui Sequeira [S2:p1].", "Monday is the day on which Rui Sequeira signs [S2:p1].", "", nil, []string{"The permit is decided", "Monday is the day on which", "Transport, up to"}},
		{"a row with another label", "| Transport, up to the door | 1,450.00 [S2:p1] |", "| Van and two men | 1,450.00 [S2:p1] |", "", nil, []string{"The permit is decided", "Sign on Monday with Rui", "Van and two men"}},
		{"another day", "The permit is decided by 10 February [S1:p1].", "Filed late, the answer comes by 16 March [S1:p1].", "", nil, []string{"Sign on Monday with Rui", "Transport, up to"}},
		{"without its marker", "The permit is decided by 10 February [S1:p1].", "Expect the answer by 10 February.", "", nil, []string{"Sign on Monday with Rui", "Transport, up to"}},
		{"quoted anew", "The permit is decided by 10 February [S1:p1].", "Expect the answer by 10 February [S1:p1].", `{"c":"Expect the answer by","p":["S1:p1"],"q":"a 10 de fevereiro de 2027"}`, nil, []string{"Sign on Monday with Rui", "Transport, up to", "Expect the answer by"}},
		{"a quote that stands nowhere", "The permit is decided by 10 February [S1:p1].", "Expect the answer by 10 February [S1:p1].", "", []string{"O prazo termina a 10 de fevereiro de 2027"}, []string{"Sign on Monday with Rui", "Transport, up to"}},
	} {
		reply := "```changes\n" + `{"old":"` + c.old + `","new":"` + c.now + `"}` + "\n```\n" + evidence(c.fresh)
		got := check.ParseDraft(check.Revise(draft+evidence(permit, phone, row), reply, c.invented).Reply)
		var begins []string
		for i, line := range got.Claims {
			if i < len(c.want) && strings.HasPrefix(line.Claim, c.want[i]) {
				line.Claim = c.want[i]
			}
			begins = append(begins, line.Claim)
		}
		if !slices.Equal(begins, c.want) {
			t.Errorf("%s: lines of %q, want %q", c.name, begins, c.want)
		}
	}
}

// What an author quotes is recorded for the sentence that it is about: one of a numbered list, and one whose
// first words the line does not give as they stand.
func TestEvidenceFindsItsSentence(t *testing.T) {
	for name, c := range map[string]struct{ text, line, claim, quote string }{
		"a numbered item": {"1. **Monday, Rui Sequeira (289 000 471 [S2:p1]):** proposal and deposit.", `{"c":"Monday, Rui Sequeira","p":["S2:p1"],"q":"lote 14 · Tel. 289 000 471"}`, "1. **Monday, Rui", "289 000 471"},
		"other words":     {"The late answer comes by 16 March [S1:p1]. The permit is decided by 10 February [S1:p1].", `{"c":"Expect the permit","p":["S1:p1"],"q":"O prazo termina a 10 de fevereiro de 2027"}`, "The permit is decided", "10 de fevereiro"},
		"of two that begin so, the one that cites": {"The permit costs nothing. The permit is decided by 10 February [S1:p1].", `{"c":"The permit","p":["S1:p1"],"q":"O prazo termina a 10 de fevereiro de 2027"}`, "The permit is decided", "10 de fevereiro"},
	} {
		a := check.Run(check.Subject{Step: org.Step{Title: "The permit", Kind: org.KindResearch}, Draft: check.ParseDraft(c.text + evidence(c.line)), Evidence: rival()})
		if !slices.ContainsFunc(a.Citations, func(x work.Citation) bool {
			return strings.HasPrefix(x.Claim, c.claim) && strings.Contains(x.Quote, c.quote)
		}) || strings.Contains(told(a), "A2") {
			t.Errorf("%s: %+v, %s", name, a.Citations, told(a))
		}
	}
}

// A day or a name that stands in a passage is reason to cite it and says which of its sentences is quoted,
// whatever the language.
func TestDaysAndNamesFindTheirQuote(t *testing.T) {
	for text, quote := range map[string]string{
		"| Step | Last day |\n|---|---|\n| Hand in the file | 10 February [S1:p1] |": "10 de fevereiro",
		"| Step | Last day |\n|---|---|\n| Hand it in late | 16 March [S1:p1] |":     "16 de março",
		"| Step | Waits for |\n|---|---|\n| Ask Rui Sequeira [S2:p1] | nothing |":    "Rui Sequeira",
	} {
		a := check.Run(check.Subject{Step: org.Step{Title: "The permit", Kind: org.KindStrategy}, Draft: check.ParseDraft("This is what is to be done, and the last day of each of the steps.\n\n" + text), Evidence: rival()})
		if len(a.Citations) != 1 || !strings.Contains(a.Citations[0].Quote, quote) {
			t.Errorf("%s: %+v, want one with %q", text, a.Citations, quote)
		}
	}
}

// What an author proved with words of the passage stays proved: the number stands, its passage is cited, and in
// other words with the same marker too. What he did not prove, and another number, are found as before.
func TestWhatIsProvedStands(t *testing.T) {
	proof := check.Proof{Sentence: "A second visit costs 110.00 cash in hand [S1:p1].", Passage: "S1:p1", Quote: "A segunda vistoria custa 110,00 euros"}
	for _, c := range []struct {
		name, text string
		proofs     []check.Proof
		found      bool
	}{
		{"without a proof", "A second visit costs 110.00 cash in hand [S1:p1].", nil, true},
		{"proved", "A second visit costs 110.00 cash in hand [S1:p1].", []check.Proof{proof}, false},
		{"proved, and said in other words", "Bring 110.00 cash for whoever comes again [S1:p1].", []check.Proof{proof}, false},
		{"another number", "A second visit costs 111.00 cash [S1:p1].", []check.Proof{proof}, true},
		{"another passage", "A second visit costs 110.00 cash [S2:p1].", []check.Proof{proof}, true},
	} {
		a := check.Run(check.Subject{Step: org.Step{Title: "The permit", Kind: org.KindResearch}, Draft: check.ParseDraft(c.text), Evidence: rival(), Proved: c.proofs})
		if got := len(a.BadNumbers) > 0; got != c.found || !c.found && len(a.Citations) == 0 {
			t.Errorf("%s: found %q, cited %d; want found %v", c.name, a.BadNumbers, len(a.Citations), c.found)
		}
	}
}
