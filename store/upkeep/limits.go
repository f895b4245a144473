package upkeep

import "time"

// What the watcher does by itself, and how long it remembers.
const (
	// ProcessForgotten limits how long a process that fell silent is still listed
	// (our choice); a command in a terminal only for LeaseTerm.
	ProcessForgotten = 24 * time.Hour
	// RemediesPerStep limits how often the watcher mends one step by itself, and RemediesPerHour how
	// often in an hour.
	RemediesPerStep = 3
	RemediesPerHour = 10
)

// scheduleFloor is the shortest time between two runs of a schedule: a run
// costs money, and no document is worth making anew more often.
const scheduleFloor = time.Hour

// remindersKept bounds how long a reminder that ended can still be put off, and reminderGrace how long behind its time it
// counts as told in time: the clock looks every half a minute.
const (
	remindersKept = 30 * 24 * time.Hour
	reminderGrace = 2 * time.Minute
)
