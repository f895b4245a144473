package ledger

import (
	"fmt"

	"github.com/frasier-cos/frasier/internal/org"
)

// CapPhrase says what a cap is, such as "$5.00 a day for p3".
func CapPhrase(c org.Cap) string {
	if c.Scope == org.ScopeProject {
		return fmt.Sprintf("%s for all of %s", c.Amount, c.Project)
	}
	text := fmt.Sprintf("%s a %s", c.Amount, c.Scope)
	if c.Project != "" {
		text += " for " + string(c.Project)
	}
	return text
}

// Near reports whether so much of a cap is spent that the founder hears of it before work waits: four fifths, which
// leaves a few calls.
func Near(limit, spent org.NanoUSD) bool {
	const parts, most = 4, 5
	return limit > 0 && spent < limit && spent >= limit/most*parts
}

// Rung returns the highest of first, its double, its double again ... that
// spent has reached; 0 when it has not reached the first.
func Rung(first, spent org.NanoUSD) org.NanoUSD {
	if first <= 0 || spent < first {
		return 0
	}
	for first <= spent/2 {
		first *= 2
	}
	return first
}
