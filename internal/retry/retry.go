// Package retry says for every loop that tries again what is refused for good,
// what bounds it, and who is told. It knows two kinds of loop: those in memory
// (Run, Gate, Duty), and rows of a database that hold a count and a time (Policy.Next,
// Policy.Judge).
package retry

import (
	"errors"
	"time"
)

// Policy bounds how often and how long something is tried. A field that is zero
// bounds nothing.
type Policy struct {
	First time.Duration // the wait after the first failure; it doubles with each; zero is a second
	Most  time.Duration // the longest wait
	Tries int           // how many tries there are, the first one counted
	For   time.Duration // how long after the first one there may be a last one
}

// Verdict says what becomes of something that failed.
type Verdict int

// The verdicts.
const (
	Again     Verdict = iota // it is tried again
	Refused                  // it is refused for good
	TriesOver                // it was tried as often as it may be
	TimeOver                 // it was tried as long as it may be
	Done                     // it worked
)

// Over reports whether there is no further try.
func (v Verdict) Over() bool { return v != Again }

// Next says how long to wait after so many failed tries, the first of which was
// at since. The last try is at the end of For: the wait before it is shortened.
func (p Policy) Next(tries int, since, now time.Time) (wait time.Duration, verdict Verdict) {
	return p.Judge(nil, tries, since, now)
}

// Judge is Next for an error that may carry a mark: Permanent ends it, and After
// is waited for at least, also beyond Most, unless that is later than For allows.
func (p Policy) Judge(err error, tries int, since, now time.Time) (wait time.Duration, verdict Verdict) {
	left := since.Add(p.For).Sub(now)
	asked, _ := PauseOf(err)
	switch {
	case IsPermanent(err):
		return 0, Refused
	case p.Tries > 0 && tries >= p.Tries:
		return 0, TriesOver
	case p.For > 0 && (left <= 0 || asked > left):
		return 0, TimeOver
	}
	wait = max(p.computeWait(tries), asked)
	if p.For > 0 {
		wait = min(wait, left)
	}
	return wait, Again
}

// computeWait doubles First with each failure after the first one, up to Most.
func (p Policy) computeWait(tries int) time.Duration {
	wait, most := p.First, p.Most
	if wait <= 0 {
		wait = time.Second
	}
	if most <= 0 {
		most = 1 << 62
	}
	for ; tries > 1 && wait < most; tries-- {
		if wait > most/2 {
			return most
		}
		wait *= 2
	}
	return min(wait, most)
}

// Spread lengthens a wait by up to a quarter, so that many that failed together
// do not come again together. The source gives numbers from 0 up to 1; nil
// changes nothing.
func Spread(wait time.Duration, source func() float64) time.Duration {
	if source == nil {
		return wait
	}
	return wait + time.Duration(source()*float64(wait)/4)
}

type permanentError struct{ err error }

func (e *permanentError) Error() string { return e.err.Error() }
func (e *permanentError) Unwrap() error { return e.err }

// Permanent marks an error that no further try changes. Nil stays nil.
func Permanent(err error) error {
	if err == nil {
		return nil
	}
	return &permanentError{err}
}

// IsPermanent reports whether an error is marked as one that no further try changes.
func IsPermanent(err error) bool {
	_, ok := errors.AsType[*permanentError](err)
	return ok
}

type pauseError struct {
	err  error
	wait time.Duration
}

func (e *pauseError) Error() string { return e.err.Error() }
func (e *pauseError) Unwrap() error { return e.err }

// After marks an error of somebody who said how long to leave him alone. A time
// below zero counts for none. Nil stays nil.
func After(err error, wait time.Duration) error {
	if err == nil {
		return nil
	}
	return &pauseError{err, max(0, wait)}
}

// PauseOf returns how long the one who failed wants to be left alone, if he said so.
func PauseOf(err error) (time.Duration, bool) {
	if e, ok := errors.AsType[*pauseError](err); ok {
		return e.wait, true
	}
	return 0, false
}
