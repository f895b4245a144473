package docx

import (
	"fmt"
	"strings"
	"unicode"

	"github.com/yuin/goldmark/ast"
	tables "github.com/yuin/goldmark/extension/ast"

	"github.com/frasier-cos/frasier/worker/deliver/paper"
)

// textFace says how a stretch of text looks.
type textFace struct {
	bold, italic, mono, strike, link bool
}

// Line ends become breaks.
func (w *fileWriter) addText(text string, f textFace) {
	if text == "" {
		return
	}
	w.body.WriteString("<w:r>")
	leftward := strings.ContainsFunc(text, func(r rune) bool { return unicode.In(r, unicode.Hebrew, unicode.Arabic) })
	if f != (textFace{}) || leftward {
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
		w.body.WriteString(`<w:t xml:space="preserve">` + escapeXML(line) + `</w:t>`)
	}
	w.body.WriteString("</w:r>")
}

// The link leads to a part of the document or a page; inner writes its words.
func (w *fileWriter) addLink(to string, inner func(textFace)) {
	if id, ok := strings.CutPrefix(to, "#"); ok {
		w.printf(`<w:hyperlink w:anchor="%s" w:history="1">`, w.findBookmark(id))
	} else {
		w.printf(`<w:hyperlink r:id="%s" w:history="1">`, w.addRelation("hyperlink", to, "External"))
	}
	inner(textFace{link: true})
	w.body.WriteString("</w:hyperlink>")
}

func (w *fileWriter) writeInlines(n ast.Node, src []byte, f textFace) {
	for c := n.FirstChild(); c != nil; c = c.NextSibling() {
		w.writeInline(c, src, f)
	}
}

func (w *fileWriter) writeInline(n ast.Node, src []byte, f textFace) {
	switch n := n.(type) {
	case *ast.Text:
		text := paper.Unescaped(n, src)
		if w.bound {
			text = paper.Bind(text)
		}
		w.addText(text, f)
		switch {
		case n.HardLineBreak():
			w.body.WriteString("<w:r><w:br/></w:r>")
		case n.SoftLineBreak():
			w.addText(" ", f)
		}
	case *ast.String:
		w.addText(string(n.Value), f)
	case *ast.CodeSpan:
		f.mono = true
		w.addText(paper.PlainText(n, src), f)
	case *ast.AutoLink:
		w.writeLinked(paper.Address(n, src), f, func(f textFace) { w.addText(string(n.Label(src)), f) })
	case *ast.Image:
		w.writeLinked(string(n.Destination), f, func(f textFace) { w.addText(paper.Caption(n, src), f) })
	case *ast.Link:
		w.writeLinked(string(n.Destination), f, func(f textFace) { w.writeInlines(n, src, f) })
	case *ast.RawHTML:
		if paper.LineBreak(n, src) {
			w.body.WriteString("<w:r><w:br/></w:r>")
			return
		}
		w.addText(string(n.Segments.Value(src)), f)
	case *tables.TaskCheckBox:
		mark := "☐ "
		if n.IsChecked {
			mark = "☑ "
		}
		w.addText(mark, f)
	case *tables.Strikethrough:
		f.strike = true
		w.writeInlines(n, src, f)
	case *ast.Emphasis:
		f.bold, f.italic = f.bold || n.Level > 1, f.italic || n.Level == 1
		w.writeInlines(n, src, f)
	case *paper.Note:
		_, follows := n.PreviousSibling().(*paper.Note)
		w.addNote(n.N, follows)
	default:
		w.writeInlines(n, src, f)
	}
}

// Where a link may not lead, text stays text. Links do not stand in links.
func (w *fileWriter) writeLinked(to string, f textFace, inner func(textFace)) {
	at, ok := paper.Target(to, w.known)
	if !ok || f.link {
		inner(f)
		return
	}
	w.addLink(at, func(l textFace) {
		l.bold, l.italic, l.strike, l.mono = f.bold, f.italic, f.strike, f.mono
		inner(l)
	})
}

// in says where the blocks stand.
func (w *fileWriter) writeBlocks(n ast.Node, src []byte, in paragraphStyle) {
	for c := n.FirstChild(); c != nil; c = c.NextSibling() {
		w.writeBlock(c, src, in)
		if in.list > 0 { // only the first paragraph of an item has its mark
			in.indent, in.list = 400*(in.depth+1), 0
		}
	}
}

func (w *fileWriter) writeBlock(n ast.Node, src []byte, in paragraphStyle) {
	switch n := n.(type) {
	case *ast.Heading:
		in.name, in.keep = nameHeading(n.Level-1), true
		w.addParagraph(in, func() { w.writeInlines(n, src, textFace{}) })
	case *ast.List:
		w.writeList(n, src, in)
	case *ast.Blockquote:
		w.writeBlocks(n, src, paragraphStyle{name: "Quote", indent: in.indent + 400, depth: in.depth})
	case *ast.FencedCodeBlock, *ast.CodeBlock:
		in.name = "Code"
		w.addParagraph(in, func() { w.addText(strings.TrimRight(string(n.Lines().Value(src)), "\n"), textFace{}) })
	case *ast.ThematicBreak:
		w.addParagraph(paragraphStyle{}, func() {})
	case *tables.Table:
		w.writeTable(n, src)
	case *ast.HTMLBlock:
		w.addParagraph(in, func() { w.addText(strings.TrimSpace(paper.BlockText(n, src)), textFace{}) })
	case *ast.LinkReferenceDefinition:
	default:
		in.keep = in.keep || paper.Announces(n, src)
		w.addParagraph(in, func() { w.writeInlines(n, src, textFace{}) })
	}
}

// Deeper lists stay at this depth.
const deepest = 8

func (w *fileWriter) writeList(n *ast.List, src []byte, in paragraphStyle) {
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
		s := paragraphStyle{list: number, depth: min(depth, deepest), name: "ListParagraph"}
		if _, ok := paper.BoxOf(item); ok { // the box is the mark
			s = paragraphStyle{indent: 400 * (depth + 1), depth: min(depth, deepest), name: "ListParagraph"}
		}
		if item.FirstChild() == nil {
			w.addParagraph(s, func() {})
		}
		w.writeBlocks(item, src, s)
	}
}

func (w *fileWriter) addChart(n ast.Node) {
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
	id := w.addRelation("image", fmt.Sprintf("media/chart%d.png", len(w.pictures)), "")
	const perMillimetre = 36000
	wide, tall := int(paper.ChartWidth*perMillimetre), int(c.Height()*perMillimetre)
	caption := c.Caption(w.figures)
	w.addParagraph(paragraphStyle{keep: true}, func() {
		w.printf(`<w:r><w:drawing><wp:inline distT="0" distB="0" distL="0" distR="0"><wp:extent cx="%d" cy="%d"/><wp:docPr id="%d" name="Figure %d" descr="%s"/>`+
			`<a:graphic><a:graphicData uri="http://schemas.openxmlformats.org/drawingml/2006/picture"><pic:pic><pic:nvPicPr><pic:cNvPr id="%d" name="chart%d.png"/><pic:cNvPicPr/></pic:nvPicPr>`+
			`<pic:blipFill><a:blip r:embed="%s"/><a:stretch><a:fillRect/></a:stretch></pic:blipFill><pic:spPr><a:xfrm><a:off x="0" y="0"/><a:ext cx="%d" cy="%d"/></a:xfrm><a:prstGeom prst="rect"><a:avLst/></a:prstGeom></pic:spPr></pic:pic></a:graphicData></a:graphic></wp:inline></w:drawing></w:r>`,
			wide, tall, w.figures, w.figures, escapeXML(c.Alt()), w.figures, w.figures, id, wide, tall)
	})
	w.addParagraph(paragraphStyle{name: "Caption"}, func() { w.addText(caption, textFace{}) })
}
