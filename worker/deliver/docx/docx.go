// Package docx writes a document for word processors: WordprocessingML in its
// zip container, with headings, lists, tables, links, bookmarks and
// charts that can be edited there.
package docx

import (
	"archive/zip"
	"bytes"
	"cmp"
	"encoding/xml"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/yuin/goldmark/ast"

	"github.com/frasier-cos/frasier/worker/deliver/paper"
)

// Write renders a document. Equal documents give equal bytes; the date inside
// is the document's. What a word processor cannot show is shown as its text,
// as in the other forms.
func Write(p paper.Paper) ([]byte, error) {
	parts, charts := p.Read()
	w := fileWriter{paper: p, charts: charts, known: p.Anchors(), marks: map[string]string{}}
	w.margin = chooseMargin(parts, 0)
	w.writeHead()
	contents := p.Long()
	for i, part := range parts {
		if contents && part.Kind != paper.Opening {
			w.writeContents()
			contents = false
		}
		breaks := i > 0 && beginsPage(parts, i)
		if at := chooseMargin(parts, i); breaks && at != w.margin {
			w.endSection()
			w.margin, breaks = at, false
		}
		w.writePart(part, breaks)
	}
	w.writeSums()
	if w.err != nil {
		return nil, fmt.Errorf("write docx: %w", w.err)
	}
	return w.packFile()
}

// relation is one target that the text refers to by its id.
type relation struct{ id, kind, target, mode string }

type fileWriter struct {
	paper     paper.Paper
	charts    map[ast.Node]paper.Chart
	known     map[string]bool   // anchors
	marks     map[string]string // their bookmarks
	body      strings.Builder
	relations []relation
	pictures  [][]byte
	margins   []float64 // millimetres, of the sections of the file
	margin    float64   // of the present one
	starts    []int     // first number of each ordered list
	figures   int
	fit       paper.Fit // of the present part
	small     bool      // it must fit one page
	bound     bool      // dates and amounts are kept on one line
	bookmarks int
	err       error
}

// paragraphStyle says how a paragraph looks.
type paragraphStyle struct {
	name     string // of a style; empty for running text
	list     int    // number of its list; 0 for none
	depth    int    // in the list
	indent   int    // twentieths of a point
	hang     int    // by which the first line begins before the others
	right    bool
	newPage  bool
	keep     bool   // on the page of the next paragraph
	bookmark string // an anchor that it carries
}

func (w *fileWriter) addParagraph(s paragraphStyle, inline func()) {
	if w.small {
		s.name = cmp.Or(s.name, "Text") + onePageStyle
	}
	w.body.WriteString("<w:p>")
	if s != (paragraphStyle{bookmark: s.bookmark}) {
		w.body.WriteString("<w:pPr>")
		if s.name != "" {
			w.printf(`<w:pStyle w:val="%s"/>`, s.name)
		}
		if s.keep {
			w.body.WriteString("<w:keepNext/>")
		}
		if s.newPage {
			w.body.WriteString("<w:pageBreakBefore/>")
		}
		if s.list > 0 {
			w.printf(`<w:numPr><w:ilvl w:val="%d"/><w:numId w:val="%d"/></w:numPr>`, min(s.depth, deepest), s.list)
		}
		switch {
		case s.hang > 0:
			w.printf(`<w:ind w:left="%d" w:hanging="%d"/>`, s.indent, s.hang)
		case s.indent > 0:
			w.printf(`<w:ind w:left="%d"/>`, s.indent)
		}
		if s.right {
			w.body.WriteString(`<w:jc w:val="right"/>`)
		}
		w.body.WriteString("</w:pPr>")
	}
	if s.bookmark != "" && w.known[s.bookmark] {
		w.addBookmark(s.bookmark)
	}
	inline()
	w.body.WriteString("</w:p>")
}

func (w *fileWriter) addBookmark(anchor string) {
	w.bookmarks++
	w.printf(`<w:bookmarkStart w:id="%d" w:name="%s"/><w:bookmarkEnd w:id="%d"/>`, w.bookmarks, w.findBookmark(anchor), w.bookmarks)
}

func (w *fileWriter) printf(format string, args ...any) { fmt.Fprintf(&w.body, format, args...) }

// Names of bookmarks are letters, digits and underscores, at most 40.
func (w *fileWriter) findBookmark(id string) string {
	if name, ok := w.marks[id]; ok {
		return name
	}
	const atMost = 30
	name := strings.Map(func(r rune) rune {
		if r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' {
			return r
		}
		return '_'
	}, id)
	name = fmt.Sprintf("to_%d_%s", len(w.marks)+1, name[:min(len(name), atMost)])
	w.marks[id] = name
	return name
}

func (w *fileWriter) addRelation(kind, target, mode string) string {
	at := slices.IndexFunc(w.relations, func(r relation) bool { return r.kind == kind && r.target == target })
	if at < 0 {
		at = len(w.relations)
		w.relations = append(w.relations, relation{fmt.Sprintf("rId%d", firstRelation+at), kind, target, mode})
	}
	return w.relations[at].id
}

// The head says what a reader must know first.
func (w *fileWriter) writeHead() {
	if w.paper.Kicker != "" {
		w.addParagraph(paragraphStyle{name: "Kicker"}, func() { w.addText(strings.ToUpper(w.paper.Kicker), textFace{}) })
	}
	w.addParagraph(paragraphStyle{name: "Title"}, func() { w.addText(paper.OneLine(w.paper.Title), textFace{}) })
	facts := []string{w.paper.Facts}
	for _, f := range append(facts, w.paper.Notices...) {
		if f = paper.OneLine(f); f != "" {
			w.addParagraph(paragraphStyle{name: "Facts"}, func() { w.addText(f, textFace{}) })
		}
	}
}

func (w *fileWriter) writeContents() {
	w.addParagraph(paragraphStyle{name: "ContentsTitle"}, func() { w.addText("Contents", textFace{}) })
	const wholeAtMost = 25 // lines that are not split between pages
	listed := w.paper.Listed()
	for i, p := range listed {
		if p.Kind == paper.Opening {
			continue
		}
		keep := i < len(listed)-1 && (len(listed) <= wholeAtMost || p.Key == "")
		w.addParagraph(paragraphStyle{name: "Contents", indent: 400 * (p.Level - 1), keep: keep}, func() {
			if p.Key == "" {
				w.addText(paper.OneLine(p.Title), textFace{bold: true})
				return
			}
			w.addLink("#"+p.Key, func(f textFace) { w.addText(paper.OneLine(p.Title), f) })
		})
	}
}

// A part that stands alone begins a page, with the heading of its phase, and so does what follows
// it.
func beginsPage(parts []paper.Reading, i int) bool {
	phase := func(k int) bool { return parts[k].Kind == paper.Phase }
	switch {
	case parts[i-1].Alone:
		return true
	case parts[i].Alone:
		return !phase(i - 1)
	}
	return phase(i) && i+1 < len(parts) && parts[i+1].Alone
}

// breaks says that the part begins a page, since it or the part before it stands alone.
func (w *fileWriter) writePart(p paper.Reading, breaks bool) {
	w.fit = cmp.Or(p.Fit, paper.Usual())
	w.small = p.Alone
	defer func() { w.small = false }()
	title := paper.OneLine(p.Title)
	if p.Level > 0 && title != "" {
		w.addParagraph(paragraphStyle{name: nameHeading(p.Level), newPage: breaks, bookmark: p.Key}, func() { w.addText(title, textFace{}) })
	} else if p.Key != "" || breaks {
		w.addParagraph(paragraphStyle{newPage: breaks, bookmark: p.Key, name: "Anchor"}, func() {})
	}
	if p.Small != "" {
		w.addParagraph(paragraphStyle{name: "AskedFor"}, func() { w.addText(p.Small, textFace{}) })
	}
	w.writeBlocks(p.Root, p.Src, paragraphStyle{})
	hang := computeHangings(p.Lines)
	for _, l := range p.Lines {
		s := paragraphStyle{name: "Entry", bookmark: l.Key, indent: hang[0], hang: hang[0]}
		if l.Depth > 0 {
			s = paragraphStyle{name: "SmallEntry", bookmark: l.Key, indent: hang[0] + hang[1], hang: hang[1]}
		}
		w.addParagraph(s, func() {
			w.addText(l.Mark, textFace{})
			w.body.WriteString("<w:r><w:tab/></w:r>")
			for n := l.Root.FirstChild(); n != nil; n = n.NextSibling() {
				w.writeInlines(n, l.Src, textFace{})
			}
		})
	}
}

// The hangings are how far the lines of a list stand behind its marks, at both depths.
func computeHangings(list []paper.LineReading) [2]int {
	const least, beside, size = 400, 110, 21 * 10 // of type, in twentieths of a point
	out := [2]int{least, least}
	for _, l := range list {
		at := min(l.Depth, 1)
		out[at] = max(out[at], int(measureText(l.Mark)*size)+beside)
	}
	return out
}

func nameHeading(level int) string { return fmt.Sprintf("Heading%d", max(1, min(level, 6))) }

func (w *fileWriter) packFile() ([]byte, error) {
	var b bytes.Buffer
	z := zip.NewWriter(&b)
	var err error
	put := func(name, content string) {
		h := &zip.FileHeader{Name: name, Method: zip.Deflate, Modified: time.Date(1980, 1, 1, 0, 0, 0, 0, time.UTC)}
		f, e := z.CreateHeader(h)
		if e == nil {
			_, e = f.Write([]byte(content))
		}
		err = errors.Join(err, e)
	}
	last := w.renderSection()
	put("[Content_Types].xml", renderContentTypes(len(w.margins)))
	put("_rels/.rels", packageRelations)
	put("docProps/core.xml", w.renderCore())
	put("word/document.xml", xmlHead+`<w:document `+namespaces+`><w:body>`+w.body.String()+last+`</w:body></w:document>`)
	put("word/styles.xml", renderStyles(w.paper))
	put("word/numbering.xml", w.renderNumbering())
	put("word/settings.xml", settings)
	for i, m := range w.margins {
		put(fmt.Sprintf("word/footer%d.xml", i+1), renderFooter(escapeXML(paper.OneLine(w.paper.Title)), computeTextWidth(m)))
	}
	put("word/_rels/document.xml.rels", w.renderRelations())
	for i, png := range w.pictures {
		put(fmt.Sprintf("word/media/chart%d.png", i+1), string(png))
	}
	if err = errors.Join(err, z.Close()); err != nil {
		return nil, fmt.Errorf("write docx: %w", err)
	}
	return b.Bytes(), nil
}

// What XML cannot hold becomes U+FFFD.
func escapeXML(text string) string {
	var b bytes.Buffer
	if err := xml.EscapeText(&b, []byte(text)); err != nil {
		return "" // a buffer takes all
	}
	return b.String()
}

func (w *fileWriter) renderCore() string {
	at := w.paper.At.UTC()
	if w.paper.At.IsZero() {
		at = time.Unix(0, 0).UTC()
	}
	by := ""
	if w.paper.Offline {
		by = "<dc:description>" + escapeXML(w.paper.Made) + "</dc:description>"
	}
	stamp := at.Format(time.RFC3339)
	return xmlHead + `<cp:coreProperties xmlns:cp="http://schemas.openxmlformats.org/package/2006/metadata/core-properties" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:dcterms="http://purl.org/dc/terms/" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance">` +
		`<dc:title>` + escapeXML(paper.OneLine(w.paper.Title)) + `</dc:title>` + by +
		`<dcterms:created xsi:type="dcterms:W3CDTF">` + stamp + `</dcterms:created><dcterms:modified xsi:type="dcterms:W3CDTF">` + stamp + `</dcterms:modified></cp:coreProperties>`
}

func (w *fileWriter) renderRelations() string {
	var b strings.Builder
	b.WriteString(xmlHead + `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">`)
	for i, part := range []string{"styles", "numbering", "settings"} {
		fmt.Fprintf(&b, `<Relationship Id="rId%d" Type="%s%s" Target="%s.xml"/>`, i+1, relationTypes, part, part)
	}
	for _, r := range w.relations {
		mode := ""
		if r.mode != "" {
			mode = ` TargetMode="` + r.mode + `"`
		}
		fmt.Fprintf(&b, `<Relationship Id="%s" Type="%s%s" Target="%s"%s/>`, r.id, relationTypes, r.kind, escapeXML(r.target), mode)
	}
	return b.String() + `</Relationships>`
}

// There is one list of bullets and, for each ordered list, one that begins with its first number.
func (w *fileWriter) renderNumbering() string {
	var b strings.Builder
	b.WriteString(xmlHead + `<w:numbering ` + namespaces + `>`)
	for kind, format := range []string{"bullet", "decimal"} {
		fmt.Fprintf(&b, `<w:abstractNum w:abstractNumId="%d"><w:multiLevelType w:val="hybridMultilevel"/>`, kind)
		for level := range deepest + 1 {
			text := "•"
			if format == "decimal" {
				text = fmt.Sprintf("%%%d.", level+1)
			}
			fmt.Fprintf(&b, `<w:lvl w:ilvl="%d"><w:start w:val="1"/><w:numFmt w:val="%s"/><w:lvlText w:val="%s"/><w:lvlJc w:val="left"/><w:pPr><w:ind w:left="%d" w:hanging="340"/></w:pPr></w:lvl>`,
				level, format, text, 400*(level+1))
		}
		b.WriteString(`</w:abstractNum>`)
	}
	b.WriteString(`<w:num w:numId="1"><w:abstractNumId w:val="0"/></w:num>`)
	for i, start := range w.starts {
		fmt.Fprintf(&b, `<w:num w:numId="%d"><w:abstractNumId w:val="1"/>`, i+2)
		for level := range deepest + 1 {
			fmt.Fprintf(&b, `<w:lvlOverride w:ilvl="%d"><w:startOverride w:val="%d"/></w:lvlOverride>`, level, start)
		}
		b.WriteString(`</w:num>`)
	}
	return b.String() + `</w:numbering>`
}
