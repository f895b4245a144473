package senses

import "time"

const (
	// Pixels are counted before a picture is decoded: so many a phone of today makes at the most,
	// with room.
	pixelsMost = 40_000_000
	// The providers of models.go take pictures of so long a side whole.
	longSide = 1568
	// tesseract wants letters of 20 pixels at the least.
	ocrSide = 4000
	// From this ratio on a picture is cut into partsMost parts at most, so that a long screenshot
	// can still be read.
	tallRatio = 2.5
	partsMost = 4
	// Programs inside the walls may take so long (our choice: ten times what a large picture
	// takes).
	decodeLimit = time.Minute
	ocrLimit    = 2 * time.Minute
	// So many files of a message are read side by side.
	atOnce = 3
	// A worker has the files of a message so long.
	claimTerm = 10 * time.Minute

	// soundBytes and soundLasts bound a recording: what the endpoints of speech take at the most (platform.openai.com/docs/guides/speech-to-text), and what
	// a founder says in one go (our choice).
	soundBytes = 25 << 20
	soundLasts = 20 * time.Minute
)
