package extract

import (
	"slices"
	"strconv"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
)

// So many nodes are copied at most for cells which span others.
const spreadMost = 100_000

// spanningCell reaches into the rows below it.
type spanningCell struct {
	cell *html.Node
	rows int
}

// A cell stands in each column and row that it spans, so that every figure stands under its head
// and beside its name.
func spreadSpans(n *html.Node, copied *int) {
	for c := n.FirstChild; c != nil; c = c.NextSibling {
		spreadSpans(c, copied)
	}
	if n.DataAtom != atom.Table && n.DataAtom != atom.Thead && n.DataAtom != atom.Tbody && n.DataAtom != atom.Tfoot {
		return
	}
	above := map[int]spanningCell{} // by column
	for row := n.FirstChild; row != nil; row = row.NextSibling {
		if row.DataAtom == atom.Tr {
			spreadRow(row, above, copied)
		}
	}
}

// Cells reach into the row from above.
func spreadRow(row *html.Node, above map[int]spanningCell, copied *int) {
	column := 0
	fill := func(before *html.Node) {
		for above[column].rows > 0 {
			s := above[column]
			row.InsertBefore(copyNode(s.cell, copied), before)
			above[column] = spanningCell{s.cell, s.rows - 1}
			column++
		}
	}
	for c := row.FirstChild; c != nil; {
		next := c.NextSibling
		if c.DataAtom != atom.Td && c.DataAtom != atom.Th {
			c = next
			continue
		}
		wide, deep := takeSpan(c, "colspan"), takeSpan(c, "rowspan")
		fill(c)
		for i := range wide {
			if i > 0 {
				row.InsertBefore(copyNode(c, copied), next)
			}
			if deep > 1 {
				above[column] = spanningCell{c, deep - 1}
			}
			column++
		}
		c = next
	}
	fill(nil)
}

// The cell does not say its span any more afterwards.
func takeSpan(n *html.Node, key string) int {
	span := 1
	n.Attr = slices.DeleteFunc(n.Attr, func(a html.Attribute) bool {
		if a.Key != key {
			return false
		}
		if k, err := strconv.Atoi(a.Val); err == nil && k > 1 {
			span = min(k, spanLimit)
		}
		return true
	})
	return span
}

// Beyond the bound the copy is empty.
func copyNode(n *html.Node, copied *int) *html.Node {
	out := &html.Node{Type: n.Type, DataAtom: n.DataAtom, Data: n.Data, Namespace: n.Namespace, Attr: slices.Clone(n.Attr)}
	*copied++
	for c := n.FirstChild; c != nil && *copied < spreadMost; c = c.NextSibling {
		out.AppendChild(copyNode(c, copied))
	}
	return out
}
