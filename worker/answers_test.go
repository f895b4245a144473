package worker_test

import (
	"strings"
	"testing"

	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/testing/llmtest"
	"github.com/frasier-cos/frasier/internal/work"
	"github.com/frasier-cos/frasier/worker"
	"github.com/frasier-cos/frasier/worker/check"
	"github.com/frasier-cos/frasier/worker/review"
)

// A finding that its author answered with words of a cited passage, which hold the number
// or the name that was said to stand nowhere, does not come back; any other answer leaves it.
func TestAnAnswerFromThePassageSettlesAFinding(t *testing.T) {
	passages := []work.Passage{
		{ID: "S8:p4", Text: "Variante B (secador a gás, HD-16G): 24 420,00 €. A marca 'Rio' d'Ouro é de 190 pessoas."},
		{ID: "S9:p1", Text: "Kosten: 24.420,00 Euro im Jahr für die Anlage."},
		{ID: "S8:p40", Text: "Nothing of it."},
	}
	number := check.Defect{Check: "A4", Text: "Variant B costs 24,420.00 euros [S8:p4].", Fix: "the number 24,420.00 euros stands in none of the cited passages: leave it out", About: "24,420.00 euros", Hard: true}
	other := check.Defect{Check: "A4", Text: number.Text, Fix: "the number 16 stands in none of the cited passages: leave it out", About: "16"}
	name := check.Defect{Check: "A5", Text: "Rio d'Ouro makes it [S8:p4].", Fix: "the name Rio d'Ouro stands in none of the cited passages: remove it", About: "Rio d'Ouro"}
	pounds := check.Defect{Check: "A4", Text: "It takes £190 [S8:p4].", Fix: "the number £190 stands in none of the cited passages: leave it out", About: "£190"}
	for _, c := range []struct {
		name string
		d    check.Defect
		why  string
		want bool
	}{
		{"words of the passage with the number", number, "S8:p4 says 'Variante B (secador a gás, HD-16G): 24 420,00 €', the same figure", true},
		{"behind a colon", number, "S8:p4 says it: Variante B (secador a gás, HD-16G): 24 420,00 €.", true},
		{"an apostrophe between", name, "S8:p4 says 'A marca 'Rio' d'Ouro é de 190 pessoas'; it's named", true},
		{"too few words", number, "S8:p4 says '24 420,00 €'", false},
		{"words that stand nowhere", number, "S8:p4 says 'a variante B custa apenas 24 420,00 €'", false},
		{"words without the number", number, "S8:p4 says 'Variante B (secador a gás'", false},
		{"another passage than the one that is cited", number, "S9:p1 says '24.420,00 Euro im Jahr für die Anlage'", false},
		{"no passage named", number, "It says 'Variante B (secador a gás, HD-16G): 24 420,00 €'", false},
		{"a number of something else", pounds, "S8:p4 says \"d'Ouro é de 190 pessoas\"", false},
		{"a finding about something else", check.Defect{Check: "A6", Text: number.Text, Fix: "no cited passage says it"}, "S8:p4 says 'Variante B (secador a gás, HD-16G): 24 420,00 €'", false},
	} {
		v := worker.Version{Audit: check.Audit{MustFix: []check.Defect{c.d}}}
		kept := worker.Answered(v, []check.Answer{{Finding: "D0", Why: c.why}})
		if got := worker.Settled(c.d, kept, passages); got != c.want {
			t.Errorf("%s: settled %v, want %v (%q)", c.name, got, c.want, kept)
		}
		if worker.Settled(other, kept, passages) {
			t.Errorf("%s: it settles what was found of another number of the sentence", c.name)
		}
	}
}

// What code and critic found of one paragraph is told once, as the critic says it; an
// answer to it is one to both.
func TestCodeAndCriticTellAFaultOnce(t *testing.T) {
	v := worker.Version{Scored: true}
	v.Critique.Fixes = []check.Defect{
		{Check: "A4", Para: 9, Text: "It serves 21 of the 61 flats asked [S6:p2].", Fix: "the number 61 stands in [S6:p1] and not in what the sentence cites: add that marker", About: "61", Hard: true, Passage: "<S6:p1> 61 flats"},
		{Check: "A4", Para: 3, Text: "It has 61 rooms [S6:p2].", Fix: "the number 61 stands in none of the cited passages: leave it out", About: "61"},
		{Check: review.FromCritic, Para: 9, Text: "The 61 flats asked stand in S6:p1, not in the passage cited.", Fix: "Add the marker."},
		{Check: review.FromCritic, Para: 9, Text: "A price is harder to raise than to keep", Fix: "Strike the sentence."},
	}
	got := worker.Defects(v)
	if len(got) != 3 || !strings.Contains(got[1].Problem, "The 61 flats") || !strings.Contains(got[1].Instruction, "Add the marker. Code insists: the number 61") || got[1].Passage == "" {
		t.Errorf("%+v; want the rooms, the flats once with what code insists on, and the price", got)
	}
	if kept := worker.Answered(v, []check.Answer{{Finding: "D1", Why: "no"}}); len(kept) != 2 {
		t.Errorf("%q, want an answer to code and one to the critic", kept)
	}
}

// Something important that was missing counts as taken up when the revision has new words for it.
func TestAnOmissionIsTakenUpInNewWords(t *testing.T) {
	const missed = "Nobody is named who drives the van in Easter week."
	before, after := worker.Version{Scored: true}, worker.Version{}
	before.Critique.Add = []string{missed}
	before.Draft.Text = "Filipa has an old van. Easter is early."
	for text, want := range map[string]bool{
		before.Draft.Text + " Rui drives the van in Easter week; nobody else is named.": true,
		before.Draft.Text + " It costs 12 euros.":                                       false,
		before.Draft.Text: false,
	} {
		after.Draft.Text = text
		if got := worker.TookUp(before, after); got != want {
			t.Errorf("%q: taken up %v, want %v", text, got, want)
		}
	}
}

// What an author answered to a reviewer is told to who judges the piece next.
func TestAnswersReachWhoJudgesNext(t *testing.T) {
	const why = "The signature is the founder's own and has no source"
	b := newBench(t, llmtest.Options{Rules: []llmtest.Rule{
		{Stage: org.StageLead, Do: "reject", Times: 1},
		{Stage: org.StageRevise, Do: "reply", Reply: "```kept\n{\"finding\":\"D0\",\"why\":\"" + why + "\"}\n```"},
	}})
	p := b.piece("one")
	p.Grave = true
	b.plan(p)
	b.mustWork()
	b.want("one", org.StepPending, 1, 0)
	b.mustWork()
	told := map[string]bool{}
	for _, r := range b.server.Requests() {
		told[r.Stage] = told[r.Stage] || strings.Contains(r.Prompt, "raised before, and answered: ") && strings.Contains(r.Prompt, why)
	}
	if !told[org.StageCritique] || !told[org.StageLead] {
		t.Errorf("the answer was told to %v, want critic and lead", told)
	}
}
