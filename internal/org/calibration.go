package org

import (
	"fmt"
	"time"
)

// Calibration records a critic's scores for two drafts of known worth. A critic that has none, or
// whose last one is not sound, is uncalibrated: its scores let nothing pass without a full review.
type Calibration struct {
	Model string  `json:"model"` // that served
	Kind  string  `json:"kind"`  // of work, see review.CalibrationKinds
	Good  float64 `json:"good"`  // the mean it gives the good draft
	Bad   float64 `json:"bad"`   // and the bad one
	// GoodPoints and BadPoints are the same in points; those of before nobody counted.
	GoodPoints Points    `json:"good_points"`
	BadPoints  Points    `json:"bad_points"`
	Sound      bool      `json:"sound"`
	Prompt     string    `json:"prompt"` // digest of what it was asked with
	N          int       `json:"n"`      // which measurement of this critic it is, from 1
	At         time.Time `json:"at"`
}

// String says it in a sentence for the founder.
func (c Calibration) String() string {
	if c.Sound {
		return fmt.Sprintf("critic %s is calibrated for %s: %s", c.Model, c.Kind, c.Gave())
	}
	return fmt.Sprintf("critic %s is uncalibrated for %s (%s), so all such work gets a full review; another FRASIER_MODEL_T1 or _X may judge better",
		c.Model, c.Kind, c.Gave())
}

// Gave says what it gives the two drafts.
func (c Calibration) Gave() string {
	if !c.GoodPoints.Counted() || !c.BadPoints.Counted() {
		return "measured before points were counted"
	}
	return fmt.Sprintf("%s for the good draft, %s for the bad one", c.GoodPoints, c.BadPoints)
}
