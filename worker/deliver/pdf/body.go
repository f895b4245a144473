package pdf

import (
	"strconv"
	"strings"

	"github.com/yuin/goldmark/ast"
	tables "github.com/yuin/goldmark/extension/ast"

	"github.com/frasier-cos/frasier/worker/deliver/paper"
)

// Deeper quotes and lists stay there.
const indentRoom = 70.0

// Tight blocks stand close together, as in a list.
func (s *pageSheet) printBlocks(n ast.Node, src []byte, tight bool) {
	for c := n.FirstChild(); c != nil; c = c.NextSibling() {
		s.printBlock(c, src, tight)
	}
}

func (s *pageSheet) printBlock(n ast.Node, src []byte, tight bool) {
	switch n := n.(type) {
	case *ast.Heading:
		s.printSubheading(n, src)
	case *ast.List:
		s.printList(n, src, tight)
	case *ast.Blockquote:
		s.printQuote(n, src)
	case *ast.FencedCodeBlock, *ast.CodeBlock:
		s.printCode(string(n.Lines().Value(src)))
	case *ast.ThematicBreak:
		s.y += s.computeGap(4)
	case *tables.Table:
		s.printTable(n, src)
		s.printChart(n)
	case *ast.HTMLBlock:
		s.writeParagraph([]textRun{{text: s.types.cleanText(paper.BlockText(n, src))}}, s.computeSize(), s.computeLeap())
		s.y += s.computeGap(2)
	case *ast.LinkReferenceDefinition:
	default:
		if paper.Announces(n, src) {
			s.ensureRoom(min(s.measureAnnounced(n, src), s.measureUsable()))
		}
		s.writeParagraph(s.collectRuns(n, src, textFace{}), s.computeSize(), s.computeLeap())
		if !tight {
			s.y += s.computeGap(2)
		}
	}
}

func (s *pageSheet) chooseHeadingSize(n *ast.Heading) float64 {
	return max(paper.TextSize+0.3, 14.5-float64(n.Level)*0.6) * s.fit.Scale
}

// The heading is never a page's last line.
func (s *pageSheet) printSubheading(n *ast.Heading, src []byte) {
	size := s.chooseHeadingSize(n)
	leap := size * 0.5 * s.fit.Leap
	lines := s.wrapRuns(s.collectRuns(n, src, textFace{bold: true}), size, s.measureWidth())
	s.skipRoom(s.computeGap(3))
	s.ensureRoom(min(leap*float64(len(lines))+s.measureFollowing(n, src), s.measureUsable()))
	s.printAccented(func() {
		for _, l := range lines {
			s.ensureRoom(leap)
			s.drawMargin(leap)
			s.printLine(l, s.findLineStart(l, size), leap, size)
			s.y += leap
		}
	})
	s.y += s.computeGap(1.2)
}

// So much of what stands below a heading must be on its page.
func (s *pageSheet) measureFollowing(n ast.Node, src []byte) float64 {
	return s.measureBefore(n.NextSibling(), src)
}

// So much of a block must stand on the page of what announces it.
func (s *pageSheet) measureBefore(n ast.Node, src []byte) float64 {
	switch next := n.(type) {
	case *tables.Table:
		return s.measureStart(next, src) + s.computeGap(1.7)
	case *ast.FencedCodeBlock, *ast.CodeBlock:
		return 6 * s.computeLeap()
	case *ast.Heading:
		return s.computeGap(4.2) + s.chooseHeadingSize(next)*0.5*s.fit.Leap + s.measureFollowing(next, src)
	case *ast.Paragraph:
		if paper.Announces(next, src) {
			return s.measureAnnounced(next, src)
		}
	}
	return 3 * s.computeLeap()
}

// The height includes the beginning of what the block announces.
func (s *pageSheet) measureAnnounced(n ast.Node, src []byte) float64 {
	return float64(len(s.wrapRuns(s.collectRuns(n, src, textFace{}), s.computeSize(), s.measureWidth())))*s.computeLeap() + 2 + s.measureFollowing(n, src)
}

// So much of a part's text must stand on the page of its title.
func (s *pageSheet) measureOpening(p paper.Reading) float64 {
	small := 0.0
	if p.Small != "" {
		small = 8
	}
	if n := p.Root.FirstChild(); n != nil {
		return small + s.measureBefore(n, p.Src)
	}
	return small
}

func (s *pageSheet) printList(n *ast.List, src []byte, inner bool) {
	left, number := s.left, n.Start
	for item := n.FirstChild(); item != nil; item = item.NextSibling() {
		indent := 6.0
		s.mark, s.markAt = "•", left
		if n.IsOrdered() {
			s.mark = strconv.Itoa(number) + "."
			indent = max(indent, s.types.measureText(s.mark, textFace{}, s.computeSize())+2)
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
		s.printBlocks(item, src, n.IsTight)
		if s.mark != "" { // an item without words
			s.ensureRoom(s.computeLeap())
			s.drawMargin(s.computeLeap())
			s.y += s.computeLeap()
		}
		s.y += s.computeGap(0.6)
	}
	s.left = left
	if !inner {
		s.y += s.computeGap(1.4)
	}
}

func (s *pageSheet) printQuote(n ast.Node, src []byte) {
	left, gray, bars := s.left, s.gray, s.bars
	if s.left < s.fit.Margin+indentRoom {
		s.bars = append(bars[:len(bars):len(bars)], left+1.5)
		s.left += 5
	}
	s.gray = 80
	s.printBlocks(n, src, false)
	s.left, s.gray, s.bars = left, gray, bars
}

// Lines that are too long go on below.
func (s *pageSheet) printCode(text string) {
	size, leap, pad := max(paper.LeastCell, s.computeSize()-1.5), 4.7*s.fit.Scale*s.fit.Leap, 1.6
	one := s.types.measureText("m", textFace{mono: true}, size)
	room := max(1, int((s.measureWidth()-6)/one))
	var lines []string
	for _, l := range strings.Split(strings.TrimRight(text, "\n"), "\n") {
		lines = append(lines, foldLine(s.types.cleanText(strings.ReplaceAll(l, "\t", "    ")), room)...)
	}
	s.y += s.computeGap(0.5)
	for i, l := range lines {
		above, below := 0.0, 0.0
		if i == 0 {
			above = pad
		}
		if i == len(lines)-1 {
			below = pad
		}
		if i == 0 { // not one line alone
			s.ensureRoom(min(float64(min(len(lines), 3))*leap+2*pad, s.measureUsable()))
		}
		s.ensureRoom(leap + above + below)
		s.drawMargin(leap)
		t, a := s.paper.Tint, s.paper.Accent
		s.pdf.SetFillColor(int(t.R), int(t.G), int(t.B))
		s.pdf.Rect(s.left, s.y, s.measureWidth(), leap+above+below, "F")
		s.pdf.SetFillColor(int(a.R), int(a.G), int(a.B))
		s.pdf.Rect(s.left, s.y, 0.9, leap+above+below, "F")
		s.y += above
		s.drawText(l, s.left+3.5, s.measureWidth(), leap, textLook{textFace{mono: true}, size, ""})
		s.y += leap + below
	}
	s.y += s.computeGap(3)
}

// Lines break at spaces; words that are longer than a line are cut. What the line holds stays in
// its order.
func foldLine(text string, room int) []string {
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
