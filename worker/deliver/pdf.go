package deliver

import (
	"bytes"
	"errors"
	"fmt"
	"image/color"
	"slices"
	"strconv"
	"strings"
	"time"

	"codeberg.org/go-pdf/fpdf"

	"github.com/frasier-cos/frasier/llm/extractive"
)

// Measures of a page, in millimetres and points. A4.
const (
	pageWidth  = 210.0
	pageHeight = 297.0
	pageMargin = 22.0
	bottom     = pageHeight - pageMargin
	textSize   = 10.5
	textLeap   = 5.4
)

var errContents = errors.New("the contents do not agree with the pages")

// PDF renders the document with a title page, contents with page numbers and
// numbered pages. It lays the document out twice: the first pass finds the
// page of each heading, the second prints them in the contents. Equal
// documents give equal bytes; the date inside is the project's. Characters
// that the fonts lack are shown as "□", and the title page says so.
func (d Document) PDF() (out []byte, err error) {
	defer func() {
		// The library panics on faults of its own; one document must not end
		// the work on all others.
		if p := recover(); p != nil {
			err = fmt.Errorf("write pdf: %v", p)
		}
	}()
	types, err := newTypecase()
	if err != nil {
		return nil, fmt.Errorf("write pdf: %w", err)
	}
	first := newSheet(d, types)
	first.document()
	second := newSheet(d, types)
	second.pages, second.lost = first.own, types.lost
	second.document()
	if err := errors.Join(first.err, second.err, types.scale.Error()); err != nil {
		return nil, fmt.Errorf("write pdf: %w", err)
	}
	var b bytes.Buffer
	if err := second.pdf.Output(&b); err != nil {
		return nil, fmt.Errorf("write pdf: %w", err)
	}
	if !slices.Equal(first.own, second.own) {
		return nil, fmt.Errorf("write pdf: %w", errContents)
	}
	return b.Bytes(), nil
}

// entry is one line of the contents.
type entry struct {
	level int
	title string
}

// sheet lays one document out. Heights are from the top of the page.
type sheet struct {
	pdf     *fpdf.Fpdf
	have    map[face]bool // its fonts
	doc     Document
	types   *typecase
	known   map[string]bool // anchors
	anchors map[string]int  // their links
	entries []entry         // the headings of the contents, in order
	links   []int           // to them
	pages   []int           // their pages as the first pass found them
	own     []int           // their pages as this pass finds them
	lost    int             // characters without a glyph, as the first pass counted them
	y       float64
	left    float64
	bars    []float64 // where the lines of open quotes stand
	mark    string    // of a list item, until its first line is drawn
	markAt  float64
	gray    int
	tone    *color.RGBA // of text, instead of gray; nil for none
	form    form
	figures int // charts drawn so far
	err     error
}

func newSheet(d Document, types *typecase) *sheet {
	f := fpdf.New("P", "mm", "A4", "")
	s := &sheet{pdf: f, have: map[face]bool{}, doc: d, types: types, known: d.anchors(), anchors: map[string]int{}, left: pageMargin, form: d.form()}
	f.SetMargins(pageMargin, pageMargin, pageMargin)
	f.SetCellMargin(0)
	f.SetAutoPageBreak(false, 0)
	at := d.Project.CreatedAt.UTC()
	if at.IsZero() { // the library would take the time of day
		at = time.Unix(0, 0).UTC()
	}
	f.SetCreationDate(at)
	f.SetModificationDate(at)
	f.SetCatalogSort(true)
	f.SetTitle(line(d.Title), true)
	if d.Project.Offline {
		f.SetCreator("extractive/1", true)
		f.SetSubject(extractive.FirstLine, true)
	}
	f.SetFooterFunc(s.footer)
	for _, id := range anchorList(d) {
		s.anchors[id] = f.AddLink()
	}
	s.entries = s.outline()
	for range s.entries {
		s.links = append(s.links, f.AddLink())
	}
	return s
}

// footer prints the title and the number of a page; a title page has none.
func (s *sheet) footer() {
	const runningTitle = 80
	f := s.pdf
	if f.PageNo() == 1 && !s.form.slim {
		return
	}
	f.SetDrawColor(200, 200, 200)
	f.SetLineWidth(0.15)
	f.Line(pageMargin, pageHeight-15.5, pageWidth-pageMargin, pageHeight-15.5)
	setFont(f, s.have, face{}, 8)
	f.SetTextColor(120, 120, 120)
	f.SetXY(pageMargin, pageHeight-14.5)
	f.CellFormat(pageWidth-2*pageMargin-20, 6, s.types.plain(short(s.doc.Title, runningTitle)), "", 0, "L", false, 0, "")
	f.CellFormat(20, 6, strconv.Itoa(f.PageNo()), "", 0, "R", false, 0, "")
}

// anchorList lists the anchors in a fixed order.
func anchorList(d Document) []string {
	var out []string
	for id := range d.anchors() {
		out = append(out, id)
	}
	slices.Sort(out)
	return out
}

// outline lists the headings of the contents.
func (s *sheet) outline() []entry {
	var out []entry
	add := func(level int, title string) { out = append(out, entry{level, s.types.plain(title)}) }
	if s.doc.opened() {
		add(1, s.form.summary)
	}
	for _, p := range s.doc.Phases {
		if s.doc.phased() {
			add(1, p.Label)
		}
		for _, x := range p.Sections {
			add(s.doc.level()-1, x.Title)
		}
	}
	if len(s.doc.boxes()) > 0 {
		add(1, boxesTitle)
	}
	if len(s.doc.Missing) > 0 {
		add(1, missingTitle)
	}
	if len(s.doc.Sources) > 0 {
		add(1, sourcesTitle)
	}
	if len(s.doc.Notes) > 0 {
		add(1, notesTitle)
	}
	return out
}

func (d Document) opened() bool { return strings.TrimSpace(d.Opening) != "" }

// document draws all pages.
func (s *sheet) document() {
	if s.form.slim {
		s.masthead()
	} else {
		s.cover()
		s.contents()
		s.newPage()
	}
	if s.doc.opened() {
		s.heading(s.opens(s.doc.Opening))
		s.markdown(s.doc.Opening)
	}
	for _, p := range s.doc.Phases {
		if s.doc.phased() {
			s.fresh()
			s.heading(0)
		}
		for _, x := range p.Sections {
			s.heading(s.opens(x.Body))
			s.arrive(x.Key)
			s.markdown(x.Body)
		}
	}
	s.tail()
}

// newPage begins a page.
func (s *sheet) newPage() {
	s.pdf.AddPage()
	s.y = pageMargin
}

// need begins a page unless this much is left of the present one.
func (s *sheet) need(h float64) {
	if s.y+h > bottom {
		s.newPage()
	}
}

// skip leaves room, but none at the top of a page.
func (s *sheet) skip(h float64) {
	if s.y > pageMargin {
		s.y += h
	}
}

// arrive marks the present place as the target of links to an anchor.
func (s *sheet) arrive(id string) {
	if link := s.anchors[id]; link != 0 {
		s.pdf.SetLink(link, max(0, s.y-12), s.pdf.PageNo())
	}
}

// width is what a line has at the present indent.
func (s *sheet) width() float64 { return pageWidth - pageMargin - s.left }

// write sets runs as a paragraph. No page ends with the first line of a
// longer one, and none begins with its last.
func (s *sheet) write(runs []run, size, leap float64) {
	lines := s.wrap(runs, size, s.width())
	for i, l := range lines {
		left := len(lines) - i
		room := int((bottom - s.y) / leap)
		switch {
		case i == 0 && left > 1 && room == 1, left == 2 && room == 1 && i > 0, i == 0 && left == 3 && room == 2:
			s.newPage()
		}
		s.need(leap)
		s.margin(leap)
		s.print(l, s.left, leap, size)
		s.y += leap
	}
}

// margin draws what stands beside a line: the mark of a list item and the
// lines of quotes.
func (s *sheet) margin(leap float64) {
	f := s.pdf
	switch s.mark {
	case "":
	case boxMark, tickMark:
		s.box(leap)
		s.mark = ""
	default:
		s.cell(s.mark, s.markAt, 6, leap, look{face{}, textSize, ""})
		s.mark = ""
	}
	a := s.form.accent
	f.SetDrawColor(int(a.R), int(a.G), int(a.B))
	f.SetLineWidth(0.7)
	for _, x := range s.bars {
		f.Line(x, s.y, x, s.y+leap)
	}
}

// short keeps so many characters of a text.
func short(text string, atMost int) string {
	r := []rune(line(text))
	if len(r) <= atMost {
		return string(r)
	}
	return strings.TrimSpace(string(r[:atMost])) + " ..."
}

// contents prints the headings with their pages. Both passes print the same
// lines, so that nothing moves between them.
func (s *sheet) contents() {
	const numberWidth, indent, leap = 14.0, 6.0, 6.2
	s.newPage()
	s.accented(func() { s.write([]run{{text: "Contents", face: face{bold: true}}}, 17, 12) })
	s.y += 2
	for i, e := range s.entries {
		f := face{bold: e.level == 1 && s.doc.phased()}
		s.left = pageMargin
		if e.level > 1 {
			s.left += indent
		}
		lines := s.wrap([]run{{text: e.title, face: f}}, textSize, s.width()-numberWidth-2)
		s.need(min(float64(max(1, len(lines)))*leap, bottom-pageMargin))
		for _, l := range lines[:max(0, len(lines)-1)] {
			s.need(leap)
			s.print(l, s.left, leap, textSize)
			s.y += leap
		}
		s.need(leap)
		if len(lines) > 0 {
			s.print(lines[len(lines)-1], s.left, leap, textSize)
		}
		if i < len(s.pages) {
			number := strconv.Itoa(s.pages[i])
			setFont(s.pdf, s.have, face{}, textSize)
			s.pdf.SetTextColor(0, 0, 0)
			s.leader(lines, leap, numberWidth)
			s.pdf.SetXY(pageWidth-pageMargin-numberWidth, s.y)
			s.pdf.CellFormat(numberWidth, leap, number, "", 0, "R", false, 0, "")
		}
		s.pdf.Link(s.left, s.y, s.width(), leap, s.links[i])
		s.y += leap
	}
	s.left = pageMargin
}

// heading prints the next heading of the contents and notes its page; so much
// of what follows stands on the same one.
func (s *sheet) heading(follows float64) {
	n := len(s.own)
	e := s.entries[n]
	size, leap, room := 15.0, 8.0, 36.0
	if e.level == 1 && s.doc.phased() {
		size, leap, room = 19, 9.8, 55
	}
	if s.form.chapter && e.level == s.doc.level()-1 && s.y > pageMargin+(bottom-pageMargin)*chapterShare {
		s.newPage()
	}
	lines := s.wrap([]run{{text: e.title, face: face{bold: true}}}, size, s.width())
	s.skip(6)
	s.need(min(max(room, follows+4)+leap*float64(len(lines)), bottom-pageMargin))
	s.own = append(s.own, s.pdf.PageNo())
	s.pdf.SetLink(s.links[n], s.y, s.pdf.PageNo())
	s.pdf.SetY(s.y)
	s.pdf.Bookmark(e.title, e.level-1, -1)
	s.accented(func() {
		for _, l := range lines {
			s.need(leap)
			s.print(l, s.left, leap, size)
			s.y += leap
		}
	})
	if e.level == 1 {
		s.rule(0.35)
	}
	s.y += 3
}

// tail prints the parts that code writes.
func (s *sheet) tail() {
	d := s.doc
	if list := d.boxes(); len(list) > 0 {
		s.heading(0)
		for _, b := range list {
			s.mark, s.markAt = boxMark, s.left
			s.left += 6
			s.write([]run{{text: s.types.plain(b.text)}, {text: " " + s.types.plain("("+b.section+")"), face: face{italic: true}}}, textSize, textLeap)
			s.left -= 6
			s.y += 1
		}
	}
	if len(d.Missing) > 0 {
		s.heading(0)
		for _, m := range d.Missing {
			s.arrive(m.Key)
			s.bullet([]run{{text: s.types.plain(m.Title), face: face{bold: true}}, {text: s.types.plain(": " + m.Why)}})
		}
	}
	if len(d.Sources) > 0 {
		s.heading(0)
		indent := s.types.width(fmt.Sprintf("[%d]", d.Sources[len(d.Sources)-1].N), face{}, textSize) + 2.5
		for _, src := range d.Sources {
			s.arrive(fmt.Sprintf("source-%d", src.N))
			to := ""
			if key, ok := src.section(); ok && s.known[key] {
				to = "#" + key
			} else if web(src.URL) {
				to = src.URL
			}
			s.mark, s.markAt = fmt.Sprintf("[%d]", src.N), s.left
			s.left += indent
			s.write([]run{{text: s.types.plain(src.line()), to: to}}, textSize-1, textLeap-0.4)
			s.left -= indent
			s.y += 0.8
		}
	}
	if len(d.Notes) > 0 {
		s.heading(0)
		for _, n := range d.Notes {
			s.bullet([]run{{text: s.types.plain(n)}})
		}
	}
}

func (s *sheet) bullet(runs []run) {
	s.mark, s.markAt = "•", s.left
	s.left += 6
	s.write(runs, textSize, textLeap)
	s.left -= 6
	s.y += 0.8
}
