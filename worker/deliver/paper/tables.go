package paper

import (
	"strings"

	"github.com/yuin/goldmark/ast"
	tables "github.com/yuin/goldmark/extension/ast"
)

// Table is one table of a document: what it shows and its cells as plain text.
type Table struct {
	Key, Title string // of the part that it stands in, or of the heading above it
	Rows       [][]string
	Sources    [][]string // the numbers of the sources that each row cites, beside Rows
}

// Tables returns the tables of a document, in its order. Those without a row below their head, or
// of one column, are left out: they are lists.
func (p Paper) Tables() []Table {
	var out []Table
	for _, part := range p.Parts {
		root, src := Parse(part.Body)
		title := OneLine(part.Title)
		Walk(root, func(n ast.Node) {
			switch n := n.(type) {
			case *ast.Heading:
				if words := OneLine(Plain(n, src)); words != "" {
					title = words
				}
			case *tables.Table:
				rows := Cells(n, src)
				if len(rows) < 2 || len(rows[0]) < 2 {
					return
				}
				t := Table{Key: part.Key, Title: title, Rows: rows}
				for row := n.FirstChild(); row != nil; row = row.NextSibling() {
					t.Sources = append(t.Sources, listSourceNumbers(row))
				}
				out = append(out, t)
			}
		})
	}
	return out
}

// Cited writes a row's sources as the document does: "[2] [3]".
func Cited(numbers []string) string {
	if len(numbers) == 0 {
		return ""
	}
	return "[" + strings.Join(numbers, "] [") + "]"
}
