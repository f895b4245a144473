package worker

import "time"

const (
	// MaxRevisions bounds the revisions of one draft.
	MaxRevisions = 2
	// returnsAtMost is how many parts of a document go back to their authors because they
	// do not agree with others.
	returnsAtMost = 3
	// CalibrationEvery is how long a measurement of a critic counts.
	CalibrationEvery = 7 * 24 * time.Hour
	// longWords is the length from which a piece is written section by
	// section.
	longWords = 1800
)
