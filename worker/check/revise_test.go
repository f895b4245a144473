package check_test

import (
	"strings"
	"testing"

	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/worker/check"
)

const loft = "The Loft costs 40 euros an evening [S1:p1]. It seats\nsixty [S1:p2]. The hall is far.\n\n- Book by May.\n- Bring cake.\n\n" +
	"```evidence\n" + `{"c":"The Loft costs 40 euros an evening","p":["S1:p1"],"q":"The Loft costs 40 euros an evening"}` + "\n" +
	`{"c":"It seats sixty","p":["S1:p2"],"q":"It seats sixty people at tables"}` + "\n```\n"

// A revision that answers with replacements changes them and nothing else, and
// keeps the evidence of the sentences that stay.
func TestReviseMakesReplacements(t *testing.T) {
	reply := "```changes\n" + `{"old":"[¶1] The Loft costs 40 euros an evening [S1:p1].","new":"The Loft costs 45 euros an evening [S1:p3]."}` + "\n" +
		`{"old":"It seats sixty [S1:p2].","new":"It seats sixty at tables [S1:p2]."}` + "\n" + `{"old":" The hall is far.","new":""}` + "\n" +
		`{"old":"Nobody wrote this.","new":"x"}` + "\n```\n\n```kept\n" + `{"finding":"D1","why":"S1:p2 says sixty"}` + "\n```\n\n```evidence\n" +
		`{"c":"The Loft costs 45 euros an evening","p":["S1:p3"],"q":"since May the Loft costs 45 euros"}` + "\n```\n"
	got := check.Revise(loft, reply, nil)
	const want = "The Loft costs 45 euros an evening [S1:p3]. It seats sixty at tables [S1:p2].\n\n- Book by May.\n- Bring cake.\n\n```evidence\n" +
		`{"c":"It seats sixty","p":["S1:p2"],"q":"It seats sixty people at tables"}` + "\n" +
		`{"c":"The Loft costs 45 euros an evening","p":["S1:p3"],"q":"since May the Loft costs 45 euros"}` + "\n```\n"
	if got.Reply != want || got.Made != 3 || len(got.Lost) != 1 || len(got.Answers) != 1 || got.Answers[0].Why != "S1:p2 says sixty" {
		t.Errorf("%+v; want\n%s", got, want)
	}
}

// The whole piece takes the draft's place; an answer alone leaves it as it was.
func TestReviseTakesTheWholeOrNothing(t *testing.T) {
	whole := "Another piece [S1:p1].\n\n```evidence\n" + `{"c":"Another piece","p":["S1:p1"],"q":"The Loft costs 40 euros"}` + "\n```"
	if got := check.Revise(loft, whole, nil); got.Reply != whole {
		t.Errorf("the whole piece became\n%s", got.Reply)
	}
	got := check.Revise(loft, "```kept\n{\"finding\":\"D0\",\"why\":\"it stands in S1:p1\"}\n```", nil)
	if !strings.HasPrefix(got.Reply, "The Loft costs 40 euros") || strings.Count(got.Reply, `"c":`) != 2 || len(got.Answers) != 1 {
		t.Errorf("%+v; want the draft with its evidence, and the answer", got)
	}
}

// Figures that a piece decides are named apart from its text; one that the text does not
// have is none. In copy each other figure in the unit of a decided one is asked about.
func TestDecidedFigures(t *testing.T) {
	d := check.ParseDraft("We ask 219 euros a month, from March.\n\n```decided\nprice = 219 EUR a month\ndeposit = 400 EUR\n```\n")
	if len(d.Decided) != 1 || d.Decided[0].Name != "price" || strings.Contains(d.Text, "decided") || strings.Contains(d.Text, "deposit") {
		t.Fatalf("got %+v of %q", d.Decided, d.Text)
	}
	for name, c := range map[string]struct {
		kind org.StepKind
		text string
		asks []string
	}{
		"the same, in German": {org.KindWriting, "219 Euro im Monat, ab März.", nil},
		"another, in German":  {org.KindWriting, "Schon für 179 Euro im Monat! Danach 219 Euro.", []string{"179"}},
		"each once":           {org.KindCreative, "€179 now, 179 euros then, and £179.", []string{"179"}},
		"other units":         {org.KindWriting, "In 3 months, 20 % less, 4 bikes.", nil},
		"no copy":             {org.KindAnalysis, "The rivals ask 179 euros.", nil},
	} {
		got := check.OtherFigures(org.Step{Kind: c.kind}, check.ParseDraft(c.text), d.Decided)
		if len(got) != len(c.asks) || len(got) > 0 && (!strings.Contains(got[0], c.asks[0]) || !strings.Contains(got[0], "price = 219 EUR a month")) {
			t.Errorf("%s: asked %q, want %q", name, got, c.asks)
		}
	}
}

// What code cannot be certain of is asked, in any language, and never insisted on.
func TestDoubtsAreAsked(t *testing.T) {
	const body = "\n\nOrder one bike on Monday, from the firm that is open at ten, and pay it in two parts."
	for name, c := range map[string]struct {
		kind       org.StepKind
		text, asks string
	}{
		"thinks aloud":        {org.KindStrategy, "Okay, let me think about what the founder needs here. I should look at the interview." + body, "speak of the task"},
		"in German":           {org.KindStrategy, "Die Aufgabe verlangt einen Plan." + body, "speak of the task"},
		"breaks off":          {org.KindStrategy, "Order one bike." + body + "\n\nIf more than two of the five say yes by the end of the week, the", "the end missing"},
		"a mail":              {org.KindWriting, "Schon zwölf Betriebe fahren unsere Räder." + "\n\nViele Grüße\nMartina Kolb", "customers"},
		"labels of one place": {org.KindAnalysis, "| | Insurance | Service |\n|---|---|---|\n| Bike | 18.00 [S8:p2] | 14.90 [S8:p2] |", "its own label"},
		"announces":           {org.KindStrategy, "The following sections compare the three firms." + body, "the piece open with its answer"},
		"announces below":     {org.KindAnalysis, "Order one bike.\n\n## Costs\n\nIn diesem Abschnitt werden die Kosten betrachtet." + body, `below "Costs" open with its answer`},
		"honest plan":         {org.KindStrategy, "Order one bike on Monday." + body, ""},
		"a list at the end":   {org.KindStrategy, "Order one bike.\n\n- Monday: order the bike\n- Friday: call the five painters", ""},
	} {
		got := strings.Join(check.Doubts(org.Step{Kind: c.kind}, check.ParseDraft(c.text)), "\n")
		if c.asks == "" && got != "" || !strings.Contains(got, c.asks) {
			t.Errorf("%s: asked %q; want %q", name, got, c.asks)
		}
	}
}
