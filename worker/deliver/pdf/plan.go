package pdf

import (
	"github.com/yuin/goldmark/ast"

	"github.com/frasier-cos/frasier/worker/deliver/paper"
)

// So much of a page must be used, on all pages but the last, those of parts that stand alone and
// those that such a part cuts short.
const leastFilled = 1.0 / 3

// With less on its last page a document had better end on the page before.
const lastFilled = 0.1

const allSpreads = 5

// layoutPlan is one way to lay a document out.
type layoutPlan struct {
	cover bool
	lost  bool // characters are missing, and page 1 says so
	loose int  // index of the spread
	split bool // smaller tables are split between pages too
}

// Lines stand apart by this share of the usual.
func (p layoutPlan) chooseSpread() float64 {
	return [allSpreads]float64{1, 0.97, 1.03, 0.94, 1.06}[p.loose]
}

// book is a document that is being laid out.
type book struct {
	paper  paper.Paper
	parts  []paper.Reading
	charts map[ast.Node]paper.Chart
	types  *typecase
	fits   map[pageFitting]pageFit
}

// dry draws nothing.
func (b *book) layOut(p layoutPlan, dry bool, pages []int) *pageSheet {
	s := b.newSheet(p, dry)
	s.pages = pages
	s.printDocument()
	return s
}

// The plan says whether the document has a cover, and takes the first of the spreads that leaves
// no page nearly empty, or else the one that comes nearest to that. Of those that do, one is
// better that has no last page for a line or two, and no page for as little before a part that
// stands alone; for that and for the rule, tables are split that would stay whole otherwise. The
// parts stand in the order of the document.
func (b *book) choosePlan() layoutPlan {
	first := b.layOut(layoutPlan{}, true, nil)
	cover := len(first.filled) >= paper.LongPages
	var best layoutPlan
	most := -1.0
	for _, split := range []bool{false, true} {
		for loose := range allSpreads {
			try := layoutPlan{cover: cover, loose: loose, split: split}
			laid := b.layOut(try, true, nil)
			if laid.endsWell() && laid.measureLeast() >= leastFilled && laid.measureSpare() >= leastFilled {
				return try
			}
			if worth := laid.computeWorth(); worth > most {
				best, most = try, worth
			}
		}
		if most >= leastFilled*ruleWeight+leastFilled { // a short last page is not worth a split table
			break
		}
	}
	return best
}

// The rule for full pages counts so much more than what is better still.
const ruleWeight = 100

func (s *pageSheet) computeWorth() float64 {
	worth := min(s.measureLeast(), leastFilled)*ruleWeight + min(s.measureSpare(), leastFilled)
	if s.endsWell() {
		worth += lastFilled
	}
	return worth
}

func (s *pageSheet) endsWell() bool {
	n := len(s.filled)
	return n < 2 || s.filled[n-1] >= lastFilled
}

// Only pages count that a part which stands alone cuts short.
func (s *pageSheet) measureSpare() float64 {
	least := 1.0
	for i, share := range s.filled {
		if s.short[i] {
			least = min(least, share)
		}
	}
	return least
}

// Only pages count that the rule for full pages is about.
func (s *pageSheet) measureLeast() float64 {
	least := 1.0
	for i, share := range s.filled {
		if i < len(s.filled)-1 && !s.single[i] {
			least = min(least, share)
		}
	}
	return least
}
