package deliver_test

import (
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/work"
	"github.com/frasier-cos/frasier/worker/deliver"
)

// The report is one document: findings as headings, arithmetic in footnotes,
// one list of gaps, the figures that we decide in the one chart, no word about
// the work.
func TestTheBakeryIsADocumentAndNotAStack(t *testing.T) {
	d, steps := bakery(t, true)
	md := d.Markdown()
	for _, s := range steps {
		if strings.Contains(md, "# "+s.Title+"\n") || !strings.Contains(md, "*Asked for: "+s.Title+"*\n") {
			t.Errorf("what was asked for is a heading, or does not stand below it: %q", s.Title)
		}
	}
	for _, h := range []string{
		"### Offices in the quarter order about 2,001 loaves a week\n", "### Harbour Grain at £2.95 is the rival to watch\n",
		"### Rye at £3.40 and seeded at £3.59 leave £2.06 a loaf\n", "### Fourteen offices by the market day on 18 April 2027\n",
	} {
		if !strings.Contains(md, h) {
			t.Errorf("no heading %q", h)
		}
	}
	if strings.Contains(md, "computed:") || !strings.Contains(md, "\n[^1]: 138 × 14.5 = 2001\n") || !strings.Contains(md, "| £2.06[^") {
		t.Error("arithmetic does not stand in footnotes")
	}
	if strings.Contains(md, "Not established") || strings.Count(md, "## What is not known") != 1 {
		t.Error("gaps do not stand in one list")
	}
	gaps := md[strings.Index(md, "## What is not known"):strings.Index(md, "## Sources")]
	if !strings.HasPrefix(gaps, "## What is not known\n\n1. **[The margin, and so both prices](#i3).** Packaging") || strings.Count(gaps, "\n10. ") != 1 || strings.Contains(gaps, "\n11. ") {
		t.Errorf("gaps are not ranked, or some were lost:\n%s", gaps)
	}
	page, err := d.HTML()
	if err != nil {
		t.Fatal(err)
	}
	if n := strings.Count(page, "<figure>"); n != 1 || !strings.Contains(page, "Price per loaf by bakery, with ours.") {
		t.Errorf("%d charts of one series, want one with our prices", n)
	}
	if at := strings.Index(page, "<figure>"); at < strings.Index(page, `id="i3"`) {
		t.Error("the chart stands before the part that decides the price")
	}
	for _, w := range []string{"claims were dropped", "About the sources", "file:", "About this document", "T1", "T2"} {
		if strings.Contains(md, w) {
			t.Errorf("the document speaks of the work: %q", w)
		}
	}
}

// What is decided, what it brings, the first dated steps and what would change
// the decision stand on page 1, of a short document and of a long one.
func TestTheDecisionStandsOnPageOne(t *testing.T) {
	d, _ := bakery(t, true)
	first := pages(t, render(t, d))[0]
	for _, want := range []string{"Sellryeat£3.40andseededat£3.59", "Money.", "£418.18", "By30November2026", "Whatwouldchangethis.", "[1a]", "[2a]"} {
		if !strings.Contains(first, want) {
			t.Errorf("page 1 lacks %q: %.600q", want, first)
		}
	}
	if first = pages(t, render(t, long(t)))[0]; !strings.Contains(first, "Beginonsquare12") || !strings.Contains(first, "Hireasecondbaker.") {
		t.Errorf("page 1 of a long document says %q", first)
	}
}

// Without a summary the headings are the statements that the parts begin with,
// where they answer a question, and stay what was asked for where they do not.
func TestHeadingsAreFindings(t *testing.T) {
	d, _ := bakery(t, false)
	var got []string
	for _, s := range d.Sections() {
		got = append(got, s.Heading())
	}
	want := []string{
		"About 2,001 loaves a week are ordered by offices in the northern quarter",
		"Three bakeries deliver to offices here, at £2.95 to £4.10 a loaf",
		"Sell rye at £3.40 a loaf, the price of Crust & Co., and seeded at £3.59, both delivered",
		"One-page launch plan up to the market day",
	}
	if strings.Join(got, "\n") != strings.Join(want, "\n") {
		t.Errorf("headings are\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
	for name, c := range map[string]struct{ kind, body, want string }{
		"the author's own":    {"writing", "# Rye at £3.40, seeded at £3.59\n\nText.", "Rye at £3.40, seeded at £3.59"},
		"his title again":     {"research", "# Prices of rye\n\nRye costs £3.40 in all three shops.", "Rye costs £3.40 in all three shops"},
		"a mail":              {"writing", "Hello Anna, your bread comes on Monday.", "Prices of rye"},
		"a question":          {"research", "What does a loaf of rye cost?", "Prices of rye"},
		"a table":             {"research", "| A | B |\n|---|---|\n| c | d |", "Prices of rye"},
		"far too long":        {"research", "Rye costs " + strings.Repeat("very much ", 20) + "in all shops.", "Prices of rye"},
		"nothing established": {"research", "Not established: the sources say nothing.", "Prices of rye"},
	} {
		u := done("i1", "Prices of rye", c.body)
		u.Kind = org.StepKind(c.kind)
		if got := deliver.Compose(project(), []work.Upstream{u, done("i2", "Other", "x")}, nil).Sections()[0].Heading(); got != c.want {
			t.Errorf("%s: heading is %q, want %q", name, got, c.want)
		}
	}
}

// A name that the summary gives to a part needs the figures of that part.
func TestHeadingsOfTheSummaryAreBorneByTheirPart(t *testing.T) {
	d, _ := bakery(t, false)
	d.Introduce("Fine.\n\n```outline\ni1 | Offices order 9,999 loaves a week\ni2 | What to do?\ni3 | Rye at £3.40 leaves £2.06 a loaf [2c]\nnope | Something else entirely here\ng99 | x\n```\n", "")
	all := d.Sections()
	if !strings.HasPrefix(all[0].Heading(), "About 2,001") || !strings.HasPrefix(all[1].Heading(), "Three bakeries") || all[2].Heading() != "Rye at £3.40 leaves £2.06 a loaf" {
		t.Errorf("headings are %q, %q, %q", all[0].Heading(), all[1].Heading(), all[2].Heading())
	}
	if len(d.Gaps) != 10 { // of 11, two say the same
		t.Errorf("%d gaps, want 10", len(d.Gaps))
	}
}

// A gap that one before it names already is not listed again; one about another
// year, product or thing is.
func TestAGapIsListedOnce(t *testing.T) {
	gaps := func(lines ...string) string { return "Text.\n\n## Not established\n\n- " + strings.Join(lines, "\n- ") }
	d := deliver.Compose(project(), []work.Upstream{
		done("i1", "Rivals", gaps("Whether the prices include delivery.", "The price of rye in 2025.", "How many offices each bakery serves.")),
		done("i2", "Price", gaps("Whether the rivals' prices include delivery, and whether they hold for seeded loaves.", "The price of rye in 2026.", "Which days suit offices.")),
	}, nil)

	d.Introduce("Go.\n\n```outline\ng4 | the price\n```\n", "")
	var got []string
	for _, g := range d.Gaps {
		got = append(got, g.Text)
	}
	want := []string{
		"Whether the rivals' prices include delivery, and whether they hold for seeded loaves.", "The price of rye in 2025.",
		"How many offices each bakery serves.", "The price of rye in 2026.", "Which days suit offices.",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("gaps (-want +got):\n%s", diff)
	}
}

// Two parts that set different prices for one thing are found by code, and the
// opening cannot set a third.
func TestPricesAgreeAcrossParts(t *testing.T) {
	clash := regexp.MustCompile(`The price of rye is £3\.40 in ".*" and £3\.20 in ".*"\.`)
	for text, want := range map[string]bool{
		"Offer rye at £3.20 a loaf to the first offices.":               true,
		"Offer rye at £3.40 a loaf to the first offices.":               false,
		"Rye at £3.20 would undercut two of three rivals.":              false, // weighed, not set
		"We looked at rye at £3.20 instead, the alternative that lost.": false,
		"Sell it at £3.20 to friends.":                                  false, // of something else
		"| Loaf | Our price |\n|---|---|\n| Rye | £3.20 |":              true,
		"| Loaf | Price |\n|---|---|\n| Rye | £3.20 |":                  false, // a rival's, for all we know
		"| Loaf | Our price |\n|---|---|\n| Rye | £3.40 |":              false,
		"Rye at 3,20 € is sold abroad.":                                 false,
	} {
		d := deliver.Compose(project(), []work.Upstream{done("i1", "Price", "Sell rye at £3.40 a loaf from March."), done("i2", "Plan", text)}, nil)
		md := d.Markdown()
		if got := clash.MatchString(md); got != want {
			t.Errorf("%q: told of two prices: %v, want %v:\n%s", text, got, want, md)
		}
	}
	d, _ := bakery(t, false)
	if len(d.Clashes) > 0 {
		t.Errorf("an honest report clashes: %v", d.Clashes)
	}
	d.Introduce("Sell rye at £4.10 a loaf. Sell rye at £3.40 a loaf, delivered.", "")
	if d.Opening != "Sell rye at £3.40 a loaf, delivered." {
		t.Errorf("the opening sets another price: %q", d.Opening)
	}
}

// What a comparison of the parts found stands with what is not known.
func TestDisagreementsAreTold(t *testing.T) {
	d, _ := bakery(t, true)
	d.Disagree([]string{`"undercut two of three" against "rye at £3.40": one of them is the rival's price`})
	md := d.Markdown()
	if want := "1. **Two statements here do not agree.** \"undercut two of three\" against"; !strings.Contains(md, want) {
		t.Errorf("lacks %q:\n%s", want, md[strings.Index(md, "What is not known"):])
	}
}

// What a reviewer found important and nobody settled stands on page 1, said as his and
// once; beyond three, and without an opening, it stands first among what is not known.
// What he would merely change stands there too.
func TestWhatAReviewerRaisedStandsOnPageOne(t *testing.T) {
	result := "The price is 219 euros.\n\n## Not established\n\n- Who repairs the bikes in winter.\n- " + work.RaisedByReviewer + "The survey is small.\n"
	facts := []string{"11 leased bikes carry the costs; 18,000 euros buy four.", "The grant ends in December.", "Brandt pays late.", "Batteries wear out after 900 days."}
	for _, f := range facts {
		result += "- " + work.RaisedAsImportant + f + "\n"
	}
	steps := []work.Upstream{
		{Key: "i1", Title: "Set the price", Kind: org.KindStrategy, State: org.StepCompleted, Result: result},
		{Key: "i2", Title: "Name the rivals", Kind: org.KindResearch, State: org.StepCompleted, Result: "There are three rivals."},
	}
	for reply, onPage := range map[string]int{"Ask 219 euros. More is in [what is not known](#not-known).": 3, "": 0} {
		d := deliver.Compose(org.Project{ID: "p1", Title: "Bikes"}, steps, nil)
		d.Introduce(reply, "")
		v, err := d.Deliverable()
		if err != nil {
			t.Fatal(err)
		}
		first, rest, _ := strings.Cut(v.Markdown, `<a id="i1">`)
		said := 0
		for i, f := range facts {
			if strings.Count(v.Markdown, f) != 1 {
				t.Errorf("%q is said %d times:\n%s", f, strings.Count(v.Markdown, f), v.Markdown)
			}
			if strings.Contains(first, "**Raised by a reviewer, and not settled:**\n\n- ") && strings.Contains(first, "- "+f+" (of [The price is 219 euros](#i1))") {
				said++
			} else if !strings.Contains(rest, strings.TrimSpace(work.RaisedAsImportant)+" "+f) {
				t.Errorf("%d: %q is not said as a reviewer's:\n%s", i, f, v.Markdown)
			}
		}
		if said != onPage || strings.Contains(first, "survey") || !strings.Contains(rest, "The survey is small.") || !strings.Contains(rest, "in winter") {
			t.Errorf("%d on page 1, want %d:\n%s", said, onPage, v.Markdown)
		}
	}
}

// The foot of a document names what a weaker model than planned had a hand in, and nothing else.
func TestAWeakerModelIsNamed(t *testing.T) {
	step := func(title string, tier, served org.Tier) work.Upstream {
		return work.Upstream{Key: title, Title: title, Kind: org.KindResearch, State: org.StepCompleted, Result: "A finding.", Tier: tier, Served: served}
	}
	for want, steps := range map[string][]work.Upstream{
		"": {step("Prices", org.T2, org.T2), step("Rivals", org.T1, ""), step("Costs", org.T1, org.T2), {Title: "Lost", State: org.StepFailed, Tier: org.T3, Served: org.T1}, step("No model at all", org.T2, org.T0)},
		"The model that was planned did not answer for “Prices”, so a weaker one did some of the work.": {
			step("Prices", org.T3, org.T1), step("Rivals", org.T2, org.T2),
		},
		"The model that was planned did not answer for “A”, “B”, “C”, 2 more, so a weaker one did some of the work.": {
			step("A", org.T2, org.T1), step("B", org.T2, org.T1), step("C", org.T2, org.T1), step("D", org.T2, org.T1), step("E", org.T3, org.T2),
		},
	} {
		d := deliver.Compose(org.Project{ID: "p1", Title: "Plan"}, steps, nil)
		if got := strings.Join(d.Notes, "\n"); got != want {
			t.Errorf("the foot says %q, want %q", got, want)
		}
		v, err := d.Deliverable()
		if err != nil || strings.Contains(v.Markdown, "a weaker one did") != (want != "") {
			t.Errorf("%v, %q in\n%s", err, want, v.Markdown)
		}
	}
}

// A mend finds its words though the line of decided figures has them too, and a figure that
// it takes away is decided no longer.
func TestAMendKeepsWhatStaysDecided(t *testing.T) {
	result := work.WithFigures("We ask 219 EUR a month.\n\nThe deposit is 400 EUR.", work.ReadFigures("price = 219 EUR a month\ndeposit = 400 EUR"))
	d := deliver.Compose(org.Project{ID: "p1", Title: "Bikes"}, []work.Upstream{
		{Key: "i1", Title: "Set the price", Kind: org.KindStrategy, State: org.StepCompleted, Result: result},
		{Key: "i2", Title: "Mail", Kind: org.KindWriting, State: org.StepCompleted, Result: "It costs 199 EUR a month."},
	}, nil)
	if !d.Mend(deliver.Mend{Part: "i1", Old: "We ask 219 EUR a month", New: "We ask 199 EUR a month"}) {
		t.Fatal("not mended")
	}
	want := "We ask 199 EUR a month.\n\nThe deposit is 400 EUR.\n\n*Decided figures: deposit = 400 EUR*"
	if got := d.Mended()[0].Result; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

// Of two gaps that ask the same, as who sums up says, one stays; that two share
// nothing is seen, and each other's double are not both left out.
func TestAGapThatAsksTheSameIsLeftOut(t *testing.T) {
	gaps := []deliver.Gap{{Text: "When VAT comes back: 927.60 euros are little to bridge it."}, {Text: "How VAT is refunded, and whether 927.60 euros last."}, {Text: "Who the second supplier is."}}
	for said, want := range map[string]int{
		"g2 | = g1":            2,
		"g1 | = g2\ng2 | = g1": 2,
		"g3 | = g1":            3,
		"g2 | = g9":            3,
		"g2 | the cushion":     3,
	} {
		d := deliver.Document{Gaps: slices.Clone(gaps)}
		d.Introduce("Fine.\n\n```outline\n"+said+"\n```\n", "")
		if len(d.Gaps) != want {
			t.Errorf("%q left %d gaps, want %d: %v", said, len(d.Gaps), want, d.Gaps)
		}
	}
}
