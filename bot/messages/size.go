package messages

import (
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"path"
	"slices"
	"strings"

	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/prose"
)

// The names of the columns are no row.
type tableSize struct{ columns, rows int }

// aboutTables says how large the tables of a file are that holds nothing else: "2 columns,
// 1 row"; empty for any other file, of which its words tell more.
func aboutTables(f org.Attachment) string {
	all := markdownTables(f.Text)
	if kind := strings.ToLower(path.Ext(f.Name)); len(all) == 0 && slices.Contains([]string{".csv", ".tsv"}, kind) {
		all = commaTable(f.Text)
	}
	switch len(all) {
	case 0:
		return ""
	case 1:
		return fmt.Sprintf("%s, %s", prose.Count(all[0].columns, "column"), prose.Count(all[0].rows, "row"))
	}
	rows := 0
	for _, t := range all {
		rows += t.rows
	}
	return fmt.Sprintf("%s, %s in all", prose.Count(len(all), "table"), prose.Count(rows, "row"))
}

// markdownTables are the tables of a text in which beside headings nothing else stands.
func markdownTables(text string) []tableSize {
	var out []tableSize
	within := false
	for line := range strings.Lines(text) {
		line = strings.TrimSpace(line)
		switch {
		case line == "" || strings.HasPrefix(line, "#"):
			within = false
		case !strings.HasPrefix(line, "|") || !strings.HasSuffix(line, "|"):
			return nil
		case !within:
			inner := strings.ReplaceAll(strings.Trim(line, "|"), `\|`, "")
			out = append(out, tableSize{columns: strings.Count(inner, "|") + 1})
			within = true
		case strings.Trim(line, "|-: ") != "":
			out[len(out)-1].rows++
		}
	}
	return out
}

// commaTable is the table of a text with commas; nil when it is none.
func commaTable(text string) []tableSize {
	r := csv.NewReader(strings.NewReader(text))
	r.FieldsPerRecord, r.LazyQuotes, r.ReuseRecord = -1, true, true
	t := tableSize{rows: -1}
	for {
		cells, err := r.Read()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return nil
		}
		t.rows, t.columns = t.rows+1, max(t.columns, len(cells))
	}
	if t.rows < 0 || t.columns < 2 {
		return nil
	}
	return []tableSize{t}
}
