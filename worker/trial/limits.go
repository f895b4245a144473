package trial

import "time"

const (
	// A check that took less is run twice, so that luck shows.
	checkTwiceBelow = 30 * time.Second
	// A check that took less on the base has luck drawn out of it, and more asked of its proof (our choice: a test that passes every second time
	// gets through two turns in one of 16, four in one of 256 and eight in one of 65 536).
	probeBelow   = time.Minute
	againBelow   = 3 * time.Second
	againRounds  = 2
	chanceRounds = 6
	chanceTime   = 4 * time.Minute
	// mostTouched bounds the packages, files or crates that a narrowed check names (our choice: with more, all of it is not much longer).
	mostTouched = 20
	// What a run leaves behind as reports of its tests: so many files, of so many bytes together, are read.
	mostReports     = 50
	mostReportBytes = 8 << 20
	// What tests say of the lines that they run: so many files, of so many bytes together, are read.
	mostLinesFiles = 2000
	mostLinesBytes = 64 << 20
	// A disk with fewer bytes is called full: git's files and the database still fit.
	leastRoom = 16 << 20
)
