package trial

import "time"

const (
	// A check that took less is run twice, so that luck shows.
	checkTwiceBelow = 30 * time.Second
	// What a run leaves behind as reports of its tests: so many files, of so many bytes together, are read.
	mostReports     = 50
	mostReportBytes = 8 << 20
	// What tests say of the lines that they run: so many files, of so many bytes together, are read.
	mostLinesFiles = 2000
	mostLinesBytes = 64 << 20
	// A disk with fewer bytes is called full: git's files and the database still fit.
	leastRoom = 16 << 20
)
