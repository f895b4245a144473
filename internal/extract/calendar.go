package extract

import (
	"strings"
	"time"

	"github.com/frasier-cos/frasier/internal/lazyregexp"
	"github.com/frasier-cos/frasier/internal/prose"
)

const calendarMost = 5000 // entries of one file

func readCalendar(s *source) (Result, error) {
	text, err := s.decodeText()
	if err != nil {
		return Result{}, err
	}
	var m markup
	var open []string // components that are open
	entry := calendarItem{}
	count, zone := 0, ""
	text = strings.ReplaceAll(text, "\r\n", "\n")
	text = strings.NewReplacer("\n ", "", "\n\t", "").Replace(text) // long lines go on behind a space
	for line := range strings.Lines(text) {
		head, value, _ := strings.Cut(strings.TrimRight(line, "\n"), ":")
		name, params, _ := strings.Cut(head, ";")
		name = strings.ToUpper(name)
		switch {
		case name == "BEGIN" && len(open) < depthLimit:
			if open = append(open, value); value == "VEVENT" || value == "VTODO" {
				entry = calendarItem{}
			}
		case name == "END" && len(open) > 0:
			open = open[:len(open)-1]
			if (value == "VEVENT" || value == "VTODO") && count < calendarMost {
				count++
				m.writeHeading(2, unescapeCalendar(pickFirst(entry["SUMMARY"])))
				m.writeParagraph(entry.formatLines(zone))
			}
		case len(open) > 0 && (open[len(open)-1] == "VEVENT" || open[len(open)-1] == "VTODO") && len(entry[name]) < 100:
			if strings.HasPrefix(name, "DT") || name == "DUE" {
				entry[name+zoned] = append(entry[name+zoned], findZone(value, params))
			}
			entry[name] = append(entry[name], value)
		}
		if name == "X-WR-TIMEZONE" {
			zone = strings.TrimSpace(value)
		}
		if m.hasEnough() {
			break
		}
	}
	if count == 0 {
		return Result{}, newUnreadableError("%s holds no events; I kept it but there is nothing to read in it.", s.name)
	}
	if count >= calendarMost {
		s.addNote("I read the first %d entries of %s.", calendarMost, s.name)
	}
	return Result{Text: m.out.String(), Truncated: m.full}, nil
}

func pickFirst(list []string) string {
	if len(list) == 0 {
		return ""
	}
	return list[0]
}

// calendarItem is an event or a task: the values of its properties by name.
type calendarItem map[string][]string

// zoned ends the key under which the zones of a property's times are kept.
const zoned = ";zone"

// zone is that of the calendar.
func (c calendarItem) formatLines(zone string) string {
	begins, ends := c.computeSpan()
	var out []string
	for _, f := range [][2]string{
		{"DTSTART", "Begins"},
		{"DTEND", "Ends"},
		{"DUE", "Due"},
		{"DURATION", "Takes"},
		{"RRULE", "Repeats"},
		{"LOCATION", "Where"},
		{"ORGANIZER", "By"},
		{"ATTENDEE", "With"},
		{"STATUS", "Status"},
		{"DESCRIPTION", "About"},
	} {
		list := c[f[0]]
		switch f[0] {
		case "DTSTART":
			list = formatTimes(begins, zone)
		case "DTEND":
			list = formatTimes(ends, zone)
		case "DUE":
			list = formatTimes(c.parseTime("DUE"), zone)
		case "DURATION":
			list = describeLength(begins, ends, list)
		}
		if len(list) == 0 {
			continue
		}
		for i := range list {
			list[i] = strings.TrimPrefix(strings.TrimPrefix(unescapeCalendar(list[i]), "mailto:"), "MAILTO:")
		}
		out = append(out, "- "+f[1]+": "+strings.ReplaceAll(strings.TrimSpace(strings.Join(list, ", ")), "\n", "\n  "))
	}
	return strings.Join(out, "\n")
}

// calendarTime is a moment or a day as a calendar writes it.
type calendarTime struct {
	at   time.Time
	day  bool   // the whole day
	zone string // "UTC", the name of a zone, or empty: it is the time of wherever it is read
	raw  string // what could not be read
}

// It is nil when nobody knows the zone.
func (t calendarTime) loadZone() *time.Location {
	if t.zone == "" {
		return nil
	}
	there, err := time.LoadLocation(t.zone)
	if err != nil {
		return nil
	}
	return there
}

// The moment is as exact as its zone is known.
func (t calendarTime) toMoment() time.Time {
	if there := t.loadZone(); there != nil {
		return time.Date(t.at.Year(), t.at.Month(), t.at.Day(), t.at.Hour(), t.at.Minute(), t.at.Second(), 0, there)
	}
	return t.at
}

func (c calendarItem) parseTime(name string) *calendarTime {
	raw := strings.TrimSpace(pickFirst(c[name]))
	if raw == "" {
		return nil
	}
	t := calendarTime{zone: pickFirst(c[name+zoned])}
	var err error
	if t.at, err = time.Parse("20060102", raw); err == nil {
		t.day = true
		return &t
	}
	if t.at, err = time.Parse("20060102T150405", strings.TrimSuffix(raw, "Z")); err != nil {
		t.raw = raw
	}
	return &t
}

// An entry says its end or its length.
func (c calendarItem) computeSpan() (begins, ends *calendarTime) {
	begins, ends = c.parseTime("DTSTART"), c.parseTime("DTEND")
	if begins == nil || begins.raw != "" || ends != nil {
		if ends != nil && ends.day { // the day after the last one
			last := *ends
			last.at = last.at.AddDate(0, 0, -1)
			ends = &last
		}
		return begins, ends
	}
	days, length, known := parseLength(pickFirst(c["DURATION"]))
	if !known || length == 0 && days == 0 || begins.day && length > 0 {
		return begins, nil
	}
	end := *begins
	if end.at = end.at.AddDate(0, 0, days).Add(length); end.day {
		end.at = end.at.AddDate(0, 0, -1)
	}
	return begins, &end
}

func describeLength(begins, ends *calendarTime, said []string) []string {
	if begins == nil || ends == nil || begins.raw != "" || ends.raw != "" || begins.day != ends.day || begins.zone != ends.zone && (begins.loadZone() == nil || ends.loadZone() == nil) {
		if days, length, known := parseLength(pickFirst(said)); known {
			return []string{formatLength(days, length)}
		}
		return said
	}
	if begins.day {
		return []string{formatLength(int(ends.at.Sub(begins.at)/(24*time.Hour))+1, 0)}
	}
	length := ends.toMoment().Sub(begins.toMoment())
	if length < 0 {
		return said
	}
	return []string{formatLength(int(length/(24*time.Hour)), length%(24*time.Hour))}
}

var lengthForm = lazyregexp.New(`^[+]?P(?:(\d{1,4})W)?(?:(\d{1,4})D)?(?:T(?:(\d{1,4})H)?(?:(\d{1,5})M)?(?:(\d{1,6})S)?)?$`)

// parseLength reads "P1DT2H30M".
func parseLength(value string) (days int, length time.Duration, known bool) {
	m := lengthForm.FindStringSubmatch(strings.ToUpper(strings.TrimSpace(value)))
	if m == nil {
		return 0, 0, false
	}
	return 7*parseNumber(m[1]) + parseNumber(m[2]), time.Duration(parseNumber(m[3]))*time.Hour + time.Duration(parseNumber(m[4]))*time.Minute + time.Duration(parseNumber(m[5]))*time.Second, true
}

// formatLength writes a length: "1 day and 30 minutes".
func formatLength(days int, length time.Duration) string {
	days += int(length / (24 * time.Hour))
	length %= 24 * time.Hour
	var parts []string
	for _, p := range []struct {
		n    int
		unit string
	}{{days, "day"}, {int(length / time.Hour), "hour"}, {int(length % time.Hour / time.Minute), "minute"}, {int(length % time.Minute / time.Second), "second"}} {
		if p.n > 0 {
			parts = append(parts, prose.Count(p.n, p.unit))
		}
	}
	switch n := len(parts); n {
	case 0:
		return "no time"
	case 1:
		return parts[0]
	default:
		return strings.Join(parts[:n-1], ", ") + " and " + parts[n-1]
	}
}

// The day of the week and the zone come too; a moment of UTC is also given in the calendar's own
// zone.
func formatTimes(t *calendarTime, zone string) []string {
	switch {
	case t == nil:
		return nil
	case t.raw != "":
		return []string{t.raw}
	case t.day:
		return []string{t.at.Format("2006-01-02") + " (" + t.at.Weekday().String() + ")"}
	case t.zone == "UTC" && zone != "" && zone != "UTC":
		if there, err := time.LoadLocation(zone); err == nil {
			return append(formatTimes(&calendarTime{at: t.at.In(there), zone: zone}, ""), t.at.Format("15:04")+" UTC")
		}
	}
	where := t.zone
	switch {
	case where == "" && zone == "":
		where = "local time, the file names no time zone"
	case where == "":
		where = "local time"
	}
	return []string{t.at.Format("2006-01-02 15:04") + " (" + t.at.Weekday().String() + ", " + where + ")"}
}

// It is empty when the file names none.
func findZone(value, params string) string {
	if strings.HasSuffix(value, "Z") {
		return "UTC"
	}
	for p := range strings.SplitSeq(params, ";") {
		if id, ok := strings.CutPrefix(p, "TZID="); ok {
			return oneLine(strings.Trim(id, `"`))
		}
	}
	return ""
}

func unescapeCalendar(s string) string {
	return strings.NewReplacer(`\n`, "\n", `\N`, "\n", `\,`, ",", `\;`, ";", `\\`, `\`).Replace(s)
}
