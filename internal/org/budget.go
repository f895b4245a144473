package org

import "time"

// CapScope says what a cap or a warning counts.
type CapScope string

// The scopes. Days and months are those of the founder's time zone.
const (
	ScopeStep    CapScope = "step"
	ScopeMission CapScope = "mission"
	ScopeDay     CapScope = "day"
	ScopeMonth   CapScope = "month"
	ScopeProject CapScope = "project" // all that one project costs; a cap only
)

// CapKind says what happens at an amount.
type CapKind string

// The kinds: a warning is said once at its amount and at each doubling of it;
// a cap stops model calls that would pass it.
const (
	KindWarn CapKind = "warn"
	KindCap  CapKind = "cap"
)

// Cap is an amount that the founder set. Without one nothing ever pauses
// because of money, and warnings begin at $5.
type Cap struct {
	Scope   CapScope  `json:"scope"`
	Project ProjectID `json:"project,omitempty"` // empty for all projects together
	Kind    CapKind   `json:"kind"`
	Amount  NanoUSD   `json:"amount_nano_usd"` // 0 takes the cap away
	// Spent counts against it, in the present day or month or by the
	// whole project; for steps and missions it is 0, since each has its own sum.
	Spent NanoUSD   `json:"spent_nano_usd"`
	SetAt time.Time `json:"set_at"`
}

// StorageLine is the size of one part of the database.
type StorageLine struct {
	Name  string `json:"name"`
	Rows  int64  `json:"rows"`
	Bytes int64  `json:"bytes"`
}
