package calendar

import "time"

// Repeats is anything that is due again and again. Next returns the first
// moment after the given one, the zero time for never.
type Repeats interface {
	Next(after time.Time) time.Time
}

// Every is due whenever so much time has passed.
type Every time.Duration

// Next returns the moment so much later.
func (e Every) Next(after time.Time) time.Time { return after.Add(time.Duration(e)) }

// Turn tells what to do about something that repeats.
type Turn struct {
	Run bool      // it is due now
	Due time.Time // when to look again
}

const (
	// A run that is not made up for may be so late: longer than the tick at which anybody looks.
	grace = 10 * time.Minute
	// The last run may lie so far ahead of the clock before the clock of that run is taken to have
	// been wrong.
	sane = 25 * time.Hour
)

// Look decides whether something is due, given when it is next (the zero time
// when nobody knows) and when it was done last (the zero time for never). All runs that were missed count as
// one, or as none with skip. A clock that went back runs nothing twice and
// delays nothing by the length of the jump.
func Look(r Repeats, due, last, now time.Time, skip bool) Turn {
	if !due.IsZero() && !due.After(now) {
		// A clock that jumped there and back may find due what was done.
		done := !last.IsZero() && last.Sub(now) <= sane && r.Next(last).After(now)
		return Turn{Run: !done && (!skip || now.Sub(due) <= grace), Due: r.Next(now)}
	}
	from := now
	if last.After(now) && last.Sub(now) <= sane {
		from = last
	}
	next := r.Next(from)
	if _, elapsed := r.(Every); elapsed && !due.IsZero() && !due.After(next) {
		return Turn{Due: due}
	}
	return Turn{Due: next}
}
