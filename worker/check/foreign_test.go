package check_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/work"
	"github.com/frasier-cos/frasier/worker/check"
)

// market is what a drafter of an English text has in other languages.
func market() work.Evidence {
	var e work.Evidence
	for id, text := range map[string]string{
		"S1:p1": "Die Kammer bot Räder zur Miete für 190 bis 220 Euro netto an. 14 von 31 Betrieben sagten zu, das sind 45 Prozent.",
		"S2:p1": "El precio está entre 165 y 180 euros al mes. El taller cuesta 1.225 euros y se amortiza en 21 días.",
		"S3:p1": "Le loyer va de 190 à 220 euros par mois, soit 12,5 pour cent de plus qu'en 2025.",
		"S4:p1": "Il canone va da 140 a 155 euro al mese; il 38 per cento rinnova.",
		"S5:p1": "A renda fica entre 150 e 175 euros por mês. A oficina custa 2.480,50 euros.",
		"S6:p1": "De huur ligt tussen 160 en 185 euro per maand, 9 procent hoger dan vorig jaar.",
		"S7:p1": "Czynsz wynosi od 700 do 850 zł miesięcznie, 17 procent więcej.",
		"S8:p1": "Mean: 31.50 euros per bike and month. Insurance is 14.90 euros.",
	} {
		e.Passages = append(e.Passages, work.Passage{ID: id, Text: text, End: len(text), Document: org.DocumentID(id[:2]), Site: "file"})
	}
	return e
}

func judged(text string) []check.Defect {
	return check.Run(check.Subject{Step: org.Step{Title: "Compare the rents", Kind: org.KindResearch}, Draft: check.ParseDraft(text), Evidence: market(), Context: "Compare the rents"}).MustFix
}

// A figure that stands in the passage it cites raises nothing, whatever the
// language of the passage, the form of its range and the place of its unit.
func TestForeignFiguresRaiseNothing(t *testing.T) {
	for _, text := range []string{
		"The chamber offered them at 190 to 220 euros net a month [S1:p1].",
		"The chamber asked for 190 euros at least [S1:p1].",
		"Of 31 firms 14 agreed, 45 percent [S1:p1].",
		"In Spain they cost 165 euros at the least and 180 euros at the most [S2:p1].",
		"The workshop costs 1,225 euros and pays for itself in 21 days [S2:p1].",
		"In France the rent is 190 euros or more, 12.5% above 2025 [S3:p1].",
		"Rents in Italy begin at 140 euros, and 38% renew [S4:p1].",
		"Rents in Portugal begin at 150 euros; the workshop costs 2,480.50 euros [S5:p1].",
		"Dutch rents begin at 160 euros, 9 percent above last year [S6:p1].",
		"Polish rents begin at 700 złotych, 17 % above last year [S7:p1].",
		"Maintenance came to 31.50 a month [S8:p1].",
		"Insurance is 14.90 [S8:p1].",
	} {
		for _, d := range judged(text) {
			t.Errorf("%s: %v %s: %s", text, d.Hard, d.Check, d.Fix)
		}
	}
}

// What is changed is found, and hard only where the digits stand nowhere in what
// is cited.
func TestForeignFiguresThatWereChanged(t *testing.T) {
	for text, hard := range map[string]bool{
		"The chamber offered them at 150 to 220 euros net a month [S1:p1].": true,
		"In Spain they cost 195 euros at the least [S2:p1].":                true,
		"The workshop costs 1,252 euros [S2:p1].":                           true,
		"Of the firms 54 percent agreed [S1:p1].":                           true,
		"Of the firms 31 percent agreed [S1:p1].":                           false,
		"The workshop pays for itself in 21 weeks, at 38 euros [S4:p1].":    true,
		"The rent rose by 38 euros [S4:p1].":                                false,
	} {
		found := judged(text)
		if len(found) == 0 || slices.ContainsFunc(found, func(d check.Defect) bool { return d.Hard }) != hard {
			t.Errorf("%s: %+v; want it found, hard: %v", text, found, hard)
		}
		for _, d := range found {
			if d.Check == "A4" && !strings.Contains(d.Fix, "number") {
				t.Errorf("%s: %s", text, d.Fix)
			}
		}
	}
}
