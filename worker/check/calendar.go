package check

import (
	"slices"
	"strings"

	"github.com/frasier-cos/frasier/internal/lazyregexp"
	"github.com/frasier-cos/frasier/internal/moment"
	"github.com/frasier-cos/frasier/internal/prose"
)

// calendarDay has 0 for a part that the text does not name.
type calendarDay struct {
	day, month, year int
	text             string
	unsure           bool // it may be something else, as "3 set" and "3.2." are
}

func (d calendarDay) matchesDay(o calendarDay) bool {
	return d.month == o.month && (d.day == o.day || d.day == 0) && (d.year == o.year || d.year == 0 || o.year == 0)
}

const (
	space     = `[\s\x{a0}\x{202f}]`
	yearAfter = `(?:,?` + space + `(?:(?:de|del|of)` + space + `)?((?:19|20)\d\d))?`
)

// Days as texts write them: 8 January 2027, 8. Januar, 8 de enero de 2027; January 8, 2027; January 2027;
// 2027-01-08; 8.1.2027 and 08/01/27; 8.1. without a year.
var (
	dayFirst   = lazyregexp.New(`(?i)(\d{1,2})(?:\.|º|st|nd|rd|th|er)?` + space + `(?:(?:de|of)` + space + `)?(\pL{3,12})\.?` + yearAfter)
	monthFirst = lazyregexp.New(`(?i)(\pL{3,12})\.?` + space + `(\d{1,2})(?:st|nd|rd|th)?` + yearAfter)
	monthAlone = lazyregexp.New(`(?i)(\pL{3,12})\.?` + space + `(?:de` + space + `)?((?:19|20)\d\d)`)
	yearFirst  = lazyregexp.New(`((?:19|20)\d\d)-(\d{2})-(\d{2})`)
	dayDigits  = lazyregexp.New(`(\d{1,2})[./-](\d{1,2})[./-](\d{4}|\d{2})`)
	dayShort   = lazyregexp.New(`(\d{1,2})\.` + space + `?(\d{1,2})\.`)
)

// Of 8/1/2027 nobody knows which is the month: both days are returned.
func parseDays(text string) (days []calendarDay, rest string) {
	rest = text
	read := func(pattern *lazyregexp.Regexp, day func(m []string) []calendarDay) {
		for _, at := range pattern.FindAllStringSubmatchIndex(rest, -1) {
			if cutsNumber(rest, at[0], at[1]) {
				continue
			}
			m := make([]string, 0, len(at)/2)
			for i := 0; i < len(at); i += 2 {
				part := ""
				if at[i] >= 0 {
					part = text[at[i]:at[i+1]]
				}
				m = append(m, part)
			}
			found := slices.DeleteFunc(day(m), func(d calendarDay) bool { return d.month < 1 || d.month > 12 || d.day > 31 })
			if len(found) > 0 {
				days = append(days, found...)
				rest = rest[:at[0]] + strings.Repeat(" ", at[1]-at[0]) + rest[at[1]:]
			}
		}
	}
	one := func(d calendarDay) []calendarDay { return []calendarDay{d} }
	read(yearFirst, func(m []string) []calendarDay {
		return one(calendarDay{day: prose.ParseDigits(m[3]), month: prose.ParseDigits(m[2]), year: prose.ParseDigits(m[1]), text: m[0]})
	})
	read(dayDigits, func(m []string) []calendarDay {
		a, b, year := prose.ParseDigits(m[1]), prose.ParseDigits(m[2]), prose.ParseDigits(m[3])
		const century = 2000
		if year < 100 {
			year += century
		}
		return []calendarDay{{day: a, month: b, year: year, text: m[0]}, {day: b, month: a, year: year, text: m[0]}}
	})
	read(dayFirst, func(m []string) []calendarDay {
		month, sure := readMonth(m[2])
		return one(calendarDay{day: prose.ParseDigits(m[1]), month: month, year: prose.ParseDigits(m[3]), text: m[0], unsure: !sure})
	})
	read(monthFirst, func(m []string) []calendarDay {
		return one(calendarDay{day: prose.ParseDigits(m[2]), month: findMonth(m[1]), year: prose.ParseDigits(m[3]), text: m[0]})
	})
	read(monthAlone, func(m []string) []calendarDay {
		return one(calendarDay{month: findMonth(m[1]), year: prose.ParseDigits(m[2]), text: m[0]})
	})
	read(dayShort, func(m []string) []calendarDay {
		return one(calendarDay{day: prose.ParseDigits(m[1]), month: prose.ParseDigits(m[2]), text: m[0], unsure: true})
	})
	return days, rest
}

// The beginning of a month's name counts too, but is not sure.
func readMonth(word string) (month int, sure bool) {
	if m := findMonth(word); m > 0 {
		return m, true
	}
	word = strings.ToLower(word)
	const longest = 4
	if len([]rune(word)) > longest {
		return 0, false
	}
	for i, names := range moment.MonthNames() {
		if !slices.ContainsFunc(strings.Fields(names), func(name string) bool { return strings.HasPrefix(name, word) }) {
			continue
		}
		if month > 0 {
			return 0, false
		}
		month = i + 1
	}
	return month, false
}

func cutsNumber(text string, from, to int) bool {
	digit := func(i int) bool { return i >= 0 && i < len(text) && text[i] >= '0' && text[i] <= '9' }
	return digit(from) && (digit(from-1) || from > 0 && strings.ContainsRune(".,", rune(text[from-1])) && digit(from-2)) || digit(to-1) && digit(to)
}
