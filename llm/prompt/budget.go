package prompt

import (
	"fmt"
	"strings"
	"time"

	"github.com/frasier-cos/frasier/internal/moment"
	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/prose"
	"github.com/frasier-cos/frasier/internal/work"
)

// Regime says how freely a step may still search. It is taken from the scarcer
// of queries and fetches.
type Regime string

// The regimes: more than 60 % left, 30 to 60 %, 10 to 30 %, at most 10 %.
const (
	RegimeHigh     Regime = "HIGH"
	RegimeMedium   Regime = "MEDIUM"
	RegimeLow      Regime = "LOW"
	RegimeCritical Regime = "CRITICAL"
)

// RegimeOf returns the regime of a step that spent used of b.
func RegimeOf(b org.Budget, used work.BudgetUsed) Regime {
	left := func(percent int) bool {
		return isMoreLeft(b.Queries, used.Queries, percent) && isMoreLeft(b.Fetches, used.Fetches, percent)
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

func isMoreLeft(all, used, percent int) bool { return (all-used)*100 > percent*all }

func atLeast(b org.Budget, used work.BudgetUsed, percent int) bool {
	enough := func(all, spent int) bool { return all > 0 && (all-spent)*100 >= percent*all }
	return enough(b.Queries, used.Queries) && enough(b.Fetches, used.Fetches)
}

// BudgetLine says what a step's research has spent, what is left and how freely
// it may go on, for Volatile.Budget. The zero budget, of a step that searches
// nothing, gives an empty line.
func BudgetLine(b org.Budget, used work.BudgetUsed) string {
	if b == (org.Budget{}) {
		return ""
	}
	line := fmt.Sprintf("Research so far: %d of %d searches, %d of %d pages.", used.Queries, b.Queries, used.Fetches, b.Fetches)
	switch RegimeOf(b, used) {
	case RegimeHigh:
	case RegimeMedium:
		line += " Look only for what is required and still open."
	case RegimeLow:
		line += " One try for each required point that is open."
	case RegimeCritical:
		line += " Nothing more can be looked up: work with what is here and name the gaps."
	}
	return line
}

// B7 is the clock.
func renderClock(v Volatile, zone *time.Location) string {
	var lines []string
	if !v.Day.IsZero() {
		lines = append(lines, "Today is "+moment.Today(v.Day, zone)+".")
	}
	if !v.Said.IsZero() {
		lines = append(lines, "The founder's message came at "+moment.Weekday(v.Said, zone)+".")
	}
	if v.Budget != "" {
		lines = append(lines, prose.OneLine(v.Budget))
	}
	if v.Note != "" {
		lines = append(lines, prose.OneLine(v.Note))
	}
	return strings.Join(lines, "\n")
}
