package worker

import "time"

const (
	// wholeBelow is the least time of a check on the base from which whoever writes runs only what he touches of it (our choice: below it, all
	// of it says more than the time is worth).
	wholeBelow = 5 * time.Second
	// MaxRevisions bounds the revisions of one draft.
	MaxRevisions = 2
	// returnsAtMost bounds the parts of a document that go back to their authors because they do
	// not agree with others.
	returnsAtMost = 3
	// CalibrationEvery bounds how long a measurement of a critic counts.
	CalibrationEvery = 7 * 24 * time.Hour
	// longWords is the length from which a piece is written section by
	// section.
	longWords = 1800
	// A draft of so many tenths of its length is cut when it goes back to its author anyhow
	// (wellOver), or goes back for that alone (farOver). Our choice: whoever writes to a length is
	// a tenth or two over it, and a call is worth no paragraph.
	wellOver, farOver = 13, 20
)
