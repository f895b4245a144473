package company

import "time"

// The bounds of what a company does by itself (our choice).
const (
	sittingOpens   = 1  // projects that a director opens in one turn
	memoHops       = 6  // messages that may follow one from another
	memosPerRoot   = 40 // messages that come of one order
	objectivesMost = 3  // of one department
	// An order of the founder's allows what follows from it for so long.
	foundersWord = 7 * 24 * time.Hour
)
