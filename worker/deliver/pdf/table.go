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
	// togetherShare is the part of a page up to which a table is not split.
	togetherShare = 0.45
	splitShare    = 0.2 // where a page would be nearly empty otherwise
)

// table prints a table. Columns are as wide as their words ask for. One whose words,
// dates and amounts do not all have room on a line of their column, in the smallest
// type that can be read, is printed as blocks, a row each. The header is repeated on
// every page.
func (s *sheet) table(n *tables.Table, src []byte) {
	rows := s.rows(n, src)
	defer s.ease()
	if len(rows) == 0 {
		return
	}
	s.y += s.gap(0.5)
	if !s.readable(rows, len(n.Alignments)) {
		s.ease()
		s.spread(rows)
		s.y += s.gap(1)
		return
	}
	s.ease()
	s.need(min(s.start(n, src), s.usable()))
	s.readable(rows, len(n.Alignments))
	t := s.grid(rows, len(n.Alignments))
	t.draw(t.head)
	for _, r := range rows[1:] {
		t.draw(t.layout(r))
	}
	s.y += s.gap(3)
}

func (s *sheet) grid(rows [][][]run, columns int) grid {
	t := grid{sheet: s, widths: s.columns(rows, columns), right: rightward(rows, columns)}
	t.head = t.layout(rows[0])
	return t
}

// start is how much of a table must stand on the page on which it begins: all
// of a short one, with its chart; else its header and a row.
func (s *sheet) start(n *tables.Table, src []byte) float64 {
	rows := s.rows(n, src)
	defer s.ease()
	switch {
	case len(rows) == 0:
		return 0
	case !s.readable(rows, len(n.Alignments)):
		s.ease()
		blocks := s.spreadBlocks(rows)
		return min(s.blockHeight(blocks[0]), s.usable()*s.together())
	}
	t := s.grid(rows, len(n.Alignments))
	if all := t.whole(rows) + s.picture(n); all < s.usable()*s.together() {
		return all
	}
	least := s.height(tall(t.head))
	if len(rows) > 1 {
		least += s.height(min(tall(t.layout(rows[1])), 6))
	}
	return least
}

// rows returns the cells of a table, the header first; none for a table
// without columns.
func (s *sheet) rows(n *tables.Table, src []byte) [][][]run {
	columns := len(n.Alignments)
	if columns == 0 {
		return nil
	}
	var rows [][][]run
	for row := n.FirstChild(); row != nil; row = row.NextSibling() {
		_, head := row.(*tables.TableHeader)
		var cells [][]run
		for c := row.FirstChild(); c != nil && len(cells) < columns; c = c.NextSibling() {
			cells = append(cells, s.runs(c, src, face{bold: head}))
		}
		rows = append(rows, cells)
	}
	return rows
}

// columns shares the width among the columns.
func (s *sheet) columns(rows [][][]run, n int) []float64 {
	least, cells := s.asked(rows, n)
	return paper.ShareWidth(least, cells, s.width())
}

// asked is how wide columns must be for their longest words, and what their cells ask for.
func (s *sheet) asked(rows [][][]run, n int) (least []float64, cells [][]float64) {
	least = make([]float64, n)
	for i := range least {
		least[i] = columnLeast + 2*s.pad()
	}
	for _, r := range rows {
		wide := make([]float64, n)
		for i, c := range r {
			for _, l := range s.wrap(c, s.cellSize(), 1e9) {
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
					least[i] = max(least[i], min(word, s.width()/2)+2*s.pad())
				}
				wide[i] = max(wide[i], s.long(l, s.cellSize())+2*s.pad()+0.5)
			}
		}
		cells = append(cells, wide)
	}
	return least, cells
}

// breaksBetween reports whether a line may end between two pieces without a space.
func breaksBetween(a, b string) bool {
	last, _ := utf8.DecodeLastRuneInString(a)
	first, _ := utf8.DecodeRuneInString(b)
	return typeface.Wide(last) || typeface.Wide(first)
}

// readable has a table whose longest words do not all fit set more tightly, and then in
// smaller type, and reports whether they fit. ease undoes that.
func (s *sheet) readable(rows [][][]run, n int) bool {
	const smaller = 0.25 // points
	over := func() bool {
		least, _ := s.asked(rows, n)
		sum := 0.0
		for _, w := range least {
			sum += w
		}
		return sum > s.width()
	}
	for over() {
		switch {
		case !s.tight:
			s.tight = true
		case s.cellSize() > paper.LeastCell:
			s.shrunk += smaller
		default:
			return false
		}
	}
	return true
}

func (s *sheet) ease() { s.tight, s.shrunk = false, 0 }

// together is the part of a page up to which a table is not split.
func (s *sheet) together() float64 {
	if s.plan.split {
		return splitShare
	}
	return togetherShare
}

// pad is the room beside the words of a cell.
func (s *sheet) pad() float64 {
	if s.tight {
		return tightPad
	}
	return cellPad
}

// grid draws the rows of one table.
type grid struct {
	*sheet
	widths []float64
	right  []bool // columns of figures
	head   [][][]piece
}

// whole is how tall all rows are together.
func (g *grid) whole(rows [][][]run) float64 {
	sum := 0.0
	var notes []int
	for _, r := range rows {
		cells := g.layout(r)
		sum += g.height(tall(cells))
		notes = append(notes, notesOf(cells)...)
	}
	return sum + g.extra(notes)
}

// rightward finds the columns in which every cell is a figure.
func rightward(rows [][][]run, n int) []bool {
	out := make([]bool, n)
	for i := range n {
		out[i] = i > 0 && len(rows) > 1
		for _, r := range rows[1:] {
			if i >= len(r) || !figure(r[i]) {
				out[i] = false
			}
		}
	}
	return out
}

// figure reports whether a cell is a number with at most a short unit; marks
// of sources do not count.
func figure(cell []run) bool {
	text := ""
	for _, r := range cell {
		if r.note == 0 && !strings.HasPrefix(r.to, "#source-") {
			text += r.text
		}
	}
	return paper.Figure(strings.TrimSpace(paper.Loose(text)))
}

// layout wraps the cells of a row.
func (g *grid) layout(cells [][]run) [][][]piece {
	out := make([][][]piece, len(g.widths))
	for i := range out {
		if i < len(cells) {
			out[i] = g.wrap(cells[i], g.cellSize(), g.widths[i]-2*g.pad())
		}
	}
	return out
}

func tall(row [][][]piece) int {
	n := 1
	for _, c := range row {
		n = max(n, len(c))
	}
	return n
}

func (s *sheet) height(lines int) float64 { return float64(lines)*s.cellLeap() + 2*s.above() }

// above is the room above and below the text of a row.
func (s *sheet) above() float64 { return s.gap(cellPad*0.8) * min(1, s.fit.Leap) }

// cellSize and cellLeap are those of a table's text.
func (s *sheet) cellSize() float64 { return max(paper.LeastCell, s.fit.Cell()-s.shrunk) }
func (s *sheet) cellLeap() float64 { return s.cellSize() / 2 * s.fit.Leap }

// notesOf lists the footnotes that a row refers to.
func notesOf(row [][][]piece) []int {
	var out []int
	for _, c := range row {
		for _, l := range c {
			out = append(out, notesIn(l)...)
		}
	}
	return out
}

// draw prints a row. One that does not fit begins a page, below the header
// again; one that is longer than a page goes on upon the next.
func (g *grid) draw(row [][][]piece) {
	const header = 8 // lines of a header that is repeated
	left := tall(row)
	notes := notesOf(row)
	fits := func() int { return int((g.floor() - g.extra(notes) - g.y - g.height(0)) / g.cellLeap()) }
	for from := 0; left > 0; {
		if fits() < min(left, g.page()) {
			g.newPage()
			if tall(g.head) <= header && len(g.head) > 0 && &row[0] != &g.head[0] {
				g.lines(g.head, 0, tall(g.head))
			}
		}
		n := max(1, min(left, fits()))
		g.refer(notes)
		g.lines(row, from, n)
		from += n
		left -= n
	}
}

// page is how many lines of a row are worth a new page.
func (g *grid) page() int {
	const most = 30
	return most
}

// lines prints some lines of a row with their frames.
func (g *grid) lines(row [][][]piece, from, n int) {
	h := g.height(n)
	g.margin(min(h, g.leap()))
	x, top := g.left, g.y
	wide := 0.0
	for _, w := range g.widths {
		wide += w
	}
	mirrored := prose.RightToLeft(g.paper.Language)
	if mirrored { // its first column stands at the right
		x = g.mirror(g.left, wide)
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
			g.y = top + g.above() + float64(k-from)*g.cellLeap()
			at := x + g.pad()
			if g.right[i] || firstLetter(c[k]) {
				at = x + g.widths[i] - g.pad() - g.long(c[k], g.cellSize())
			}
			g.print(c[k], at, g.cellLeap(), g.cellSize())
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

// picture is how tall the chart of a table is with its caption, 0 without one.
func (s *sheet) picture(n *tables.Table) float64 {
	c, ok := s.charts[n]
	if !ok {
		return 0
	}
	return c.Height()*s.width()/paper.ChartWidth + 2*s.cellLeap() + 4
}

// chart draws a table's figures below it, when they make a chart. The picture
// and its caption stay on one page.
func (s *sheet) chart(n *tables.Table) {
	c, ok := s.charts[n]
	if !ok {
		return
	}
	s.figures++
	wide := s.width()
	tall := c.Height() * wide / paper.ChartWidth
	s.need(min(tall+2*s.cellLeap(), s.usable()))
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
		s.pdf.RawWriteStr("/Span <</Alt <" + hexText(c.Alt()) + ">>> BDC")
		s.pdf.ImageOptions(name, s.left, s.y, wide, tall, false, options, 0, "")
		s.pdf.RawWriteStr("EMC")
	}
	s.y += tall + 1
	s.write([]run{{text: s.types.clean(c.Caption(s.figures)), face: face{italic: true}}}, s.cellSize(), s.cellLeap())
	s.y += 4
}

// hexText is a text as PDFs hold it, in the digits of its bytes.
func hexText(text string) string {
	var b strings.Builder
	b.WriteString("FEFF")
	for _, u := range utf16.Encode([]rune(text)) {
		fmt.Fprintf(&b, "%04X", u)
	}
	return b.String()
}
