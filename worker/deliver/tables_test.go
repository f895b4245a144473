package deliver_test

import (
	"strings"
	"testing"

	"github.com/frasier-cos/frasier/internal/extract"
	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/work"
	"github.com/frasier-cos/frasier/worker/deliver"
)

// The tables of a document go out as a workbook and as values beside it, and are read back as they stand there.
func TestTablesGoOutForSpreadsheets(t *testing.T) {
	steps := []work.Upstream{
		{Key: "p1s1", Title: "Preise vergleichen", State: org.StepCompleted, Result: "Die Preise sind wie folgt und nicht anders.\n\n| Anbieter | Preis |\n|---|---|\n| Müller | 1.200,50 € |\n| =HYPERLINK | -5 |\n\n## Kosten\n\n| Was | Im Monat |\n|---|---|\n| Miete [S1:p1], warm [S1:p1]; Notice later | 900 |\n", Sources: []work.Citation{{Claim: "Miete", Quote: "Die Miete ist 900 Euro warm im Monat.", Document: "d1", Title: "Vertrag", Passage: "S1:p1"}}},
		{Key: "p1s2", Title: "Ohne Tabelle", State: org.StepCompleted, Result: "Kein Wort davon."},
	}
	v, err := deliver.Compose(org.Project{Title: "Preise", State: org.ProjectCompleted}, steps, nil).Deliverable()
	if err != nil {
		t.Fatal(err)
	}
	files := map[string][]byte{}
	var names []string
	for _, f := range v.Files {
		files[f.Name] = f.Data
		names = append(names, f.Name)
	}
	if want := "deliverable.docx tables.xlsx"; strings.Join(names[:2], " ") != want || len(names) != 4 {
		t.Fatalf("files %q, want %s and two of values", names, want)
	}
	got, err := extract.Text("tables.xlsx", "", files["tables.xlsx"])
	if err != nil || !strings.Contains(got.Text, "Müller") || !strings.Contains(got.Text, "1,200.50 €") || !strings.Contains(got.Text, "=HYPERLINK") || !strings.Contains(got.Text, "Kosten") {
		t.Errorf("workbook reads as %q, error %v", got.Text, err)
	}
	values := string(files[names[2]])
	if want := "Anbieter,Preis\r\nMüller,\"1.200,50 €\"\r\n'=HYPERLINK,-5\r\n"; values != want {
		t.Errorf("values %q, want %q", values, want)
	}
	if values = string(files[names[3]]); !strings.Contains(values, "\"Miete, warm; Notice later\",900") {
		t.Errorf("a citation that was cut leaves its gap: %q", values)
	}
	if v, err = deliver.Compose(org.Project{Title: "x"}, steps[1:], nil).Deliverable(); err != nil || len(v.Files) != 1 {
		t.Errorf("a document without tables has %d files, error %v", len(v.Files), err)
	}
}
