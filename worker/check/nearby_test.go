package check_test

import (
	"strings"
	"testing"

	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/worker/check"
)

// sheet is a document whose head names unit and day for what stands below it.
func sheet() org.Evidence {
	var e org.Evidence
	for _, t := range []struct{ id, text string }{
		{"S1:p1", "Survey of owners, 31.12.2024. All figures in euros without VAT."},
		{"S1:p2", "Yearly service: mean 185, median 160, highest 620 (motor out of warranty)."},
		{"S1:p3", "One fleet of 12 bikes pays 26 a month per bike, plus about 150 per bike and year in parts. 412 riders answered."},
		{"S2:p1", "The town has 412 riders, and 620 of them took part."},
	} {
		e.Passages = append(e.Passages, org.Passage{ID: t.id, Text: t.text, End: len(t.text), Document: org.DocumentID(t.id[:2]), Site: "file"})
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
