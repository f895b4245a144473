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
	split bool // smaller tables are split between pages too
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
// a line or two, and no page for as little before a part that stands alone; for that
// and for the rule, tables are split that would stay whole otherwise. The parts stand
// in the order of the document.
func (b *book) plan() plan {
	first := b.lay(plan{}, true, nil)
	cover := len(first.filled) >= paper.LongPages
	var best plan
	most := -1.0
	for _, split := range []bool{false, true} {
		for loose := range allSpreads {
			try := plan{cover: cover, loose: loose, split: split}
			laid := b.lay(try, true, nil)
			if laid.ends() && laid.least() >= leastFilled && laid.spare() >= leastFilled {
				return try
			}
			if worth := laid.worth(); worth > most {
				best, most = try, worth
			}
		}
		if most >= leastFilled*ruleWeight+leastFilled { // a short last page is not worth a split table
			break
		}
	}
	return best
}

// ruleWeight is how much more the rule for full pages counts than what is better still.
const ruleWeight = 100

// worth is how near a way to lay the document out comes to all that is asked of it.
func (s *sheet) worth() float64 {
	worth := min(s.least(), leastFilled)*ruleWeight + min(s.spare(), leastFilled)
	if s.ends() {
		worth += lastFilled
	}
	return worth
}

// ends reports whether the last page is worth its paper.
func (s *sheet) ends() bool {
	n := len(s.filled)
	return n < 2 || s.filled[n-1] >= lastFilled
}

// spare is how much is used of the emptiest page that a part cuts short which stands alone.
func (s *sheet) spare() float64 {
	least := 1.0
	for i, share := range s.filled {
		if s.short[i] {
			least = min(least, share)
		}
	}
	return least
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
