package worker

import (
	"slices"

	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/worker/check"
	"github.com/frasier-cos/frasier/worker/review"
)

// faulty reports whether code finds something in a version that nobody may
// wave through.
func (v version) faulty() bool { return len(hard(v.Audit)) > 0 }

// content reports whether the critic has no objection: it read the version,
// answered no item with no and showed no contradiction.
func (v version) content() bool { return v.Scored && len(v.Critique.Unmet) == 0 && !v.contradicted() }

// contradicted reports whether the critic showed a statement that its own
// passage denies.
func (v version) contradicted() bool {
	return slices.ContainsFunc(v.Critique.Fixes, func(d check.Defect) bool { return d.Check == review.Contradiction })
}

// revisable reports whether a version goes back to its author: always when code
// finds a hard fault, else when the critic objects. A simple step goes back for
// hard faults alone, and a version that no critic could read goes to reviewers.
func revisable(s org.Step, v version) bool {
	switch {
	case v.faulty():
		return true
	case s.Depth == org.DepthSimple, !v.Scored:
		return false
	}
	return !v.content()
}

// defects counts what should be mended, the critic's contradictions included.
func (v version) defects() int { return max(len(v.Audit.MustFix), v.Critique.MustFix) }

// lowest is the lower of two tiers, of which either may be unknown.
func lowest(a, b org.Tier) org.Tier {
	if a == "" || b != "" && b.Rank() < a.Rank() {
		return b
	}
	return a
}
