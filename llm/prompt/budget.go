package prompt

import (
	"fmt"
	"strings"

	"github.com/frasier-cos/frasier/internal/org"
)

// Regime is how freely a step may still search. It is taken from the scarcer
// of queries and fetches.
type Regime string

// The regimes: more than 60 % left, 30 to 60 %, 10 to 30 %, at most 10 %
// (llm.md 1.9).
const (
	RegimeHigh     Regime = "HIGH"
	RegimeMedium   Regime = "MEDIUM"
	RegimeLow      Regime = "LOW"
	RegimeCritical Regime = "CRITICAL"
)

// RegimeOf returns the regime of a step that spent used of b.
func RegimeOf(b org.Budget, used org.BudgetUsed) Regime {
	left := func(percent int) bool {
		return more(b.Queries, used.Queries, percent) && more(b.Fetches, used.Fetches, percent)
	}
	switch {
	case left(60):
		return RegimeHigh
	case atLeast(b, used, 30):
		return RegimeMedium
	case left(10):
		return RegimeLow
	default:
		return RegimeCritical
	}
}

// more reports whether more than a share of all is left.
func more(all, used, percent int) bool { return (all-used)*100 > percent*all }

// atLeast reports whether a share of both budgets is left, and not less.
func atLeast(b org.Budget, used org.BudgetUsed, percent int) bool {
	enough := func(all, spent int) bool { return all > 0 && (all-spent)*100 >= percent*all }
	return enough(b.Queries, used.Queries) && enough(b.Fetches, used.Fetches)
}

// BudgetLine says what a step's research has spent and what it may spend
// (F-089), for Volatile.Budget.
func BudgetLine(b org.Budget, used org.BudgetUsed) string {
	return fmt.Sprintf("Budget: queries used %d of %d, fetches %d of %d, gap cycle %d of %d, regime %s",
		used.Queries, b.Queries, used.Fetches, b.Fetches, used.GapCycles, b.GapCycles, RegimeOf(b, used))
}

// volatile renders B7.
func volatile(v Volatile) string {
	var lines []string
	if !v.Day.IsZero() {
		lines = append(lines, "Today is "+v.Day.UTC().Format("2006-01-02")+".")
	}
	if v.Budget != "" {
		lines = append(lines, oneLine(v.Budget))
	}
	if v.Round > 1 {
		lines = append(lines, fmt.Sprintf("This is round %d of at most %d.", v.Round, org.StrikeCap))
	}
	if v.Note != "" {
		lines = append(lines, oneLine(v.Note))
	}
	return strings.Join(lines, "\n")
}
