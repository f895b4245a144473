package roadmap

import (
	"strconv"
	"strings"

	"github.com/yuin/goldmark/ast"
	extast "github.com/yuin/goldmark/extension/ast"
)

// nested adds a block inside an item to its detail; lines that are
// conventions are stored as such.
func (s *scanner) nested(d *draft, n ast.Node, depth int) {
	switch n := n.(type) {
	case *ast.List:
		i := 0
		for c := n.FirstChild(); c != nil; c = c.NextSibling() {
			if li, ok := c.(*ast.ListItem); ok {
				s.bullet(d, n, li, i, depth)
				i++
			}
		}
	case *ast.HTMLBlock, *ast.ThematicBreak:
	case *ast.CodeBlock, *ast.FencedCodeBlock:
		s.raw(d, n, depth)
	case *ast.Blockquote:
		for c := n.FirstChild(); c != nil; c = c.NextSibling() {
			s.nested(d, c, depth)
		}
	case *extast.Table:
		for row := n.FirstChild(); row != nil; row = row.NextSibling() {
			d.detail(indent(depth) + strings.Join(s.cells(row), " | "))
		}
	default:
		for _, l := range read(s.src, n).lines {
			if f, value := s.conventionOf(l); f != fieldNone {
				d.set(f, value)
			} else if l != "" && !s.unnamedHint(d, l) {
				d.detail(indent(depth) + l)
			}
		}
	}
}

// bullet adds a nested list item to the detail.
func (s *scanner) bullet(d *draft, l *ast.List, li *ast.ListItem, i, depth int) {
	mark := "- "
	if l.IsOrdered() {
		mark = strconv.Itoa(l.Start+i) + ". "
	}
	c := li.FirstChild()
	if c != nil && isText(c) {
		d.detail(indent(depth) + mark + s.oneLine(c))
		c = c.NextSibling()
	}
	for ; c != nil; c = c.NextSibling() {
		s.nested(d, c, depth+1)
	}
}

func (s *scanner) raw(d *draft, n ast.Node, depth int) {
	lines := n.Lines()
	for i := range lines.Len() {
		at := lines.At(i)
		d.detail(indent(depth) + strings.ToValidUTF8(strings.TrimRight(string(at.Value(s.src)), "\r\n"), "\uFFFD"))
	}
}

func indent(depth int) string { return strings.Repeat("  ", min(depth, maxIndent)) }
