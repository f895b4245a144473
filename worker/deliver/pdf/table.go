package pdf

import (
	"bytes"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"unicode/utf16"
	"unicode/utf8"

	"codeberg.org/go-pdf/fpdf"
	tables "github.com/yuin/goldmark/extension/ast"

	"github.com/frasier-cos/frasier/internal/prose"
	"github.com/frasier-cos/frasier/internal/typeface"
	"github.com/frasier-cos/frasier/worker/deliver/paper"
)

// Measures of a table, in millimetres and points.
const (
	cellPad     = 1.7
	tightPad    = 1.1  // in a table that has no room for its words otherwise
	columnLeast = 2.5  // beside the room around it
	unspaced    = 20.0 // of a word that may break anywhere
	// A table is not split up to this part of a page.
	togetherShare = 0.45
	splitShare    = 0.2 // where a page would be nearly empty otherwise
)

// Columns are as wide as their words ask for. A table whose words, dates and amounts do not all
// have room on a line of their column, in the smallest type that can be read, is printed as
// blocks, a row each. The header is repeated on every page.
func (s *pageSheet) printTable(n *tables.Table, src []byte) {
	rows := s.collectRows(n, src)
	defer s.resetSize()
	if len(rows) == 0 {
		return
	}
	s.y += s.computeGap(0.5)
	if !s.makeReadable(rows, len(n.Alignments)) {
		s.resetSize()
		s.printSpread(rows)
		s.y += s.computeGap(1)
		return
	}
	s.resetSize()
	s.ensureRoom(min(s.measureStart(n, src), s.measureUsable()))
	s.makeReadable(rows, len(n.Alignments))
	t := s.makeGrid(rows, len(n.Alignments))
	t.drawRow(t.head)
	for _, r := range rows[1:] {
		t.drawRow(t.wrapRow(r))
	}
	s.y += s.computeGap(3)
}

func (s *pageSheet) makeGrid(rows [][][]textRun, columns int) tableGrid {
	t := tableGrid{pageSheet: s, widths: s.shareWidth(rows, columns), right: findFigureColumns(rows, columns)}
	t.head = t.wrapRow(rows[0])
	return t
}

// All of a short table must stand on the page on which it begins, with its chart; else its header
// and a row.
func (s *pageSheet) measureStart(n *tables.Table, src []byte) float64 {
	rows := s.collectRows(n, src)
	defer s.resetSize()
	switch {
	case len(rows) == 0:
		return 0
	case !s.makeReadable(rows, len(n.Alignments)):
		s.resetSize()
		blocks := s.makeBlocks(rows)
		return min(s.measureBlock(blocks[0]), s.measureUsable()*s.findSplitLimit())
	}
	t := s.makeGrid(rows, len(n.Alignments))
	if all := t.measureRows(rows) + s.measureChart(n); all < s.measureUsable()*s.findSplitLimit() {
		return all
	}
	least := s.measureRow(countRowLines(t.head))
	if len(rows) > 1 {
		least += s.measureRow(min(countRowLines(t.wrapRow(rows[1])), 6))
	}
	return least
}

// The header comes first; a table without columns has no rows.
func (s *pageSheet) collectRows(n *tables.Table, src []byte) [][][]textRun {
	columns := len(n.Alignments)
	if columns == 0 {
		return nil
	}
	var rows [][][]textRun
	for row := n.FirstChild(); row != nil; row = row.NextSibling() {
		_, head := row.(*tables.TableHeader)
		var cells [][]textRun
		for c := row.FirstChild(); c != nil && len(cells) < columns; c = c.NextSibling() {
			cells = append(cells, s.collectRuns(c, src, textFace{bold: head}))
		}
		rows = append(rows, cells)
	}
	return rows
}

func (s *pageSheet) shareWidth(rows [][][]textRun, n int) []float64 {
	least, cells := s.measureColumns(rows, n)
	return paper.ShareWidth(least, cells, s.measureWidth())
}

// least is for the longest words, cells what the cells ask for.
func (s *pageSheet) measureColumns(rows [][][]textRun, n int) (least []float64, cells [][]float64) {
	least = make([]float64, n)
	for i := range least {
		least[i] = columnLeast + 2*s.computePad()
	}
	for _, r := range rows {
		wide := make([]float64, n)
		for i, c := range r {
			for _, l := range s.wrapRuns(c, s.computeCellSize(), 1e9) {
				word := 0.0
				for k, p := range l {
					if p.space || k > 0 && breaksBetween(l[k-1].text, p.text) {
						word = 0
					}
					long := p.width
					if typeface.Unspaced(p.text) {
						long = min(long, unspaced)
					}
					word += long // a word may be of several pieces
					least[i] = max(least[i], min(word, s.measureWidth()/2)+2*s.computePad())
				}
				wide[i] = max(wide[i], s.measureLine(l, s.computeCellSize())+2*s.computePad()+0.5)
			}
		}
		cells = append(cells, wide)
	}
	return least, cells
}

// No space stands between the pieces.
func breaksBetween(a, b string) bool {
	last, _ := utf8.DecodeLastRuneInString(a)
	first, _ := utf8.DecodeRuneInString(b)
	return typeface.Wide(last) || typeface.Wide(first)
}

// A table whose longest words do not all fit is set more tightly, and then in smaller type; it
// returns whether they fit. resetSize undoes that.
func (s *pageSheet) makeReadable(rows [][][]textRun, n int) bool {
	const smaller = 0.25 // points
	over := func() bool {
		least, _ := s.measureColumns(rows, n)
		sum := 0.0
		for _, w := range least {
			sum += w
		}
		return sum > s.measureWidth()
	}
	for over() {
		switch {
		case !s.tight:
			s.tight = true
		case s.computeCellSize() > paper.LeastCell:
			s.shrunk += smaller
		default:
			return false
		}
	}
	return true
}

func (s *pageSheet) resetSize() { s.tight, s.shrunk = false, 0 }

func (s *pageSheet) findSplitLimit() float64 {
	if s.plan.split {
		return splitShare
	}
	return togetherShare
}

func (s *pageSheet) computePad() float64 {
	if s.tight {
		return tightPad
	}
	return cellPad
}

// tableGrid draws the rows of one table.
type tableGrid struct {
	*pageSheet
	widths []float64
	right  []bool // columns of figures
	head   [][][]runPiece
}

func (g *tableGrid) measureRows(rows [][][]textRun) float64 {
	sum := 0.0
	var notes []int
	for _, r := range rows {
		cells := g.wrapRow(r)
		sum += g.measureRow(countRowLines(cells))
		notes = append(notes, listRowNotes(cells)...)
	}
	return sum + g.measureExtra(notes)
}

func findFigureColumns(rows [][][]textRun, n int) []bool {
	out := make([]bool, n)
	for i := range n {
		out[i] = i > 0 && len(rows) > 1
		for _, r := range rows[1:] {
			if i >= len(r) || !isFigure(r[i]) {
				out[i] = false
			}
		}
	}
	return out
}

// Marks of sources do not count.
func isFigure(cell []textRun) bool {
	text := ""
	for _, r := range cell {
		if r.note == 0 && !strings.HasPrefix(r.to, "#source-") {
			text += r.text
		}
	}
	return paper.Figure(strings.TrimSpace(paper.Loose(text)))
}

func (g *tableGrid) wrapRow(cells [][]textRun) [][][]runPiece {
	out := make([][][]runPiece, len(g.widths))
	for i := range out {
		if i < len(cells) {
			out[i] = g.wrapRuns(cells[i], g.computeCellSize(), g.widths[i]-2*g.computePad())
		}
	}
	return out
}

func countRowLines(row [][][]runPiece) int {
	n := 1
	for _, c := range row {
		n = max(n, len(c))
	}
	return n
}

func (s *pageSheet) measureRow(lines int) float64 {
	return float64(lines)*s.computeCellLeap() + 2*s.computeRowPad()
}

func (s *pageSheet) computeRowPad() float64 { return s.computeGap(cellPad*0.8) * min(1, s.fit.Leap) }

// computeCellSize and computeCellLeap return those of a table's text.
func (s *pageSheet) computeCellSize() float64 { return max(paper.LeastCell, s.fit.Cell()-s.shrunk) }
func (s *pageSheet) computeCellLeap() float64 { return s.computeCellSize() / 2 * s.fit.Leap }

func listRowNotes(row [][][]runPiece) []int {
	var out []int
	for _, c := range row {
		for _, l := range c {
			out = append(out, listNotes(l)...)
		}
	}
	return out
}

// A row that does not fit begins a page, below the header again; one that is longer than a page
// goes on upon the next.
func (g *tableGrid) drawRow(row [][][]runPiece) {
	const header = 8 // lines of a header that is repeated
	left := countRowLines(row)
	notes := listRowNotes(row)
	fits := func() int {
		return int((g.findFloor() - g.measureExtra(notes) - g.y - g.measureRow(0)) / g.computeCellLeap())
	}
	for from := 0; left > 0; {
		if fits() < min(left, g.countPageLines()) {
			g.newPage()
			if countRowLines(g.head) <= header && len(g.head) > 0 && &row[0] != &g.head[0] {
				g.drawLines(g.head, 0, countRowLines(g.head))
			}
		}
		n := max(1, min(left, fits()))
		g.addNotes(notes)
		g.drawLines(row, from, n)
		from += n
		left -= n
	}
}

// A row of more lines begins no new page.
func (g *tableGrid) countPageLines() int {
	const most = 30
	return most
}

func (g *tableGrid) drawLines(row [][][]runPiece, from, n int) {
	h := g.measureRow(n)
	g.drawMargin(min(h, g.computeLeap()))
	x, top := g.left, g.y
	wide := 0.0
	for _, w := range g.widths {
		wide += w
	}
	mirrored := prose.RightToLeft(g.paper.Language)
	if mirrored { // its first column stands at the right
		x = g.mirrorPlace(g.left, wide)
	}
	frame := x
	if mirrored {
		x += wide
	}
	head := len(g.head) > 0 && &row[0] == &g.head[0]
	a, t := g.paper.Accent, g.paper.Tint
	if head {
		g.pdf.SetFillColor(int(t.R), int(t.G), int(t.B))
		g.pdf.Rect(frame, top, wide, h, "F")
	}
	for i, c := range row {
		if mirrored {
			x -= g.widths[i]
		}
		for k := from; k < min(len(c), from+n); k++ {
			g.y = top + g.computeRowPad() + float64(k-from)*g.computeCellLeap()
			at := x + g.computePad()
			if g.right[i] || startsRightToLeft(c[k]) {
				at = x + g.widths[i] - g.computePad() - g.measureLine(c[k], g.computeCellSize())
			}
			g.printLine(c[k], at, g.computeCellLeap(), g.computeCellSize())
		}
		if !mirrored {
			x += g.widths[i]
		}
	}
	g.pdf.SetDrawColor(205, 205, 205)
	g.pdf.SetLineWidth(0.15)
	if head {
		g.pdf.SetDrawColor(int(a.R), int(a.G), int(a.B))
		g.pdf.SetLineWidth(0.4)
	}
	g.pdf.Line(frame, top+h, frame+wide, top+h)
	g.y = top + h
}

// The height includes the caption; it is 0 without a chart.
func (s *pageSheet) measureChart(n *tables.Table) float64 {
	c, ok := s.charts[n]
	if !ok {
		return 0
	}
	return c.Height()*s.measureWidth()/paper.ChartWidth + 2*s.computeCellLeap() + 4
}

// The picture and its caption stay on one page.
func (s *pageSheet) printChart(n *tables.Table) {
	c, ok := s.charts[n]
	if !ok {
		return
	}
	s.figures++
	wide := s.measureWidth()
	tall := c.Height() * wide / paper.ChartWidth
	s.ensureRoom(min(tall+2*s.computeCellLeap(), s.measureUsable()))
	if !s.dry {
		png, err := c.PNG()
		if err != nil {
			s.err = errors.Join(s.err, err)
			return
		}
		name := "chart-" + strconv.Itoa(s.figures)
		options := fpdf.ImageOptions{ImageType: "PNG"}
		s.pdf.RegisterImageOptionsReader(name, options, bytes.NewReader(png))
		// The library writes no tree of the document's structure. A description of a
		// stretch of the page is what can be said without one.
		s.pdf.RawWriteStr("/Span <</Alt <" + encodeHex(c.Alt()) + ">>> BDC")
		s.pdf.ImageOptions(name, s.left, s.y, wide, tall, false, options, 0, "")
		s.pdf.RawWriteStr("EMC")
	}
	s.y += tall + 1
	s.writeParagraph([]textRun{{text: s.types.cleanText(c.Caption(s.figures)), face: textFace{italic: true}}}, s.computeCellSize(), s.computeCellLeap())
	s.y += 4
}

// PDFs hold text in the digits of its bytes.
func encodeHex(text string) string {
	var b strings.Builder
	b.WriteString("FEFF")
	for _, u := range utf16.Encode([]rune(text)) {
		fmt.Fprintf(&b, "%04X", u)
	}
	return b.String()
}
