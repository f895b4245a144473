package pdf

import (
	"strconv"
	"strings"

	"github.com/yuin/goldmark/ast"
	tables "github.com/yuin/goldmark/extension/ast"

	"github.com/frasier-cos/frasier/worker/deliver/paper"
)

// indentRoom is how far quotes and lists may move to the right; deeper ones
// stay there.
const indentRoom = 70.0

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
		s.y += s.gap(4)
	case *tables.Table:
		s.table(n, src)
		s.chart(n)
	case *ast.HTMLBlock:
		s.write([]run{{text: s.types.clean(paper.BlockText(n, src))}}, s.size(), s.leap())
		s.y += s.gap(2)
	case *ast.LinkReferenceDefinition:
	default:
		if paper.Announces(n, src) {
			s.need(min(s.announced(n, src), s.usable()))
		}
		s.write(s.runs(n, src, face{}), s.size(), s.leap())
		if !tight {
			s.y += s.gap(2)
		}
	}
}

// headingSize is the size of a heading inside a section.
func (s *sheet) headingSize(n *ast.Heading) float64 {
	return max(paper.TextSize+0.3, 14.5-float64(n.Level)*0.6) * s.fit.Scale
}

// subheading prints a heading inside a section, never as a page's last line.
func (s *sheet) subheading(n *ast.Heading, src []byte) {
	size := s.headingSize(n)
	leap := size * 0.5 * s.fit.Leap
	lines := s.wrap(s.runs(n, src, face{bold: true}), size, s.width())
	s.skip(s.gap(3))
	s.need(min(leap*float64(len(lines))+s.follows(n, src), s.usable()))
	s.accented(func() {
		for _, l := range lines {
			s.need(leap)
			s.margin(leap)
			s.print(l, s.begins(l, size), leap, size)
			s.y += leap
		}
	})
	s.y += s.gap(1.2)
}

// follows is how much of what stands below a heading must be on its page.
func (s *sheet) follows(n ast.Node, src []byte) float64 {
	return s.before(n.NextSibling(), src)
}

// before is how much of a block must stand on the page of what announces it.
func (s *sheet) before(n ast.Node, src []byte) float64 {
	switch next := n.(type) {
	case *tables.Table:
		return s.start(next, src) + s.gap(1.7)
	case *ast.FencedCodeBlock, *ast.CodeBlock:
		return 6 * s.leap()
	case *ast.Heading:
		return s.gap(4.2) + s.headingSize(next)*0.5*s.fit.Leap + s.follows(next, src)
	case *ast.Paragraph:
		if paper.Announces(next, src) {
			return s.announced(next, src)
		}
	}
	return 3 * s.leap()
}

// announced is how tall a block is with the beginning of what it announces.
func (s *sheet) announced(n ast.Node, src []byte) float64 {
	return float64(len(s.wrap(s.runs(n, src, face{}), s.size(), s.width())))*s.leap() + 2 + s.follows(n, src)
}

// opens is how much of a part's text must stand on the page of its title.
func (s *sheet) opens(p paper.Reading) float64 {
	small := 0.0
	if p.Small != "" {
		small = 8
	}
	if n := p.Root.FirstChild(); n != nil {
		return small + s.before(n, p.Src)
	}
	return small
}

func (s *sheet) list(n *ast.List, src []byte, inner bool) {
	left, number := s.left, n.Start
	for item := n.FirstChild(); item != nil; item = item.NextSibling() {
		indent := 6.0
		s.mark, s.markAt = "•", left
		if n.IsOrdered() {
			s.mark = strconv.Itoa(number) + "."
			indent = max(indent, s.types.width(s.mark, face{}, s.size())+2)
			number++
		}
		if b, ok := paper.BoxOf(item); ok {
			s.mark = boxMark
			if b.IsChecked {
				s.mark = tickMark
			}
		}
		s.left = min(left+indent, max(left, s.fit.Margin+indentRoom))
		if s.left == left {
			s.markAt = left - 5
		}
		s.blocks(item, src, n.IsTight)
		if s.mark != "" { // an item without words
			s.need(s.leap())
			s.margin(s.leap())
			s.y += s.leap()
		}
		s.y += s.gap(0.6)
	}
	s.left = left
	if !inner {
		s.y += s.gap(1.4)
	}
}

func (s *sheet) quote(n ast.Node, src []byte) {
	left, gray, bars := s.left, s.gray, s.bars
	if s.left < s.fit.Margin+indentRoom {
		s.bars = append(bars[:len(bars):len(bars)], left+1.5)
		s.left += 5
	}
	s.gray = 80
	s.blocks(n, src, false)
	s.left, s.gray, s.bars = left, gray, bars
}

// code prints text as it stands, on a coloured ground with a line beside it;
// lines that are too long go on below.
func (s *sheet) code(text string) {
	size, leap, pad := max(paper.LeastCell, s.size()-1.5), 4.7*s.fit.Scale*s.fit.Leap, 1.6
	one := s.types.width("m", face{mono: true}, size)
	room := max(1, int((s.width()-6)/one))
	var lines []string
	for _, l := range strings.Split(strings.TrimRight(text, "\n"), "\n") {
		lines = append(lines, folded(s.types.clean(strings.ReplaceAll(l, "\t", "    ")), room)...)
	}
	s.y += s.gap(0.5)
	for i, l := range lines {
		above, below := 0.0, 0.0
		if i == 0 {
			above = pad
		}
		if i == len(lines)-1 {
			below = pad
		}
		if i == 0 { // not one line alone
			s.need(min(float64(min(len(lines), 3))*leap+2*pad, s.usable()))
		}
		s.need(leap + above + below)
		s.margin(leap)
		t, a := s.paper.Tint, s.paper.Accent
		s.pdf.SetFillColor(int(t.R), int(t.G), int(t.B))
		s.pdf.Rect(s.left, s.y, s.width(), leap+above+below, "F")
		s.pdf.SetFillColor(int(a.R), int(a.G), int(a.B))
		s.pdf.Rect(s.left, s.y, 0.9, leap+above+below, "F")
		s.y += above
		s.cell(l, s.left+3.5, s.width(), leap, look{face{mono: true}, size, ""})
		s.y += leap + below
	}
	s.y += s.gap(3)
}

// folded breaks a line at spaces into lines of at most so many characters;
// words that are longer are cut. What it holds stays in its order.
func folded(text string, room int) []string {
	r := []rune(text)
	var out []string
	for len(r) > room {
		at := room
		for i := room; i > room/2; i-- {
			if r[i] == ' ' {
				at = i + 1
				break
			}
		}
		out = append(out, string(r[:min(at, len(r))]))
		r = r[min(at, len(r)):]
	}
	return append(out, string(r))
}
