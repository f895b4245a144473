package when

import (
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/frasier-cos/frasier/internal/prose"
)

// phrase collects the parts of a time as they are read. Its setters return false for a part that
// does not go with those before it: there the phrase ends.
type phrase struct {
	day    day
	hour   *clock
	part   string // of the day: "morning"
	night  bool   // midnight, as the end of the day
	repeat repeat
	zone   string
}

// clock is an hour as it was said; it is exact when it leaves no doubt which half of the day is
// meant.
type clock struct {
	hour, minute int
	exact        bool
}

// day says how the day was named; one of its parts is set.
type day struct {
	named    bool
	months   int // from today
	days     int
	shifted  bool
	length   time.Duration
	spanned  bool
	weekday  time.Weekday
	modifier string
	weekly   bool
	year     int
	month    int
	date     int
	swapped  bool // 3/4: the month and the date may stand the other way around
	ordinal  int  // "the 3rd"
	monthEnd bool
	unclear  bool
}

// repeat says how it repeats, in the fields of a cron expression.
type repeat struct {
	is            bool
	date, weekday string
	odd           bool // so as no such expression can say
	weekly        bool // on a day that is not named yet
}

func (p *phrase) dated() bool   { return p.day.named }
func (p *phrase) timed() bool   { return p.hour != nil || p.part != "" }
func (p *phrase) repeats() bool { return p.repeat.is }
func (p *phrase) hasSpan() bool { return p.day.spanned && p.day.length > 0 }

// setDay takes the place of a day, unless there is one.
func (p *phrase) setDay(d day) bool {
	if p.day.named || p.repeat.is && !p.repeat.weekly {
		return false
	}
	d.named = true
	p.day = d
	return true
}

func (p *phrase) setShift(days int) bool {
	return p.setDay(day{shifted: true, days: days})
}

// addSpan adds a length of time from now on.
func (p *phrase) addSpan(n float64, unit string) bool {
	if p.day.named && !p.day.spanned || p.repeat.is || n <= 0 {
		return false
	}
	d := &p.day
	whole := int(n)
	switch unit = strings.TrimSuffix(unit, "."); {
	case strings.HasPrefix(unit, "mi"):
		d.length += time.Duration(n * float64(time.Minute))
	case strings.HasPrefix(unit, "h"), strings.HasPrefix(unit, "st"):
		d.length += time.Duration(n * float64(time.Hour))
	case float64(whole) != n:
		return false
	case strings.HasPrefix(unit, "d"), strings.HasPrefix(unit, "t"):
		d.days += whole
	case strings.HasPrefix(unit, "w"):
		d.days += 7 * whole
	case strings.HasPrefix(unit, "mo"):
		d.months += whole
	default:
		d.months += 12 * whole
	}
	d.named, d.spanned = true, true
	return true
}

func (p *phrase) setWeekday(word, modifier string) bool {
	if p.repeat.weekly && modifier == "" {
		p.repeat.weekly = false
		p.repeat.weekday = strconv.Itoa(int(readWeekday(word)))
		return true
	}
	if p.day.spanned && p.day.length == 0 && p.day.days > 0 { // "in two weeks on Monday": the one before or behind?
		p.day.unclear = true
		return true
	}
	if p.day.named && p.day.date > 0 { // "Friday, 4 December" the other way around
		return true
	}
	return p.setDay(day{weekday: readWeekday(word), modifier: modifier, weekly: true})
}

func (p *phrase) setDate(year, month, date string) bool {
	d := day{year: prose.ParseDigits(year), month: prose.ParseDigits(month), date: prose.ParseDigits(date)}
	if d.year > 0 && d.year < 100 {
		d.year += 2000
	}
	if d.month < 1 || d.month > 12 || d.date < 1 || d.date > 31 {
		return false
	}
	if p.day.weekly && p.day.modifier == "" { // "Friday, 4 December"
		p.day = day{}
	}
	return p.setDay(d)
}

func (p *phrase) setSlashed(a, b, year string) bool {
	first, second := prose.ParseDigits(a), prose.ParseDigits(b)
	if second > 12 {
		return p.setDate(year, a, b)
	}
	if !p.setDate(year, b, a) {
		return false
	}
	p.day.swapped = first <= 12 && first != second
	return true
}

func (p *phrase) setDayOfMonth(n string) bool {
	d := day{ordinal: prose.ParseDigits(n)}
	if p.repeat.is || d.ordinal < 1 || d.ordinal > 31 {
		return false
	}
	if p.day.weekly && p.day.modifier == "" { // "Friday the 4th"
		p.day = day{}
	}
	return p.setDay(d)
}

func (p *phrase) setMonthEnd() bool { return p.setDay(day{monthEnd: true}) }
func (p *phrase) setUnclear() bool  { return p.setDay(day{unclear: true}) }

func (p *phrase) setDays(weekday string) bool {
	if p.day.named || p.repeat.is {
		return false
	}
	p.repeat = repeat{is: true, date: "*", weekday: weekday}
	return true
}

// setWeekdays takes the days of the week that are named.
func (p *phrase) setWeekdays(words string) bool {
	var days []string
	for _, w := range strings.FieldsFunc(words, func(r rune) bool { return r == ' ' || r == ',' }) {
		if w == "and" || w == "und" {
			continue
		}
		if n := strconv.Itoa(int(readWeekday(w))); !slices.Contains(days, n) {
			days = append(days, n)
		}
	}
	slices.Sort(days)
	return p.setDays(strings.Join(days, ","))
}

// setMonthly takes a day that each month has.
func (p *phrase) setMonthly(date string) bool {
	n := prose.ParseDigits(date)
	if n < 1 || n > 31 || !p.setDays("*") {
		return false
	}
	p.repeat.date, p.repeat.odd = strconv.Itoa(n), n > 28
	return true
}

func (p *phrase) setWeekly() bool {
	if !p.setDays("1") {
		return false
	}
	p.repeat.weekly, p.repeat.weekday = true, ""
	return true
}

func (p *phrase) setOdd() bool {
	if !p.setDays("*") {
		return false
	}
	p.repeat.odd = true
	return true
}

// setClock takes an hour: half is "am", "pm", "24" for one that is written as 24 hours are, or
// "uhr".
func (p *phrase) setClock(hour float64, minute int, half string) bool {
	h := int(hour)
	if h < 0 || h > 24 || minute > 59 || minute < 0 || p.hour != nil || h == 24 && minute > 0 {
		return false
	}
	c := clock{hour: h % 24, minute: minute, exact: h > 12 || h == 0 || strings.HasSuffix(half, "24")}
	switch {
	case strings.HasPrefix(half, "p") && h <= 12:
		c.hour, c.exact = h%12+12, true
	case strings.HasPrefix(half, "a") && h <= 12:
		c.hour, c.exact = h%12, true
	case strings.HasPrefix(half, "p"), strings.HasPrefix(half, "a"):
		return false
	}
	p.hour = &c
	return true
}

func (p *phrase) setHour(part string) bool {
	if p.part != "" {
		return false
	}
	p.part = part
	return true
}

// partOfDay gives a part of the day its English name.
func partOfDay(word string) string {
	switch word {
	case "morgen", "früh", "vormittag":
		return "morning"
	case "mittag":
		return "noon"
	case "nachmittag":
		return "afternoon"
	case "abend":
		return "evening"
	case "nacht":
		return "night"
	}
	return word
}

// setPart takes a part of the day; one that stands without "in the" needs a day beside it.
func (p *phrase) setPart(word string, bare bool) bool {
	if bare && !p.dated() && !p.repeats() && p.hour == nil {
		return false
	}
	return p.setHour(partOfDay(word))
}

func (p *phrase) setMidnight() bool {
	if p.hour != nil || p.part != "" && p.part != "tonight" {
		return false
	}
	p.hour, p.night = &clock{exact: true}, true
	return true
}

func (p *phrase) setZone(name string) bool {
	if p.zone != "" {
		return false
	}
	p.zone = name
	return true
}
