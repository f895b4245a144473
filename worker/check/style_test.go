package check_test

import (
	"testing"

	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/work"
	"github.com/frasier-cos/frasier/worker/check"
)

// laundry is what an English draft has in two languages about one thing.
func laundry() work.Evidence {
	var e work.Evidence
	for id, text := range map[string]string{
		"S1:p1": "# Forty years of wet feet\n\nAuthor: Custódio \"Tó\" Bexiga, retired, formerly Lavandaria Bexiga & Filhos",
		"S1:p5": "In the August of 2003 my only big washer broke on a Friday. Two small ones are better than one large one, that I'd sign.",
		"S2:p2": "## Investment, without IVA\n\n| Item | Euro | Where from |\n|---|---|---|\n| Washing line | 21,300 | price list January 2025 |\n| Transport and fitting | 1,100 | phone call |\n" +
			"| Electrical work | 0 | hall is advertised with \"41.4 kVA trifásico\" |\n| Pre-treatment | 900 | guess |\n| Grant \"Comércio Vivo\" | -7,500 | municipal newsletter, November 2025 |",
		"S3:p1": "Quadro novo e certificado: **2 150,00 € mais IVA**, pago na encomenda.",
		"S4:p1": "Variante B (secador a gás, HD-16G): 24 420,00 €. Transporte, montagem e arranque das quatro máquinas: 1 450,00 €.\n\n| KP-500 | 500 l | 1 740,00 € |",
		"S5:p2": "O pedido tem de estar completo até sexta-feira, 11 de dezembro, às 17h00. A taxa é de 312,00 €.",
		"S6:p8": "Por teléfono hablamos de unos quince mil, pero el lote cuesta 17.900 €.",
	} {
		e.Passages = append(e.Passages, work.Passage{ID: id, Text: text, End: len(text), Document: org.DocumentID(id[:2]), Site: "file"})
	}
	return e
}

func found(text string) []check.Defect {
	return check.Run(check.Subject{Step: org.Step{Title: "Which machines", Kind: org.KindResearch}, Draft: check.ParseDraft(text), Evidence: laundry(), Context: "Which machines"}).MustFix
}

// A figure in another style than its passage's, without its sign, or beside one of
// another language in the same row, and a name with its nickname left out raise nothing.
func TestOtherStylesRaiseNothing(t *testing.T) {
	const head = "| What | The sheet | The offer | Holds |\n|---|---|---|---|\n"
	for _, text := range []string{
		"The grant of 7,500 euros in the same sheet rests on a newsletter of November 2025 [S2:p2].",
		"The former launderer Custódio Bexiga lost an August Saturday to his only big washer, and he would sign for two small ones [S1:p5].",
		head + "| Electrical work, euros | 0 [S2:p2] | 2,150 plus IVA [S3:p1] | 2,150: a quote after a visit |",
		head + "| Electrical work, euros | 0 [S2:p2] | 2,150.00 plus IVA [S3:p1] | the second: a quote after a visit |",
		head + "| Machines before discount, euros | 21,300, list of January 2025 [S2:p2] | 24,420.00, gas dryer [S4:p1] | the second |",
		head + "| Transport and fitting, euros | 1,100, a phone call [S2:p2] | 1,450.00 [S4:p1] | the second: in the offer |",
		head + "| Pre-treatment, euros | 900, a guess [S2:p2] | 1,740.00 [S4:p1] | the second: in the offer |",
		"| Paper | Until | Fee |\n|---|---|---|\n| Request for the permit | 11 December, 17:00 [S5:p2] | 312.00 |",
		head + "| Huelva lot, euros | about 15,000, by telephone [S6:p8] | 17,900 [S6:p8] | the second: in writing |",
	} {
		for _, d := range found(text) {
			t.Errorf("%s: %v %s: %s", text, d.Hard, d.Check, d.Fix)
		}
	}
	for _, text := range []string{
		"The grant of 7,900 euros in the same sheet rests on a newsletter of November 2025 [S2:p2].",
		"The former launderer Custódio Ferreira lost an August Saturday to his only big washer [S1:p5].",
		head + "| Electrical work, euros | 0 [S2:p2] | 2,510.00 plus IVA [S3:p1] | the second: a quote after a visit |",
		head + "| Huelva lot, euros | about 15,500, by telephone [S6:p8] | 17,900 [S6:p8] | the second: in writing |",
		"| Paper | Until | Fee |\n|---|---|---|\n| Request for the permit | 11 December, 17:30 [S5:p2] | 312.00 |",
	} {
		if len(found(text)) == 0 {
			t.Errorf("%s: nothing is found", text)
		}
	}
}
