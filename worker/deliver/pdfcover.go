package deliver

import (
	"fmt"
	"strings"

	"github.com/frasier-cos/frasier/llm/extractive"
)

const (
	// chapterShare is how much of a page must be used before a chapter begins
	// another one.
	chapterShare = 0.45
	coverBand    = 118.0 // millimetres of colour at the top of a title page
	titleAtMost  = 300   // characters
	goalAtMost   = 400
)

// Marks of a list item that is a box to be ticked.
const (
	boxMark  = "\x00box"
	tickMark = "\x00tick"
)

// accented prints in the form's colour.
func (s *sheet) accented(do func()) {
	s.tone = &s.form.accent
	do()
	s.tone = nil
}

// rule draws a line in the form's colour over the width of the text.
func (s *sheet) rule(width float64) {
	a := s.form.accent
	s.pdf.SetDrawColor(int(a.R), int(a.G), int(a.B))
	s.pdf.SetLineWidth(width)
	s.pdf.Line(s.left, s.y, pageWidth-pageMargin, s.y)
}

// fresh begins a page unless the present one is empty.
func (s *sheet) fresh() {
	if s.y > pageMargin {
		s.newPage()
	}
}

// box draws an open or a ticked box at the place of a list's mark.
func (s *sheet) box(leap float64) {
	const side = 3.2
	f, a := s.pdf, s.form.accent
	x, y := s.markAt, s.y+(leap-side)/2
	f.SetDrawColor(int(a.R), int(a.G), int(a.B))
	f.SetLineWidth(0.35)
	f.Rect(x, y, side, side, "D")
	if s.mark == tickMark {
		f.Line(x+0.7, y+1.7, x+1.4, y+2.5)
		f.Line(x+1.4, y+2.5, x+2.7, y+0.7)
	}
}

// leader draws dots between an entry of the contents and its number.
func (s *sheet) leader(lines [][]piece, leap, numberWidth float64) {
	if len(lines) == 0 {
		return
	}
	from := s.left + 2
	last := lines[len(lines)-1]
	for i, p := range last {
		if i > 0 && p.space {
			from += s.types.width(" ", p.face, textSize)
		}
		from += p.width
	}
	to := pageWidth - pageMargin - numberWidth + 6
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

// cover is the title page.
func (s *sheet) cover() {
	s.pdf.AddPage()
	a := s.form.accent
	s.pdf.SetFillColor(int(a.R), int(a.G), int(a.B))
	s.pdf.Rect(0, 0, pageWidth, coverBand, "F")
	white := rgb(0xff, 0xff, 0xff)
	s.tone = &white
	title := s.types.plain(short(s.doc.Title, titleAtMost))
	size := 30.0
	switch n := len([]rune(title)); {
	case n > 120:
		size = 17
	case n > 60:
		size = 23
	}
	leap := size * 0.43
	lines := s.wrap([]run{{text: title, face: face{bold: true}}}, size, s.width())
	s.y = max(pageMargin+16, coverBand-14-leap*float64(len(lines)))
	top := s.y - 13
	for _, l := range lines {
		s.print(l, s.left, leap, size)
		s.y += leap
	}
	s.y = top
	s.spaced(strings.ToUpper(s.form.kicker), 10.5)
	s.tone = nil
	s.y = coverBand + 14
	s.facts(11.5, 6.4)
}

// spaced prints one line with room between its letters.
func (s *sheet) spaced(text string, size float64) {
	x := s.left
	for _, r := range s.types.plain(text) {
		w := s.types.width(string(r), face{bold: true}, size)
		s.cell(string(r), x, w+1, 6, look{face{bold: true}, size, ""})
		x += w + 0.9
	}
}

// masthead is the head of a document without a title page.
func (s *sheet) masthead() {
	s.newPage()
	a := s.form.accent
	s.pdf.SetFillColor(int(a.R), int(a.G), int(a.B))
	s.pdf.Rect(0, 0, pageWidth, 7, "F")
	s.accented(func() {
		s.spaced(strings.ToUpper(s.form.kicker), 9.5)
		s.y += 8
		s.write([]run{{text: s.types.plain(short(s.doc.Title, titleAtMost)), face: face{bold: true}}}, 20, 9.2)
	})
	s.y += 2
	s.facts(9.5, 5)
	s.rule(0.6)
	s.y += 5
}

// facts are what stands below a title: the date, what was asked, and what a
// reader must know before he reads on.
func (s *sheet) facts(size, leap float64) {
	s.gray = 70
	defer func() { s.gray = 0 }()
	say := func(text string) {
		s.write([]run{{text: s.types.plain(text)}}, size, leap)
		s.y += leap * 0.5
	}
	if g := line(s.doc.Project.Goal); g != "" && g != line(s.doc.Project.Title) {
		say(short(g, goalAtMost))
	}
	var short []string
	if at := s.doc.Project.CreatedAt; !at.IsZero() {
		short = append(short, at.UTC().Format("2 January 2006"))
	}
	if n := len(s.doc.Sources); n == 1 {
		short = append(short, "1 source")
	} else if n > 1 {
		short = append(short, fmt.Sprintf("%d sources", n))
	}
	if len(short) > 0 {
		say(strings.Join(short, "  ·  "))
	}
	if s.doc.Project.Offline {
		say(extractive.FirstLine)
	}
	if len(s.doc.Missing) > 0 {
		say("Not everything could be finished: " + s.doc.shortfall() + ".")
	}
	if s.lost > 0 {
		say(fmt.Sprintf("Characters that the fonts of this PDF lack are shown as %c. The HTML and Markdown forms have them.", unknownGlyph))
	}
}
