package ics

import (
	"path"
	"slices"
	"sort"
	"strconv"
	"strings"
	"time"

	"github.com/emersion/go-ical"
	"github.com/teambition/rrule-go"

	"github.com/frasier-cos/frasier/internal/calendar"
)

// clock goes from what a clock on the wall shows, as a moment in UTC, to the moment itself, and back.
type clock interface {
	moment(wall time.Time) time.Time
	wall(at time.Time) time.Time
}

// known is a zone of the tz database.
type known struct{ *time.Location }

func (z known) moment(wall time.Time) time.Time { return calendar.Moment(wall, z.Location) }

func (z known) wall(at time.Time) time.Time { return onWall(at.In(z.Location)) }

func onWall(t time.Time) time.Time {
	return time.Date(t.Year(), t.Month(), t.Day(), t.Hour(), t.Minute(), t.Second(), 0, time.UTC)
}

// told is a zone that the file itself describes, under a name that nobody else knows, as Outlook's are. It goes by the latest change before.
type told []change

// change is the moment at which another offset begins, by the clock before it.
type change struct {
	at     time.Time
	offset time.Duration
}

func (z told) moment(wall time.Time) time.Time { return wall.Add(-z.offsetAt(wall)) }

func (z told) wall(at time.Time) time.Time {
	guess := at.Add(z.offsetAt(at))
	return at.Add(z.offsetAt(guess))
}

func (z told) offsetAt(wall time.Time) time.Duration {
	i := sort.Search(len(z), func(i int) bool { return z[i].at.After(wall) })
	return z[max(0, i-1)].offset
}

const zoneNameMost = 100 // letters

// findZone finds a zone by the name that a time has: as the tz database calls it, also behind a path, or as the file describes it.
func (r *reader) findZone(name string) (clock, bool) {
	if name == "" || len(name) > zoneNameMost || r.isLate() {
		return nil, false
	}
	area, place := path.Split(strings.Trim(name, "/"))
	for _, try := range []string{name, path.Base(strings.TrimSuffix(area, "/")) + "/" + place} {
		if strings.EqualFold(try, "local") {
			continue // the machine's zone is nobody's
		}
		if loc, err := calendar.Zone(try); err == nil {
			return known{loc}, true
		}
	}
	for _, c := range r.cal.Children {
		if id := c.Props.Get(ical.PropTimezoneID); c.Name == ical.CompTimezone && id != nil && id.Value == name {
			z := r.readZone(c)
			return z, len(z) > 0
		}
	}
	return nil, false
}

const epoch = 1970

// readZone lists the changes of a zone in the years around the day; none when there is no time left for all of them.
func (r *reader) readZone(c *ical.Component) told {
	var out told
	first := told{}
	for _, o := range c.Children {
		if r.isLate() {
			return nil
		}
		offset, ok := readOffset(o.Props.Get(ical.PropTimezoneOffsetTo))
		start := o.Props.Get(ical.PropDateTimeStart)
		if !ok || start == nil {
			continue
		}
		begin, err := time.Parse(stampForm, strings.TrimSuffix(start.Value, "Z"))
		if err != nil {
			continue
		}
		first = append(first, change{begin, offset})
		rule := o.Props.Get(ical.PropRecurrenceRule)
		if rule == nil {
			out = append(out, change{begin, offset})
			continue
		}
		if before := epoch - begin.Year(); before > 0 { // such as 1601, where rules are not reckoned with
			begin = begin.AddDate(before, 0, 0)
		}
		all, err := list(rule.Value, begin, r.from.AddDate(-2, 0, 0), r.from.AddDate(1, 0, 0))
		if err != nil {
			continue
		}
		for _, at := range all {
			out = append(out, change{at, offset})
		}
	}
	if len(out) == 0 {
		out = first // all of its changes are long ago
	}
	slices.SortStableFunc(out, func(a, b change) int { return a.at.Compare(b.at) })
	return out
}

// readOffset reads "+0100" or "-023000".
func readOffset(p *ical.Prop) (time.Duration, bool) {
	if p == nil || len(p.Value) < len("+0100") {
		return 0, false
	}
	var parts [3]int
	digits := p.Value[1:]
	for i := 0; i < len(parts) && len(digits) >= 2; i++ {
		n, err := strconv.Atoi(digits[:2])
		if err != nil {
			return 0, false
		}
		parts[i], digits = n, digits[2:]
	}
	d := time.Duration(parts[0])*time.Hour + time.Duration(parts[1])*time.Minute + time.Duration(parts[2])*time.Second
	const most = 24 * time.Hour
	switch {
	case digits != "" || d >= most:
		return 0, false
	case p.Value[0] == '-':
		return -d, true
	}
	return d, p.Value[0] == '+'
}

// list lists when a rule comes on the wall between two moments.
func list(rule string, start, from, to time.Time) ([]time.Time, error) {
	opt, err := rrule.StrToROptionInLocation(rule, time.UTC)
	if err != nil {
		return nil, err
	}
	if opt.Freq > rrule.DAILY {
		return nil, errOften
	}
	opt.Dtstart = start
	r, err := rrule.NewRRule(*opt)
	if err != nil {
		return nil, err
	}
	var out []time.Time
	next := r.Iterator()
	for range turnsMost {
		at, ok := next()
		if !ok || at.After(to) {
			return out, nil
		}
		if !at.Before(from) {
			out = append(out, at)
		}
		if len(out) > meetingsMost {
			break
		}
	}
	return nil, errOften
}
