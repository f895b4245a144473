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

// BeyondText tells the founder that a mission costs far more than foreseen.
func BeyondText(p ProjectID, mission string, estimate, spent NanoUSD) string {
	return fmt.Sprintf("%s of %s cost %s so far, more than %d times the %s that its plan was to cost at the most. It goes on. `costs %s` shows where it went; `pause %s` stops it.",
		mission, p, spent, FarBeyond, Cents(estimate), p, p)
}

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

// period is a scope with its subject in words.
func (c Cap) period(subject string) string {
	switch c.Scope {
	case ScopeDay:
		return "today"
	case ScopeMonth:
		return "this month"
	case ScopeMission:
		return "for mission " + subject
	case ScopeStep:
		return "for step " + subject
	case ScopeProject:
		return "on it"
	}
	return subject
}

// WarnText tells the founder what was spent. Nothing waits for an answer.
func WarnText(c Cap, subject string, rung, spent NanoUSD) string {
	of := ""
	if c.Project != "" {
		of = " on " + string(c.Project)
	}
	return fmt.Sprintf("%s was spent%s %s (more than %s). Nothing is paused by this. To set a limit, use `budget`; `costs` shows where it went.",
		spent, of, c.period(subject), rung)
}

// CapText tells the founder that a cap holds work and how it goes on. Next is
// what the call that it holds may cost: a cap is reached before all of it is
// spent when that would pass it.
func CapText(c Cap, subject string, spent, next NanoUSD) string {
	room := ""
	if spent < c.Amount {
		room = fmt.Sprintf(", and the next call may cost up to %s", next)
	}
	if c.Scope == ScopeProject {
		return fmt.Sprintf("Your cap of %s is reached: %s was spent%s. What is running was finished, and the rest waits. To go on, raise it: `project cap %s 10`, or `project cap %s off`.",
			c.Phrase(), spent, room, c.Project, c.Project)
	}
	return fmt.Sprintf("Your cap of %s is reached: %s was spent %s%s. What is running was finished, and the rest waits. To go on, raise the cap or take it away with `budget`.",
		c.Phrase(), spent, c.period(subject), room)
}

// StorageLine is how much one part of the database holds.
type StorageLine struct {
	Name  string `json:"name"`
	Rows  int64  `json:"rows"`
	Bytes int64  `json:"bytes"`
}
