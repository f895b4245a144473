package worker

import (
	"slices"

	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/llm/prompt"
	"github.com/frasier-cos/frasier/worker/check"
)

// revisable reports whether a draft goes back to its author: never for a
// simple step that code finds no fault with, always once for a deep one, and
// for the others when a gate or a score says so (F-080). A draft that lacks
// nothing and scores below the average is polished once at most, and not where
// the cheapest tier writes or research has spent its budget (llm.md 1.11).
func revisable(s org.Step, v version, n int, polished bool, spent org.BudgetUsed) bool {
	switch s.Depth {
	case org.DepthSimple:
		return len(hard(v.Audit)) > 0
	case org.DepthDeep:
		if n == 1 {
			return true
		}
	case org.DepthStandard:
	}
	if v.good() {
		return !polished && s.Tier != org.T1 && prompt.RegimeOf(org.ResearchBudget(s.Depth), spent) != prompt.RegimeCritical
	}
	return v.defects() > 0 || v.Scored && v.Critique.Scores.NeedsRevision()
}

// good reports whether a revision of the version can only polish it.
func (v version) good() bool { return v.defects() == 0 && v.Scored && v.Critique.Scores.Good() }

// keeps reports whether a revision lost nothing that counted: acceptance,
// length, verified citations, honesty (llm.md 1.12).
func keeps(next, best version) bool {
	for _, a := range best.Audit.Accept {
		lost := func(b check.Acceptance) bool { return b.ID == a.ID && !b.Met }
		if a.ByCode && a.Met && slices.ContainsFunc(next.Audit.Accept, lost) {
			return false
		}
	}
	switch {
	case len(next.Draft.Text)*10 < len(best.Draft.Text)*6,
		len(next.Audit.Citations)*10 < len(best.Audit.Citations)*8,
		len(next.Audit.Fabricated) > len(best.Audit.Fabricated):
		return false
	}
	return true
}

// better orders versions by must-fix defects, then average, then recall. Of
// two that are equal the earlier one stays.
func better(a, b version) bool {
	if x, y := a.defects(), b.defects(); x != y {
		return x < y
	}
	if x, y := a.Critique.Scores.Average, b.Critique.Scores.Average; x != y {
		return x > y
	}
	return a.Audit.Recall() > b.Audit.Recall()
}

// defects counts what must be fixed, the critic's contradictions included.
func (v version) defects() int { return max(len(v.Audit.MustFix), v.Critique.MustFix) }

// stalled reports whether a revision was not worth another: the average gained
// little and no defect went away.
func stalled(before, after version) bool {
	const gain = 0.2
	const slack = 1e-9 // averages are sums of thirds
	return after.Critique.Scores.Average-before.Critique.Scores.Average < gain-slack && after.defects() >= before.defects()
}

// lowest is the lower of two tiers, of which either may be unknown.
func lowest(a, b org.Tier) org.Tier {
	if a == "" || b != "" && b.Rank() < a.Rank() {
		return b
	}
	return a
}
