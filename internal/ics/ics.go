// Package ics reads calendars in the form of RFC 5545: what of them lies on one day, with repetitions, exceptions and zones. It believes nothing: a
// calendar comes from outside.
package ics

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"github.com/emersion/go-ical"

	"github.com/frasier-cos/frasier/internal/lazyregexp"
	"github.com/frasier-cos/frasier/internal/prose"
	"github.com/frasier-cos/frasier/internal/reports"
	"github.com/frasier-cos/frasier/internal/safetext"
)

// Bounds of a calendar. A rule that never comes takes a third of a second, since it is tried until the year 9999.
const (
	BytesMost    = 5 << 20
	entriesMost  = 20_000
	meetingsMost = 50 // of a day
	turnsMost    = 60_000
	budget       = 5 * time.Second // for the rules of one calendar
	lengthMost   = 31 * 24 * time.Hour
	titleMost    = 100 // letters
)

var (
	errOften = errors.New("it repeats more often than can be listed")
	errTime  = errors.New("its time cannot be read")
)

const (
	dayForm   = "20060102"
	stampForm = "20060102T150405"
)

// Day lists the entries of one day of a calendar.
type Day struct {
	Meetings []reports.Meeting
	Left     int // entries that could not be read, or were too many
}

// Read reads one or several calendars that follow each other. from and to are the day's ends, zone is where times without a zone are.
func Read(data []byte, from, to time.Time, zone *time.Location) (day Day, err error) {
	if len(data) > BytesMost {
		return day, fmt.Errorf("it has more than %d MB", BytesMost>>20)
	}
	defer func() {
		if r := recover(); r != nil { // of the reader of the form: one bad line must not end the process
			err = fmt.Errorf("it cannot be read: %v", r)
		}
	}()
	if err := CheckForm(data); err != nil {
		return day, err
	}
	d := ical.NewDecoder(bytes.NewReader(data))
	r := reader{from: from, to: to, local: known{zone}, begun: time.Now()}
	for n := 0; ; n++ {
		cal, err := d.Decode()
		if errors.Is(err, io.EOF) && n > 0 {
			break
		}
		if err != nil {
			return Day{}, fmt.Errorf("it is no calendar: %w", err)
		}
		r.readCalendar(cal)
	}
	return r.sortDay(), nil
}

// ReadCalendar reads a calendar whose form was read already.
func ReadCalendar(cals []*ical.Calendar, from, to time.Time, zone *time.Location) Day {
	r := reader{from: from, to: to, local: known{zone}, begun: time.Now()}
	for _, c := range cals {
		r.readCalendar(c)
	}
	return r.sortDay()
}

// reader reads what of calendars lies on a day.
type reader struct {
	from, to time.Time
	local    known
	begun    time.Time
	out      Day
	entries  int
	cal      *ical.Calendar
	zones    map[string]clock
}

// isLate reports whether a calendar has taken its time: what is left of it is left out, and counted.
func (r *reader) isLate() bool { return time.Since(r.begun) > budget }

func (r *reader) sortDay() Day {
	slices.SortStableFunc(r.out.Meetings, func(a, b reports.Meeting) int {
		if a.AllDay != b.AllDay {
			if a.AllDay {
				return -1
			}
			return 1
		}
		return a.Start.Compare(b.Start)
	})
	if n := len(r.out.Meetings) - meetingsMost; n > 0 {
		r.out.Left += n
		r.out.Meetings = r.out.Meetings[:meetingsMost]
	}
	return r.out
}

// entry is one event of a calendar.
type entry struct {
	ical.Component
	uid    string
	start  stamp
	length time.Duration
	moved  *stamp // which turn of a series it takes the place of
}

// stamp is a time as it is written: what the clock on the wall shows, and whose clock that is.
type stamp struct {
	wall time.Time
	by   clock
	day  bool // it is a day
}

func (r *reader) readCalendar(cal *ical.Calendar) {
	r.cal, r.zones = cal, map[string]clock{}
	var all []entry
	moved := map[string][]stamp{}
	for _, c := range cal.Children {
		if c.Name != ical.CompEvent {
			continue
		}
		if r.entries++; r.entries > entriesMost || r.isLate() {
			r.out.Left++
			continue
		}
		e, err := r.readEntry(c)
		if err != nil {
			r.out.Left++
			continue
		}
		if e.moved != nil {
			moved[e.uid] = append(moved[e.uid], *e.moved)
		}
		all = append(all, e)
	}
	for _, e := range all {
		if r.isLate() || r.place(e, moved[e.uid]) != nil {
			r.out.Left++
		}
	}
}

func (r *reader) readEntry(c *ical.Component) (entry, error) {
	e := entry{Component: *c}
	if uid := c.Props.Get(ical.PropUID); uid != nil {
		e.uid = uid.Value
	}
	var err error
	if e.start, err = r.readStamp(c.Props.Get(ical.PropDateTimeStart)); err != nil {
		return e, err
	}
	if e.start.day {
		e.length = 24 * time.Hour
	}
	switch end, lasts := c.Props.Get(ical.PropDateTimeEnd), c.Props.Get(ical.PropDuration); {
	case end != nil:
		to, err := r.readStamp(end)
		if err != nil {
			return e, err
		}
		if e.start.day {
			e.length = to.wall.Sub(e.start.wall)
		} else {
			e.length = to.by.moment(to.wall).Sub(e.start.by.moment(e.start.wall))
		}
	case lasts != nil:
		if e.length, err = lasts.Duration(); err != nil {
			return e, err
		}
	}
	e.length = min(max(e.length, 0), lengthMost)
	if p := c.Props.Get(ical.PropRecurrenceID); p != nil {
		at, err := r.readStamp(p)
		if err != nil {
			return e, err
		}
		e.moved = &at
	}
	return e, nil
}

// readStamp reads a time. One whose zone nobody knows is an error: at a wrong hour it would be worse than not at all.
func (r *reader) readStamp(p *ical.Prop) (stamp, error) {
	if p == nil {
		return stamp{}, errTime
	}
	if at, err := time.Parse(dayForm, p.Value); err == nil {
		return stamp{at, r.local, true}, isNear(at)
	}
	at, err := time.Parse(stampForm, strings.TrimSuffix(p.Value, "Z"))
	if err != nil {
		return stamp{}, errTime
	}
	if strings.HasSuffix(p.Value, "Z") {
		return stamp{at, known{time.UTC}, false}, isNear(at)
	}
	name := p.Params.Get(ical.ParamTimezoneID)
	if name == "" {
		return stamp{at, r.local, false}, isNear(at)
	}
	by, seen := r.zones[name]
	if !seen {
		if z, ok := r.findZone(name); ok {
			by = z
		}
		r.zones[name] = by
	}
	if by == nil {
		return stamp{}, errTime
	}
	return stamp{at, by, false}, isNear(at)
}

// isNear refuses years that no calendar means.
func isNear(at time.Time) error {
	if at.Year() < 1900 || at.Year() > 2200 {
		return errTime
	}
	return nil
}

var (
	untilUTC = lazyregexp.New(`(?i)UNTIL=[0-9]{8}T[0-9]{6}Z`)
	untilDay = lazyregexp.New(`(?i)UNTIL=[0-9]{8}(?:;|$)`)
)

// place adds the turns of an entry that lie on the day, without those that were moved or left out.
func (r *reader) place(e entry, moved []stamp) error {
	if p := e.Props.Get(ical.PropStatus); p != nil && strings.EqualFold(p.Value, "CANCELLED") {
		return nil
	}
	turns := []time.Time{e.start.wall}
	repeats := e.moved == nil && (e.Props.Get(ical.PropRecurrenceRule) != nil || e.Props.Get(ical.PropRecurrenceDates) != nil)
	if repeats {
		var err error
		if turns, err = r.listTurns(e, moved); err != nil {
			return err
		}
	}
	for _, at := range turns {
		r.add(e, at)
	}
	return nil
}

// skipped are the turns of a series that were moved or left out: by their day, or to the second.
type skipped struct {
	days    map[string]bool
	moments map[int64]bool
}

func listSkipped(series stamp, all []stamp) skipped {
	s := skipped{map[string]bool{}, map[int64]bool{}}
	for _, m := range all {
		if m.day || series.day {
			s.days[m.wall.Format(dayForm)] = true
		} else {
			s.moments[m.by.moment(m.wall).Unix()] = true
		}
	}
	return s
}

func (s skipped) has(series stamp, turn time.Time) bool {
	return s.days[turn.Format(dayForm)] || s.moments[series.by.moment(turn).Unix()]
}

// listTurns lists the turns of a series around the day, by its own clock, without those that were moved or left out.
func (r *reader) listTurns(e entry, moved []stamp) ([]time.Time, error) {
	const room = 26 * time.Hour // no two zones are farther apart
	from, to := e.start.by.wall(r.from).Add(-e.length-room), e.start.by.wall(r.to).Add(room)
	turns := []time.Time{}
	if p := e.Props.Get(ical.PropRecurrenceRule); p != nil {
		rule := untilUTC.ReplaceAllStringFunc(p.Value, func(m string) string {
			at, err := time.Parse(stampForm, m[len("UNTIL="):len(m)-1])
			if err != nil {
				return m
			}
			return "UNTIL=" + e.start.by.wall(at).Format(stampForm) + "Z"
		})
		if !e.start.day { // the last day counts whole
			rule = untilDay.ReplaceAllStringFunc(rule, func(m string) string { return m[:len("UNTIL=20060102")] + "T235959Z" + m[len("UNTIL=20060102"):] })
		}
		var err error
		if turns, err = list(rule, e.start.wall, from, to); err != nil {
			return nil, err
		}
	} else {
		turns = append(turns, e.start.wall)
	}
	for _, at := range r.listDates(e, ical.PropRecurrenceDates) {
		turns = append(turns, e.start.by.wall(at.by.moment(at.wall)))
	}
	out := listSkipped(e.start, append(r.listDates(e, ical.PropExceptionDates), moved...))
	turns = slices.DeleteFunc(turns, func(at time.Time) bool { return at.Before(from) || at.After(to) || out.has(e.start, at) })
	if r.isLate() {
		return nil, errOften
	}
	slices.SortFunc(turns, time.Time.Compare)
	return slices.Compact(turns), nil
}

// listDates reads a list of times; what of it cannot be read counts as left out.
func (r *reader) listDates(e entry, name string) []stamp {
	var out []stamp
	for _, p := range e.Props.Values(name) {
		for value := range strings.SplitSeq(p.Value, ",") {
			one := p
			one.Value, _, _ = strings.Cut(strings.TrimSpace(value), "/") // of a period its begin
			at, err := r.readStamp(&one)
			if err != nil {
				r.out.Left++
				continue
			}
			out = append(out, at)
			if len(out) > turnsMost {
				return out
			}
		}
	}
	return out
}

// add adds a turn where it lies on the day. A day is one where the founder is.
func (r *reader) add(e entry, wall time.Time) {
	m := reports.Meeting{AllDay: e.start.day, Title: cleanText(e.Props.Get(ical.PropSummary)), Place: cleanText(e.Props.Get(ical.PropLocation))}
	by := e.start.by
	m.Start = by.moment(wall)
	m.End = m.Start.Add(e.length)
	if e.start.day {
		m.End = by.moment(wall.Add(e.length))
	}
	on := m.Start.Before(r.to) && (m.End.After(r.from) || m.Start.Equal(m.End) && !m.Start.Before(r.from))
	if !on || len(r.out.Meetings) >= 2*meetingsMost {
		return
	}
	r.out.Meetings = append(r.out.Meetings, m)
}

// cleanText is a line of what somebody wrote: no invisible letters.
func cleanText(p *ical.Prop) string {
	if p == nil {
		return ""
	}
	text := strings.NewReplacer(`\n`, "\n", `\N`, "\n", `\,`, ",", `\;`, ";", `\\`, `\`).Replace(p.Value) // many forget to escape a comma
	text, _ = safetext.Visible(text)
	return prose.Clip(prose.OneLine(text), titleMost, "…")
}
