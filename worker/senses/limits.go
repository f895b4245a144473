package senses

import "time"

const (
	// pixelsMost is how many pixels a picture may have, counted before it is decoded: what a phone of today makes at the most, with room.
	pixelsMost = 40_000_000
	// longSide is how long the longer side of a picture is that a model gets: the longest that the providers of models.go take whole.
	longSide = 1568
	// ocrSide is the same for tesseract, which wants letters of 20 pixels at the least.
	ocrSide = 4000
	// tallRatio is from where on a picture is cut into parts, so that a long screenshot can still be read, and partsMost how many there are.
	tallRatio = 2.5
	partsMost = 4
	// decodeLimit and ocrLimit are how long the programs inside the walls may take (our choice: ten times what a large picture takes).
	decodeLimit = time.Minute
	ocrLimit    = 2 * time.Minute
	// atOnce is how many files of a message are read side by side.
	atOnce = 3
	// claimTerm is how long a worker has the files of a message.
	claimTerm = 10 * time.Minute

	// soundBytes and soundLasts bound a recording: what the endpoints of speech take at the most (platform.openai.com/docs/guides/speech-to-text), and what
	// a founder says in one go (our choice).
	soundBytes = 25 << 20
	soundLasts = 20 * time.Minute
)
