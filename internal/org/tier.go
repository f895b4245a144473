package org

import (
	"fmt"
	"strings"

	"github.com/frasier-cos/frasier/internal/prose"
)

// Tier is a class of models. The zero value means "not chosen".
type Tier string

// The tiers. T0 is code or the extractive provider; TX is the cross-check
// model, of a family other than the author's.
const (
	T0 Tier = "T0"
	T1 Tier = "T1"
	T2 Tier = "T2"
	T3 Tier = "T3"
	TX Tier = "X"
)

// Lower returns the tier tried when t cannot be reached: T3, T2, T1, then
// none. TX and T0 have none.
func (t Tier) Lower() Tier {
	switch t {
	case T3:
		return T2
	case T2:
		return T1
	case T0, T1, TX:
		return ""
	}
	return ""
}

// Rank orders tiers: T0 is 0, T1 and TX are 1, T2 is 2, T3 is 3.
func (t Tier) Rank() int {
	switch t {
	case T3:
		return 3
	case T2:
		return 2
	case T1, TX:
		return 1
	case T0:
		return 0
	}
	return 0
}

// StepTier routes a step to a tier: override, then words of high stakes, then
// its kind and place, then T1. It is pure; the words are matched whole
// and without regard to case.
func StepTier(override Tier, text string, kind StepKind, final bool) Tier {
	switch {
	case override != "":
		return override
	case HighStakes(text):
		return T3
	case kind == KindResearch, kind == KindAnalysis, kind == KindStrategy, final:
		return T2
	default:
		return T1
	}
}

// TierReason says in a sentence why a step has its tier: the router's note in
// the plan, or the rule of StepTier. It is pure.
func TierReason(s Step, notes PlanNotes) string {
	for _, n := range notes.Lint {
		if why, ok := strings.CutPrefix(n, fmt.Sprintf("%q: ", s.Title)); ok && strings.HasSuffix(why, RouterTag) {
			return strings.TrimSuffix(why, RouterTag)
		}
	}
	text := s.Title + " " + s.Goal
	ruled := StepTier("", text, s.Kind, s.Final)
	switch {
	case s.Tier != ruled:
		return fmt.Sprintf("on tier %s as its plan says; by the rule it would be %s", s.Tier, ruled)
	case HighStakes(text):
		return fmt.Sprintf("on tier %s because it names a piece of high stakes", s.Tier)
	case s.Tier == T2 && s.Final:
		return fmt.Sprintf("on tier %s because it is the final step", s.Tier)
	}
	return fmt.Sprintf("on tier %s because its kind is %s", s.Tier, s.Kind)
}

// RouterTag ends what the router notes in a plan about a step.
const RouterTag = " (router)"

// HighStakes reports whether text names a piece of work of the highest tier.
func HighStakes(text string) bool {
	folded := " " + strings.Join(prose.Words(text), " ") + " "
	for _, w := range []string{"prd", "design doc", "design document", "executive report", "board", "investor", "investors"} {
		if strings.Contains(folded, " "+w+" ") {
			return true
		}
	}
	return false
}
