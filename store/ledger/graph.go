package ledger

import (
	"github.com/frasier-cos/frasier/internal/org"
)

// guessed is how long a step should take, in milliseconds, when no step like
// it was timed.
func guessed(s org.PlannedStep) int64 {
	const minute = 60_000
	if s.Minutes > 0 {
		return int64(s.Minutes) * minute
	}
	switch s.Kind {
	case org.KindResearch:
		return 6 * minute
	case org.KindAnalysis, org.KindStrategy, org.KindEngineering:
		return 5 * minute
	case org.KindWriting, org.KindCreative:
		return 4 * minute
	case org.KindAssembly:
		return 2 * minute
	case org.KindSimple:
		return minute
	}
	return minute
}
