package pdf

import (
	"image/color"
	"strconv"
	"strings"

	"github.com/frasier-cos/frasier/worker/deliver/paper"
)

const (
	// A chapter begins another page when so much of the present one is used.
	chapterShare = 0.45
	coverBand    = 84.0 // millimetres of colour at the top of a cover
	titleAtMost  = 300  // characters
)

// These marks stand for a list item that is a box to be ticked.
const (
	boxMark  = "\x00box"
	tickMark = "\x00tick"
)

func (s *pageSheet) printAccented(do func()) {
	s.tone = &s.paper.Accent
	do()
	s.tone = nil
}

func (s *pageSheet) drawRule(width float64) {
	a := s.paper.Accent
	s.pdf.SetDrawColor(int(a.R), int(a.G), int(a.B))
	s.pdf.SetLineWidth(width)
	s.pdf.Line(s.left, s.y, pageWidth-s.fit.Margin, s.y)
}

// Too little of the present page may be used for that.
func (s *pageSheet) startFreshPage() {
	if s.y > s.fit.Margin+s.measureUsable()*chapterShare {
		s.newPage()
	}
}

// The box stands at the place of a list's mark.
func (s *pageSheet) drawBox(leap float64) {
	const side = 3.2
	f, a := s.pdf, s.paper.Accent
	x, y := s.markAt, s.y+(leap-side)/2
	if s.fromRight {
		x = s.mirrorPlace(x, side)
	}
	f.SetDrawColor(int(a.R), int(a.G), int(a.B))
	f.SetLineWidth(0.35)
	f.Rect(x, y, side, side, "D")
	if s.mark == tickMark {
		f.Line(x+0.7, y+1.7, x+1.4, y+2.5)
		f.Line(x+1.4, y+2.5, x+2.7, y+0.7)
	}
}

// The contents stand whole on one page where one can hold them. All passes print the same lines,
// so that nothing moves between them.
func (s *pageSheet) printContents() {
	const numberWidth, indent, leap = 14.0, 6.0, 6.2
	s.skipRoom(4)
	s.ensureRoom(min(16+leap*float64(len(s.entries)), s.measureUsable()))
	s.printAccented(func() { s.writeParagraph([]textRun{{text: "Contents", face: textFace{bold: true}}}, 15, 9) })
	s.y += 1.5
	for i, e := range s.entries {
		f := textFace{bold: e.level == 1 && s.hasPhases()}
		s.left = s.fit.Margin
		if e.level > 1 {
			s.left += indent
		}
		lines := s.wrapRuns([]textRun{{text: e.title, face: f}}, paper.TextSize, s.measureWidth()-numberWidth-2)
		s.ensureRoom(min(float64(max(1, len(lines)))*leap, s.measureUsable()))
		for _, l := range lines[:max(0, len(lines)-1)] {
			s.ensureRoom(leap)
			s.printLine(l, s.left, leap, paper.TextSize)
			s.y += leap
		}
		s.ensureRoom(leap)
		if len(lines) > 0 {
			s.printLine(lines[len(lines)-1], s.left, leap, paper.TextSize)
		}
		if i < len(s.pages) && !s.dry {
			s.types.setFont(s.pdf, s.have, textFace{}, paper.TextSize)
			s.pdf.SetTextColor(0, 0, 0)
			s.drawLeader(lines, leap, numberWidth)
			s.pdf.SetXY(pageWidth-s.fit.Margin-numberWidth, s.y)
			s.pdf.CellFormat(numberWidth, leap, strconv.Itoa(s.pages[i]), "", 0, "R", false, 0, "")
			s.pdf.Link(s.left, s.y, s.measureWidth(), leap, s.links[i])
		}
		s.y += leap
	}
	s.left = s.fit.Margin
}

func (s *pageSheet) drawLeader(lines [][]runPiece, leap, numberWidth float64) {
	if len(lines) == 0 {
		return
	}
	from := s.left + 2
	last := lines[len(lines)-1]
	for i, p := range last {
		if i > 0 && p.space {
			from += s.types.measureText(" ", p.face, paper.TextSize)
		}
		from += p.width
	}
	to := pageWidth - s.fit.Margin - numberWidth + 6
	if to-from < 4 {
		return
	}
	f := s.pdf
	f.SetDrawColor(160, 160, 160)
	f.SetLineWidth(0.25)
	f.SetLineCapStyle("round")
	f.SetDashPattern([]float64{0.01, 1.3}, 0)
	f.Line(from, s.y+leap*0.68, to, s.y+leap*0.68)
	f.SetDashPattern(nil, 0)
	f.SetLineCapStyle("butt")
}

func (s *pageSheet) printCover() {
	s.newPage()
	a := s.paper.Accent
	s.pdf.SetFillColor(int(a.R), int(a.G), int(a.B))
	s.pdf.Rect(0, 0, pageWidth, coverBand, "F")
	white := color.RGBA{R: 0xff, G: 0xff, B: 0xff, A: 0xff}
	s.tone = &white
	title := s.types.makePlain(clipText(s.paper.Title, titleAtMost))
	size := 28.0
	switch n := len([]rune(title)); {
	case n > 120:
		size = 16
	case n > 60:
		size = 22
	}
	leap := size * 0.43
	lines := s.wrapRuns([]textRun{{text: title, face: textFace{bold: true}}}, size, s.measureWidth())
	s.y = max(s.fit.Margin+10, coverBand-12-leap*float64(len(lines)))
	top := s.y - 11
	for _, l := range lines {
		s.printLine(l, s.findLineStart(l, size), leap, size)
		s.y += leap
	}
	s.y = top
	s.printSpaced(strings.ToUpper(s.paper.Kicker), 10)
	s.tone = nil
	s.y = coverBand + 8
	s.printFacts(10, 5.2)
}

func (s *pageSheet) printSpaced(text string, size float64) {
	x := s.left
	for _, r := range s.types.makePlain(text) {
		w := s.types.measureText(string(r), textFace{bold: true}, size)
		s.drawText(string(r), x, w+1, 6, textLook{textFace{bold: true}, size, ""})
		x += w + 0.9
	}
}

func (s *pageSheet) printMasthead() {
	s.newPage()
	a := s.paper.Accent
	s.pdf.SetFillColor(int(a.R), int(a.G), int(a.B))
	s.pdf.Rect(0, 0, pageWidth, 7, "F")
	s.printAccented(func() {
		if s.paper.Kicker != "" {
			s.printSpaced(strings.ToUpper(s.paper.Kicker), 9.5)
			s.y += 8
		}
		s.writeParagraph([]textRun{{text: s.types.makePlain(clipText(s.paper.Title, titleAtMost)), face: textFace{bold: true}}}, 20, 9.2)
	})
	s.y += 1
	s.printFacts(9.5, 5)
	s.drawRule(0.6)
	s.y += 4
}

// The date, what was asked, and what a reader must know first stand below the title.
func (s *pageSheet) printFacts(size, leap float64) {
	s.gray = 70
	defer func() { s.gray = 0 }()
	say := func(text string) {
		s.writeParagraph([]textRun{{text: s.types.makePlain(text)}}, size, leap)
		s.y += leap * 0.4
	}
	if s.paper.Facts != "" {
		say(s.paper.Facts)
	}
	for _, n := range s.paper.Notices {
		say(n)
	}
	if s.plan.lost {
		say(s.types.describeLost())
	}
}
