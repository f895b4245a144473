package proof

import (
	"cmp"
	"slices"

	"github.com/frasier-cos/frasier/internal/coding"
)

// Contender is one of several changes that were made of one order, with what code knows of it.
type Contender struct {
	Change coding.Change
	Ruling Ruling
	// Beaten counts the contenders whose tests it fails, and Beats those that fail its own: a test counts that fails on the base and passes on the
	// change that it came with.
	Beaten, Beats int
}

// muchLonger is from where a change counts as worse for its length alone: twice as long, and by so many lines.
const muchLonger = 20

// Rank returns the places of the best contenders, all that code cannot tell apart, and in words what decided. In this order count: that all is
// proven, that nothing of it must be let through, that it passes the tests of the others and they fail its own, and that it is not twice as
// long. None where none made a change that is proven or may be let through. It is pure.
func Rank(all []Contender) (best []int, why string) {
	for i, c := range all {
		if c.Change.Tree != "" && len(c.Ruling.Reasons) == 0 {
			best = append(best, i)
		}
	}
	if len(best) < len(all) {
		why = "its checks pass, and it is proven"
	}
	keep := func(words string, less func(a, b Contender) int) {
		if len(best) < 2 {
			return
		}
		first := slices.MinFunc(best, func(a, b int) int { return less(all[a], all[b]) })
		left := slices.DeleteFunc(slices.Clone(best), func(i int) bool { return less(all[first], all[i]) != 0 })
		if len(left) < len(best) {
			best, why = left, words
		}
	}
	keep("nothing of it must be let through", func(a, b Contender) int { return cmp.Compare(len(a.Ruling.Findings), len(b.Ruling.Findings)) })
	keep("it passes the tests of the others", func(a, b Contender) int { return cmp.Compare(a.Beaten, b.Beaten) })
	keep("the others fail its tests", func(a, b Contender) int { return cmp.Compare(b.Beats, a.Beats) })
	keep("the others are more than twice as long", func(a, b Contender) int {
		x, y := lengthOf(a.Change), lengthOf(b.Change)
		switch {
		case y > 2*x && y-x >= muchLonger:
			return -1
		case x > 2*y && x-y >= muchLonger:
			return 1
		}
		return 0
	})
	return best, why
}

// lengthOf counts the lines of code that a change touches: tests may be as long as they like.
func lengthOf(c coding.Change) (n int) {
	for _, f := range c.Files {
		if !f.IsTest() {
			n += f.Added + f.Deleted
		}
	}
	return n
}

// Worse reports whether a change is worse by tests of another: alone is how the checks end on the change that they came with, and on the same of
// the change that they were put into. What is a matter of luck, or could not be run, says nothing; nor does what has other tests missing, since it
// may not have been built.
func Worse(alone, on []coding.Trial) bool {
	for i, t := range on {
		if i >= len(alone) || t.Flaky || t.Reason != "" || t.NotRun() != "" || alone[i].Flaky {
			continue
		}
		named := t.Passed > 0 || len(t.Failing) > 0
		for _, name := range t.Failing {
			if !slices.Contains(alone[i].Failing, name) && (slices.Contains(alone[i].Passing, name) || len(alone[i].Passing) == 0) {
				return true
			}
		}
		if !named && alone[i].Good() && !t.Good() {
			return true
		}
	}
	return false
}
