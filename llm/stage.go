package llm

import (
	"time"

	"github.com/frasier-cos/frasier/internal/org"
)

// A call may use so much when its request says nothing: what the stage's row says, else what
// is usual for the tier.
func limitsOf(stage string, t org.Tier) org.Stage {
	row := org.StageOf(stage)
	if row.Tokens == 0 {
		row.Tokens, row.Effort, row.Limit = 2000, org.EffortLow, tierLimit(t)
	}
	return row
}

// A call of a tier may take so long when nothing else says.
func tierLimit(t org.Tier) time.Duration {
	switch t {
	case org.T3:
		return 480 * time.Second
	case org.T2:
		return 300 * time.Second
	case org.T0, org.T1, org.TX:
		return 90 * time.Second
	}
	return 90 * time.Second
}

func lowerEffort(effort string) string {
	if effort == org.EffortHigh {
		return org.EffortMedium
	}
	return org.EffortLow
}
