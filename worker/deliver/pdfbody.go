package deliver

import (
	"strconv"
	"strings"

	"github.com/yuin/goldmark/ast"
	tables "github.com/yuin/goldmark/extension/ast"
)

// indentRoom is how far quotes and lists may move to the right; deeper ones
// stay there.
const indentRoom = 70.0

// markdown prints a section's text.
func (s *sheet) markdown(body string) {
	root, src := parse(body)
	s.blocks(root, src, false)
}

// blocks prints the blocks in a node. Tight ones stand close together, as in
// a list.
func (s *sheet) blocks(n ast.Node, src []byte, tight bool) {
	for c := n.FirstChild(); c != nil; c = c.NextSibling() {
		s.block(c, src, tight)
	}
}

func (s *sheet) block(n ast.Node, src []byte, tight bool) {
	switch n := n.(type) {
	case *ast.Heading:
		s.subheading(n, src)
	case *ast.List:
		s.list(n, src, tight)
	case *ast.Blockquote:
		s.quote(n, src)
	case *ast.FencedCodeBlock, *ast.CodeBlock:
		s.code(string(n.Lines().Value(src)))
	case *ast.ThematicBreak:
		s.y += 4
	case *tables.Table:
		s.table(n, src)
		s.chart(n, src)
	case *ast.HTMLBlock:
		s.write([]run{{text: s.types.clean(blockText(n, src))}}, textSize, textLeap)
		s.y += 2
	case *ast.LinkReferenceDefinition:
	default:
		s.write(s.runs(n, src, face{}), textSize, textLeap)
		if !tight {
			s.y += 2
		}
	}
}

// subheading prints a heading inside a section, never as a page's last line.
func (s *sheet) subheading(n *ast.Heading, src []byte) {
	size := max(textSize+0.3, 14.5-float64(n.Level)*0.6)
	leap := size * 0.5
	lines := s.wrap(s.runs(n, src, face{bold: true}), size, s.width())
	s.skip(2)
	s.need(min(leap*float64(len(lines))+3*textLeap, bottom-pageMargin))
	for _, l := range lines {
		s.need(leap)
		s.margin(leap)
		s.print(l, s.left, leap, size)
		s.y += leap
	}
	s.y += 1.2
}

func (s *sheet) list(n *ast.List, src []byte, inner bool) {
	left, number := s.left, n.Start
	for item := n.FirstChild(); item != nil; item = item.NextSibling() {
		indent := 6.0
		s.mark, s.markAt = "•", left
		if n.IsOrdered() {
			s.mark = strconv.Itoa(number) + "."
			indent = max(indent, s.types.width(s.mark, face{}, textSize)+2)
			number++
		}
		s.left = min(left+indent, max(left, pageMargin+indentRoom))
		if s.left == left {
			s.markAt = left - 5
		}
		s.blocks(item, src, n.IsTight)
		if s.mark != "" { // an item without words
			s.need(textLeap)
			s.margin(textLeap)
			s.y += textLeap
		}
		s.y += 0.6
	}
	s.left = left
	if !inner {
		s.y += 1.4
	}
}

func (s *sheet) quote(n ast.Node, src []byte) {
	left, gray, bars := s.left, s.gray, s.bars
	if s.left < pageMargin+indentRoom {
		s.bars = append(bars[:len(bars):len(bars)], left+1.5)
		s.left += 5
	}
	s.gray = 80
	s.blocks(n, src, false)
	s.left, s.gray, s.bars = left, gray, bars
}

// code prints text as it stands, on a gray ground; lines that are too long go
// on below.
func (s *sheet) code(text string) {
	const size, leap = textSize - 2, 4.4
	one := s.types.width("m", face{mono: true}, size)
	room := max(1, int((s.width()-3)/one))
	for _, l := range strings.Split(strings.TrimRight(text, "\n"), "\n") {
		r := []rune(s.types.clean(strings.ReplaceAll(l, "\t", "    ")))
		for first := true; first || len(r) > 0; first = false {
			n := min(room, len(r))
			s.need(leap)
			s.margin(leap)
			s.pdf.SetFillColor(245, 245, 245)
			s.pdf.Rect(s.left, s.y, s.width(), leap, "F")
			s.cell(string(r[:n]), s.left+1.5, s.width(), leap, look{face{mono: true}, size, ""})
			s.y += leap
			r = r[n:]
		}
	}
	s.y += 2.5
}
