package check_test

import (
	"strings"
	"testing"

	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/work"
	"github.com/frasier-cos/frasier/worker/check"
)

// sheet is a document whose head names unit and day for what stands below it.
func sheet() work.Evidence {
	var e work.Evidence
	for _, t := range []struct{ id, text string }{
		{"S1:p1", "Survey of owners, 31.12.2024. All figures in euros without VAT."},
		{"S1:p2", "Yearly service: mean 185, median 160, highest 620 (motor out of warranty)."},
		{"S1:p3", "One fleet of 12 bikes pays 26 a month per bike, plus about 150 per bike and year in parts. 412 riders answered."},
		{"S2:p1", "The town has 412 riders, and 620 of them took part."},
	} {
		e.Passages = append(e.Passages, work.Passage{ID: t.id, Text: t.text, End: len(t.text), Document: org.DocumentID(t.id[:2]), Site: "file"})
	}
	return e
}

// A figure whose unit or day stands at the head of its document is found; one
// that another document counts, or that nobody gives, is not.
func TestUnitsAndDaysOfADocument(t *testing.T) {
	for said, wrong := range map[string]bool{
		"The highest was 620 euros, for a motor out of warranty [S1:p2].":                                                           false,
		"Parts come to about 150 euros a bike and year [S1:p3].":                                                                    false,
		"The survey is of 31 December 2024 [S1:p1].":                                                                                false,
		"The fleet pays 462 euros a bike and year: 312 for the contract (computed: 12 x 26 = 312) and about 150 for parts [S1:p3].": false,
		"The highest was 640 euros, for a motor out of warranty [S1:p2].":                                                           true,
		"The highest was 620 dollars, for a motor out of warranty [S1:p2].":                                                         true,
		"Riders paid 412 euros each [S1:p3].":                                                                                       true, // it counts riders
		"A rider spends 620 euros [S2:p1].":                                                                                         true, // no amounts in there
		"The survey is of 30 December 2024 [S1:p1].":                                                                                true,
		"The fleet pays 472 euros a bike and year: 312 for the contract (computed: 12 x 26 = 312) and about 150 for parts [S1:p3].": true,
	} {
		a := check.Run(check.Subject{Step: org.Step{Title: "Owners", Kind: org.KindResearch}, Draft: check.ParseDraft(said), Evidence: sheet(), Context: "Owners"})
		if got := strings.Contains(told(a), "A4"); got != wrong {
			t.Errorf("%s: %q, want a finding: %t", said, told(a), wrong)
		}
	}
}

// What a reader takes for the same as the passage says is no fault: the end of
// a range, a rate as a factor, both ends of a rough range, a name that stands as
// heading and item, what a firm's own man says. What is near it and not the same
// stays one.
func TestWhatAPassageSaysInAnotherForm(t *testing.T) {
	const list = "## ThrowDesk (Bristol)\n\n- Starter: £25 a month.\n- Studio: £59 a month, VAT of 20% comes on top. For studios of over 120 members and fewer than 40 kilns.\n\n## Bisque\n\n- Club: £30 a month."
	const talk = "The parcel firm Stadtbote runs 34 cargo bikes. \"We pay a mechanic of our own for three days a week\", says Murat Ince, its head of operations. Alder Cargo leases 60 bikes for a fixed fee a month."
	e := work.Evidence{Passages: []work.Passage{
		{ID: "S1:p1", Text: list, End: len(list), Document: "S1", Site: "file"}, {ID: "S2:p1", Text: talk, End: len(talk), Document: "S2", Site: "file"},
	}}
	for said, check5 := range map[string]string{
		"A studio of 121 members is large [S1:p1].":                             "",
		"A studio of 122 members is large [S1:p1].":                             "A4",
		"A studio has 39 kilns at most [S1:p1].":                                "",
		"A studio has 41 kilns at most [S1:p1].":                                "A4",
		"Without VAT, which is a factor of 1.2, it is cheaper [S1:p1].":         "",
		"Without VAT, which is a factor of 1.3, it is cheaper [S1:p1].":         "A4",
		"For 150 members ThrowDesk Studio is the cheapest [S1:p1].":             "A4",
		"For a potter, ThrowDesk Studio costs £59 a month [S1:p1].":             "",
		"For a potter, Bisque Studio costs £59 a month [S1:p1].":                "A5",
		"Stadtbote pays a mechanic of its own for three days a week [S2:p1].":   "",
		"Alder Cargo pays a mechanic of its own for three days a week [S2:p1].": "A5",
	} {
		a := check.Run(check.Subject{Step: org.Step{Title: "Rivals", Kind: org.KindResearch}, Draft: check.ParseDraft(said), Evidence: e, Context: "Rivals"})
		got := ""
		for _, d := range a.MustFix {
			if d.Check == "A4" || d.Check == "A5" {
				got = d.Check
			}
		}
		if got != check5 {
			t.Errorf("%s: %q in %q, want %q", said, got, told(a), check5)
		}
	}
}

// The second figure of a rough range is as rough as the first.
func TestBothEndsOfARoughRange(t *testing.T) {
	const sums = "\n\n| Case | Euros |\n|---|---|\n| low | 319,062 (computed: 1,680 x 189.918 = 319,062) |\n| high | 463,812 (computed: 2,442 x 189.931 = 463,812) |\n"
	for said, wrong := range map[string]bool{
		"They spend about 319,000 to 464,000 euros a year.": false,
		"They spend about 319,000 to 465,000 euros a year.": true,
		"They spend 319,000 euros in a year.":               true,
	} {
		a := check.Run(check.Subject{Step: org.Step{Title: "Owners", Kind: org.KindAnalysis}, Draft: check.ParseDraft(said + sums), Evidence: sheet(), Context: "1,680 bikes 189.918 2,442 189.931"})
		got := ""
		for _, d := range a.MustFix {
			if d.Check == "A4" && strings.Contains(d.Text, "They spend") {
				got = d.Fix
			}
		}
		if (got != "") != wrong {
			t.Errorf("%s: %q, want a finding: %t", said, got, wrong)
		}
	}
}
