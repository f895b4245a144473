package when

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/frasier-cos/frasier/internal/calendar"
)

const farYears = 10

// resolve says which moment a phrase names for somebody who says it now.
func (p *phrase) resolve(part, rest string, now time.Time, zone *time.Location) (Reading, error) {
	out := Reading{Part: part, Rest: rest}
	switch {
	case p.repeat.odd:
		return out, ErrOften
	case p.zone == "UTC":
		zone = time.UTC
	case p.zone != "":
		return out, ErrZone
	}
	if p.repeat.is {
		return p.resolveRepeat(out, now, zone)
	}
	if p.day.spanned && !p.day.unclear {
		return p.resolveSpan(out, now, zone)
	}
	dates, err := p.listDates(now.In(zone))
	if err != nil {
		return out, err
	}
	hours, err := p.listHours()
	if err != nil {
		return out, err
	}
	out.Dawn = !p.timed()
	var all []time.Time
	for _, d := range dates {
		for _, h := range hours {
			at := calendar.Moment(d.Add(time.Duration(h)*time.Minute), zone)
			if at.After(now) && !slices.ContainsFunc(all, at.Equal) {
				all = append(all, at)
			}
		}
	}
	slices.SortFunc(all, time.Time.Compare)
	if !p.dated() && len(all) > 1 {
		all = all[:countMeant(hours, all[0].In(zone))]
	}
	return settleReading(out, all, now)
}

func settleReading(out Reading, all []time.Time, now time.Time) (Reading, error) {
	switch {
	case len(all) == 0:
		return out, ErrPast
	case all[0].After(now.AddDate(farYears, 0, 0)):
		return out, ErrFar
	case len(all) == 1:
		out.At = all[0]
	default:
		out.Both = all
	}
	return out, nil
}

// countMeant says how many of the next moments at an hour without a day are meant. "At 9" is 9 in the
// morning, unless 9 in the evening comes before; "at 3" may be either.
func countMeant(hours []int, nearest time.Time) int {
	const early = 7 * 60
	if len(hours) == 1 || hours[0] >= early && nearest.Hour()*60+nearest.Minute() == hours[0] {
		return 1
	}
	return 2
}

// listHours lists the minutes of the day that may be meant.
func (p *phrase) listHours() ([]int, error) {
	c := p.hour
	if c == nil {
		switch p.part {
		case "":
			if p.day.shifted && p.day.days == 0 && p.day.months == 0 {
				return nil, ErrNoHour
			}
			return []int{DayHour * 60}, nil
		case "morning":
			return []int{DayHour * 60}, nil
		case "noon":
			return []int{12 * 60}, nil
		case "afternoon":
			return []int{15 * 60}, nil
		case "evening":
			return []int{18 * 60}, nil
		}
		return []int{20 * 60}, nil
	}
	minute := c.hour*60 + c.minute
	const half = 12 * 60
	switch late := minute + half; {
	case p.night && p.dated() && !p.day.shifted: // the beginning of that day or its end
		return []int{0, 24 * 60}, nil
	case p.night && p.dated():
		return []int{24 * 60}, nil
	case c.exact, c.hour >= 12, c.hour < 1:
		return []int{minute}, nil
	case p.part == "afternoon", p.part == "evening", p.part == "tonight", p.part == "night" && c.hour >= 6:
		return []int{late}, nil
	case p.part != "":
		return []int{minute}, nil
	case p.dated() && c.hour >= 7:
		return []int{minute}, nil
	default:
		return []int{minute, late}, nil
	}
}

// listDates lists the days that may be meant, at midnight of a clock that knows no zones.
func (p *phrase) listDates(now time.Time) ([]time.Time, error) {
	today := time.Date(now.Year(), now.Month(), now.Day(), 0, 0, 0, 0, time.UTC)
	d := p.day
	switch {
	case d.unclear:
		return nil, ErrUnclear
	case !d.named:
		return []time.Time{today, today.AddDate(0, 0, 1)}, nil
	case d.shifted:
		return []time.Time{today.AddDate(0, 0, d.days)}, nil
	case d.weekly:
		return listWeekdays(today, d.weekday, d.modifier), nil
	case d.monthEnd:
		return []time.Time{time.Date(today.Year(), today.Month()+1, 0, 0, 0, 0, 0, time.UTC)}, nil
	case d.ordinal > 0:
		return listOrdinals(today, d.ordinal), nil
	}
	return d.listCalendarDays(today)
}

// listOrdinals lists the next two days of that number in their months.
func listOrdinals(today time.Time, n int) []time.Time {
	const months = 12
	for ahead := range months {
		at := time.Date(today.Year(), today.Month()+time.Month(ahead), n, 0, 0, 0, 0, time.UTC)
		if at.Day() == n && !at.Before(today) {
			return []time.Time{at}
		}
	}
	return nil
}

// listWeekdays lists the days that a day of the week may mean.
func listWeekdays(today time.Time, weekday time.Weekday, modifier string) []time.Time {
	const week = 7
	ahead := int(weekday-today.Weekday()+week) % week
	place := func(d time.Weekday) int { return int(d+week-1) % week } // Monday is first
	at := func(n int) time.Time { return today.AddDate(0, 0, n) }
	switch {
	case modifier == "week":
		return []time.Time{at(week - place(today.Weekday()) + place(weekday))}
	case modifier == "later", ahead == 0 && (isNext(modifier) || strings.HasPrefix(modifier, "com") || strings.HasPrefix(modifier, "komm")):
		return []time.Time{at(ahead + week)}
	case isNext(modifier) && place(weekday) > place(today.Weekday()):
		return []time.Time{at(ahead), at(ahead + week)}
	case ahead == 0 && modifier == "":
		return []time.Time{today, at(week)}
	}
	return []time.Time{at(ahead)}
}

func isNext(modifier string) bool {
	return modifier == "next" || strings.HasPrefix(modifier, "näch")
}

// listCalendarDays lists the days that a date may mean; without a year, the next ones.
func (d day) listCalendarDays(today time.Time) ([]time.Time, error) {
	next := func(month, date int) (time.Time, bool) {
		const years = 9 // in which there is a 29 February
		for n := range years {
			year := today.Year() + n
			if d.year > 0 {
				year = d.year
			}
			at := time.Date(year, time.Month(month), date, 0, 0, 0, 0, time.UTC)
			if at.Day() == date && (d.year > 0 || !at.Before(today)) {
				return at, true
			}
		}
		return time.Time{}, false
	}
	var out []time.Time
	if at, ok := next(d.month, d.date); ok {
		out = append(out, at)
	}
	if at, ok := next(d.date, d.month); ok && d.swapped {
		out = append(out, at)
	}
	if len(out) == 0 {
		return nil, ErrNoDay
	}
	return out, nil
}

// resolveSpan adds a length of time to now. Days and months keep the hour that clocks show, and a
// day that a month lacks is its last.
func (p *phrase) resolveSpan(out Reading, now time.Time, zone *time.Location) (Reading, error) {
	d := p.day
	if d.months > 12*farYears || d.days > 366*farYears || d.length > farYears*366*24*time.Hour {
		return out, ErrFar
	}
	at := now
	if d.months > 0 || d.days > 0 {
		local := now.In(zone)
		first := time.Date(local.Year(), local.Month()+time.Month(d.months), 1, local.Hour(), local.Minute(), 0, 0, time.UTC)
		last := time.Date(first.Year(), first.Month()+1, 0, 0, 0, 0, 0, time.UTC).Day()
		wall := first.AddDate(0, 0, min(local.Day(), last)-1+d.days)
		if p.timed() {
			if d.length > 0 {
				return out, ErrUnclear
			}
			hours, err := p.listHours()
			if err != nil {
				return out, err
			}
			var all []time.Time
			for _, h := range hours {
				all = append(all, calendar.Moment(wall.Truncate(24*time.Hour).Add(time.Duration(h)*time.Minute), zone))
			}
			return settleReading(out, all, now)
		}
		at = calendar.Moment(wall, zone)
	} else if p.timed() {
		return out, ErrUnclear
	}
	at = at.Add(d.length)
	if d.length > 0 { // the end of the minute, not before so much time has passed
		at = at.Add(time.Minute - time.Nanosecond).Truncate(time.Minute)
	}
	return settleReading(out, []time.Time{at}, now)
}

// resolveRepeat makes a cron expression of what repeats.
func (p *phrase) resolveRepeat(out Reading, now time.Time, zone *time.Location) (Reading, error) {
	if p.repeat.weekly && p.repeat.weekday == "" {
		return out, ErrOften
	}
	p.day.named = true // an hour from 7 to 12 is the morning's
	hours, err := p.listHours()
	if err != nil {
		return out, err
	}
	if len(hours) > 1 {
		return out, ErrHalf
	}
	minute := hours[0] % (24 * 60)
	out.Spec = fmt.Sprintf("%d %d %s * %s", minute%60, minute/60, p.repeat.date, p.repeat.weekday)
	out.Dawn = !p.timed()
	rule, err := calendar.Parse(out.Spec, zone.String())
	if err != nil {
		return out, ErrOften
	}
	out.At = rule.Next(now)
	return out, nil
}
