package outward

import "time"

// Watch follows a repository at its forge and remembers how that went.
type Watch struct {
	Place   string
	Tags    map[string]string // of each question, what its last answer was known by
	Turn    int               // which question comes next
	Labels  map[int]LabelSeen // issues with the label
	Strange int               // labels of people who may not order
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
