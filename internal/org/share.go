package org

import "time"

// Share is a project that is shown to whoever has its address.
type Share struct {
	Project ProjectID
	Address string // nobody guesses it
	Cost    bool   // what it cost is shown
	Listed  bool   // the first page leads to it
	At      time.Time
	Made    time.Time // when its newest document was
}

// Publication is a version of a project's document for the folder of published ones.
type Publication struct {
	Project ProjectID
	Version int
}
