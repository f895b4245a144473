package trial

import "time"

const (
	// checkTwiceBelow: a check that took less is run twice, so that luck shows.
	checkTwiceBelow = 30 * time.Second
	// commandTail is what is kept of a command's output for people, in bytes.
	commandTail = 8 << 10
	// leastRoom is how many bytes a disk has at the least that is not called full: git's files and the database still fit.
	leastRoom = 16 << 20
)
