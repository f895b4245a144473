package outward

import "time"

// Watch follows a repository at its forge and remembers how that went.
type Watch struct {
	Place   string
	Tags    map[string]string // of each question, what its last answer was known by
	Turn    int               // which question comes next
	Labels  map[int]LabelSeen // issues with the label
	Asked   map[int]AskedSeen // pull requests that we are asked to review
	Strange int               // labels and requests of people who may not order
	Tries   int               // that failed, one behind the other
	Since   time.Time         // the first of them
	Why     string            // it cannot be looked at, as a founder was told; empty when it can
	Whole   time.Time         // all was asked then; zero: it is to be asked
	Nudges  int               // that came for it
	Due     time.Time
}

// LabelSeen is a label on an issue, as it was seen.
type LabelSeen struct {
	Who    int64     `json:"who"`
	Edited time.Time `json:"edited"` // the issue
}

// AskedReview is an open pull request whose review an account is asked for.
type AskedReview struct {
	Number int
	Edited time.Time
}

// AskedSeen is the last known state of a pull request that we are asked to review.
type AskedSeen struct {
	Edited time.Time `json:"edited"`
	At     time.Time `json:"at"` // somebody asked
}

// AskedBy begins who ordered a reading, where an account asked for it at the forge: "asked:41".
const AskedBy = "asked:"
