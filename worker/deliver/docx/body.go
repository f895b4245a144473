package docx

import (
	"fmt"
	"strings"
	"unicode"

	"github.com/yuin/goldmark/ast"
	tables "github.com/yuin/goldmark/extension/ast"

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
