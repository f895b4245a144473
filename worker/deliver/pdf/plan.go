package pdf

import (
	"fmt"
	"slices"

	"github.com/yuin/goldmark/ast"

	"github.com/frasier-cos/frasier/worker/deliver/paper"
)

// leastFilled is the share of a page that must be used, on all pages but the
// last, those of parts that stand alone and those that such a part cuts short.
const leastFilled = 1.0 / 3

// lastFilled is the share of the last page below which a document had better end
// on the page before.
const lastFilled = 0.1

const allSpreads = 5

// plan is one way to lay a document out.
type plan struct {
	cover bool
	lost  bool // characters are missing, and page 1 says so
	loose int  // index of the spread
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
// first of the spreads that leaves no page nearly empty, or else the one that
// comes nearest to that. Of those that do, one is better that has no last page for
// a line or two. The parts stand in the order of the document.
func (b *book) plan() plan {
	first := b.lay(plan{}, true, nil)
	chosen := plan{cover: len(first.filled) >= paper.LongPages}
	best, most := chosen, -1.0
	for loose := range allSpreads {
		try := plan{cover: chosen.cover, loose: loose}
		laid := b.lay(try, true, nil)
		least := laid.least()
		if least >= leastFilled {
			if laid.ends() {
				return try
			}
			least = leastFilled // good, when no other is better
		}
		if least > most {
			best, most = try, least
		}
	}
	return best
}

// ends reports whether the last page is worth its paper.
func (s *sheet) ends() bool {
	n := len(s.filled)
	return n < 2 || s.filled[n-1] >= lastFilled
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
	if !s.afterPhase(p) {
		s.makeRoom()
	}
	s.alone = true
	s.enlarge(p)
	s.text(p)
	s.scale = 1
	if len(s.parts) > 1 && s.parts[len(s.parts)-1].Key != p.Key {
		s.newPage()
	}
	s.alone = false
}

// enlarge takes the largest type in which a part fits the rest of the page.
func (s *sheet) enlarge(p paper.Reading) {
	for _, k := range []float64{1.3, 1.22, 1.15, 1.08, 1, 0.95, 0.9, 0.86, 0.82, 0.78} {
		s.scale = k
		if s.fitsPage(p) {
			return
		}
	}
}

// Scale is the size of the type, against the usual one, in which a document of one
// part that stands alone fits one page.
func Scale(p paper.Paper) (float64, error) {
	types, err := newTypecase(p)
	if err != nil {
		return 0, fmt.Errorf("measure a page: %w", err)
	}
	parts, charts := p.Read()
	b := book{paper: p, parts: parts, charts: charts, types: types}
	s := b.newSheet(plan{}, true)
	s.masthead()
	for _, part := range parts {
		s.enlarge(part)
	}
	return s.scale, nil
}

// makeRoom ends the present page for a part that stands alone, however little
// of it is used.
func (s *sheet) makeRoom() {
	if s.y > pageMargin && s.anyText() {
		s.alone = true
		s.newPage()
		s.alone = false
	}
}

// afterPhase reports whether a part is the first of its phase, whose heading
// stands on the same page.
func (s *sheet) afterPhase(p paper.Reading) bool {
	i := slices.IndexFunc(s.parts, func(o paper.Reading) bool { return o.Key == p.Key })
	return i > 0 && s.parts[i-1].Kind == paper.Phase
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
