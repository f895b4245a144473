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
	// wellOver is from how many tenths of its length on a draft is cut when it goes back
	// to its author anyhow, and farOver from how many it goes back for that alone (our
	// choice: whoever writes to a length is a tenth or two over it, and a call is worth
	// no paragraph).
	wellOver, farOver = 13, 20
)
