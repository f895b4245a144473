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
	book := book{paper: p, parts: parts, charts: charts, types: types, fits: map[pageFitting]pageFit{}}
	plan := book.choosePlan()
	// Whether characters are missing is known only now, and saying so takes a
	// line; so the pages are found once more with it.
	plan.lost = types.lost > 0
	first := book.layOut(plan, true, nil)
	second := book.layOut(plan, false, first.own)
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

type contentsEntry struct {
	level int
	title string
}

// pageSheet lays one document out. Heights are from the top of the page.
type pageSheet struct {
	pdf       *fpdf.Fpdf
	dry       bool              // nothing is drawn
	have      map[textFace]bool // its fonts
	paper     paper.Paper
	parts     []paper.Reading
	charts    map[ast.Node]paper.Chart
	plan      layoutPlan
	types     *typecase
	book      *book
	known     map[string]bool // anchors
	anchors   map[string]int  // their links
	entries   []contentsEntry // the headings of the contents, in order
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

func (b *book) newSheet(p layoutPlan, dry bool) *pageSheet {
	f := fpdf.New("P", "mm", "A4", "")
	s := &pageSheet{
		pdf: f, dry: dry, have: map[textFace]bool{}, paper: b.paper, parts: b.parts, charts: b.charts, plan: p, types: b.types, book: b,
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
	for _, id := range s.listAnchors() {
		s.anchors[id] = f.AddLink()
	}
	for _, part := range s.parts {
		if isListed(part.Part) {
			s.entries = append(s.entries, contentsEntry{part.Level, s.types.makePlain(part.Title)})
			s.links = append(s.links, f.AddLink())
		}
	}
	return s
}

func isListed(p paper.Part) bool { return p.Level > 0 && paper.OneLine(p.Title) != "" }

// A cover has none.
func (s *pageSheet) printFooter() {
	const runningTitle = 80
	f := s.pdf
	if s.dry || s.page == 1 && s.plan.cover {
		return
	}
	f.SetDrawColor(200, 200, 200)
	f.SetLineWidth(0.15)
	f.Line(s.fit.Margin, pageHeight-15.5, pageWidth-s.fit.Margin, pageHeight-15.5)
	s.types.setFont(f, s.have, textFace{}, 8)
	f.SetTextColor(120, 120, 120)
	f.SetXY(s.fit.Margin, pageHeight-14.5)
	f.CellFormat(pageWidth-2*s.fit.Margin-20, 6, typeface.Visual(s.types.makePlain(clipText(s.paper.Title, runningTitle))), "", 0, "L", false, 0, "")
	f.CellFormat(20, 6, strconv.Itoa(s.page), "", 0, "R", false, 0, "")
}

func (s *pageSheet) listAnchors() []string {
	var out []string
	for id := range s.known {
		out = append(out, id)
	}
	slices.Sort(out)
	return out
}

func (s *pageSheet) printDocument() {
	from := 0
	if s.plan.cover {
		s.printCover()
		if len(s.parts) > 0 && s.parts[0].Kind == paper.Opening {
			s.printPart(0)
			from++
		}
		s.printContents()
		s.startFreshPage()
	} else {
		if first := s.findAlonePart(0); first >= 0 {
			s.setFit(s.book.fitOf(s.plan, first).fit)
		}
		s.printMasthead()
	}
	for i := from; i < len(s.parts); i++ {
		if alone := s.findAlonePart(i); alone > i {
			s.turnPage(alone)
		}
		s.printPart(i)
	}
	s.closePage()
}

func (s *pageSheet) printPart(i int) {
	p := s.parts[i]
	if p.Alone {
		s.standAlone(i)
		return
	}
	if p.Kind == paper.Phase && s.plan.cover && s.findAlonePart(i) < 0 {
		s.startFreshPage()
	}
	s.printReading(p)
}

func (s *pageSheet) printReading(p paper.Reading) {
	if isListed(p.Part) {
		s.printHeading(s.measureOpening(p))
	}
	s.markAnchor(p.Key)
	if p.Small != "" {
		s.printSmall(p.Small)
	}
	s.printBlocks(p.Root, p.Src, false)
	s.printLines(p.Lines)
}

func (s *pageSheet) newPage() {
	if s.page > 0 {
		s.closePage()
	}
	s.page++
	s.pdf.AddPage()
	s.y = s.fit.Margin
	s.foot = nil
}

func (s *pageSheet) closePage() {
	s.printFootnotes()
	s.filled = append(s.filled, (s.y-s.fit.Margin)/s.measureUsable())
	s.single = append(s.single, s.alone)
	s.short = append(s.short, false)
	s.printFooter()
}

// Text must end there on the present page.
func (s *pageSheet) findFloor() float64 { return s.findBottom() - s.measureFoot() }

// The room of the present page ends at findBottom.
func (s *pageSheet) findBottom() float64 {
	return pageHeight - max(footRoom, s.fit.Margin) - s.types.reserve
}
func (s *pageSheet) measureUsable() float64 { return s.findBottom() - s.fit.Margin }

// A gap grows with no type.
func (s *pageSheet) computeGap(h float64) float64 {
	return h * min(1, s.fit.Scale*s.fit.Leap*s.fit.Leap)
}

func (s *pageSheet) ensureRoom(h float64) {
	if s.y+h > s.findFloor() {
		s.newPage()
	}
}

func (s *pageSheet) skipRoom(h float64) {
	if s.y > s.fit.Margin {
		s.y += h
	}
}

func (s *pageSheet) markAnchor(id string) {
	if link := s.anchors[id]; link != 0 && id != "" {
		s.pdf.SetLink(link, max(0, s.y-12), s.page)
	}
}

func (s *pageSheet) measureWidth() float64 { return pageWidth - s.fit.Margin - s.left }

func (s *pageSheet) computeSize() float64 { return paper.TextSize * s.fit.Scale }

func (s *pageSheet) computeLeap() float64 {
	return textLeap * s.fit.Scale * s.fit.Leap * s.plan.chooseSpread()
}

// No page ends with the first line of a longer paragraph, and none begins with its last.
func (s *pageSheet) writeParagraph(runs []textRun, size, leap float64) {
	lines := s.wrapRuns(runs, size, s.measureWidth())
	s.fromRight = isRightToLeft(runs)
	defer func() { s.fromRight = false }()
	for i, l := range lines {
		left := len(lines) - i
		room := int((s.findFloor() - s.y) / leap)
		switch {
		case i == 0 && left > 1 && room == 1, left == 2 && room == 1 && i > 0, i == 0 && left == 3 && room == 2:
			s.newPage()
		}
		s.ensureRoom(leap + s.measureExtra(listNotes(l)))
		s.addNotes(listNotes(l))
		s.drawMargin(leap)
		s.printLine(l, s.findLineStart(l, size), leap, size)
		s.y += leap
	}
}

// A line that runs from right to left begins where it ends at the right edge.
func (s *pageSheet) findLineStart(line []runPiece, size float64) float64 {
	if !s.fromRight && !startsRightToLeft(line) {
		return s.left
	}
	return s.mirrorPlace(s.left, s.measureLine(line, size))
}

func (s *pageSheet) mirrorPlace(x, width float64) float64 { return pageWidth - x - width }

func (s *pageSheet) measureLine(line []runPiece, size float64) float64 {
	w := 0.0
	for i, p := range line {
		if i > 0 && p.space {
			w += s.types.measureText(" ", p.face, size)
		}
		w += p.width
	}
	return w
}

// Beside a line stand the mark of a list item and the lines of quotes.
func (s *pageSheet) drawMargin(leap float64) {
	f := s.pdf
	switch s.mark {
	case "":
	case boxMark, tickMark:
		s.drawBox(leap)
		s.mark = ""
	default:
		size := s.computeSize()
		if s.markBy > 0 {
			size = s.markBy
		}
		at := s.markAt
		if s.fromRight {
			at = s.mirrorPlace(at, s.types.measureText(s.mark, textFace{}, size))
		}
		s.drawText(s.mark, at, 6, leap, textLook{textFace{}, size, ""})
		s.mark = ""
	}
	a := s.paper.Accent
	f.SetDrawColor(int(a.R), int(a.G), int(a.B))
	f.SetLineWidth(0.7)
	for _, x := range s.bars {
		if s.fromRight {
			x = s.mirrorPlace(x, 0)
		}
		f.Line(x, s.y, x, s.y+leap)
	}
}

func clipText(text string, atMost int) string {
	r := []rune(paper.OneLine(text))
	if len(r) <= atMost {
		return string(r)
	}
	return strings.TrimSpace(string(r[:atMost])) + " ..."
}

// follows returns how much of what comes below must stand on the same page.
func (s *pageSheet) printHeading(follows float64) {
	n := len(s.own)
	e := s.entries[n]
	size, leap, room := 15.0*s.fit.Scale, 7.2*s.fit.Scale*s.fit.Leap, 30.0
	if e.level == 1 && s.hasPhases() {
		size, leap, room = 19, 9.8, 55
	}
	if s.paper.Chapters && s.plan.cover && e.level == s.findChapterLevel() && s.y > s.fit.Margin+s.measureUsable()*chapterShare {
		s.newPage()
	}
	lines := s.wrapRuns([]textRun{{text: e.title, face: textFace{bold: true}}}, size, s.measureWidth())
	s.skipRoom(6 * s.fit.Scale * s.fit.Leap)
	s.ensureRoom(min(max(room*s.fit.Scale, follows+4)+leap*float64(len(lines)), s.measureUsable()))
	s.own = append(s.own, s.page)
	s.pdf.SetLink(s.links[n], s.y, s.page)
	s.pdf.SetY(s.y)
	if !s.dry {
		s.pdf.Bookmark(e.title, e.level-1, -1)
	}
	s.printAccented(func() {
		for _, l := range lines {
			s.ensureRoom(leap)
			s.printLine(l, s.findLineStart(l, size), leap, size)
			s.y += leap
		}
	})
	if e.level == 1 {
		s.drawRule(0.35)
	}
	s.y += 2.4 * s.fit.Scale * s.fit.Leap
}

func (s *pageSheet) hasPhases() bool { return s.findChapterLevel() > 1 }

func (s *pageSheet) findChapterLevel() int {
	for _, p := range s.parts {
		if p.Kind == paper.Section && p.Level > 0 {
			return p.Level
		}
	}
	return 1
}

// Only as much is printed as has room on a line.
func (s *pageSheet) printSmall(text string) {
	const cut = "..."
	size := max(paper.LeastCell, 8.5*s.fit.Scale)
	line := func(words []string) []textRun {
		return []textRun{{text: s.types.makePlain(strings.Join(words, " ")), face: textFace{italic: true}}}
	}
	words := strings.Fields(text)
	for n := len(words); n > 1 && len(s.wrapRuns(line(words), size, s.measureWidth())) > 1; n-- {
		words = append(words[:n-1:n-1], cut)
		if words[n-2] == cut { // it was before
			words = words[:n-1]
		}
	}
	s.gray = 110
	s.writeParagraph(line(words), size, 4.4*s.fit.Scale)
	s.gray = 0
	s.y += 1.6 * s.fit.Scale
}

func (s *pageSheet) printLines(list []paper.LineReading) {
	widest := 0.0
	for _, l := range list {
		if l.Depth == 0 {
			widest = max(widest, s.types.measureText(s.types.makePlain(l.Mark), textFace{}, s.computeSize()))
		}
	}
	indent := max(6, widest+2.5) * s.fit.Scale
	for _, l := range list {
		s.printListLine(l, indent)
	}
}

func (s *pageSheet) printListLine(l paper.LineReading, indent float64) {
	size, leap, left := s.computeSize(), s.computeLeap(), s.left
	if l.Depth > 0 {
		size, leap, s.left = max(paper.LeastCell, size-1.2), leap-0.7, s.left+indent
		indent = s.types.measureText("mmm", textFace{}, size)
		s.gray, s.markBy = 70, size
	}
	// The anchor and the first line stand on one page.
	s.ensureRoom(leap)
	s.markAnchor(l.Key)
	s.mark, s.markAt = s.types.makePlain(l.Mark), s.left
	if l.Mark == paper.BoxMark {
		s.mark = boxMark
	}
	s.left += indent
	for n := l.Root.FirstChild(); n != nil; n = n.NextSibling() {
		s.writeParagraph(s.collectRuns(n, l.Src, textFace{}), size, leap)
	}
	s.left, s.gray, s.mark, s.markBy = left, 0, "", 0
	s.y += s.computeGap(0.8)
}
