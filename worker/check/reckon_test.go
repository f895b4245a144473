package check_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/work"
	"github.com/frasier-cos/frasier/worker/check"
)

func reckonSubject(text string) check.Subject {
	passages := []work.Passage{
		{ID: "S1:p1", Document: "S1", Title: "Count", Text: "In October 2026 the count found 412 offices in 14 interviews. Miller's Daughter charges £4.10 a loaf. Rent is £900 a month.", Site: "file"},
		{ID: "S1:p2", Document: "S1", Title: "Count", Text: "Of 96 people who answered, 58 send reminders by hand. Eight named patients who feel nagged.", Site: "file"},
	}
	for i := range passages {
		passages[i].End = len(passages[i].Text)
	}
	return check.Subject{
		Step:  org.Step{Title: "Find what it costs", Kind: org.KindAnalysis},
		Draft: check.ParseDraft(text), Evidence: work.Evidence{Passages: passages}, Context: "The step before: | All | 6,206.00 |",
	}
}

// Honest figures raise nothing: what the author sets as a threshold, a loss
// that is subtracted, what a table computes, an earlier result, the year that a
// document gives once.
func TestHonestFiguresRaiseNothing(t *testing.T) {
	for name, text := range map[string]string{
		"threshold": "- Costs rise: if a loaf with delivery costs £0.35 more than today, both prices go up by £0.35.",
		"loss":      "Large loses £80.11 (computed: 412 / 12 - 412 x 100 / 360 = -80.11).\n\nAll leave £819.89 (computed: 900 - 80.11 = 819.89).",
		"table": "Rent leaves much [S1:p1]. All leave £161.00 a month.\n\n| Size | Revenue | Costs | Left |\n| --- | --- | --- | --- |\n" +
			"| Small | 500 (computed: 5 x 100 = 500) | 412 | 88.00 |\n| Large | 485 (computed: 412 + 73 = 485) | 412 | 73.00 |\n| All | 985 | 824 | 161.00 |",
		"earlier": "With this the month brings less than £6,206 in all.",
		"year":    "Of 96 people who answered in October 2026, 58 send reminders by hand [S1:p2].",
	} {
		for _, d := range check.Run(reckonSubject(text)).MustFix {
			t.Errorf("%s: %s: %s: %s", name, d.Check, d.Text, d.Fix)
		}
	}
}

// What has one cause is one finding, and it asks for the sum.
func TestFiguresWithoutASumAreOneFinding(t *testing.T) {
	text := "| Case | Share | Offices |\n| --- | --- | --- |\n| Low | 24.7% | 102 (computed: 412 x 24.7% = 102) |\n| High | 42.9% | 177 (computed: 412 x 42.9% = 177) |"
	got := check.Run(reckonSubject(text)).MustFix
	if len(got) != 1 || got[0].Hard || !strings.Contains(got[0].Fix, "no sum is shown for 24.7%, 42.9%") {
		t.Errorf("%+v; want one finding that is not hard and names both figures", got)
	}
}

// A replacement is offered only where the passage surely counts the same.
func TestRemedyOffersOnlyTheSameQuantity(t *testing.T) {
	for _, c := range []struct{ text, want, not string }{
		{"Miller's Daughter charges £4.40 a loaf [S1:p1].", "they give £4.10 for it", "remove"},
		{"Together they leave £2,061.89 towards the fixed part [S1:p1].", "show its sum", "they give"},
		{"The parks and other places hold 4,388 trees [S1:p1].", "cite the passage that gives it", "they give"},
	} {
		got := check.Run(reckonSubject(c.text)).MustFix
		if len(got) != 1 || !got[0].Hard || !strings.Contains(got[0].Fix, c.want) || strings.Contains(got[0].Fix, c.not) {
			t.Errorf("%s: %+v; want a hard finding with %q", c.text, got, c.want)
		}
	}
}

// A number that another passage of the same document counts is named with that
// passage, and is not hard.
func TestNeighbourPassageIsNamed(t *testing.T) {
	got := check.Run(reckonSubject("Patients feel nagged (8 of 14 interviews) [S1:p2].")).MustFix
	if len(got) != 1 || got[0].Hard || !strings.Contains(got[0].Fix, "stands in [S1:p1]") {
		t.Errorf("%+v; want the neighbour named", got)
	}
}

func TestConclusionsNeedNoSource(t *testing.T) {
	text := "The count found 412 offices [S1:p1].\n\nSo 412 cannot be all: 96 answers do not hold 412 offices. " +
		"For the 412 offices no margin is given, so the true range is wider than that. The low case leaves the 412 offices as they are."
	for _, d := range check.Run(reckonSubject(text)).MustFix {
		t.Errorf("%s: %s: %s", d.Check, d.Text, d.Fix)
	}
}

// The number of an offer that a passage writes the same is told with that passage, and is not hard.
func TestAReferenceIsNoFigure(t *testing.T) {
	subject := func(text string) check.Subject {
		s := reckonSubject(text)
		s.Evidence.Passages = append(s.Evidence.Passages, work.Passage{ID: "S9:p1", Document: "d9", Text: "# Offer 2026-1187\n\nVan Dijk Refurb B.V., Breda."})
		return s
	}
	for text, hard := range map[string]bool{
		"The bikes of offer 2026-1187 have new chains and brakes [S1:p2].": false,
		"The bikes of offer 2026-1188 have new chains and brakes [S1:p2].": true,
	} {
		got := check.Run(subject(text)).MustFix
		found := slices.ContainsFunc(got, func(d check.Defect) bool { return strings.Contains(d.Fix, "1187 stands in [S9:p1]") })
		isHard := slices.ContainsFunc(got, func(d check.Defect) bool { return d.Hard && strings.Contains(d.Fix, "118") })
		if found == hard || isHard != hard {
			t.Errorf("%s: %+v, want hard %v", text, got, hard)
		}
	}
}
