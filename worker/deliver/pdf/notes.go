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

func listNotes(line []runPiece) []int {
	var out []int
	for _, p := range line {
		if p.note > 0 {
			out = append(out, p.note)
		}
	}
	return out
}

// The foot of the page becomes so much taller with these notes.
func (s *pageSheet) measureExtra(notes []int) float64 {
	if len(notes) == 0 {
		return 0
	}
	return s.measureNotes(s.withNotes(notes)) - s.measureFoot()
}

func (s *pageSheet) addNotes(notes []int) {
	if len(notes) > 0 {
		s.foot = s.withNotes(notes)
	}
}

func (s *pageSheet) withNotes(notes []int) []int {
	out := slices.Clone(s.foot)
	for _, n := range notes {
		if !slices.Contains(out, n) && n <= len(s.paper.Notes) {
			out = append(out, n)
		}
	}
	return out
}

func (s *pageSheet) measureFoot() float64 { return s.measureNotes(s.foot) }

func (s *pageSheet) measureNotes(notes []int) float64 {
	if len(notes) == 0 {
		return 0
	}
	return noteAbove + noteLeap*float64(len(s.wrapNotes(notes)))
}

// Notes follow one another in one paragraph: sums are short, and one to a line would fill the
// page.
func (s *pageSheet) wrapNotes(notes []int) [][]runPiece {
	key := fmt.Sprint(notes, s.fit.Margin)
	if lines, ok := s.types.notes[key]; ok {
		return lines
	}
	var runs []textRun
	for i, n := range notes {
		before := ""
		if i > 0 {
			before = "  · "
		}
		runs = append(runs, textRun{text: before}, textRun{text: strconv.Itoa(n), note: n}, textRun{text: " " + s.types.makePlain(s.paper.Notes[n-1])})
	}
	lines := s.wrapRuns(runs, noteSize, pageWidth-2*s.fit.Margin)
	s.types.notes[key] = lines
	return lines
}

func (s *pageSheet) printFootnotes() {
	if len(s.foot) == 0 || s.dry {
		return
	}
	at, left, tone, gray := s.y, s.left, s.tone, s.gray
	s.left, s.tone, s.gray = s.fit.Margin, nil, 60
	s.y = s.findFloor() + noteAbove/2
	s.pdf.SetDrawColor(150, 150, 150)
	s.pdf.SetLineWidth(0.15)
	s.pdf.Line(s.fit.Margin, s.y-0.4, s.fit.Margin+40, s.y-0.4)
	s.y += noteAbove / 2
	for _, l := range s.wrapNotes(s.foot) {
		s.printLine(l, s.left, noteLeap, noteSize)
		s.y += noteLeap
	}
	s.y, s.left, s.tone, s.gray = at, left, tone, gray
}
