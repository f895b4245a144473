package org

import (
	"fmt"
	"time"
)

// Calibration is what a critic makes of two drafts whose scores are known.
// A critic that has none, or whose last one is not sound,
// is uncalibrated: its scores let nothing pass without a full review.
type Calibration struct {
	Model  string    `json:"model"` // that served
	Kind   string    `json:"kind"`  // of work, see CalibrationKind
	Good   float64   `json:"good"`  // the mean it gives the good draft
	Bad    float64   `json:"bad"`   // and the bad one
	Sound  bool      `json:"sound"`
	Prompt string    `json:"prompt"` // digest of what it was asked with
	N      int       `json:"n"`      // which measurement of this critic it is, from 1
	At     time.Time `json:"at"`
}

// SoundCritic reports whether a critic that gives the two drafts these means
// may be trusted: it praises neither too much, and tells one from the other.
func SoundCritic(good, bad float64) bool {
	return good <= CalibrationGood && bad <= CalibrationBad && good > bad
}

// Fresh reports whether a measurement still counts: it was made with the same
// prompt, and within CalibrationEvery.
func (c Calibration) Fresh(prompt string, now time.Time) bool {
	return c.Prompt == prompt && now.Sub(c.At) < CalibrationEvery && !c.At.After(now.Add(ClockSlack))
}

// String says it in a sentence for the founder.
func (c Calibration) String() string {
	if c.Sound {
		return fmt.Sprintf("critic %s is calibrated for %s: %.1f for the good draft, %.1f for the bad one", c.Model, c.Kind, c.Good, c.Bad)
	}
	return fmt.Sprintf("critic %s is uncalibrated for %s (%.1f for the good draft, %.1f for the bad one), so all such work gets a full review; another FRASIER_MODEL_T1 or _X may judge better",
		c.Model, c.Kind, c.Good, c.Bad)
}

// CalibrationKind is which pair of drafts a critic of such work is measured by.
func CalibrationKind(k StepKind) string {
	switch k {
	case KindResearch:
		return string(KindResearch)
	case KindWriting, KindCreative:
		return string(KindWriting)
	case KindAnalysis, KindStrategy, KindEngineering, KindSimple, KindAssembly:
	}
	return string(KindAnalysis)
}
