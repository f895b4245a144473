package docx

import (
	"math"
	"strconv"
	"strings"
	"unicode"

	"github.com/yuin/goldmark/ast"
	tables "github.com/yuin/goldmark/extension/ast"

	"github.com/frasier-cos/frasier/internal/prose"
	"github.com/frasier-cos/frasier/internal/typeface"
	"github.com/frasier-cos/frasier/worker/deliver/paper"
)

// A table is not split between pages up to so many rows, and to this share of a page.
const (
	togetherAtMost = 12
	togetherShare  = 0.45
)

// The header is repeated on each page. A table whose words, dates and amounts do not all have room
// on a line of their column is written as blocks.
func (w *fileWriter) writeTable(n *tables.Table, src []byte) {
	columns := len(n.Alignments)
	if columns == 0 {
		return
	}
	if form, ok := layOut(listCells(n, src), columns, computeTextWidth(w.margin), w.fit.Cell()); ok {
		w.writeRows(n, src, form)
	} else {
		w.writeSpread(n, src)
	}
	w.addParagraph(paragraphStyle{name: "Anchor"}, func() {}) // parts tables that follow one another
	w.addChart(n)
}

func (w *fileWriter) writeRows(n *tables.Table, src []byte, form tableLayout) {
	right := paper.Rightward(n, src)
	_, charted := w.charts[n] // a table and its chart stay on one page
	w.body.WriteString(`<w:tbl><w:tblPr><w:tblStyle w:val="Plain"/>` + w.renderVisual())
	short := n.ChildCount() <= togetherAtMost && form.tall < togetherShare*(pageHeight-2*float64(toTwentieths(w.margin)))
	w.printf(`<w:tblW w:w="%d" w:type="dxa"/><w:tblLayout w:type="fixed"/>`, int(computeSum(form.widths)))
	if form.tight {
		w.printf(`<w:tblCellMar><w:left w:w="%d" w:type="dxa"/><w:right w:w="%d" w:type="dxa"/></w:tblCellMar>`, tightMargin, tightMargin)
	}
	w.body.WriteString(`<w:tblLook w:val="0020" w:firstRow="1"/></w:tblPr><w:tblGrid>`)
	for _, wide := range form.widths {
		w.printf(`<w:gridCol w:w="%d"/>`, int(wide))
	}
	w.body.WriteString("</w:tblGrid>")
	for row := n.FirstChild(); row != nil; row = row.NextSibling() {
		_, head := row.(*tables.TableHeader)
		w.body.WriteString("<w:tr><w:trPr><w:cantSplit/>")
		if head {
			w.body.WriteString("<w:tblHeader/>")
		}
		w.body.WriteString("</w:trPr>")
		c := row.FirstChild()
		for k := range form.widths {
			w.printf(`<w:tc><w:tcPr><w:tcW w:w="%d" w:type="dxa"/>`, int(form.widths[k]))
			if head {
				w.printf(`<w:shd w:val="clear" w:color="auto" w:fill="%s"/>`, formatColor(w.paper.Tint))
			}
			w.body.WriteString("</w:tcPr>")
			w.addParagraph(paragraphStyle{name: form.cell, right: right[k], keep: charted || short && row.NextSibling() != nil}, func() {
				if c != nil {
					w.writeCell(c, src, textFace{bold: head})
				}
			})
			w.body.WriteString("</w:tc>")
			if c != nil {
				c = c.NextSibling()
			}
		}
		w.body.WriteString("</w:tr>")
	}
	w.body.WriteString("</w:tbl>")
}

// Dates and amounts of a cell stay on a line.
func (w *fileWriter) writeCell(n ast.Node, src []byte, f textFace) {
	w.bound = true
	w.writeInlines(n, src, f)
	w.bound = false
}

// A block is what the first cell of a row says, and below it each other one behind the name of its
// column. Cells without words are left out.
func (w *fileWriter) writeSpread(n *tables.Table, src []byte) {
	const indent = 280
	head := n.FirstChild()
	rows := head.NextSibling()
	if rows == nil { // the names alone
		rows = head
	}
	for row := rows; row != nil; row = row.NextSibling() {
		said := 0
		name, c := head.FirstChild(), row.FirstChild()
		for ; name != nil && c != nil; name, c = name.NextSibling(), c.NextSibling() {
			if row != head && c.FirstChild() == nil {
				continue
			}
			s := paragraphStyle{name: "Cell", keep: c.NextSibling() != nil, indent: indent}
			if said == 0 {
				s.indent = 0
			}
			first := said == 0
			w.addParagraph(s, func() {
				w.writeCell(name, src, textFace{bold: first})
				w.addText(": ", textFace{bold: first})
				if row != head {
					w.writeCell(c, src, textFace{bold: first})
				}
			})
			said++
		}
		w.addParagraph(paragraphStyle{name: "Anchor"}, func() {})
	}
}

// Cells have smallCell as their style, and tightMargin beside their words, when the table has no
// room for its longest words in the usual one.
const (
	smallCell   = "SmallCell"
	cellMargin  = 108
	tightMargin = 50
)

// tableLayout says how a table is set. Measures are twentieths of a point.
type tableLayout struct {
	widths []float64 // of the columns
	tall   float64   // all rows
	cell   string    // style
	tight  bool      // it has little room beside its words
}

// Where the usual type is too large for the longest words, the smallest that can be read is taken.
// A table that does not need all of the width has columns as wide as their words. ok is false when
// words, dates and amounts would break even so.
func layOut(rows [][]string, columns, width int, cell float64) (tableLayout, bool) {
	const around = 12 // what other fonts take beyond what is reckoned
	all := float64(width)
	for _, out := range []tableLayout{{cell: "Cell"}, {cell: smallCell, tight: true}} {
		margin := 2.0*cellMargin + 2*around
		if out.tight {
			cell, margin = paper.LeastCell, 2.0*tightMargin+2*around
		}
		least, cells := measureColumns(rows, columns, cell*20, margin, all/2)
		if computeSum(least) > all {
			continue
		}
		for _, w := range paper.ShareWidth(least, cells, all) {
			out.widths = append(out.widths, math.Floor(w))
		}
		const line, above = 1.3, 100 // of the size of type, and above and below the text of a row
		for _, r := range cells {
			lines := 1.0
			for i, wide := range r {
				lines = max(lines, math.Ceil(wide/out.widths[i]))
			}
			out.tall += above + lines*cell*20*line
		}
		return out, true
	}
	return tableLayout{}, false
}

// least is for what is kept on one line, cells for each cell. A word that is longer than most
// breaks.
func measureColumns(rows [][]string, columns int, size, margin, most float64) (least []float64, cells [][]float64) {
	const narrowest, unspaced = 1.0, 6.0 // times the size of type
	least = make([]float64, columns)
	for i := range columns {
		least[i] = margin + narrowest*size
	}
	for _, r := range rows {
		wide := make([]float64, columns)
		for i, text := range r[:min(len(r), columns)] {
			for word := range strings.SplitSeq(paper.Bind(text), " ") {
				for _, part := range typeface.Parts(word) {
					long := size * measureText(part)
					if typeface.Unspaced(part) {
						long = min(long, unspaced*size)
					}
					least[i] = max(least[i], min(most, margin+long))
				}
			}
			wide[i] = margin + size*measureText(text)
		}
		cells = append(cells, wide)
	}
	return least, cells
}

func listCells(n *tables.Table, src []byte) [][]string {
	var rows [][]string
	for row := n.FirstChild(); row != nil; row = row.NextSibling() {
		var out []string
		for c := row.FirstChild(); c != nil; c = c.NextSibling() {
			out = append(out, strings.Join(strings.Fields(renderCell(c, src)), " "))
		}
		rows = append(rows, out)
	}
	return rows
}

// narrow stands for a digit of the mark of a sum.
const narrow = "i"

func renderCell(n ast.Node, src []byte) string {
	var b strings.Builder
	for c := n.FirstChild(); c != nil; c = c.NextSibling() {
		switch c := c.(type) {
		case *ast.Text:
			b.WriteString(paper.Unescaped(c, src))
			if c.SoftLineBreak() || c.HardLineBreak() {
				b.WriteByte(' ')
			}
		case *ast.String:
			b.Write(c.Value)
		case *ast.RawHTML:
			if paper.LineBreak(c, src) {
				b.WriteByte(' ')
			} else {
				b.Write(c.Segments.Value(src))
			}
		case *ast.AutoLink:
			b.Write(c.Label(src))
		case *ast.CodeSpan:
			b.WriteString(paper.PlainText(c, src))
		case *paper.Note:
			b.WriteString(strings.Repeat(narrow, len(strconv.Itoa(c.N)))) // its digits are raised and small
		default:
			b.WriteString(renderCell(c, src))
		}
	}
	return b.String()
}

func computeSum(list []float64) float64 {
	sum := 0.0
	for _, w := range list {
		sum += w
	}
	return sum
}

// The width is that in bold type, as a share of its size: a little more than in the widest of the
// fonts that take the place of ours.
func measureText(text string) float64 {
	const between = 0.25 // a digit or letter and a Chinese one: word processors leave a gap
	w, last := 0.0, ' '
	for _, r := range text {
		if typeface.Wide(r) != typeface.Wide(last) && (unicode.IsDigit(r) || unicode.IsDigit(last)) {
			w += between
		}
		last = r
		switch {
		case r >= 0x1100: // about as wide as it is high
			w++
		case strings.ContainsRune(" .,:;'’|!()[]ijlt"+paper.Unbroken, r):
			w += 0.36
		case strings.ContainsRune("mwMW%", r):
			w++
		case unicode.IsUpper(r):
			w += 0.74
		default:
			w += 0.64
		}
	}
	return w
}

// The columns run from right to left where the text does.
func (w *fileWriter) renderVisual() string {
	if prose.RightToLeft(w.paper.Language) {
		return "<w:bidiVisual/>"
	}
	return ""
}
