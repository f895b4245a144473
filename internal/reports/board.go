package reports

import (
	"time"

	"github.com/frasier-cos/frasier/internal/org"
)

// Acceptance is a founder's word that he accepts a document.
type Acceptance struct {
	By string // the author's id
	At time.Time
}

// BoardQuery selects projects and one page of them. The zero value of its
// first two fields selects what is open or ended within a day.
type BoardQuery struct {
	State         org.ProjectState // only these; empty for any
	All           bool             // however long ago they ended
	Words         string           // that their titles have, or their id; empty for any
	Bare          bool             // without what is counted over weeks: replies that could not be read
	Offset, Limit int
}

// HeldUp lists work of an active project that goes on only when its founder does something,
// without a decision that asks for it.
type HeldUp struct {
	Project    org.ProjectID
	Title      string
	Planning   int // missions whose planning waits for room under a spending cap
	Capped     int // steps that do
	Unreviewed int // steps whose reviewer could not be reached
}
