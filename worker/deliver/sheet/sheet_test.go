package sheet_test

import (
	"bytes"
	"fmt"
	"strings"
	"testing"
	"unicode/utf16"

	"github.com/xuri/excelize/v2"

	"github.com/frasier-cos/frasier/worker/deliver/paper"
	"github.com/frasier-cos/frasier/worker/deliver/sheet"
)

func open(t *testing.T, b sheet.Book) *excelize.File {
	t.Helper()
	raw, err := sheet.Workbook(b)
	if err != nil {
		t.Fatal(err)
	}
	again, err := sheet.Workbook(b)
	if err != nil || !bytes.Equal(raw, again) {
		t.Errorf("equal books give other bytes (error %v)", err)
	}
	f, err := excelize.OpenReader(bytes.NewReader(raw))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := f.Close(); err != nil {
			t.Error(err)
		}
	})
	return f
}

func table(title string, rows ...[]string) paper.Table { return paper.Table{Title: title, Rows: rows} }

// A number is one in every form that people write it in, and is shown as it was written.
func TestNumbersStayNumbers(t *testing.T) {
	for _, c := range []struct {
		cell, raw, shown string
		comma            bool
	}{
		{"1200", "1200", "1200", false},
		{"1,200", "1200", "1,200", false},
		{"1.200", "1200", "1,200", true},
		{"1.200", "1.2", "1.200", false},
		{"1,234,567.89", "1234567.89", "1,234,567.89", false},
		{"1.234.567,89", "1234567.89", "1,234,567.89", true},
		{"1 200", "1200", "1,200", false},
		{"1’200.50", "1200.5", "1,200.50", false},
		{"12,5", "12.5", "12.5", false},
		{"-5", "-5", "-5", false},
		{"−5", "-5", "-5", false},
		{"+5", "5", "+5", false},
		{"12 %", "0.12", "12%", false},
		{"-3.5%", "-0.035", "-3.5%", false},
		{"€1,200", "1200", "€1,200", false},
		{"1.200 €", "1200", "1,200 €", true},
		{"EUR 12.50", "12.5", "EUR 12.50", false},
		{"-$40", "-40", "-$40", false},
	} {
		f := open(t, sheet.Book{Tables: []paper.Table{table("T", []string{"a", "b"}, []string{"x", c.cell})}, Comma: c.comma})
		raw, err := f.GetCellValue("T", "B2", excelize.Options{RawCellValue: true})
		if err != nil {
			t.Fatal(err)
		}
		kind, err := f.GetCellType("T", "B2")
		if err != nil {
			t.Fatal(err)
		}
		shown, err := f.GetCellValue("T", "B2")
		if raw != c.raw || shown != c.shown || kind == excelize.CellTypeSharedString || err != nil {
			t.Errorf("%q: holds %q and shows %q (kind %d, error %v), want %q and %q", c.cell, raw, shown, kind, err, c.raw, c.shown)
		}
	}
}

// What only looks like a number or like a formula is a text.
func TestTextsStayTexts(t *testing.T) {
	texts := []string{
		"=1+1", "=cmd|' /C calc'!A0", "+49 30 123", "-", "- none", "@SUM(A1)", "007", "1.2.3", "2027-01-02", "12–15", "1,20,0", "about 5", "5 apples", "12345678901234567890", "\t=1", "TRUE",
		"1e5", "0x10", "", "€", "%", "1,2,3", strings.Repeat("9", 400), "N/A", "10:30",
	}
	rows := [][]string{{"=head", "b"}}
	for _, s := range texts {
		rows = append(rows, []string{s, "x"})
	}
	f := open(t, sheet.Book{Tables: []paper.Table{table("T", rows...)}})
	for i, r := range rows {
		at := fmt.Sprintf("A%d", i+1)
		got, err := f.GetCellValue("T", at)
		formula, e := f.GetCellFormula("T", at)
		kind, e2 := f.GetCellType("T", at)
		if err != nil || e != nil || e2 != nil || got != r[0] || formula != "" || got != "" && kind != excelize.CellTypeSharedString {
			t.Errorf("%q: holds %q, formula %q, kind %d (%v %v %v)", r[0], got, formula, kind, err, e, e2)
		}
	}
	raw, err := sheet.CSV(table("T", rows...), false)
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(raw)) {
		if strings.ContainsAny(strings.TrimLeft(line, `"`)[:1], "=+-@\t") {
			t.Errorf("a line of values begins as a formula: %q", line)
		}
	}
}

// Names of sheets are legal and unique, whatever the parts are called.
func TestNamesOfSheets(t *testing.T) {
	titles := []string{"Prices", "prices", "PRICES", "", "History", "a/b:c*d?[e]\\", "'quoted'", strings.Repeat("long ", 20), strings.Repeat("long ", 20) + "x", strings.Repeat("長", 40), "🙂" + strings.Repeat("🙂", 30), "Цены", "מחירים", "Sources", "\x01\x02", "Table"}
	b := sheet.Book{Title: "x", Sources: []sheet.Source{{"1", "Ann", "https://a.example"}}}
	for _, title := range titles {
		b.Tables = append(b.Tables, table(title, []string{"a", "b"}, []string{"1", "2"}))
	}
	f := open(t, b)
	names := f.GetSheetList()
	if len(names) != len(titles)+1 {
		t.Fatalf("%d sheets, want %d: %q", len(names), len(titles)+1, names)
	}
	seen := map[string]bool{}
	for _, n := range names {
		if seen[strings.ToLower(n)] || n == "" || len(utf16.Encode([]rune(n))) > 31 || strings.ContainsAny(n, `[]:*?/\`) || strings.HasPrefix(n, "'") || strings.HasSuffix(n, "'") || strings.EqualFold(n, "history") {
			t.Errorf("the name %q is refused by spreadsheets or there twice", n)
		}
		seen[strings.ToLower(n)] = true
	}
}

// Many tables and long texts stay within what the format holds, and what a row cites stands beside it.
func TestBoundsAndSources(t *testing.T) {
	b := sheet.Book{Tables: []paper.Table{{Title: "T", Rows: [][]string{{"a", "b"}, {"x", strings.Repeat("ä🙂", 30000)}, {"y"}, {"z", "1", "2"}}, Sources: [][]string{nil, {"2", "11"}, nil, nil}}}}
	for range 60 {
		b.Tables = append(b.Tables, table("More", []string{"a", "b"}, []string{"1", "2"}))
	}
	f := open(t, b)
	if n := len(f.GetSheetList()); n != sheet.TablesAtMost {
		t.Errorf("%d sheets, want %d", n, sheet.TablesAtMost)
	}
	rows, err := f.GetRows("T")
	if err != nil || len(rows) != 4 || rows[0][2] != "Sources" || rows[1][2] != "[2] [11]" || len(rows[3]) != 2 {
		t.Errorf("rows %.60q, error %v", rows, err)
	}
}
