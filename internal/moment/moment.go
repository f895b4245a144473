// Package moment is how people read a point in time: the one place that writes
// days and hours for them. Discord shows a mark to each reader in his own zone
// (Mark); everything else shows the founder's zone and names it (Text, Spell).
// It only computes.
package moment

import (
	"strconv"
	"strings"
	"time"

	"github.com/frasier-cos/frasier/internal/lazyregexp"
)

// Form says how much of a moment is shown.
type Form byte

// The forms, by the letters that Discord knows them by.
const (
	Day    Form = 'D' // 27 November 2026
	Minute Form = 'f' // 27 Nov 2026 14:33 CET
	Second Form = 'T' // 14:33:05 CET
	Clock  Form = 't' // 14:33 CET
	Long   Form = 'F' // Fri 27 Nov 2026 14:33 CET
)

// Mark is a moment in a text that is not bound to a zone yet. Discord shows it in
// each reader's own zone; every other surface replaces it by Spell.
func Mark(at time.Time, form Form) string {
	return "<t:" + strconv.FormatInt(at.Unix(), 10) + ":" + string(form) + ">"
}

// Text is a moment in a zone; nil is UTC. Where an hour is shown its zone is named.
func Text(at time.Time, form Form, zone *time.Location) string {
	at = convertZone(at, zone)
	switch form {
	case Day:
		return at.Format("2 January 2006")
	case Second:
		return at.Format("15:04:05 ") + Abbreviation(at)
	case Clock:
		return at.Format("15:04 ") + Abbreviation(at)
	case Long:
		return at.Format("Mon 2 Jan 2006 15:04 ") + Abbreviation(at)
	case Minute:
	}
	return at.Format("2 Jan 2006 15:04 ") + Abbreviation(at)
}

// Short is a day and hour without the year, for lists that are recent: "27 Nov 14:33 CET".
func Short(at time.Time, zone *time.Location) string {
	at = convertZone(at, zone)
	return at.Format("2 Jan 15:04 ") + Abbreviation(at)
}

// Weekday is a moment with its day of the week: "Mon 2 Jan 2006 15:04 CET".
func Weekday(at time.Time, zone *time.Location) string {
	return convertZone(at, zone).Format("Mon ") + Text(at, Minute, zone)
}

// Typed is a moment as people may type it: "2006-01-02 15:04".
func Typed(at time.Time, zone *time.Location) string {
	return convertZone(at, zone).Format("2006-01-02 15:04")
}

// Today is a day as a model reads it: its name, its date and whose day it is.
func Today(at time.Time, zone *time.Location) string {
	at = convertZone(at, zone)
	text := at.Format("Monday " + time.DateOnly)
	if at.Location() == time.UTC {
		return text
	}
	return text + " where the founder is (" + at.Location().String() + ")"
}

// Year is the year of a moment in the zone: "2026".
func Year(at time.Time, zone *time.Location) string { return convertZone(at, zone).Format("2006") }

// ShortDay is a day without its year, as on an axis: "27 Nov".
func ShortDay(at time.Time) string { return at.Format("2 Jan") }

// Month names a month: "November 2026".
func Month(at time.Time) string { return at.Format("January 2006") }

// Date is a day without its year, of a time that is in its zone already: "27 November".
func Date(at time.Time) string { return at.Format("2 January") }

// Abbreviation names the zone of a time, "CET"; zones without letters are shown by
// what they differ from UTC, "UTC+14".
func Abbreviation(at time.Time) string {
	name, _ := at.Zone()
	if strings.HasPrefix(name, "+") || strings.HasPrefix(name, "-") {
		return "UTC" + name
	}
	return name
}

func convertZone(at time.Time, zone *time.Location) time.Time {
	if zone == nil {
		return at.UTC()
	}
	return at.In(zone)
}

// marks matches marks as they are, as a page escapes them and as JSON does.
var marks = lazyregexp.New(`(?:<|&lt;|\\u003c)t:(-?[0-9]{1,12})(?::([tTdDfFR]))?(?:>|&gt;|\\u003e)`)

// Spell replaces the marks of a text, a page or a JSON document by what they say in
// a zone; nil is UTC.
func Spell(text string, zone *time.Location) string {
	if !strings.Contains(text, "t:") {
		return text
	}
	return marks.ReplaceAllStringFunc(text, func(mark string) string {
		m := marks.FindStringSubmatch(mark)
		unix, err := strconv.ParseInt(m[1], 10, 64)
		if err != nil {
			return mark
		}
		form := Minute
		switch m[2] {
		case "D", "d":
			form = Day
		case "T":
			form = Second
		case "t":
			form = Clock
		case "F":
			form = Long
		}
		return Text(time.Unix(unix, 0), form, zone)
	})
}

// Whole is a text that was cut, without a part of a mark at its end.
func Whole(text string) string {
	if i := strings.LastIndex(text, "<t:"); i >= 0 && !strings.Contains(text[i:], ">") {
		return text[:i]
	}
	for _, part := range []string{"<t", "<"} {
		if cut, ends := strings.CutSuffix(text, part); ends {
			return cut
		}
	}
	return text
}

// Zone gives the zone of the founder's clock; the zero value is UTC.
type Zone func() *time.Location

// Here returns the zone now; nil where nobody said which.
func (z Zone) Here() *time.Location {
	if z == nil {
		return nil
	}
	return z()
}
