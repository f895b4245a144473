package llm

import (
	"time"

	"github.com/frasier-cos/frasier/internal/org"
)

// A call may use so much when its request says nothing.
type stageLimits struct {
	tokens int
	effort string
	limit  time.Duration
	stream bool
}

const (
	effortLow    = "low"
	effortMedium = "medium"
	effortHigh   = "high"
)

// Writing is streamed, because it takes minutes and a stream shows that it goes on.
func limitsOf(stage string, t org.Tier) stageLimits {
	switch stage {
	case org.StageClassify:
		return stageLimits{400, effortLow, 20 * time.Second, false}
	case org.StageWatch:
		return stageLimits{600, effortLow, 30 * time.Second, false}
	case org.StageChief:
		return stageLimits{2000, effortLow, 60 * time.Second, false}
	case org.StagePlan, org.StageEnrich:
		return stageLimits{12_000, effortMedium, 240 * time.Second, false}
	case org.StagePlanReview:
		return stageLimits{1500, effortLow, 90 * time.Second, false}
	case org.StageDirect, org.StageCEO:
		return stageLimits{3000, effortMedium, 120 * time.Second, false}
	case org.StageCurate:
		return stageLimits{2000, effortLow, 90 * time.Second, false}
	case org.StageUpskill:
		return stageLimits{1600, effortLow, 60 * time.Second, false}
	case org.StageDecompose:
		return stageLimits{1600, effortLow, 45 * time.Second, false}
	case org.StageClaims:
		return stageLimits{2000, effortLow, 60 * time.Second, false}
	case org.StageGap, org.StageSupport:
		return stageLimits{900, effortLow, 45 * time.Second, false}
	case org.StageOutline:
		return stageLimits{2000, effortMedium, 120 * time.Second, false}
	case org.StageSection:
		return stageLimits{3500, effortMedium, 300 * time.Second, true}
	case org.StageSynthesize, org.StageRevise:
		return stageLimits{12_000, effortMedium, 300 * time.Second, true}
	case org.StageCritique, org.StageCompare, org.StageCalibrate:
		return stageLimits{2200, effortLow, 90 * time.Second, false}
	case org.StageQA, org.StageCrosscheck:
		return stageLimits{1600, effortLow, 90 * time.Second, false}
	case org.StageLead, org.StageExpert, org.StageCoherence, org.StageDebug, org.StageTiebreak:
		return stageLimits{2000, effortMedium, 120 * time.Second, false}
	case org.StageTurn:
		return stageLimits{8000, effortMedium, 300 * time.Second, true}
	case org.StageSight:
		return stageLimits{200, effortLow, 60 * time.Second, false}
	case org.StageLook:
		return stageLimits{4000, effortLow, 120 * time.Second, false}
	case org.StageFigures:
		return stageLimits{2000, effortLow, 90 * time.Second, false}
	case org.StageSummary:
		return stageLimits{2500, effortMedium, 180 * time.Second, false}
	}
	return stageLimits{2000, effortLow, tierLimit(t), false}
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
	if effort == effortHigh {
		return effortMedium
	}
	return effortLow
}
