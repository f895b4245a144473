package wording

import (
	"cmp"
	"fmt"

	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/prose"
	"github.com/frasier-cos/frasier/internal/reports"
)

// TierWord is a size of model in words.
func TierWord(t org.Tier) string {
	switch t {
	case org.T1:
		return "a small model"
	case org.T2:
		return "a mid-size model"
	case org.T3:
		return "the best model"
	case org.TX:
		return "a model of another maker"
	case org.T0:
	}
	return "no model"
}

// StageWord says what a model was asked for.
func StageWord(stage string) string {
	switch stage {
	case "roles", "feasibility": // of older projects
		return "planning (" + stage + ")"
	case "persona":
		return "learning (persona)"
	}
	return cmp.Or(org.StageOf(stage).Words, stage)
}

// DescribeUnreadable says how many replies of models could not be read, and for what
// most of them were meant.
func DescribeUnreadable(all []org.CostLine) string {
	if len(all) == 0 {
		return ""
	}
	worst := all[0]
	for _, g := range all {
		if g.Unparsed > worst.Unparsed {
			worst = g
		}
	}
	return fmt.Sprintf("The AI's replies were unreadable %d of %d times when %s.", worst.Unparsed, worst.Calls, StageWord(worst.Name))
}

// Searches says how the month's web searches stand.
func Searches(m reports.SearchMonth) string {
	if m.Limit == 0 {
		return fmt.Sprintf("%s in %s.", prose.Capital(CountOf(m.Asked, "web search", "web searches")), m.Name())
	}
	return fmt.Sprintf("%d of your %d web searches for %s are used.", m.Asked, m.Limit, m.Name())
}
