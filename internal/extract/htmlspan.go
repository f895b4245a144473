package extract

import (
	"slices"
	"strconv"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
)

// spreadMost bounds the nodes that are copied for cells which span others.
const spreadMost = 100_000

// spanningCell is a cell that reaches into the rows below it.
type spanningCell struct {
	cell *html.Node
	rows int
}

// spreadSpans puts a cell that spans columns or rows into each of them, so that
// every figure stands under its head and beside its name.
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

// spreadRow fills one row with what reaches into it from above and with what
// its cells span.
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

// takeSpan returns how many columns or rows a cell spans, which it does not say any more.
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

// copyNode returns a node with all that it holds; beyond the bound an empty one.
func copyNode(n *html.Node, copied *int) *html.Node {
	out := &html.Node{Type: n.Type, DataAtom: n.DataAtom, Data: n.Data, Namespace: n.Namespace, Attr: slices.Clone(n.Attr)}
	*copied++
	for c := n.FirstChild; c != nil && *copied < spreadMost; c = c.NextSibling {
		out.AppendChild(copyNode(c, copied))
	}
	return out
}
