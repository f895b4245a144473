package check_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/work"
	"github.com/frasier-cos/frasier/worker/check"
)

// bread is what the drafts of these tests are written from.
func bread() work.Evidence {
	texts := []struct{ id, text string }{
		{"S1:p1", "A rye loaf costs £1.12 in flour, labour and energy. A seeded loaf costs £1.31.\n\nDelivery by cargo bike costs £0.22 a loaf up to 6 km."},
		{"S2:p1", "Crust & Co. charges £3.40 a loaf and delivers on Monday and Thursday. Its minimum order is 10 loaves.\nHarbour Grain charges £2.95 a loaf and delivers every weekday before 8:30. It closed its second oven in March 2026.\nAn older leaflet gave Harbour Grain's price as £2.75 a loaf."},
		{"S3:p1", "The northern quarter counts 412 offices with 9,870 desks. Of these, 138 offices order bread at least once a week. The average weekly order is 14.5 loaves."},
	}
	var e work.Evidence
	for _, t := range texts {
		e.Passages = append(e.Passages, work.Passage{ID: t.id, Text: t.text, End: len(t.text), Document: org.DocumentID(t.id[:2]), Site: "file"})
	}
	return e
}

func audit(kind org.StepKind, title, text string) check.Audit {
	return check.Run(check.Subject{Step: org.Step{Title: title, Kind: kind}, Draft: check.ParseDraft(text), Evidence: bread(), Context: title})
}

func told(a check.Audit) string {
	var out []string
	for _, d := range a.MustFix {
		out = append(out, d.Check+" "+d.Text+": "+d.Fix)
	}
	return strings.Join(out, "\n")
}

// A price that the author sets enters arithmetic in every wording, whatever
// kind of work the planner took the task for; a number in research that nobody
// set does not.
func TestChosenNumbersAreOperands(t *testing.T) {
	const sum = " That leaves £1.86 (computed: 3.20 - 1.12 - 0.22 = 1.86)."
	for _, set := range []string{
		"Sell rye at £3.20 a loaf.", "We propose £3.20 for rye.", "Proposed price: £3.20.", "Our price for rye is £3.20.",
		"| | Rye |\n|---|---|\n| Our price | £3.20 |\n\nSee below.",
	} {
		for _, kind := range []org.StepKind{org.KindAnalysis, org.KindStrategy} {
			if a := audit(kind, "Set our price per loaf for rye", set+sum); len(a.MustFix) > 0 {
				t.Errorf("%s: %q: %s", kind, set, told(a))
			}
			if a := audit(kind, "Rye", set+sum); len(a.MustFix) > 0 {
				t.Errorf("%s, task without a verb: %q: %s", kind, set, told(a))
			}
		}
	}
	a := audit(org.KindResearch, "Profile the rivals", "Rye is what offices like."+sum)
	if !strings.Contains(told(a), "the number 3.20 in the arithmetic") || slices.ContainsFunc(a.MustFix, func(d check.Defect) bool { return d.Hard }) {
		t.Errorf("an operand from nowhere: %q; want it shown, and not hard", told(a))
	}
}

// A result may stand before its arithmetic, and in another form.
func TestResultsStandAnywhere(t *testing.T) {
	for _, text := range []string{
		"Rye leaves £1.86 a loaf.\n\n| | Rye |\n|---|---|\n| Our price | £3.20 |\n| Margin | £1.86 (computed: 3.20 - 1.12 - 0.22 = 1.86) |",
		"Rye leaves £1.86 a loaf[^1] at our price of £3.20.\n\n[^1]: (computed: 3.20 - 1.12 - 0.22 = 1.86)",
		"A third, 33.5 %, order weekly [S3:p1]. The low case is 24.5 % (computed: 33.5 - 9 = 24.5), or 101 offices (computed: 412 x 0.245 = 100.94). The share is computed as said (computed: 138 / 412 = 0.335).",
		"| Case | Offices that order | Loaves |\n|---|---|---|\n| A tenth | 14 (computed: 138 x 0.1 = 13.8) | 200 (computed: 13.8 x 14.5 = 200.1) |",
	} {
		if a := audit(org.KindStrategy, "Set our price", text); len(a.MustFix) > 0 {
			t.Errorf("%q: %s", text, told(a))
		}
	}
	if a := audit(org.KindStrategy, "Set our price", "Rye leaves £2.86 a loaf (computed: 3.20 - 1.12 - 0.22 = 2.86)."); !slices.ContainsFunc(a.MustFix, func(d check.Defect) bool { return d.Hard }) {
		t.Errorf("wrong arithmetic: %q; want it hard", told(a))
	}
}

// Decisions, sums, plan rows, calendar rows, labels and conclusions are no
// statements about the world; those that are and cite nothing are named.
func TestCoverageCountsStatementsAboutTheWorld(t *testing.T) {
	const own = "We use £2.95. Sales lists the weekly orderers.\n\n- **Pricing as Crust & Co. at £3.40.**\n\nOn Wednesday an office has one choice, Harbour Grain. " +
		"That leaves £0.45 (computed: 3.40 - 2.95 = 0.45).\n\n| Date | What | Who |\n|---|---|---|\n| 14 December 2026 | List the weekly orderers | Sales |\n| 11 January 2027 | Call 30 offices | Founder |\n\n" +
		"Stop if fewer than 12 of 30 take a box.\n"
	if a := audit(org.KindStrategy, "Write the launch plan", own); len(a.MustFix) > 0 || a.Factual > 0 {
		t.Errorf("%d statements about the world: %s; want none", a.Factual, told(a))
	}
	a := audit(org.KindResearch, "Size the market", "The quarter has 412 offices. They have 9,870 desks. Of these 138 order weekly. The average order is 14.5 loaves [S3:p1].")
	for _, s := range []string{"The quarter has 412 offices.", "They have 9,870 desks.", "Of these 138 order weekly."} {
		if !strings.Contains(told(a), s) {
			t.Errorf("A3 does not name %q: %s", s, told(a))
		}
	}
	if strings.Contains(told(a), "average order") || strings.Contains(told(a), "remove") {
		t.Errorf("A3 names a sentence that cites, or offers to remove: %s", told(a))
	}
}

// The first word of a sentence has a capital and is part of no name.
func TestFirstWordIsNoName(t *testing.T) {
	for _, text := range []string{"Matching Harbour Grain at £2.95 is possible [S2:p1].", "Against Harbour Grain, a daily round needs a reason [S2:p1].", "- **Weak spot.** Undercutting Harbour Grain costs £0.20 (computed: 2.95 - 2.75 = 0.20) [S2:p1]."} {
		if a := audit(org.KindResearch, "Profile the rivals", text); len(a.MustFix) > 0 {
			t.Errorf("%q: %s", text, told(a))
		}
	}
	if a := audit(org.KindResearch, "Profile the rivals", "The price of Meadow Bakers is £2.95 [S2:p1]."); !strings.Contains(told(a), "Meadow Bakers") {
		t.Errorf("a name from nowhere is not found: %q", told(a))
	}
}

// A citation is recorded only when the passage bears the claim, and a false
// line is never among the pairs that reviewers are shown.
func TestOnlyWhatBearsIsRecorded(t *testing.T) {
	const text = "On Wednesday an office has one choice, Harbour Grain [S2:p1]. The quarter has 9,780 desks [S3:p1]. The census says that \"demand will double by the end of 2028\" [S3:p1]. Crust & Co. charges £3.40 a loaf [S2:p1].\n\n```evidence\n" +
		`{"c":"The quarter has 9,780 desks","p":["S3:p1"],"q":"The northern quarter counts 412 offices with 9,870 desks."}` + "\n```"
	a := audit(org.KindResearch, "Size the market", text)
	for _, c := range a.Citations {
		if !strings.HasPrefix(c.Claim, "Crust & Co.") {
			t.Errorf("recorded: %q for %q", c.Quote, c.Claim)
		}
	}
	if len(a.Citations) != 1 {
		t.Errorf("%d citations, want the one that its passage bears", len(a.Citations))
	}
}

// One fault is told once, with all its places.
func TestTheSameFaultIsToldOnce(t *testing.T) {
	a := audit(org.KindResearch, "Size the market", "The quarter has 9,780 desks [S3:p1].\n\n| Measure | Figure |\n|---|---|\n| Desks | 9,780 [S3:p1] |\n\nAgain: 9,780 desks [S3:p1].")
	if len(a.MustFix) != 1 || !a.MustFix[0].Hard || !strings.Contains(a.MustFix[0].Text, "also in ¶2") || !strings.Contains(a.MustFix[0].Text, "also in ¶3") {
		t.Errorf("%s", told(a))
	}
}

// A letter to customers cites nothing, and is asked for no source; one that
// lacks the figures that its task asks for is told so.
func TestCopyIsNotAskedForSources(t *testing.T) {
	if a := audit(org.KindWriting, "Write the welcome mail", "Your first box comes on 4 January. It costs £3.20 a loaf. Call Ada on 0113 496 0000. We deliver before 8:30."); len(a.MustFix) > 0 {
		t.Errorf("%s", told(a))
	}
	const cites = "Harbour Grain asks £2.95 [S2:p1]. The quarter has 412 offices. They have 9,870 desks. Of these 138 order weekly."
	if a := audit(org.KindWriting, "Write the welcome mail", cites); strings.Contains(told(a), "cite nothing") {
		t.Errorf("the offer of a mail is asked for a source: %s", told(a))
	}
	if a := audit(org.KindWriting, "Write a brief on the market", cites); !strings.Contains(told(a), "cite nothing") {
		t.Errorf("a brief is not asked for sources: %s", told(a))
	}
	a := check.Run(check.Subject{
		Step:  org.Step{Kind: org.KindWriting, Acceptance: []org.Criterion{{ID: "a1", Text: "says when the first box comes and what it costs", Check: org.CheckJudge}}},
		Draft: check.ParseDraft("Welcome. Your first box comes very soon, and it costs less than you think."), Evidence: bread(),
	})
	if !strings.Contains(told(a), "asks for a figure or a date") {
		t.Errorf("a mail without a figure: %q", told(a))
	}
}
