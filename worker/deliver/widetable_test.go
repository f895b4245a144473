package deliver_test

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"unicode"

	"github.com/ledongthuc/pdf"

	"github.com/frasier-cos/frasier/internal/testing/testlevel"
	"github.com/frasier-cos/frasier/internal/work"
	"github.com/frasier-cos/frasier/worker/deliver"
)

// wideTable is a table of so many columns and rows, with compound words and dates.
func wideTable(columns, rows int) string {
	heads := []string{
		"Rival", "Bike", "Price, EUR per bike and month without VAT", "Minimum term", "Haftpflichtversicherung", "Insurance", "Replacement bike", "As of", "Wartungsvertrag",
		"Mindestvertragslaufzeit", "Signed", "Deposit", "Instandhaltungskosten", "Left over",
	}
	cells := []string{
		"LastenLeasing24", "New, Cargo L", "1 189,00 €", "36 months", "Selbstbeteiligung", "not included", "within 5 working days", "10/2026", "Vollkaskoschutz",
		"30 November 2026", "2026-11-30", "24 420,00 €", "Reparaturkostenpauschale", "18. Dezember 2026",
	}
	var b strings.Builder
	b.WriteString("What the others ask for, by their lists.\n\n| " + strings.Join(heads[:columns], " | ") + " |\n|" + strings.Repeat("---|", columns) + "\n")
	for range rows {
		b.WriteString("| " + strings.Join(cells[:columns], " | ") + " |\n")
	}
	return b.String() + "\nSo much for the others.\n"
}

// whole is what must stand on one line wherever it stands in that table.
func whole(columns int) []string {
	all := []string{
		"LastenLeasing24", "Replacement", "Haftpflichtversicherung", "Selbstbeteiligung", "Insurance", "Minimum", "36months", "10/2026", "1189,00", "Vollkaskoschutz", "Wartungsvertrag",
		"Mindestvertragslaufzeit", "30November2026", "2026-11-30", "24420,00", "Reparaturkostenpauschale", "Instandhaltungskosten", "18.Dezember2026",
	}
	if columns < 10 {
		return slices.DeleteFunc(all[:11], func(w string) bool { return w == "36months" }) // a column may be wider than that
	}
	return all
}

// broken lists those of some words, given without spaces, that stand on more than one line
// somewhere in a PDF, or nowhere.
func broken(t *testing.T, raw []byte, words []string) []string {
	t.Helper()
	r, err := pdf.NewReader(bytes.NewReader(raw), int64(len(raw)))
	if err != nil {
		t.Fatal(err)
	}
	var said strings.Builder
	var heights []int
	for n := 1; n <= r.NumPage(); n++ {
		for _, x := range r.Page(n).Content().Text {
			text := strings.Map(func(r rune) rune {
				if unicode.IsLetter(r) || unicode.IsDigit(r) || strings.ContainsRune(".,-/", r) {
					return r
				}
				return -1 // a space, or the sign of a currency, which the reader does not know
			}, x.S)
			for range []byte(text) {
				heights = append(heights, 10000*n+int(x.Y))
			}
			said.WriteString(text)
		}
	}
	var out []string
	for _, w := range words {
		all, found := said.String(), 0
		for at := strings.Index(all, w); at >= 0; {
			lines := slices.Clone(heights[at : at+len(w)])
			slices.Sort(lines)
			if lines = slices.Compact(lines); len(lines) > 1 {
				out = append(out, fmt.Sprintf("%s stands on %d lines", w, len(lines)))
				break
			}
			found++
			next := strings.Index(all[at+1:], w)
			if next < 0 {
				break
			}
			at += 1 + next
		}
		if found == 0 && !slices.ContainsFunc(out, func(o string) bool { return strings.HasPrefix(o, w+" ") }) {
			out = append(out, w+" stands nowhere")
		}
	}
	return out
}

// No word, date or amount is broken in a table of nine or fourteen columns, in PDF and, as
// LibreOffice lays it out, in Word; also not on a page that a part must fit.
func TestNoWordOfAWideTableIsBroken(t *testing.T) {
	files := map[string][]byte{}
	for _, columns := range []int{9, 14} {
		for _, rows := range []int{1, 5, 40} {
			d := deliver.Compose(project(), []work.Upstream{done("i1", "Title", wideTable(columns, rows)), done("i2", "Other", "Some text.")}, nil)
			if list := broken(t, render(t, d), whole(columns)); len(list) > 0 {
				t.Errorf("PDF, %d columns of %d rows: %q", columns, rows, list)
			}
			if testlevel.Check() || rows == 5 {
				files[fmt.Sprintf("%d columns of %d rows", columns, rows)] = word(t, d)
			}
		}
		one := onOnePage(wideTable(columns, 2))
		if list := broken(t, render(t, one), whole(columns)); len(list) > 0 {
			t.Errorf("PDF, %d columns on one page: %q", columns, list)
		}
		files[fmt.Sprintf("%d columns on one page", columns)] = word(t, one)
	}
	for name, raw := range wordFiles(t, files) {
		columns, rows := 9, 2
		if strings.HasPrefix(name, "14") {
			columns = 14
		}
		if _, after, found := strings.Cut(name, " of "); found {
			rows = number(t, strings.TrimSuffix(after, " rows"))
		}
		said := laidOut(t, raw)
		for _, w := range []string{"LastenLeasing24", "1 189,00", "Vollkaskoschutz", "30 November 2026", "2026-11-30", "24 420,00", "Reparaturkostenpauschale", "18. Dezember 2026"}[:map[int]int{9: 3, 14: 8}[columns]] {
			if n := strings.Count(said, w); n != rows {
				t.Errorf("Word, %s: %s is whole in %d rows of %d", name, w, n, rows)
			}
		}
	}
}

// laidOut is what a PDF says, as it stands on its pages; a word that breaks is not in it.
func laidOut(t *testing.T, raw []byte) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "x.pdf")
	if err := os.WriteFile(path, raw, 0o600); err != nil {
		t.Fatal(err)
	}
	text, err := exec.CommandContext(t.Context(), "pdftotext", "-layout", path, "-").Output()
	if err != nil {
		t.Fatalf("pdftotext: %v", err)
	}
	return string(text)
}
