package watch

import (
	"strings"
	"time"

	"github.com/frasier-cos/frasier/internal/coding"
	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/policy"
)

// doubtsPerHour is how often a model is asked what it thinks of the log
// (our choice: at T1 that is less than a cent).
const doubtsPerHour = 6

// Limits are how long a stage may give no sign, by its name in lower case.
type Limits map[string]time.Duration

// otherwise is the limit of a stage that has none of its own.
const otherwise = 5 * time.Minute

// planLimit is how long a plan may be made: its calls are the longest there are.
const planLimit = 10 * time.Minute

// Defaults are the limits of all stages (those of a document are
// the worker's own).
func Defaults() Limits {
	return Limits{
		stagePlan: planLimit, stageResearch: org.ResearchLimit, stageWrite: org.SynthesizeLimit, stageCritique: org.CritiqueLimit, stageReview: org.ReviewLimit,
		stageCode: 2*org.CheckLimit + otherwise,
	}
}

// The stages that the watcher tells apart; the worker's own are sorted into
// them.
const (
	stagePlan     = "plan"
	stageResearch = "research"
	stageWrite    = "write"
	stageCritique = "critique"
	stageReview   = "review"
	stageCode     = "code" // of a change, where a check that is quick is run twice
)

// For are the limits of one project: the defaults, then what the founder set
// for all projects, then what he set for this one.
func For(p org.ProjectID, set []policy.StageLimit) Limits {
	out := Defaults()
	for _, of := range []org.ProjectID{"", p} {
		for _, l := range set {
			if l.Project == of {
				out[l.Stage] = l.Limit
			}
		}
	}
	return out
}

func (l Limits) limitOf(stage string) time.Duration {
	if d, ok := l[strings.ToLower(stage)]; ok {
		return d
	}
	return otherwise
}

func ofCode(stage string) bool {
	switch stage {
	case org.StageBase, org.StageTurn, org.StageChange, coding.TrialBefore, coding.TrialRed, coding.TrialGreen, coding.TrialOld, coding.TrialMerged:
		return true
	}
	return false
}

func nextStage(done string) string {
	switch done {
	case "", org.StageContext, org.StageDebug, org.StageDecompose, org.StageClaims, org.StageGap:
		return stageResearch
	case org.StageSearch, org.StageOutline, org.StageSection:
		return stageWrite
	case org.StageSynthesize, org.StageSupport, org.StageRevise, org.StageSummary:
		return stageCritique
	case org.StageCritique:
		return stageWrite // a revision, which takes as long as writing
	case org.StageQA, org.StageLead, org.StageExpert, org.StageCrosscheck, org.StageTiebreak, org.StageCompare, org.StageCoherence, stageReview:
		return stageReview
	}
	return done
}
