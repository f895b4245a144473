package watch

import (
	"cmp"
	"strings"
	"time"

	"github.com/frasier-cos/frasier/internal/coding"
	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/policy"
)

// A model is asked at most so often what it thinks of the log (our choice: at T1 that is less than
// a cent).
const doubtsPerHour = 6

// Limits hold how long a stage may give no sign, by its name in lower case.
type Limits map[string]time.Duration

// otherwise is the limit of a stage that has none of its own.
const otherwise = 5 * time.Minute

// The calls of a plan are the longest there are.
const planLimit = 10 * time.Minute

// Defaults are the limits of all stages (those of a document are
// the worker's own).
func Defaults() Limits {
	return Limits{
		org.WorkPlan: planLimit, org.WorkResearch: org.ResearchLimit, org.WorkWrite: org.SynthesizeLimit, org.WorkCritique: org.CritiqueLimit,
		org.WorkReview: org.ReviewLimit, org.WorkCode: 2*org.CheckLimit + otherwise,
	}
}

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
	case coding.TrialBefore, coding.TrialRed, coding.TrialGreen, coding.TrialOld, coding.TrialMerged:
		return true
	}
	return org.StageOf(stage).Code
}

// Before its first stage a worker is at research.
func nextStage(done string) string {
	if done == "" {
		return org.WorkResearch
	}
	return cmp.Or(org.StageOf(done).Next, done)
}
