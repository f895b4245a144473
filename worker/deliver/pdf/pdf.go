// Package pdf writes a document as a PDF of A4 pages.
//
// A document of eight pages or more gets a cover and contents; a shorter one
// begins with its title. The opening stands on page 1 in both. A part that is
// to stand alone has a page of its own, in type as large as the page allows.
// No page but the last, and those of parts that stand alone, is less than a
// third full. Footnotes stand at the foot of the page that refers to them.
package pdf

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"image/color"
	"slices"
	"strconv"
	"strings"
	"time"

	"codeberg.org/go-pdf/fpdf"
	"github.com/yuin/goldmark/ast"

	"github.com/frasier-cos/frasier/internal/typeface"
	"github.com/frasier-cos/frasier/worker/deliver/paper"
)

// Measures of a page, in millimetres and points. A4.
const (
	pageWidth  = 210.0
	pageHeight = 297.0
	footRoom   = 17.0 // at the foot of a page, for its running title
	textLeap   = 5.4
)

var errContents = errors.New("the contents do not agree with the pages")

// Write renders a document. It is laid out without drawing first, in several
// ways until one keeps the rules for pages, and then drawn. Equal documents
// give equal bytes; the date inside is the document's. Characters that the
// fonts lack are shown as "□", and page 1 says so.
func Write(p paper.Paper) (out []byte, err error) {
	defer func() {
		// The library panics on faults of its own; one document must not end
		// the work on all others.
		if p := recover(); p != nil {
			err = fmt.Errorf("write pdf: %v", p)
		}
	}()
	types, err := newTypecase(p)
	if err != nil {
		return nil, fmt.Errorf("write pdf: %w", err)
	}
	parts, charts := p.Read()
	book := book{paper: p, parts: parts, charts: charts, types: types, fits: map[fitting]fitted{}}
	plan := book.plan()
	// Whether characters are missing is known only now, and saying so takes a
	// line; so the pages are found once more with it.
	plan.lost = types.lost > 0
	first := book.lay(plan, true, nil)
	second := book.lay(plan, false, first.own)
	if err := errors.Join(first.err, second.err, types.scale.Error(), types.err); err != nil {
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
	pdf       *fpdf.Fpdf
	dry       bool          // nothing is drawn
	have      map[face]bool // its fonts
	paper     paper.Paper
	parts     []paper.Reading
	charts    map[ast.Node]paper.Chart
	plan      plan
	types     *typecase
	book      *book
	known     map[string]bool // anchors
	anchors   map[string]int  // their links
	entries   []entry         // the headings of the contents, in order
	links     []int           // to them
	pages     []int           // their pages as the pass before found them
	own       []int           // their pages as this pass finds them
	page      int
	filled    []float64 // how far down text stands on each page before the present one, as a share
	single    []bool    // which pages belong to a part that stands alone, or are cut short by it
	short     []bool    // which are cut short
	y         float64
	left      float64
	fit       paper.Fit // of the present page
	bars      []float64 // where the lines of open quotes stand
	mark      string    // of a list item, until its first line is drawn
	markAt    float64
	markBy    float64 // its size, when it is not that of the text; 0 for that
	gray      int
	tone      *color.RGBA // of text, instead of gray; nil for none
	foot      []int       // footnotes of the present page
	fromRight bool        // the present paragraph runs from right to left
	shrunk    float64     // points by which the type of the present table is smaller
	tight     bool        // the cells of the present table have little room around their words
	alone     bool        // the present page belongs to a part that stands alone
	figures   int         // charts drawn so far
	err       error
}

func (b *book) newSheet(p plan, dry bool) *sheet {
	f := fpdf.New("P", "mm", "A4", "")
	s := &sheet{
		pdf: f, dry: dry, have: map[face]bool{}, paper: b.paper, parts: b.parts, charts: b.charts, plan: p, types: b.types, book: b,
		known: b.paper.Anchors(), anchors: map[string]int{}, left: paper.PageMargin, fit: paper.Usual(),
	}
	f.SetMargins(paper.PageMargin, paper.PageMargin, paper.PageMargin)
	f.SetCellMargin(0)
	f.SetAutoPageBreak(false, 0)
	at := b.paper.At.UTC()
	if b.paper.At.IsZero() { // the library would take the time of day
		at = time.Unix(0, 0).UTC()
	}
	f.SetCreationDate(at)
	f.SetModificationDate(at)
	f.SetCatalogSort(true)
	f.SetTitle(paper.OneLine(b.paper.Title), true)
	f.SetLang(cmp.Or(b.paper.Language, "en"))
	if b.paper.Offline {
		f.SetCreator("extractive/1", true)
		f.SetSubject(b.paper.Made, true)
	}
	for _, id := range s.anchorList() {
		s.anchors[id] = f.AddLink()
	}
	for _, part := range s.parts {
		if listed(part.Part) {
			s.entries = append(s.entries, entry{part.Level, s.types.plain(part.Title)})
			s.links = append(s.links, f.AddLink())
		}
	}
	return s
}

func listed(p paper.Part) bool { return p.Level > 0 && paper.OneLine(p.Title) != "" }

// footer prints the title and the number of a page; a cover has none.
func (s *sheet) footer() {
	const runningTitle = 80
	f := s.pdf
	if s.dry || s.page == 1 && s.plan.cover {
		return
	}
	f.SetDrawColor(200, 200, 200)
	f.SetLineWidth(0.15)
	f.Line(s.fit.Margin, pageHeight-15.5, pageWidth-s.fit.Margin, pageHeight-15.5)
	s.types.setFont(f, s.have, face{}, 8)
	f.SetTextColor(120, 120, 120)
	f.SetXY(s.fit.Margin, pageHeight-14.5)
	f.CellFormat(pageWidth-2*s.fit.Margin-20, 6, typeface.Visual(s.types.plain(short(s.paper.Title, runningTitle))), "", 0, "L", false, 0, "")
	f.CellFormat(20, 6, strconv.Itoa(s.page), "", 0, "R", false, 0, "")
}

// anchorList lists the anchors in a fixed order.
func (s *sheet) anchorList() []string {
	var out []string
	for id := range s.known {
		out = append(out, id)
	}
	slices.Sort(out)
	return out
}

// document draws all pages.
func (s *sheet) document() {
	from := 0
	if s.plan.cover {
		s.cover()
		if len(s.parts) > 0 && s.parts[0].Kind == paper.Opening {
			s.part(0)
			from++
		}
		s.contents()
		s.fresh()
	} else {
		if first := s.alonePart(0); first >= 0 {
			s.set(s.book.fitOf(s.plan, first).fit)
		}
		s.masthead()
	}
	for i := from; i < len(s.parts); i++ {
		if alone := s.alonePart(i); alone > i {
			s.turnTo(alone)
		}
		s.part(i)
	}
	s.closePage()
}

// part prints a part: on a page of its own when it is to stand alone.
func (s *sheet) part(i int) {
	p := s.parts[i]
	if p.Alone {
		s.standAlone(i)
		return
	}
	if p.Kind == paper.Phase && s.plan.cover && s.alonePart(i) < 0 {
		s.fresh()
	}
	s.text(p)
}

// text prints a part from the present place on.
func (s *sheet) text(p paper.Reading) {
	if listed(p.Part) {
		s.heading(s.opens(p))
	}
	s.arrive(p.Key)
	if p.Small != "" {
		s.small(p.Small)
	}
	s.blocks(p.Root, p.Src, false)
	s.lines(p.Lines)
}

// newPage ends the present page and begins another.
func (s *sheet) newPage() {
	if s.page > 0 {
		s.closePage()
	}
	s.page++
	s.pdf.AddPage()
	s.y = s.fit.Margin
	s.foot = nil
}

// closePage prints what stands at the foot of the present page.
func (s *sheet) closePage() {
	s.footnotes()
	s.filled = append(s.filled, (s.y-s.fit.Margin)/s.usable())
	s.single = append(s.single, s.alone)
	s.short = append(s.short, false)
	s.footer()
}

// floor is where text must end on the present page.
func (s *sheet) floor() float64 { return s.bottom() - s.footHeight() }

// bottom and usable are where the room of the present page ends, and how tall it is.
func (s *sheet) bottom() float64 { return pageHeight - max(footRoom, s.fit.Margin) - s.types.reserve }
func (s *sheet) usable() float64 { return s.bottom() - s.fit.Margin }

// gap is a gap between blocks at the present fit; it grows with no type.
func (s *sheet) gap(h float64) float64 { return h * min(1, s.fit.Scale*s.fit.Leap*s.fit.Leap) }

// need begins a page unless this much is left of the present one.
func (s *sheet) need(h float64) {
	if s.y+h > s.floor() {
		s.newPage()
	}
}

// skip leaves room, but none at the top of a page.
func (s *sheet) skip(h float64) {
	if s.y > s.fit.Margin {
		s.y += h
	}
}

// arrive marks the present place as the target of links to an anchor.
func (s *sheet) arrive(id string) {
	if link := s.anchors[id]; link != 0 && id != "" {
		s.pdf.SetLink(link, max(0, s.y-12), s.page)
	}
}

// width is what a line has at the present indent.
func (s *sheet) width() float64 { return pageWidth - s.fit.Margin - s.left }

// size and leap are those of running text at the present scale.
func (s *sheet) size() float64 { return paper.TextSize * s.fit.Scale }
func (s *sheet) leap() float64 { return textLeap * s.fit.Scale * s.fit.Leap * s.plan.spread() }

// write sets runs as a paragraph. No page ends with the first line of a
// longer one, and none begins with its last.
func (s *sheet) write(runs []run, size, leap float64) {
	lines := s.wrap(runs, size, s.width())
	s.fromRight = rightToLeft(runs)
	defer func() { s.fromRight = false }()
	for i, l := range lines {
		left := len(lines) - i
		room := int((s.floor() - s.y) / leap)
		switch {
		case i == 0 && left > 1 && room == 1, left == 2 && room == 1 && i > 0, i == 0 && left == 3 && room == 2:
			s.newPage()
		}
		s.need(leap + s.extra(notesIn(l)))
		s.refer(notesIn(l))
		s.margin(leap)
		s.print(l, s.begins(l, size), leap, size)
		s.y += leap
	}
}

// begins is where a line begins on the page: at the left edge, or where it ends
// at the right one.
func (s *sheet) begins(line []piece, size float64) float64 {
	if !s.fromRight && !firstLetter(line) {
		return s.left
	}
	return s.mirror(s.left, s.long(line, size))
}

// mirror is the place of something of this width on the other side of the page.
func (s *sheet) mirror(x, width float64) float64 { return pageWidth - x - width }

// long is the width of a line.
func (s *sheet) long(line []piece, size float64) float64 {
	w := 0.0
	for i, p := range line {
		if i > 0 && p.space {
			w += s.types.width(" ", p.face, size)
		}
		w += p.width
	}
	return w
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
		size := s.size()
		if s.markBy > 0 {
			size = s.markBy
		}
		at := s.markAt
		if s.fromRight {
			at = s.mirror(at, s.types.width(s.mark, face{}, size))
		}
		s.cell(s.mark, at, 6, leap, look{face{}, size, ""})
		s.mark = ""
	}
	a := s.paper.Accent
	f.SetDrawColor(int(a.R), int(a.G), int(a.B))
	f.SetLineWidth(0.7)
	for _, x := range s.bars {
		if s.fromRight {
			x = s.mirror(x, 0)
		}
		f.Line(x, s.y, x, s.y+leap)
	}
}

// short keeps so many characters of a text.
func short(text string, atMost int) string {
	r := []rune(paper.OneLine(text))
	if len(r) <= atMost {
		return string(r)
	}
	return strings.TrimSpace(string(r[:atMost])) + " ..."
}

// heading prints the next heading of the contents and notes its page; so much
// of what follows stands on the same one.
func (s *sheet) heading(follows float64) {
	n := len(s.own)
	e := s.entries[n]
	size, leap, room := 15.0*s.fit.Scale, 7.2*s.fit.Scale*s.fit.Leap, 30.0
	if e.level == 1 && s.deep() {
		size, leap, room = 19, 9.8, 55
	}
	if s.paper.Chapters && s.plan.cover && e.level == s.chapterLevel() && s.y > s.fit.Margin+s.usable()*chapterShare {
		s.newPage()
	}
	lines := s.wrap([]run{{text: e.title, face: face{bold: true}}}, size, s.width())
	s.skip(6 * s.fit.Scale * s.fit.Leap)
	s.need(min(max(room*s.fit.Scale, follows+4)+leap*float64(len(lines)), s.usable()))
	s.own = append(s.own, s.page)
	s.pdf.SetLink(s.links[n], s.y, s.page)
	s.pdf.SetY(s.y)
	if !s.dry {
		s.pdf.Bookmark(e.title, e.level-1, -1)
	}
	s.accented(func() {
		for _, l := range lines {
			s.need(leap)
			s.print(l, s.begins(l, size), leap, size)
			s.y += leap
		}
	})
	if e.level == 1 {
		s.rule(0.35)
	}
	s.y += 2.4 * s.fit.Scale * s.fit.Leap
}

// deep reports whether sections stand below phases.
func (s *sheet) deep() bool { return s.chapterLevel() > 1 }

// chapterLevel is the level of the sections.
func (s *sheet) chapterLevel() int {
	for _, p := range s.parts {
		if p.Kind == paper.Section && p.Level > 0 {
			return p.Level
		}
	}
	return 1
}

// small prints what stands small below a heading, as much of it as has room on a line.
func (s *sheet) small(text string) {
	const cut = "..."
	size := max(paper.LeastCell, 8.5*s.fit.Scale)
	line := func(words []string) []run {
		return []run{{text: s.types.plain(strings.Join(words, " ")), face: face{italic: true}}}
	}
	words := strings.Fields(text)
	for n := len(words); n > 1 && len(s.wrap(line(words), size, s.width())) > 1; n-- {
		words = append(words[:n-1:n-1], cut)
		if words[n-2] == cut { // it was before
			words = words[:n-1]
		}
	}
	s.gray = 110
	s.write(line(words), size, 4.4*s.fit.Scale)
	s.gray = 0
	s.y += 1.6 * s.fit.Scale
}

// lines prints a list that code wrote.
func (s *sheet) lines(list []paper.LineReading) {
	widest := 0.0
	for _, l := range list {
		if l.Depth == 0 {
			widest = max(widest, s.types.width(s.types.plain(l.Mark), face{}, s.size()))
		}
	}
	indent := max(6, widest+2.5) * s.fit.Scale
	for _, l := range list {
		s.line(l, indent)
	}
}

func (s *sheet) line(l paper.LineReading, indent float64) {
	size, leap, left := s.size(), s.leap(), s.left
	if l.Depth > 0 {
		size, leap, s.left = max(paper.LeastCell, size-1.2), leap-0.7, s.left+indent
		indent = s.types.width("mmm", face{}, size)
		s.gray, s.markBy = 70, size
	}
	// The anchor and the first line stand on one page.
	s.need(leap)
	s.arrive(l.Key)
	s.mark, s.markAt = s.types.plain(l.Mark), s.left
	if l.Mark == paper.BoxMark {
		s.mark = boxMark
	}
	s.left += indent
	for n := l.Root.FirstChild(); n != nil; n = n.NextSibling() {
		s.write(s.runs(n, l.Src, face{}), size, leap)
	}
	s.left, s.gray, s.mark, s.markBy = left, 0, "", 0
	s.y += s.gap(0.8)
}
