package extract

import (
	"slices"
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
)

// labelsMost bounds the words that one drawing of a page may have.
const labelsMost = 2000

// Published slides and charts of pages have all their text in drawings (SVG).
func spellDrawings(doc *html.Node) {
	var drawings []*html.Node
	for n := range doc.Descendants() {
		if n.DataAtom == atom.Svg && !isWithinLast(n, drawings) {
			drawings = append(drawings, n)
		}
	}
	for _, d := range drawings {
		labels := collectLabels(d)
		for _, l := range labels {
			p := &html.Node{Type: html.ElementNode, DataAtom: atom.P, Data: "p"}
			p.AppendChild(&html.Node{Type: html.TextNode, Data: l})
			d.Parent.InsertBefore(p, d)
		}
		if len(labels) > 0 {
			d.Parent.RemoveChild(d)
		}
	}
}

// The list is in the order of the text.
func isWithinLast(n *html.Node, list []*html.Node) bool {
	return len(list) > 0 && slices.Contains(slices.Collect(n.Ancestors()), list[len(list)-1])
}

// Each element of text gives a string. What a drawing says to those who cannot see it (title,
// desc) is not shown.
func collectLabels(drawing *html.Node) []string {
	var out []string
	for n := range drawing.Descendants() {
		if n.Type != html.ElementNode || n.Data != "text" && n.Data != "foreignObject" {
			continue
		}
		var words []string
		for d := range n.Descendants() {
			if d.Type == html.TextNode {
				words = append(words, strings.Fields(d.Data)...)
			}
		}
		if line := strings.Join(words, " "); line != "" {
			out = append(out, line)
		}
		if len(out) == labelsMost {
			break
		}
	}
	return out
}
