package worker

import (
	"time"

	"github.com/frasier-cos/frasier/internal/org"
)

// Fresh reports whether a measurement still counts: it was made with the same
// prompt, and within CalibrationEvery.
func Fresh(c org.Calibration, prompt string, now time.Time) bool {
	return c.Prompt == prompt && now.Sub(c.At) < CalibrationEvery && !c.At.After(now.Add(org.ClockSlack))
}

// calibrationKind names the pair of drafts by which a critic of such work is measured.
func calibrationKind(k org.StepKind) string {
	switch k {
	case org.KindResearch:
		return string(org.KindResearch)
	case org.KindWriting, org.KindCreative:
		return string(org.KindWriting)
	case org.KindAnalysis, org.KindStrategy, org.KindEngineering, org.KindSimple, org.KindAssembly:
	}
	return string(org.KindAnalysis)
}

// Crosschecked reports whether a second opinion is due on a draft that its
// reviewers let through: on what is final or of the highest tier.
func Crosschecked(s org.Step) bool { return s.Final || s.Tier == org.T3 }
