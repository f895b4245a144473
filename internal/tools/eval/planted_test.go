package eval_test

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/frasier-cos/frasier/internal/eval/replay"
	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/work"
	"github.com/frasier-cos/frasier/worker/check"
)

// bikes is what the planted drafts were written from.
func bikes() work.Evidence {
	passages := map[string]string{
		"S6:p3": "Brandt: Im Winter geht das Geschäft zurück. Einen freien Januar würde ich nehmen.",
		"S7:p2": "| Abschreibung (3.684,50 minus 800,00, durch 36) | 80,13 |\n| Rücklage Akku | 18,00 |\n| Wartung | 31,50 |\n| Versicherung (Diebstahl, Teilkasko) | 14,90 |\n| Stellplatz | 12,00 |\n| Verwaltung | 5,50 |",
	}
	var e work.Evidence
	for id, text := range passages {
		e.Passages = append(e.Passages, work.Passage{ID: id, Document: org.DocumentID(id[:2]), Text: text, End: len(text)})
	}
	return e
}

// plant is a draft with a fault, and what catches it: code by itself, a question to the
// critic, or a second reader whatever the critic says.
type plant struct {
	name, text  string
	kind        org.StepKind
	code, asked string // words of the finding and of the question
	second      bool
}

func plants() []plant {
	const mail = "Guten Tag,\n\nschon 12 Malerbetriebe in Marlingen fahren unsere Lastenräder. Für 179 Euro im Monat bekommen Sie eines.\n\nFreundliche Grüße\nMartina Kolb"
	return []plant{
		{name: "invented quote", kind: org.KindAnalysis, text: "Brandt says: \"Without a free January all of us will leave you in winter\" [S6:p3].", code: "Without a free January"},
		{
			name: "wrong sum", kind: org.KindAnalysis, code: "162.03",
			text: "The bike costs 172.03 euros in that month (computed: 80.13 + 18.00 + 31.50 + 14.90 + 12.00 + 5.50 = 172.03) [S7:p2].",
		},
		{name: "passage that is not there", kind: org.KindAnalysis, text: "Insurance is 14.90 euros a month [S9:p4].", code: "S9:p4"},
		{name: "labels swapped in a row", kind: org.KindAnalysis, text: "| | Insurance | Service |\n|---|---|---|\n| Bike | 18.00 [S7:p2] | 14.90 [S7:p2] |", asked: "Bike | 18.00"},
		{name: "labels swapped in one passage", kind: org.KindAnalysis, text: "Insurance is 18.00 euros a month [S7:p2].", asked: "Insurance is 18.00"},
		{
			name: "reasons before the piece", kind: org.KindStrategy, asked: "speak of the task", second: true,
			text: "Okay, let me think about what the founder needs here. I should look at the interview.\n\nThe winter offer is one free January.",
		},
		{name: "breaks off", kind: org.KindStrategy, asked: "the end missing", second: true, text: "The winter offer is one free January for two painters.\n\nIf more than two of the five painters in town say yes, the"},
		{name: "invented customers in a mail", kind: org.KindWriting, asked: "customers, users", second: true, text: mail},
		{name: "another price in a mail", kind: org.KindWriting, asked: "The text says 179", second: true, text: mail},
	}
}

// advised are drafts that tell somebody how to do the work in place of doing it.
func advised() []string {
	return []string{
		"A good plan should name dates. It is important to know who does what.",
		"Start by talking to customers. You should start by listing the rivals, and you can compare their prices afterwards.",
		"Define your audience first. Then make sure to write a short subject line.",
		"It is advisable to compare several offers. The right price depends on your costs.",
		"The rivals should be compared carefully. Their prices should be researched on their own pages.",
		"- Identify your main risks\n- Be sure to have a plan for each\n- Consider which of them you can insure",
		"Es empfiehlt sich, zuerst die Kosten zu prüfen. Achten Sie darauf, dass die Summe stimmt.",
		"Es aconsejable comparar los precios. Conviene hablar antes con los clientes.", //nolint:misspell // Spanish
		"Il convient de comparer les offres. Il est important de parler aux clients.",
		"A strong subject line names the benefit. A good email has one question.",
	}
}

// TestPlantedFaults: each fault that was planted in a recorded run is found by code, or
// put to the critic in words that name it; and what code only suspects is read by somebody
// besides the critic, so that a lenient one alone lets none of it out.
func TestPlantedFaults(t *testing.T) {
	decided := work.ReadFigures("price = 219 EUR a month")
	all := plants()
	for i, text := range advised() {
		all = append(all, plant{name: "advice " + string(rune('a'+i)), kind: org.KindStrategy, text: text, asked: "advice on how", second: true})
	}
	for _, p := range all {
		step := org.Step{Title: "Winter offer", Kind: p.kind}
		d := check.ParseDraft(p.text)
		a := check.Run(check.Subject{Step: step, Draft: d, Evidence: bikes(), Context: "Winter offer"})
		hard := ""
		for _, f := range a.MustFix {
			if f.Hard {
				hard += f.Text + " " + f.Fix + "\n"
			}
		}
		asked := strings.Join(append(append(check.Doubts(step, d), check.OtherFigures(step, d, decided)...), check.CompareFigures(a.Compare)...), "\n")
		second := check.Suspect(step, d, decided)
		t.Logf("%s: code %q; asked %q; a second reader: %v", p.name, hard, asked, second)
		if p.code != "" && !strings.Contains(hard, p.code) {
			t.Errorf("%s: code finds %q, want %q", p.name, hard, p.code)
		}
		if p.asked != "" && !strings.Contains(asked, p.asked) {
			t.Errorf("%s: asked %q, want %q", p.name, asked, p.asked)
		}
		if second != p.second {
			t.Errorf("%s: a second reader: %v, want %v", p.name, second, p.second)
		}
	}
}

// TestHonestDraftsAreNotSuspected: what people wrote in earnest in the recorded projects
// buys no second reader.
func TestHonestDraftsAreNotSuspected(t *testing.T) {
	files, err := filepath.Glob("testdata/tape/*.jsonl.gz")
	if err != nil {
		t.Fatal(err)
	}
	whole, err := filepath.Glob("testdata/[ps][rt]*/*/tape.jsonl.gz") // of projects and studies
	if err != nil {
		t.Fatal(err)
	}
	n := 0
	for _, file := range append(files, whole...) {
		raw, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		calls, err := replay.Read(bytes.NewReader(raw))
		if err != nil {
			t.Fatal(err)
		}
		for _, c := range calls {
			if c.Stage != org.StageSynthesize || len(c.Planted) > 0 {
				continue
			}
			n++
			if check.Suspect(org.Step{Kind: org.KindWriting}, check.ParseDraft(c.Reply), nil) {
				t.Errorf("%s, call %d is suspected: %q", file, c.N, check.Doubts(org.Step{Kind: org.KindWriting}, check.ParseDraft(c.Reply)))
			}
		}
	}
	if n < 41 {
		t.Errorf("%d honest drafts, want more", n)
	}
}
