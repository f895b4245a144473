package trial

import "time"

const (
	// A check that took less is run twice, so that luck shows.
	checkTwiceBelow = 30 * time.Second
	// commandTail bounds what is kept of a command's output for people, in bytes.
	commandTail = 8 << 10
	// A disk with fewer bytes is called full: git's files and the database still fit.
	leastRoom = 16 << 20
)
