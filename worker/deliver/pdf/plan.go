package pdf

import (
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
	fits   map[fitting]fitted
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
