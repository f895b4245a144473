package extract

import (
	"encoding/csv"
	"errors"
	"io"
	"strings"

	"github.com/frasier-cos/frasier/internal/prose"
)

// A table that is written with commas and begins with its columns stays as it is; others become a
// table of Markdown.
func readCSV(s *source, text string) (Result, bool) {
	rest, named := strings.CutPrefix(strings.TrimLeft(text, "\ufeff\r\n"), "sep=")
	comma := rune(0)
	if named && rest != "" {
		comma = rune(rest[0])
		_, rest, _ = strings.Cut(rest, "\n")
	} else {
		rest = text
	}
	guess, columns, before := guessDialect(rest)
	if comma == 0 || !strings.ContainsRune(";\t|,", comma) {
		comma = guess
	}
	if columns < 2 || comma == ',' && before == 0 && !named {
		return Result{}, false
	}
	var w sheetWriter
	var lead []string
	r := newCSVReader(rest, comma)
	for n := 0; !w.isFull(); n++ {
		cells, err := r.Read()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			s.addNote("%s is damaged at line %d; I read it up to there.", s.name, n+1)
			break
		}
		if n < before {
			lead = append(lead, strings.TrimSpace(strings.Join(cells, " ")))
			continue
		}
		w.addRow(cells)
	}
	for _, l := range lead {
		w.writeParagraph(l)
	}
	if len(w.rows) == 0 {
		return Result{}, false
	}
	left := w.isFull()
	w.writeTable(dropEmptyColumns(w.rows))
	if before > 0 {
		s.addNote("%s begins with %s before its columns.", s.name, prose.Count(before, "line"))
	}
	if left {
		s.addNote("%s has more than the %d filled cells or the 2 MiB that I read at once.", s.name, cellsMost)
	}
	return Result{Text: w.out.String(), Truncated: w.hasEnough() || left}, true
}

func newCSVReader(text string, comma rune) *csv.Reader {
	r := csv.NewReader(strings.NewReader(text))
	r.Comma, r.LazyQuotes, r.FieldsPerRecord = comma, true, -1
	return r
}

// The comma is what parts most of the first rows into the same number of cells: columns; before
// says how many lines stand above the first such row.
func guessDialect(text string) (comma rune, columns, before int) {
	const looked, sample = 64 << 10, 60
	head := prose.FirstBytes(text, looked)
	best := 0
	for _, c := range ";\t|," { // a comma may stand within numbers, so it is asked last
		var widths []int
		r := newCSVReader(head, c)
		for len(widths) < sample {
			cells, err := r.Read()
			if err != nil {
				break
			}
			widths = append(widths, len(cells))
		}
		if len(head) < len(text) && len(widths) > 1 && len(widths) < sample {
			widths = widths[:len(widths)-1] // the last one is cut
		}
		count := map[int]int{}
		w := 0 // the width that most rows have
		for _, n := range widths {
			if count[n]++; n > 1 && count[n] > count[w] {
				w = n
			}
		}
		if w < 2 || count[w] < 2 || 2*count[w] < len(widths) || count[w]*10 <= best*11 {
			continue
		}
		comma, columns, best, before = c, w, count[w], 0
		for before < len(widths) && widths[before] != w {
			before++
		}
	}
	return comma, columns, before
}

// The names follow the file's name in a title; empty for other texts and for a table whose first
// row is no head.
func nameColumns(text string, kind Kind) string {
	const most = 6
	if kind != KindCSV {
		return ""
	}
	text = strings.TrimLeft(text, "\ufeff\r\n")
	var names []string
	if line, _, _ := strings.Cut(text, "\n"); strings.HasPrefix(line, "|") {
		names = strings.Split(strings.Trim(line, "| "), "|")
	} else if comma, n, before := guessDialect(text); n > 1 && before == 0 {
		first, err := newCSVReader(text, comma).Read()
		if err != nil {
			return ""
		}
		names = first
	}
	var out []string
	for _, name := range names {
		if name = oneLine(strings.TrimSpace(name)); name == "" {
			continue
		}
		if name[0] >= '0' && name[0] <= '9' {
			return "" // a figure is no head
		}
		out = append(out, name)
	}
	if len(out) > most {
		out = append(out[:most], "...")
	}
	if len(out) < 2 {
		return ""
	}
	return ": " + strings.Join(out, ", ")
}
