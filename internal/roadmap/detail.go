package roadmap

import (
	"strconv"
	"strings"

	"github.com/yuin/goldmark/ast"
	extast "github.com/yuin/goldmark/extension/ast"
)

// Lines that are conventions are stored as such.
func (s *scanner) addNested(d *draft, n ast.Node, depth int) {
	switch n := n.(type) {
	case *ast.List:
		i := 0
		for c := n.FirstChild(); c != nil; c = c.NextSibling() {
			if li, ok := c.(*ast.ListItem); ok {
				s.addBullet(d, n, li, i, depth)
				i++
			}
		}
	case *ast.HTMLBlock, *ast.ThematicBreak:
	case *ast.CodeBlock, *ast.FencedCodeBlock:
		s.addRaw(d, n, depth)
	case *ast.Blockquote:
		for c := n.FirstChild(); c != nil; c = c.NextSibling() {
			s.addNested(d, c, depth)
		}
	case *extast.Table:
		for row := n.FirstChild(); row != nil; row = row.NextSibling() {
			d.addDetail(makeIndent(depth) + strings.Join(s.readCells(row), " | "))
		}
	default:
		for _, l := range readPassage(s.src, n).lines {
			if f, value := s.parseConvention(l); f != fieldNone {
				d.setField(f, value)
			} else if l != "" && !s.addUnnamedHint(d, l) {
				d.addDetail(makeIndent(depth) + l)
			}
		}
	}
}

func (s *scanner) addBullet(d *draft, l *ast.List, li *ast.ListItem, i, depth int) {
	mark := "- "
	if l.IsOrdered() {
		mark = strconv.Itoa(l.Start+i) + ". "
	}
	c := li.FirstChild()
	if c != nil && isText(c) {
		d.addDetail(makeIndent(depth) + mark + s.readOneLine(c))
		c = c.NextSibling()
	}
	for ; c != nil; c = c.NextSibling() {
		s.addNested(d, c, depth+1)
	}
}

func (s *scanner) addRaw(d *draft, n ast.Node, depth int) {
	lines := n.Lines()
	for i := range lines.Len() {
		at := lines.At(i)
		d.addDetail(makeIndent(depth) + strings.ToValidUTF8(strings.TrimRight(string(at.Value(s.src)), "\r\n"), "\uFFFD"))
	}
}

func makeIndent(depth int) string { return strings.Repeat("  ", min(depth, maxIndent)) }
