package extract

import (
	"strings"
	"time"
)

const calendarMost = 5000 // entries of one file

// readCalendar reads the events and tasks of a calendar file.
func readCalendar(s *source) (Result, error) {
	text, err := s.decode()
	if err != nil {
		return Result{}, err
	}
	var m markup
	var open []string // components that are open
	entry := map[string][]string{}
	count := 0
	text = strings.ReplaceAll(text, "\r\n", "\n")
	text = strings.NewReplacer("\n ", "", "\n\t", "").Replace(text) // long lines go on behind a space
	for line := range strings.Lines(text) {
		head, value, _ := strings.Cut(strings.TrimRight(line, "\n"), ":")
		name, params, _ := strings.Cut(head, ";")
		name = strings.ToUpper(name)
		switch {
		case name == "BEGIN" && len(open) < depthLimit:
			if open = append(open, value); value == "VEVENT" || value == "VTODO" {
				entry = map[string][]string{}
			}
		case name == "END" && len(open) > 0:
			open = open[:len(open)-1]
			if (value == "VEVENT" || value == "VTODO") && count < calendarMost {
				count++
				m.heading(2, unescapeCalendar(first(entry["SUMMARY"])))
				m.paragraph(calendarEntry(entry))
			}
		case len(open) > 0 && (open[len(open)-1] == "VEVENT" || open[len(open)-1] == "VTODO") && len(entry[name]) < 100:
			if strings.HasPrefix(name, "DT") || name == "DUE" {
				value = calendarTime(value, params)
			}
			entry[name] = append(entry[name], value)
		}
		if m.grown() {
			break
		}
	}
	if count == 0 {
		return Result{}, unreadable("%s holds no events; I kept it but there is nothing to read in it.", s.name)
	}
	if count >= calendarMost {
		s.note("I read the first %d entries of %s.", calendarMost, s.name)
	}
	return Result{Text: m.out.String(), Truncated: m.full}, nil
}

func first(list []string) string {
	if len(list) == 0 {
		return ""
	}
	return list[0]
}

// calendarEntry writes what an entry says, a line each.
func calendarEntry(entry map[string][]string) string {
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
		list := entry[f[0]]
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

// calendarTime writes a moment with its zone, or a day.
func calendarTime(value, params string) string {
	if at, err := time.Parse("20060102", value); err == nil {
		return at.Format("2006-01-02")
	}
	at, err := time.Parse("20060102T150405", strings.TrimSuffix(value, "Z"))
	if err != nil {
		return value
	}
	zone := ""
	if strings.HasSuffix(value, "Z") {
		zone = " UTC"
	}
	for p := range strings.SplitSeq(params, ";") {
		if id, ok := strings.CutPrefix(p, "TZID="); ok {
			zone = " " + strings.Trim(id, `"`)
		}
	}
	return at.Format("2006-01-02 15:04") + zone
}

func unescapeCalendar(s string) string {
	return strings.NewReplacer(`\n`, "\n", `\N`, "\n", `\,`, ",", `\;`, ";", `\\`, `\`).Replace(s)
}
