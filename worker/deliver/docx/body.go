package docx

import (
	"fmt"
	"math"
	"strings"
	"unicode"

	"github.com/yuin/goldmark/ast"
	tables "github.com/yuin/goldmark/extension/ast"

	"github.com/frasier-cos/frasier/internal/prose"
	"github.com/frasier-cos/frasier/worker/deliver/paper"
)

// face is how a stretch of text looks.
type face struct {
	bold, italic, mono, strike, link bool
}

// text adds a stretch of text. Line ends become breaks.
func (w *writer) text(text string, f face) {
	if text == "" {
		return
	}
	w.body.WriteString("<w:r>")
	leftward := strings.ContainsFunc(text, func(r rune) bool { return unicode.In(r, unicode.Hebrew, unicode.Arabic) })
	if f != (face{}) || leftward {
		w.body.WriteString("<w:rPr>")
		if f.link {
			w.body.WriteString(`<w:rStyle w:val="Hyperlink"/>`)
		}
		if f.mono {
			w.body.WriteString(`<w:rFonts w:ascii="Consolas" w:hAnsi="Consolas" w:cs="Consolas"/>`)
		}
		for _, x := range []struct {
			on   bool
			name string
		}{{f.bold, "b"}, {f.bold && leftward, "bCs"}, {f.italic, "i"}, {f.italic && leftward, "iCs"}, {f.strike, "strike"}} {
			if x.on {
				w.body.WriteString("<w:" + x.name + "/>")
			}
		}
		if leftward {
			w.body.WriteString("<w:rtl/>")
		}
		w.body.WriteString("</w:rPr>")
	}
	for i, line := range strings.Split(text, "\n") {
		if i > 0 {
			w.body.WriteString("<w:br/>")
		}
		w.body.WriteString(`<w:t xml:space="preserve">` + escape(line) + `</w:t>`)
	}
	w.body.WriteString("</w:r>")
}

// link writes what inner does as a link to a part of the document or a page.
func (w *writer) link(to string, inner func(face)) {
	if id, ok := strings.CutPrefix(to, "#"); ok {
		w.printf(`<w:hyperlink w:anchor="%s" w:history="1">`, w.mark(id))
	} else {
		w.printf(`<w:hyperlink r:id="%s" w:history="1">`, w.relate("hyperlink", to, "External"))
	}
	inner(face{link: true})
	w.body.WriteString("</w:hyperlink>")
}

// inlines writes what is in a block.
func (w *writer) inlines(n ast.Node, src []byte, f face) {
	for c := n.FirstChild(); c != nil; c = c.NextSibling() {
		w.inline(c, src, f)
	}
}

func (w *writer) inline(n ast.Node, src []byte, f face) {
	switch n := n.(type) {
	case *ast.Text:
		text := paper.Unescaped(n, src)
		if w.bound {
			text = paper.Bind(text)
		}
		w.text(text, f)
		switch {
		case n.HardLineBreak():
			w.body.WriteString("<w:r><w:br/></w:r>")
		case n.SoftLineBreak():
			w.text(" ", f)
		}
	case *ast.String:
		w.text(string(n.Value), f)
	case *ast.CodeSpan:
		f.mono = true
		w.text(paper.PlainText(n, src), f)
	case *ast.AutoLink:
		w.linked(paper.Address(n, src), f, func(f face) { w.text(string(n.Label(src)), f) })
	case *ast.Image:
		w.linked(string(n.Destination), f, func(f face) { w.text(paper.Caption(n, src), f) })
	case *ast.Link:
		w.linked(string(n.Destination), f, func(f face) { w.inlines(n, src, f) })
	case *ast.RawHTML:
		if paper.LineBreak(n, src) {
			w.body.WriteString("<w:r><w:br/></w:r>")
			return
		}
		w.text(string(n.Segments.Value(src)), f)
	case *tables.TaskCheckBox:
		mark := "☐ "
		if n.IsChecked {
			mark = "☑ "
		}
		w.text(mark, f)
	case *tables.Strikethrough:
		f.strike = true
		w.inlines(n, src, f)
	case *ast.Emphasis:
		f.bold, f.italic = f.bold || n.Level > 1, f.italic || n.Level == 1
		w.inlines(n, src, f)
	case *paper.Note:
		_, follows := n.PreviousSibling().(*paper.Note)
		w.note(n.N, follows)
	default:
		w.inlines(n, src, f)
	}
}

// linked writes text as a link where it may lead there, else as text. Links do
// not stand in links.
func (w *writer) linked(to string, f face, inner func(face)) {
	at, ok := paper.Target(to, w.known)
	if !ok || f.link {
		inner(f)
		return
	}
	w.link(at, func(l face) {
		l.bold, l.italic, l.strike, l.mono = f.bold, f.italic, f.strike, f.mono
		inner(l)
	})
}

// blocks writes the blocks in a node; in says where they stand.
func (w *writer) blocks(n ast.Node, src []byte, in style) {
	for c := n.FirstChild(); c != nil; c = c.NextSibling() {
		w.block(c, src, in)
		if in.list > 0 { // only the first paragraph of an item has its mark
			in.indent, in.list = 400*(in.depth+1), 0
		}
	}
}

func (w *writer) block(n ast.Node, src []byte, in style) {
	switch n := n.(type) {
	case *ast.Heading:
		in.name, in.keep = heading(n.Level-1), true
		w.paragraph(in, func() { w.inlines(n, src, face{}) })
	case *ast.List:
		w.list(n, src, in)
	case *ast.Blockquote:
		w.blocks(n, src, style{name: "Quote", indent: in.indent + 400, depth: in.depth})
	case *ast.FencedCodeBlock, *ast.CodeBlock:
		in.name = "Code"
		w.paragraph(in, func() { w.text(strings.TrimRight(string(n.Lines().Value(src)), "\n"), face{}) })
	case *ast.ThematicBreak:
		w.paragraph(style{}, func() {})
	case *tables.Table:
		w.table(n, src)
	case *ast.HTMLBlock:
		w.paragraph(in, func() { w.text(strings.TrimSpace(paper.BlockText(n, src)), face{}) })
	case *ast.LinkReferenceDefinition:
	default:
		in.keep = in.keep || paper.Announces(n, src)
		w.paragraph(in, func() { w.inlines(n, src, face{}) })
	}
}

// deepest is how far lists nest; deeper ones stay there.
const deepest = 8

func (w *writer) list(n *ast.List, src []byte, in style) {
	const bullets = 1
	number := bullets
	if n.IsOrdered() {
		w.starts = append(w.starts, max(0, min(n.Start, 1<<15)))
		number = len(w.starts) + 1
	}
	depth := in.depth
	if _, inner := n.Parent().(*ast.ListItem); inner {
		depth++
	}
	for item := n.FirstChild(); item != nil; item = item.NextSibling() {
		s := style{list: number, depth: min(depth, deepest), name: "ListParagraph"}
		if _, ok := paper.BoxOf(item); ok { // the box is the mark
			s = style{indent: 400 * (depth + 1), depth: min(depth, deepest), name: "ListParagraph"}
		}
		if item.FirstChild() == nil {
			w.paragraph(s, func() {})
		}
		w.blocks(item, src, s)
	}
}

// A table is not split between pages up to so many rows, and to this share of a page.
const (
	togetherAtMost = 12
	togetherShare  = 0.45
)

// table writes a table, its header repeated on each page, and its chart.
func (w *writer) table(n *tables.Table, src []byte) {
	columns := len(n.Alignments)
	if columns == 0 {
		return
	}
	right := paper.Rightward(n, src)
	_, charted := w.charts[n] // a table and its chart stay on one page
	w.body.WriteString(`<w:tbl><w:tblPr><w:tblStyle w:val="Plain"/>` + w.visual() + ``)
	form := layOut(paper.Cells(n, src), columns, textWidth(w.margin), w.fit.Cell())
	short := n.ChildCount() <= togetherAtMost && form.tall < togetherShare*(pageHeight-2*float64(twentieths(w.margin)))
	all := 0
	for _, wide := range form.widths {
		all += wide
	}
	w.printf(`<w:tblW w:w="%d" w:type="dxa"/><w:tblLayout w:type="fixed"/><w:tblLook w:val="0020" w:firstRow="1"/></w:tblPr><w:tblGrid>`, all)
	for _, wide := range form.widths {
		w.printf(`<w:gridCol w:w="%d"/>`, wide)
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
		for k := range columns {
			w.printf(`<w:tc><w:tcPr><w:tcW w:w="%d" w:type="dxa"/>`, form.widths[k])
			if head {
				w.printf(`<w:shd w:val="clear" w:color="auto" w:fill="%s"/>`, rgb(w.paper.Tint))
			}
			w.body.WriteString("</w:tcPr>")
			w.paragraph(style{name: form.cell, right: right[k], keep: charted || short && row.NextSibling() != nil}, func() {
				if w.bound = form.kept[k]; c != nil {
					w.inlines(c, src, face{bold: head})
				}
				w.bound = false
			})
			w.body.WriteString("</w:tc>")
			if c != nil {
				c = c.NextSibling()
			}
		}
		w.body.WriteString("</w:tr>")
	}
	w.body.WriteString("</w:tbl>")
	w.paragraph(style{name: "Anchor"}, func() {}) // parts tables that follow one another
	w.chart(n)
}

// smallCell is the style of the cells of a table that has no room for its longest words in
// the usual one.
const smallCell = "SmallCell"

// layout is how a table is set: the widths of its columns, in twentieths of a point, the
// style of its cells, and in which columns dates and amounts have room on one line.
type layout struct {
	widths []int
	tall   float64 // all rows, in twentieths of a point
	cell   string
	kept   []bool
}

// layOut divides the width of the text among columns. A table that does not need all
// of it has columns as wide as their words.
func layOut(rows [][]string, columns, width int, cell float64) layout {
	out := layout{cell: "Cell"}
	a := askedBy(rows, columns, cell*20)
	least := a.bound
	if sumOf(least) > float64(width) {
		out.cell = smallCell
		a = askedBy(rows, columns, paper.LeastCell*20)
		least = a.bound
	}
	if sumOf(least) > float64(width) {
		least = a.words
	}
	shared := paper.ShareWidth(least, a.cells, float64(width))
	for i, w := range shared {
		out.widths = append(out.widths, int(w))
		out.kept = append(out.kept, w >= a.bound[i]-1)
	}
	const line, around = 1.3, 100 // of the size of type, and above and below the text of a row
	for _, r := range a.cells {
		lines := 1.0
		for i, wide := range r {
			lines = max(lines, math.Ceil(wide/shared[i]))
		}
		out.tall += around + lines*cell*20*line
	}
	return out
}

// asked is how wide the columns of a table must be: for their longest words, for what
// is kept on one line in them, and for each of their cells.
type asked struct {
	words, bound []float64
	cells        [][]float64
}

func askedBy(rows [][]string, columns int, size float64) asked {
	const (
		padding    = 240.0 // twentieths of a point beside the words of a cell
		longWord   = 14.0  // times the size of type; longer ones are broken
		leastWidth = 2.0
	)
	longest := func(text string, most float64) float64 {
		wide := 0.0
		for word := range strings.SplitSeq(text, " ") {
			wide = max(wide, min(most, widthOf(word)))
		}
		return padding + size*wide
	}
	a := asked{words: make([]float64, columns), bound: make([]float64, columns)}
	for i := range columns {
		a.words[i] = padding + leastWidth*size
		a.bound[i] = a.words[i]
	}
	for _, r := range rows {
		wide := make([]float64, columns)
		for i, text := range r[:min(len(r), columns)] {
			a.words[i] = max(a.words[i], longest(text, longWord))
			a.bound[i] = max(a.bound[i], longest(paper.Bind(text), 2*longWord), a.words[i])
			wide[i] = padding + size*widthOf(text)
		}
		a.cells = append(a.cells, wide)
	}
	return a
}

func sumOf(list []float64) float64 {
	sum := 0.0
	for _, w := range list {
		sum += w
	}
	return sum
}

// widthOf is how wide a text is in bold type, as a share of its size: a little more than
// in the widest of the fonts that take the place of ours.
func widthOf(text string) float64 {
	w := 0.0
	for _, r := range text {
		switch {
		case r >= 0x1100: // about as wide as it is high
			w++
		case strings.ContainsRune(" .,:;'’|!()[]ijlt"+paper.Unbroken, r):
			w += 0.36
		case strings.ContainsRune("mwMW%", r):
			w += 1
		case unicode.IsUpper(r):
			w += 0.74
		default:
			w += 0.64
		}
	}
	return w
}

// visual has the columns of a table run from right to left where the text does.
func (w *writer) visual() string {
	if prose.RightToLeft(w.paper.Language) {
		return "<w:bidiVisual/>"
	}
	return ""
}

// chart adds the picture of a table's figures.
func (w *writer) chart(n ast.Node) {
	c, ok := w.charts[n]
	if !ok || w.err != nil {
		return
	}
	png, err := c.PNG()
	if err != nil {
		w.err = err
		return
	}
	w.figures++
	w.pictures = append(w.pictures, png)
	id := w.relate("image", fmt.Sprintf("media/chart%d.png", len(w.pictures)), "")
	const perMillimetre = 36000
	wide, tall := int(paper.ChartWidth*perMillimetre), int(c.Height()*perMillimetre)
	caption := c.Caption(w.figures)
	w.paragraph(style{keep: true}, func() {
		w.printf(`<w:r><w:drawing><wp:inline distT="0" distB="0" distL="0" distR="0"><wp:extent cx="%d" cy="%d"/><wp:docPr id="%d" name="Figure %d" descr="%s"/>`+
			`<a:graphic><a:graphicData uri="http://schemas.openxmlformats.org/drawingml/2006/picture"><pic:pic><pic:nvPicPr><pic:cNvPr id="%d" name="chart%d.png"/><pic:cNvPicPr/></pic:nvPicPr>`+
			`<pic:blipFill><a:blip r:embed="%s"/><a:stretch><a:fillRect/></a:stretch></pic:blipFill><pic:spPr><a:xfrm><a:off x="0" y="0"/><a:ext cx="%d" cy="%d"/></a:xfrm><a:prstGeom prst="rect"><a:avLst/></a:prstGeom></pic:spPr></pic:pic></a:graphicData></a:graphic></wp:inline></w:drawing></w:r>`,
			wide, tall, w.figures, w.figures, escape(c.Alt()), w.figures, w.figures, id, wide, tall)
	})
	w.paragraph(style{name: "Caption"}, func() { w.text(caption, face{}) })
}
