// Package calendar says when something that happens again and again is next
// due, by a cron expression in a time zone. It only computes: what is due is
// done by those who ask.
//
// On the days when clocks change, a time of the day that does not exist counts
// as the first moment after the gap, and one that exists twice as the first of
// the two. An expression that names every hour runs by elapsed time instead.
package calendar

import (
	"errors"
	"fmt"
	"strings"
	"time"
	_ "time/tzdata" // a server may have no zones of its own

	"github.com/robfig/cron/v3"
)

// Rule is a parsed expression. The zero value is of no use; get one from
// Parse. It may be used by many goroutines.
type Rule struct {
	spec  cron.Schedule
	zone  *time.Location
	every bool // every hour of the day: elapsed time decides
}

// ErrNever says that a rule names no time within the next four years.
var ErrNever = errors.New("this never happens")

// Parse reads a cron expression of five fields (minute, hour, day of the
// month, month, day of the week) or one of @hourly, @daily, @weekly, @monthly
// and @yearly, in a time zone such as "Europe/Berlin"; an empty zone is UTC.
// Errors are sentences that say what to write.
func Parse(spec, zone string) (Rule, error) {
	spec = strings.TrimSpace(spec)
	where, err := Zone(zone)
	if err != nil {
		return Rule{}, err
	}
	if strings.Contains(spec, "=") || strings.HasPrefix(spec, "@every") {
		return Rule{}, fmt.Errorf("%q cannot be read: write five fields such as \"0 8 * * 1\" (Mondays at 8), or @daily, @weekly, @monthly", spec)
	}
	parsed, err := cron.ParseStandard(spec)
	if err != nil {
		return Rule{}, fmt.Errorf("%q cannot be read: write five fields such as \"0 8 * * 1\" (Mondays at 8), or @daily, @weekly, @monthly", spec)
	}
	r := Rule{spec: parsed, zone: where}
	if s, ok := parsed.(*cron.SpecSchedule); ok {
		const hours = 1<<24 - 1
		r.every = s.Hour&hours == hours
		if r.every {
			s.Location = where
		} else {
			s.Location = time.UTC
		}
	}
	if r.Next(time.Unix(0, 0)).IsZero() {
		return Rule{}, fmt.Errorf("%q: %w", spec, ErrNever)
	}
	return r, nil
}

// Zone returns the time zone of a name; an empty name is UTC, and "Local" is
// refused because two machines may differ.
func Zone(name string) (*time.Location, error) {
	if name == "" {
		return time.UTC, nil
	}
	zone, err := time.LoadLocation(name)
	if err != nil || name == "Local" {
		return nil, fmt.Errorf("there is no time zone %q: write one such as Europe/Berlin, America/New_York or UTC", name)
	}
	return zone, nil
}

// Next returns the first moment after the given one at which the rule is due,
// in UTC; the zero time when there is none.
func (r Rule) Next(after time.Time) time.Time {
	if r.every {
		return formatUTC(r.spec.Next(after.In(r.zone)))
	}
	// The search runs over times as clocks on the wall show them. It begins a
	// day early, since a wall's time may repeat.
	wall := onWall(after.In(r.zone)).Add(-wallSlack)
	for {
		wall = r.spec.Next(wall)
		if wall.IsZero() {
			return time.Time{}
		}
		if at := Moment(wall, r.zone); at.After(after) {
			return at
		}
	}
}

// No clock is ever changed by so much.
const wallSlack = 25 * time.Hour

// The time is kept as UTC.
func onWall(t time.Time) time.Time {
	return time.Date(t.Year(), t.Month(), t.Day(), t.Hour(), t.Minute(), t.Second(), t.Nanosecond(), time.UTC)
}

// Moment returns when clocks in a zone first show a time: the end of the gap when they never do. The time is
// given as UTC.
func Moment(wall time.Time, zone *time.Location) time.Time {
	at := time.Date(wall.Year(), wall.Month(), wall.Day(), wall.Hour(), wall.Minute(), wall.Second(), 0, zone)
	from, to := at.ZoneBounds()
	switch {
	case onWall(at).After(wall) && !from.IsZero():
		return from.UTC() // in the gap, seen from behind it
	case onWall(at).Before(wall) && !to.IsZero():
		return to.UTC() // in the gap, seen from before it
	}
	if from.IsZero() {
		return at.UTC()
	}
	// The hour may have been there once before, under the zone's offset of then.
	_, now := at.Zone()
	_, before := from.Add(-time.Second).Zone()
	if early := at.Add(time.Duration(now-before) * time.Second); before > now && early.Before(from) {
		return early.UTC()
	}
	return at.UTC()
}

func formatUTC(t time.Time) time.Time {
	if t.IsZero() {
		return t
	}
	return t.UTC()
}

// Begin returns the first moment of a day such as "2026-03-01" in the zone; the
// zero time for what is no day. Where clocks go forward at midnight, the day
// begins later by the clock.
func Begin(day string, zone *time.Location) time.Time {
	at, err := time.ParseInLocation(time.DateOnly, day, zone)
	if err != nil {
		return time.Time{}
	}
	for Day(at, zone) < day {
		at = at.Add(15 * time.Minute) // the smallest step that zones make
	}
	for before := at.Add(-15 * time.Minute); Day(before, zone) == day; before = at.Add(-15 * time.Minute) {
		at = before
	}
	return at
}

// Day returns the day in the zone at a moment, "2026-03-01".
func Day(at time.Time, zone *time.Location) string { return at.In(zone).Format(time.DateOnly) }
