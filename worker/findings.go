package worker

import (
	"slices"
	"strings"

	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/prose"
	"github.com/frasier-cos/frasier/internal/work"
	"github.com/frasier-cos/frasier/worker/check"
	"github.com/frasier-cos/frasier/worker/review"
)

// hasHardFault reports whether code finds something in a version that nobody may
// wave through.
func (v version) hasHardFault() bool { return len(listHardDefects(v.Audit)) > 0 }

// isUnobjected reports whether the critic has no objection: it read the version,
// answered no item with no and showed no contradiction.
func (v version) isUnobjected() bool {
	return v.Scored && len(v.Critique.Unmet) == 0 && !v.hasContradiction()
}

// listOmissions are the important things that the critic misses though nobody asked
// for them, and that the author did not answer.
func (v version) listOmissions() []string { return v.listUnanswered(v.Critique.Add) }

// listOpenFindings returns the remarks that are neither done, as the critic of the version still has them, nor
// answered by the author, the gravest first: what the founder would do wrong without, then what
// others who passed it would change, then statements that claim more than their sources.
func (v version) listOpenFindings(passed ...work.Review) []string {
	all := slices.Clone(v.Critique.Add)
	for _, x := range passed {
		if x.Pass {
			all = append(all, x.Remarks...)
		}
	}
	for _, d := range v.Critique.Fixes {
		if d.Check == review.FromCritic {
			all = append(all, d.Text)
		}
	}
	var out []string
	for _, m := range v.listUnanswered(all) {
		if !slices.ContainsFunc(out, func(o string) bool { return prose.Overlap(o, m) >= sameFinding }) {
			out = append(out, m)
		}
	}
	return out
}

func (v version) listUnanswered(all []string) []string {
	return slices.DeleteFunc(slices.Clone(all), func(m string) bool {
		return slices.ContainsFunc(v.Answers, func(a string) bool {
			problem, _, _ := readAnswer(a)
			return prose.Overlap(problem, m) >= sameFinding
		})
	})
}

// withRemarks closes a result with what a reviewer raised and nobody settled:
// it stands first among what is not known, and what is important on page 1.
func withRemarks(text string, open, important []string) string {
	const atMost = 6 // what a reader still weighs
	if len(open) == 0 {
		return text
	}
	var b strings.Builder
	b.WriteString(strings.TrimSpace(text) + "\n\n## Not established\n\n")
	for _, m := range open[:min(atMost, len(open))] {
		who := work.RaisedByReviewer
		if slices.Contains(important, m) {
			who = work.RaisedAsImportant
		}
		b.WriteString("- " + who + strings.Join(strings.Fields(m), " ") + "\n")
	}
	return strings.TrimSpace(b.String())
}

// hasContradiction reports whether the critic showed a statement that its own
// passage denies.
func (v version) hasContradiction() bool {
	return slices.ContainsFunc(v.Critique.Fixes, func(d check.Defect) bool { return d.Check == review.Contradiction })
}

// mayBeRevised reports whether a version goes back to its author, however simple its step
// is: always when code finds a hard fault, else when the critic objects. A version that
// no critic could read goes to reviewers.
func mayBeRevised(v version) bool { return v.hasHardFault() || v.Scored && !v.isUnobjected() }

// countDefects counts what should be mended, the critic's contradictions included.
func (v version) countDefects() int { return max(len(v.Audit.MustFix), v.Critique.MustFix) }

// lowerTier returns the lower of two tiers, of which either may be unknown.
func lowerTier(a, b org.Tier) org.Tier {
	if a == "" || b != "" && b.Rank() < a.Rank() {
		return b
	}
	return a
}
