package upkeep

import "time"

const (
	// ProcessForgotten is how long a process that fell silent is still listed
	// (our choice); a command in a terminal only for LeaseTerm.
	ProcessForgotten = 24 * time.Hour
	// RemediesPerStep and RemediesPerHour are how often the watcher mends by itself, of one step and in an hour.
	RemediesPerStep = 3
	RemediesPerHour = 10
)

// scheduleFloor is the shortest time between two runs of a schedule: a run
// costs money, and no document is worth making anew more often.
const scheduleFloor = time.Hour
