package check_test

import (
	"strings"
	"testing"

	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/work"
	"github.com/frasier-cos/frasier/worker/check"
)

// lots is what two offers, a report and a rule book say, in three languages.
func lots() work.Evidence {
	var e work.Evidence
	for _, t := range []struct{ id, text string }{
		{"S1:p1", "# Oferta del lote de Sevilla\n\nVendedor: Lavanor, Sevilla. El lote es de cuatro máquinas."},
		{"S1:p2", "Potencia instalada total: 87 kW. Hay que contar con unos 60 kW simultáneos."},
		{"S2:p1", "Relatório da visita. Lote de Sevilla: 87 kW, não cabe. Nuno Valadas, tel. 281 000 588. O ramal permite 41,4 kVA."},
		{"S3:p1", "Taxas de 2022. Classe A: 260,00 €. Classe B: 540,00 €."},
		{"S3:p2", "Edital de 2026: a classe A passa a 312,00 €. A vistoria leva até 10 dias úteis, a licença sai até 10 de fevereiro de 2027."},
		{"S4:p1", "Our driving costs 3.10 a stay. The survey found 31 % who would lease a bike."},
		{"S4:p2", "Four months later 5 of 60 panel members had bought or leased one. Her brother runs Lavanor Norte."},
		{"S5:p1", "Offer 2026-1187. Pieter van Dijk holds it until 15 January 2027 for 40 euros, on Saturdays. Dona Fátima washes in her garage."},
		{"S6:p1", "Six bikes go back to Zweirad Peters on 30 November. The guild decides on 14 January 2027. Rui Sequeira of Hidrosul wrote it, tel. 289 000 471."},
	} {
		e.Passages = append(e.Passages, work.Passage{ID: t.id, Text: t.text, End: len(t.text), Document: org.DocumentID(t.id[:2]), Site: "file"})
	}
	return e
}

func ofLots(text string) check.Audit {
	return check.Run(check.Subject{
		Step: org.Step{Title: "Compare the offers", Kind: org.KindResearch}, Evidence: lots(), Context: "Compare the offers",
		Draft: check.ParseDraft("The offers are compared below with all that is known of them and of the town.\n\n" + text),
	})
}

// An honest sentence raises nothing when its marker stands for another fact of it, a verb or
// another name stands before a name, a day is its author's own, or a document about one thing
// does not name it beside each of its figures.
func TestWhatStandsBesideAMarkerIsNotFound(t *testing.T) {
	for name, text := range map[string]string{
		"a name before a bracket":              "Hidrosul (Rui Sequeira, 289 000 471 [S6:p1]) wrote it.",
		"a verb before a name":                 "| Day | What | Left |\n|---|---|---|\n| 1 Dec | No order. Ask Pieter van Dijk for his answer [S5:p1] | 18,000 |",
		"a verb in a list":                     "1. Ring Pieter van Dijk, who holds the offer until 15 January 2027 [S5:p1].",
		"a name after a label that ends":       "- **Sevilla B.** Nuno Valadas says that it does not fit [S2:p1].",
		"days of the week":                     "The bikes go back, on Saturdays, to the workshop [S6:p1].",
		"a name in a cell without a marker":    "| Risk | Act |\n|---|---|\n| 5 of 60 bought one [S4:p2] | Agree with Zweirad Peters who brings it |",
		"a name before a colon":                "Dona Fátima does not drive at all: her row adds our own driving of 3.10 a stay [S4:p1].",
		"a name that an order is about":        "On Monday ask Van Dijk to hold his offer, the day after the guild decides [S6:p1].",
		"a number before a colon":              "It speaks against its own 31 %: four months later 5 of 60 panel members had bought one [S4:p2].",
		"a number of the sentence before":      "| Day | What |\n|---|---|\n| Monday | The yes to offer 2026-1187 is due. Bikes back to Zweirad Peters [S6:p1] |",
		"a day of the author's in a label":     "1. **Monday 30 November, Nuno Valadas (281 000 588 [S2:p1]):** the board and the gas.",
		"a day of the author's in a condition": "The permit is there by 10 February; asked for by 26 February, the inspection takes up to ten working days [S3:p2].",
		"an amount with cents before a word":   "The permit costs 312.00, not the 260.00 of 2022 [S3:p1][S3:p2].",
		"a figure of a document about a name":  "- **Sevilla:** it needs about 60 kW at once [S1:p2], and the hall takes 41.4 kVA [S2:p1].",
	} {
		for _, d := range ofLots(text).MustFix {
			t.Errorf("%s: %s %s: %s", name, d.Check, d.Text, d.Fix)
		}
	}
}

// The same said falsely is still found, or put to a reader.
func TestWhatStandsBesideAMarkerFalsely(t *testing.T) {
	for name, text := range map[string]string{
		"an invented name before a bracket": "Hidrosul (Rui Cardoso, 289 000 471 [S6:p1]) signs it.",
		"an invented name after a verb":     "| Day | What | Left |\n|---|---|---|\n| 1 Dec | No order. Klaas Hendriks holds his offer until 15 January 2027 [S5:p1] | 18,000 |",
		"an invented name before a colon":   "Dona Carmela does not drive at all: her row adds our own driving of 3.10 a stay [S4:p1].",
		"another's name in the same part":   "Zweirad Peters holds the offer until 15 January 2027 for 40 euros [S5:p1].",
		"a number that stands nowhere":      "It speaks against its own 36 %: four months later 5 of 60 panel members had bought one [S4:p2].",
		"another day":                       "The permit comes by 17 February 2027 [S3:p2].",
		"another amount with cents":         "The permit costs 312.00, not the 280.00 of 2022 [S3:p1][S3:p2].",
		"another name's figure":             "Lavanor Norte needs 87 kW, and Sevilla does not fit [S2:p1].",
	} {
		a := ofLots(text)
		asked := false
		for _, q := range a.Compare {
			asked = asked || strings.Contains(text, q)
		}
		if len(a.MustFix) == 0 && !asked {
			t.Errorf("%s: neither found nor asked about", name)
		}
	}
}
