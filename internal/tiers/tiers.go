// Package tiers chooses the size of model that a step gets. It is pure.
package tiers

import (
	"fmt"
	"strings"

	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/prose"
	"github.com/frasier-cos/frasier/internal/work"
)

// ForStep routes a step to a tier: override, then words of high stakes, then
// its kind and place, then T1. It is pure; the words are matched whole
// and without regard to case.
func ForStep(override org.Tier, text string, kind org.StepKind, final bool) org.Tier {
	switch {
	case override != "":
		return override
	case HighStakes(text):
		return org.T3
	case kind == org.KindResearch, kind == org.KindAnalysis, kind == org.KindStrategy, final:
		return org.T2
	default:
		return org.T1
	}
}

// Reason says in a sentence why a step has its tier: the router's note in
// the plan, or the rule of StepTier. It is pure.
func Reason(s org.Step, notes work.PlanNotes) string {
	for _, n := range notes.Lint {
		if why, ok := strings.CutPrefix(n, fmt.Sprintf("%q: ", s.Title)); ok && strings.HasSuffix(why, RouterTag) {
			return strings.TrimSuffix(why, RouterTag)
		}
	}
	text := s.Title + " " + s.Goal
	ruled := ForStep("", text, s.Kind, s.Final)
	switch {
	case s.Tier != ruled:
		return fmt.Sprintf("planned for tier %s; by the rule it would be %s", s.Tier, ruled)
	case HighStakes(text):
		return fmt.Sprintf("planned for tier %s because it names a piece of high stakes", s.Tier)
	case s.Tier == org.T2 && s.Final:
		return fmt.Sprintf("planned for tier %s because it is the final step", s.Tier)
	}
	return fmt.Sprintf("planned for tier %s because its kind is %s", s.Tier, s.Kind)
}

// RouterTag ends what the router notes in a plan about a step.
const RouterTag = " (router)"

// HighStakes reports whether text names a piece of work of the highest tier.
func HighStakes(text string) bool {
	folded := " " + strings.Join(prose.Words(text), " ") + " "
	for _, w := range []string{
		"prd", "prds", "product requirements", "design doc", "design docs", "design document", "design documents", "executive report",
		"executive reports", "board", "investor", "investors",
	} {
		if strings.Contains(folded, " "+w+" ") {
			return true
		}
	}
	return false
}
