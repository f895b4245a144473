package check_test

import (
	"strings"
	"testing"

	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/work"
	"github.com/frasier-cos/frasier/worker/check"
)

// offers is a document of several languages whose passages have more figures than a reader is asked about.
func offers() work.Evidence {
	var e work.Evidence
	for _, t := range []struct{ id, text string }{
		{"S1:p1", "Garantía: 6 meses, solo piezas. La señal no se devuelve en ningún caso. Entrega en 3 semanas."},
		{"S1:p2", "Alfa Bikes rents one for 149 euros. Beta Cargo rents one for 189 euros. The deposit is due on 4 December 2026."},
		{"S1:p3", "A água sai a 30 °C no máximo. A licença chega a 16 de março."},
	} {
		e.Passages = append(e.Passages, work.Passage{ID: t.id, Text: t.text, End: len(t.text), Document: "S1", Site: "file"})
	}
	return e
}

// firstNamed is the statement that something is found in, or that a reader is asked about first. Before the one in
// question stand others of which the passage only has a neighbour.
func firstNamed(said, quoted, passage string) string {
	text := "Beta Cargo takes 189 euros [S1:p2].\n\nAlfa Bikes takes 149 euros [S1:p2].\n\n" + said
	if quoted != "" {
		text += "\n\n```evidence\n{\"c\":\"" + strings.Join(strings.Fields(check.Plain(said))[:3], " ") + "\",\"p\":[\"" + passage + "\"],\"q\":\"" + quoted + "\"}\n```"
	}
	a := check.Run(check.Subject{Step: org.Step{Title: "Offers", Kind: org.KindResearch}, Draft: check.ParseDraft(text), Evidence: offers(), Context: "Offers"})
	for _, d := range a.MustFix {
		return d.Text
	}
	for _, first := range a.Compare {
		return first
	}
	return ""
}

// What a statement says otherwise than its passage in unit, currency, day, name or "not" is found or asked about first; the same
// said rightly is not.
func TestOtherUnitsDaysNamesAndNotsAreNamedFirst(t *testing.T) {
	const deposit = "La señal no se devuelve en ningún caso."
	for _, c := range []struct{ name, right, wrong, quoted, passage string }{
		{"unit of time in another language", "The warranty is 6 months [S1:p1].", "The warranty is 6 weeks [S1:p1].", "", ""},
		{"degrees", "The water has at most 30 °C [S1:p3].", "The water has at most 30 °F [S1:p3].", "", ""},
		{"currency", "Alfa rents one for 149 euros [S1:p2].", "Alfa rents one for 149.00 pounds [S1:p2].", "", ""},
		{"name", "Alfa Bikes rents at 149 euros [S1:p2].", "Beta Cargo rents at 149 euros [S1:p2].", "", ""},
		{"day in another language", "The permit comes by 16 March [S1:p3].", "The permit comes by 26 March [S1:p3].", "", ""},
		{"not", "The deposit never comes back [S1:p1].", "The deposit always comes back [S1:p1].", deposit, "S1:p1"},
	} {
		if got := firstNamed(c.wrong, c.quoted, c.passage); got != c.wrong {
			t.Errorf("%s: first named is %q, want %q", c.name, got, c.wrong)
		}
		if got := firstNamed(c.right, c.quoted, c.passage); got == c.right {
			t.Errorf("%s: %q is named first, though the passage says it", c.name, got)
		}
	}
}

// Arithmetic with days is computed, and a result that rounded figures cannot give to the last digit is told and not
// certain; a wrong sum of exact ones is certain.
func TestSumsOfDaysAndOfRoundedFigures(t *testing.T) {
	for sum, want := range map[string]string{
		"15 February + 4 weeks = 15 March":               "",
		"Friday 11 Dec + 40 days = 20 January":           "",
		"28 February + 1 day = 29 February":              "", // the year is not named and may be a leap year
		"28 February 2027 + 1 day = 29 February":         "certain",
		"15 February + 4 weeks = 25 March":               "certain",
		"31 October 2026 + 2 months = 31 December":       "",
		"15. Februar + 4 Wochen = 15. März":              "",
		"209.24 + 125.21 / 12 = 219.68":                  "told",
		"209.24 + 125.21 / 12 = 219.86":                  "certain",
		"80.13 + 18.00 + 31.50 = 129.64":                 "certain",
		"3 x 49 = 148":                                   "certain",
		"12 + 40 working days and then the end of March": "told",
	} {
		a := check.Run(check.Subject{Step: org.Step{Title: "Sum"}, Draft: check.ParseDraft("So it ends (computed: " + sum + ").")})
		got := ""
		for _, d := range a.MustFix {
			if strings.Contains(d.Fix, "arithmetic") {
				got = map[bool]string{true: "certain", false: "told"}[d.Hard]
			}
		}
		if got != want {
			t.Errorf("%s: %q, want %q: %+v", sum, got, want, a.MustFix)
		}
	}
}

// A row's figure that is another of it at a rate which the draft or the passage gives needs no sum, and an amount to the
// cent that two of the draft make is told and not certain. One that nothing makes is certain.
func TestRatesInRowsAndAmountsOfTheDraft(t *testing.T) {
	const passage = "Transporte 1 450,00 €. KP-500 1 740,00 €. A todos os valores acresce IVA de 23 %."
	e := work.Evidence{Passages: []work.Passage{{ID: "S8:p4", Text: passage, End: len(passage), Document: "S8", Site: "file"}}}
	row := func(tax, all string) string {
		return "| Line | Paper | Net | IVA | With IVA |\n|---|---|---|---|---|\n| Transport | Offer [S8:p4] | 1,450.00 | " + tax + " | " + all + " |\n| KP-500 | Offer [S8:p4] | 1,740.00 | 400.20 | 2,140.20 |"
	}
	for text, want := range map[string]string{
		row("333.50", "1,783.50"):                                "",
		row("343.50", "1,783.50"):                                "certain",
		row("333.50", "1,783.50") + "\n\nBoth come to 3,923.70.": "told", // 1,783.50 + 2,140.20
		row("333.50", "1,783.50") + "\n\nBoth come to 3,932.71.": "certain",
		row("333.50", "1,783.50") + "\n\nWith 9 % it is 130.50":  "certain", // of three digits some rate makes any
	} {
		a := check.Run(check.Subject{Step: org.Step{Title: "Offers", Kind: org.KindResearch}, Draft: check.ParseDraft(text), Evidence: e, Context: "Offers"})
		got := ""
		for _, d := range a.MustFix {
			if d.Check == "A4" {
				got = map[bool]string{true: "certain", false: "told"}[d.Hard]
			}
		}
		if got != want {
			t.Errorf("%s: %q, want %q: %+v", text, got, want, a.MustFix)
		}
	}
}
