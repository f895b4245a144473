package pdf

import (
	"github.com/yuin/goldmark/ast"

	"github.com/frasier-cos/frasier/worker/deliver/paper"
)

// leastFilled is the share of a page that must be used, on all pages but the
// last and those of parts that stand alone.
const leastFilled = 1.0 / 3

// place is where parts that stand alone are printed.
type place int

const (
	inPlace    place = iota
	afterText        // behind all other sections
	afterBack        // behind everything
	allPlaces        // how many there are
	allSpreads = 5
)

// plan is one way to lay a document out.
type plan struct {
	cover bool
	lost  bool // characters are missing, and page 1 says so
	place place
	loose int // index of the spread
}

// spread is how far lines stand apart, as a share of the usual.
func (p plan) spread() float64 { return [allSpreads]float64{1, 0.97, 1.03, 0.94, 1.06}[p.loose] }

// book is a document that is being laid out.
type book struct {
	paper  paper.Paper
	parts  []paper.Reading
	charts map[ast.Node]paper.Chart
	types  *typecase
}

// lay lays the document out; dry draws nothing.
func (b *book) lay(p plan, dry bool, pages []int) *sheet {
	s := b.newSheet(p, dry)
	s.pages = pages
	s.document()
	return s
}

// plan finds the way to lay the document out: whether it has a cover, and the
// first of the places and spreads that leaves no page nearly empty, or else
// the one that comes nearest to that.
func (b *book) plan() plan {
	first := b.lay(plan{}, true, nil)
	chosen := plan{cover: len(first.filled) >= paper.LongPages}
	best, most := chosen, -1.0
	places := allPlaces
	if !b.single() {
		places = inPlace + 1
	}
	for loose := range allSpreads {
		for at := range places {
			try := plan{cover: chosen.cover, place: at, loose: loose}
			least := b.lay(try, true, nil).least()
			if least >= leastFilled {
				return try
			}
			if least > most {
				best, most = try, least
			}
		}
	}
	return best
}

// single reports whether a part stands alone among others.
func (b *book) single() bool {
	for _, p := range b.parts {
		if p.Alone && len(b.parts) > 1 {
			return true
		}
	}
	return false
}

// order is the order of the parts in a plan.
func (b *book) order(p plan) []paper.Reading {
	if p.place == inPlace {
		return b.parts
	}
	var text, alone, back []paper.Reading
	for _, part := range b.parts {
		switch {
		case part.Alone:
			alone = append(alone, part)
		case part.Kind == paper.Back:
			back = append(back, part)
		default:
			text = append(text, part)
		}
	}
	if p.place == afterText {
		return append(append(text, alone...), back...)
	}
	return append(append(text, back...), alone...)
}

// least is how much of the emptiest page is used that the rule is about.
func (s *sheet) least() float64 {
	least := 1.0
	for i, share := range s.filled {
		if i < len(s.filled)-1 && !s.single[i] {
			least = min(least, share)
		}
	}
	return least
}

// standAlone prints a part on a page of its own: in the largest type in which
// all of it fits, down to a size that can still be read on a wall of notes. A
// part that does not fit even so goes on upon the next page.
func (s *sheet) standAlone(p paper.Reading) {
	if s.y > pageMargin && s.anyText() {
		s.newPage()
	}
	s.alone = true
	for _, k := range []float64{1.3, 1.22, 1.15, 1.08, 1, 0.95, 0.9, 0.86, 0.82, 0.78} {
		s.scale = k
		if s.fitsPage(p) {
			break
		}
	}
	s.text(p)
	s.scale = 1
	if len(s.parts) > 1 && s.parts[len(s.parts)-1].Key != p.Key {
		s.newPage()
	}
	s.alone = false
}

// anyText reports whether a part was printed before.
func (s *sheet) anyText() bool { return len(s.parts) > 1 }

// fitsPage reports whether a part ends on the page on which it begins.
func (s *sheet) fitsPage(p paper.Reading) bool {
	b := book{paper: s.paper, parts: s.parts, charts: s.charts, types: s.types}
	t := b.newSheet(s.plan, true)
	t.page, t.y, t.scale, t.figures, t.own = 1, s.y, s.scale, s.figures, s.own
	t.pdf.AddPage()
	t.text(p)
	return t.page == 1
}
