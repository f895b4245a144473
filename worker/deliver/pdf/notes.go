package pdf

import (
	"fmt"
	"slices"
	"strconv"
)

// Measures of footnotes, in points and millimetres.
const (
	noteSize  = 8.0
	noteLeap  = 3.7
	noteAbove = 3.4 // from the text to the first note, with the rule between
	raised    = 0.66
)

// notesIn lists the footnotes that a line refers to.
func notesIn(line []piece) []int {
	var out []int
	for _, p := range line {
		if p.note > 0 {
			out = append(out, p.note)
		}
	}
	return out
}

// extra is how much taller the foot of the page becomes with these notes.
func (s *sheet) extra(notes []int) float64 {
	if len(notes) == 0 {
		return 0
	}
	return s.heightOf(s.withNotes(notes)) - s.footHeight()
}

// refer adds notes to the foot of the present page.
func (s *sheet) refer(notes []int) {
	if len(notes) > 0 {
		s.foot = s.withNotes(notes)
	}
}

func (s *sheet) withNotes(notes []int) []int {
	out := slices.Clone(s.foot)
	for _, n := range notes {
		if !slices.Contains(out, n) && n <= len(s.paper.Notes) {
			out = append(out, n)
		}
	}
	return out
}

// footHeight is how tall the notes of the present page are.
func (s *sheet) footHeight() float64 { return s.heightOf(s.foot) }

func (s *sheet) heightOf(notes []int) float64 {
	if len(notes) == 0 {
		return 0
	}
	return noteAbove + noteLeap*float64(len(s.noteLines(notes)))
}

// noteLines returns the lines of notes that follow one another in one
// paragraph: sums are short, and one to a line would fill the page.
func (s *sheet) noteLines(notes []int) [][]piece {
	key := fmt.Sprint(notes, s.fit.Margin)
	if lines, ok := s.types.notes[key]; ok {
		return lines
	}
	var runs []run
	for i, n := range notes {
		before := ""
		if i > 0 {
			before = "  · "
		}
		runs = append(runs, run{text: before}, run{text: strconv.Itoa(n), note: n}, run{text: " " + s.types.plain(s.paper.Notes[n-1])})
	}
	lines := s.wrap(runs, noteSize, pageWidth-2*s.fit.Margin)
	s.types.notes[key] = lines
	return lines
}

// footnotes prints the notes of the present page above its footer.
func (s *sheet) footnotes() {
	if len(s.foot) == 0 || s.dry {
		return
	}
	at, left, tone, gray := s.y, s.left, s.tone, s.gray
	s.left, s.tone, s.gray = s.fit.Margin, nil, 60
	s.y = s.floor() + noteAbove/2
	s.pdf.SetDrawColor(150, 150, 150)
	s.pdf.SetLineWidth(0.15)
	s.pdf.Line(s.fit.Margin, s.y-0.4, s.fit.Margin+40, s.y-0.4)
	s.y += noteAbove / 2
	for _, l := range s.noteLines(s.foot) {
		s.print(l, s.left, noteLeap, noteSize)
		s.y += noteLeap
	}
	s.y, s.left, s.tone, s.gray = at, left, tone, gray
}
