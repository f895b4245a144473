package sheet

import (
	"bytes"
	"encoding/csv"
	"fmt"
	"strconv"
	"strings"
	"time"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/xuri/excelize/v2"

	"github.com/frasier-cos/frasier/worker/deliver/paper"
)

// Bounds of what is written; a document has less, and what it has beyond stands
// in its other forms.
const (
	TablesAtMost = 40
	cellsAtMost  = 100_000
	textAtMost   = 32_767 // UTF-16 units of one cell: the format holds no more
	nameAtMost   = 31     // UTF-16 units of the name of a sheet
)

// Source is a source of the document, as its tables cite it.
type Source struct{ Number, Title, Address string }

// Book is a document's tables.
type Book struct {
	Title   string
	Tables  []paper.Table
	Sources []Source
	Comma   bool      // a comma stands before decimals in the document's language
	At      time.Time // zero for none
}

// Workbook writes the tables as a workbook: a sheet each, and the sources on the
// last one. Equal books give equal bytes.
func Workbook(b Book) (raw []byte, err error) {
	file := excelize.NewFile()
	defer func() {
		if e := file.Close(); e != nil && err == nil {
			err = fmt.Errorf("close the workbook: %w", e)
		}
	}()
	head, err := file.NewStyle(&excelize.Style{Font: &excelize.Font{Bold: true}, Fill: excelize.Fill{Type: "pattern", Pattern: 1, Color: []string{"E8EEF4"}}, Alignment: &excelize.Alignment{WrapText: true, Vertical: "top"}})
	if err != nil {
		return nil, fmt.Errorf("make the workbook: %w", err)
	}
	w := &workbookWriter{file: file, head: head, forms: map[string]int{}, taken: map[string]bool{}}
	for _, t := range b.Tables[:min(len(b.Tables), TablesAtMost)] {
		rows := withSources(t)
		if w.cells += len(rows) * len(rows[0]); w.cells > cellsAtMost {
			break
		}
		if err := w.addSheet(t.Title, rows, commaDecimals(rows, b.Comma)); err != nil {
			return nil, err
		}
	}
	if len(b.Sources) > 0 {
		rows := [][]string{{"No.", "Source", "Address"}}
		for _, s := range b.Sources {
			rows = append(rows, []string{"[" + s.Number + "]", s.Title, s.Address})
		}
		if err := w.addSheet("Sources", rows, false); err != nil {
			return nil, err
		}
	}
	at := b.At
	if at.IsZero() {
		at = time.Date(1980, 1, 1, 0, 0, 0, 0, time.UTC) // the first day that such files know
	}
	day := at.UTC().Format(time.RFC3339)
	if err := file.SetDocProps(&excelize.DocProperties{Title: clipUnits(b.Title, textAtMost), Creator: "Frasier", LastModifiedBy: "Frasier", Created: day, Modified: day}); err != nil {
		return nil, fmt.Errorf("describe the workbook: %w", err)
	}
	var out bytes.Buffer
	if err := file.Write(&out); err != nil {
		return nil, fmt.Errorf("write the workbook: %w", err)
	}
	return out.Bytes(), nil
}

// CSV writes one table as separated values. A text that a spreadsheet would take
// for a formula begins with an apostrophe.
func CSV(t paper.Table, comma bool) ([]byte, error) {
	var out bytes.Buffer
	w := csv.NewWriter(&out)
	w.UseCRLF = true
	rows := withSources(t)
	comma = commaDecimals(rows, comma)
	for _, r := range rows {
		line := make([]string, 0, len(r))
		for _, cell := range r {
			v := parseValue(cell, comma)
			switch {
			case v.is && v.bare:
				cell = strconv.FormatFloat(v.number, 'f', -1, 64)
			case !v.is && cell != "" && strings.ContainsAny(cell[:1], "=+-@\t\r"):
				cell = "'" + cell
			}
			line = append(line, cell)
		}
		if err := w.Write(line); err != nil {
			return nil, fmt.Errorf("write values: %w", err)
		}
	}
	w.Flush()
	return out.Bytes(), w.Error()
}

// All rows are as wide as the head, with what each cites in a column of its own when any does.
func withSources(t paper.Table) [][]string {
	cites := false
	for _, s := range t.Sources {
		cites = cites || len(s) > 0
	}
	wide := len(t.Rows[0])
	out := make([][]string, 0, len(t.Rows))
	for i, r := range t.Rows {
		row := append(make([]string, 0, wide+1), r[:min(len(r), wide)]...)
		for len(row) < wide {
			row = append(row, "")
		}
		if cites {
			cited := ""
			if i == 0 {
				cited = "Sources"
			} else if i < len(t.Sources) {
				cited = paper.Cited(t.Sources[i])
			}
			row = append(row, cited)
		}
		out = append(out, row)
	}
	return out
}

type workbookWriter struct {
	file  *excelize.File
	head  int
	forms map[string]int // styles by the form of a number
	taken map[string]bool
	cells int
}

// The first sheet takes the place of the one that is there.
func (w *workbookWriter) addSheet(title string, rows [][]string, comma bool) error {
	name := w.makeName(title)
	if len(w.taken) == 1 {
		if err := w.file.SetSheetName(w.file.GetSheetName(0), name); err != nil {
			return fmt.Errorf("name a sheet: %w", err)
		}
	} else if _, err := w.file.NewSheet(name); err != nil {
		return fmt.Errorf("add a sheet: %w", err)
	}
	widths := make([]int, len(rows[0]))
	for i, r := range rows {
		for k, cell := range r {
			widths[k] = max(widths[k], utf8.RuneCountInString(cell))
			if err := w.setCell(name, i+1, k+1, cell, comma); err != nil {
				return fmt.Errorf("write a cell: %w", err)
			}
		}
	}
	return w.setLayout(name, widths)
}

// The head of a sheet stays in sight, and columns are as wide as their words.
func (w *workbookWriter) setLayout(name string, widths []int) error {
	const narrowest, widest, margin = 8, 60, 2
	for k, wide := range widths {
		column, err := excelize.ColumnNumberToName(k + 1)
		if err != nil {
			return fmt.Errorf("name a column: %w", err)
		}
		if err := w.file.SetColWidth(name, column, column, float64(min(max(wide+margin, narrowest), widest))); err != nil {
			return fmt.Errorf("widen a column: %w", err)
		}
	}
	last, err := excelize.CoordinatesToCellName(len(widths), 1)
	if err != nil {
		return fmt.Errorf("name a cell: %w", err)
	}
	if err := w.file.SetCellStyle(name, "A1", last, w.head); err != nil {
		return fmt.Errorf("mark the head: %w", err)
	}
	if err := w.file.SetPanes(name, &excelize.Panes{Freeze: true, YSplit: 1, TopLeftCell: "A2", ActivePane: "bottomLeft"}); err != nil {
		return fmt.Errorf("hold the head: %w", err)
	}
	return nil
}

func (w *workbookWriter) setCell(sheet string, row, column int, text string, comma bool) error {
	at, err := excelize.CoordinatesToCellName(column, row)
	if err != nil {
		return err // named by the caller
	}
	v := parseValue(text, comma)
	if row == 1 || !v.is {
		return w.file.SetCellStr(sheet, at, clipUnits(text, textAtMost)) // named by the caller
	}
	style, made := w.forms[v.form]
	if !made {
		if style, err = w.file.NewStyle(&excelize.Style{CustomNumFmt: &v.form}); err != nil {
			return err // named by the caller
		}
		w.forms[v.form] = style
	}
	if err := w.file.SetCellFloat(sheet, at, v.number, -1, 64); err != nil {
		return err // named by the caller
	}
	return w.file.SetCellStyle(sheet, at, at, style) // named by the caller
}

// No two sheets may differ only in case, and their names hold nothing that spreadsheets refuse.
func (w *workbookWriter) makeName(title string) string {
	bare := strings.Map(func(r rune) rune {
		if r < ' ' || r == 0x7f || r == utf8.RuneError || strings.ContainsRune(`[]:*?/\`, r) {
			return ' '
		}
		return r
	}, title)
	trim := func(s string) string { return strings.Trim(paper.OneLine(s), "' ") }
	bare = trim(clipUnits(trim(bare), nameAtMost))
	if bare == "" || strings.EqualFold(bare, "history") {
		bare = "Table"
	}
	name := bare
	for n := 2; w.taken[strings.ToLower(name)]; n++ {
		number := " " + strconv.Itoa(n)
		name = trim(clipUnits(bare, nameAtMost-len(number))) + number
	}
	w.taken[strings.ToLower(name)] = true
	return name
}

func clipUnits(s string, most int) string {
	n := 0
	for i, r := range s {
		n += max(utf16.RuneLen(r), 1)
		if n > most {
			return s[:i]
		}
	}
	return s
}
