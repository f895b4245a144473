package sink

import (
	"html"
	"strings"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/text"
)

// Headings lists the headings of a document, as people read them.
func Headings(markdown string) []string {
	src := []byte(markdown)
	var out []string
	root := goldmark.New().Parser().Parse(text.NewReader(src))
	for n := root.FirstChild(); n != nil; n = n.NextSibling() {
		if _, ok := n.(*ast.Heading); !ok {
			continue
		}
		if words := strings.TrimSpace(wordsOf(n, src)); words != "" {
			out = append(out, words)
		}
	}
	return out
}

func wordsOf(n ast.Node, src []byte) string {
	var b strings.Builder
	for c := n.FirstChild(); c != nil; c = c.NextSibling() {
		if t, ok := c.(*ast.Text); ok {
			b.WriteString(html.UnescapeString(string(t.Segment.Value(src))))
		}
		b.WriteString(wordsOf(c, src))
	}
	return b.String()
}
