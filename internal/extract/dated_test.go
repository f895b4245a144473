package extract_test

import (
	"testing"

	"github.com/frasier-cos/frasier/internal/extract"
)

// A document's own date is found as people write it, in their languages; days that
// its text only speaks of are not taken for it.
func TestDocumentsSayTheirDate(t *testing.T) {
	for text, want := range map[string]string{
		"# Cargo bikes\n\nSpree Mobility Research, Berlin. Published May 2025. Commissioned by the makers.":                  "2025-05",
		"# Richtlinie\n\nFassung vom 1. März 2024. Geltungsdauer: bis 31. Dezember 2027.":                                    "2024-03-01",
		"# Erhebung\n\nHandwerkskammer Marlingen-Süd, Abteilung Standort. Stand: 30. September 2026.":                        "2026-09-30",
		"# Informe final, Zaragoza 2024-2025\n\nCooperativa Pedal, Zaragoza. Julio de 2025.\n\nEntre abril de 2024 y":        "2025-07",
		"# Interview: Brandt\n\nSpoken on 9 November 2026 in his workshop, 50 minutes.":                                      "2026-11-09",
		"# Kostenblatt je Rad, November 2026\n\nAlle Beträge in Euro.":                                                       "2026-11",
		"# Rapport\n\nPublié le 3 février 2026\n\nTexte.":                                                                    "2026-02-03",
		"# Raport\n\nStan na dzień 12 marca 2026\n\nTekst.":                                                                  "2026-03-12",
		"# Relatório\n\n12 de outubro de 2025\n\nTexto.":                                                                     "2025-10-12",
		"# Rapport\n\n**Gepubliceerd:** maart 2025\n\nTekst.":                                                                "2025-03",
		"# Note\n\n| Date | March 4, 2026 |\n|---|---|\n| By | M. Kolb |":                                                    "2026-03-04",
		"# Vermerk\n\nDatum: 05.11.2026\n\nText.":                                                                            "2026-11-05",
		"# Prices\n\n**Published:** 2026-03-01\n\nText.":                                                                     "2026-03-01",
		"# Offer\n\nThe offer holds until 30 June 2026. We met on 3 May 2025, and you may 2000 times ask.":                   "",
		"# Law\n\nIn Kraft ab 1. Oktober 2026. Es gilt für Anträge, die bis 31. Dezember 2027 gestellt werden.":              "",
		"# Odd\n\nPublished: 45.13.2026\n\nText of it.":                                                                      "",
		"# Long\n\n" + "Words of a first part that say nothing of a date at all.\n\nIn 2024 and March 2025 it rained a lot.": "",
	} {
		r, err := extract.Text("a.md", "", []byte(text))
		if err != nil {
			t.Fatal(err)
		}
		if r.Published != want {
			t.Errorf("%q is dated %q, want %q", text, r.Published, want)
		}
	}
}

// A table of separated values is named by its file and its columns.
func TestTablesAreNamedByTheirColumns(t *testing.T) {
	for text, want := range map[string]string{
		"Anbieter;Modell;Preis\nA;L;199\nB;M;219\n":     "preise: Anbieter, Modell, Preis",
		"name,price\nA,199\nB,219\n":                    "preise: name, price",
		"a,b,c,d,e,f,g\n1,2,3,4,5,6,7\n1,2,3,4,5,6,7\n": "preise: a, b, c, d, e, f, ...",
		"2024,199,3\n2025,219,4\n2026,229,4\n":          "preise",
		"Stand vom Mai\nAnbieter;Preis\nA;199\nB;219\n": "preise",
	} {
		r, err := extract.Text("preise.csv", "", []byte(text))
		if err != nil {
			t.Fatal(err)
		}
		if r.Title != want {
			t.Errorf("%q is called %q, want %q", text, r.Title, want)
		}
	}
}
