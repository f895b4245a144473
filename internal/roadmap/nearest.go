package roadmap

import (
	"strings"

	"github.com/frasier-cos/frasier/internal/prose"
)

// It is "" when none is close. Draft i itself is no candidate.
func (r *resolver) findNearest(i int, target string) string {
	const compared = 120 // characters of a title that are compared
	const closeEnough = 0.3
	want := prose.First(prose.Fold(target), compared)
	best, title := closeEnough, ""
	for k, d := range r.s.drafts {
		if d.gone || k == i {
			continue
		}
		have := prose.First(prose.Fold(d.Title), compared)
		score := max(computeLikeness(want, have), prose.Overlap(target, d.Title))
		if want != "" && strings.HasPrefix(have, want+" ") {
			score = max(score, 0.9)
		}
		if score > best {
			best, title = score, d.Title
		}
	}
	return title
}

// Likeness is 1 less the edit distance as a share of the longer.
func computeLikeness(a, b string) float64 {
	x, y := []rune(a), []rune(b)
	long := max(len(x), len(y))
	if long == 0 {
		return 0
	}
	return 1 - float64(prose.CountEdits(x, y))/float64(long)
}
