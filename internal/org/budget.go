package org

import (
	"fmt"
	"time"
)

// CapScope is what a cap or a warning counts.
type CapScope string

// The scopes. Days and months are those of the founder's time zone.
const (
	ScopeStep    CapScope = "step"
	ScopeMission CapScope = "mission"
	ScopeDay     CapScope = "day"
	ScopeMonth   CapScope = "month"
	ScopeProject CapScope = "project" // all that one project costs; a cap only
)

// CapKind is what happens at an amount.
type CapKind string

// The kinds: a warning is said once at its amount and at each doubling of it;
// a cap stops model calls that would pass it.
const (
	KindWarn CapKind = "warn"
	KindCap  CapKind = "cap"
)

// Cap is an amount that the founder set. Without one nothing ever pauses
// because of money, and warnings begin at WarnFirst.
type Cap struct {
	Scope   CapScope  `json:"scope"`
	Project ProjectID `json:"project,omitempty"` // empty for all projects together
	Kind    CapKind   `json:"kind"`
	Amount  NanoUSD   `json:"amount_nano_usd"` // 0 takes the cap away
	// Spent is what counts against it, in the present day or month or by the
	// whole project; for steps and missions it is 0, since each has its own sum.
	Spent NanoUSD   `json:"spent_nano_usd"`
	SetAt time.Time `json:"set_at"`
}

// Phrase says what a cap is, such as "$5.00 a day for p3".
func (c Cap) Phrase() string {
	if c.Scope == ScopeProject {
		return fmt.Sprintf("%s for all of %s", c.Amount, c.Project)
	}
	text := fmt.Sprintf("%s a %s", c.Amount, c.Scope)
	if c.Project != "" {
		text += " for " + string(c.Project)
	}
	return text
}

// WarnFirst is the first amount of a day and of a mission at which the founder
// is told what was spent; each doubling of it follows ($5, 10, 20, 40, ...).
const WarnFirst = 5 * Dollar

// FarBeyond is how many times its estimate a mission costs when the founder is
// told so. Below BeyondLeast, our choice, he is not.
const (
	FarBeyond   = 3
	BeyondLeast = Dollar / 2
)

// Rung returns the highest of first, its double, its double again ... that
// spent has reached; 0 when it has not reached the first.
func Rung(first, spent NanoUSD) NanoUSD {
	if first <= 0 || spent < first {
		return 0
	}
	for first <= spent/2 {
		first *= 2
	}
	return first
}

// StorageLine is how much one part of the database holds.
type StorageLine struct {
	Name  string `json:"name"`
	Rows  int64  `json:"rows"`
	Bytes int64  `json:"bytes"`
}
