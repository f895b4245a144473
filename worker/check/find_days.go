package check

import (
	"strconv"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"github.com/frasier-cos/frasier/internal/lazyregexp"
	"github.com/frasier-cos/frasier/internal/moment"
)

// dayInText is a day of a text, "3 May" or "May 3rd": where it stands, and where its day and month do.
type dayInText struct {
	start, end int
	day, month [2]int
}

// monthsByRune are the names of months in the order in which they are tried, by the rune that they
// begin with and by the one that they end with.
type monthsByRune struct{ first, last map[rune][]string }

//nolint:gochecknoglobals // made once, never changed
var listMonths = sync.OnceValue(func() monthsByRune {
	m := monthsByRune{map[rune][]string{}, map[rune][]string{}}
	for name := range strings.FieldsSeq(strings.Join(moment.MonthNames(), " ") + " " + shortMonths) {
		first, _ := utf8.DecodeRuneInString(name)
		last, _ := utf8.DecodeLastRuneInString(name)
		m.first[first], m.last[last] = append(m.first[first], name), append(m.last[last], name)
	}
	return m
})

// findDaysIn looks at each number of one or two digits: every statement of every draft and every
// passage is looked through, and a pattern with all the months took two fifths of a draft's check.
func findDaysIn(text string) []dayInText {
	var out []dayInText
	free := 0 // what stands before it belongs to a day already
	for i := 0; i < len(text); {
		if !isDigit(text[i]) {
			i++
			continue
		}
		end := i
		for end < len(text) && isDigit(text[end]) {
			end++
		}
		const most = 2
		if end-i <= most && (i == 0 || !isWordByte(text[i-1])) {
			d, ok := readMonthFirst(text, i, end, free)
			if !ok {
				d, ok = readDayFirst(text, i, end)
			}
			if ok {
				out = append(out, d)
				free = d.end
				end = max(end, free)
			}
		}
		i = end
	}
	return out
}

// readMonthFirst reads "May 3rd" around the digits from i to end.
func readMonthFirst(text string, i, end, free int) (dayInText, bool) {
	if i == 0 || text[i-1] != ' ' {
		return dayInText{}, false
	}
	before := text[free : i-1]
	last, _ := utf8.DecodeLastRuneInString(before)
	start := -1
	for _, name := range listMonths().last[fold(last)] {
		if at := matchEnd(before, name); at >= 0 && isBoundary(text, free+at) {
			start = free + at
			break
		}
	}
	if start < 0 {
		return dayInText{}, false
	}
	for _, ordinal := range []string{"st", "nd", "rd", "th", ""} {
		if n := matchStart(text[end:], ordinal); n >= 0 && isBoundary(text, end+n) {
			return dayInText{start: start, end: end + n, day: [2]int{i, end}, month: [2]int{start, i - 1}}, true
		}
	}
	return dayInText{}, false
}

// readDayFirst reads "3. May", "3 de mayo" or "3rd of May", whose digits stand from i to end.
func readDayFirst(text string, i, end int) (dayInText, bool) {
	for _, ordinal := range []string{".", "º", "st", "nd", "rd", "th", "er", ""} {
		n := matchStart(text[end:], ordinal)
		if n < 0 {
			continue
		}
		for _, of := range []string{" de", " of", ""} {
			m := matchStart(text[end+n:], of)
			at := end + n + m
			if m < 0 || at >= len(text) || text[at] != ' ' {
				continue
			}
			at++
			first, _ := utf8.DecodeRuneInString(text[at:])
			for _, name := range listMonths().first[fold(first)] {
				if k := matchStart(text[at:], name); k >= 0 && isBoundary(text, at+k) {
					return dayInText{start: i, end: at + k, day: [2]int{i, end}, month: [2]int{at, at + k}}, true
				}
			}
		}
	}
	return dayInText{}, false
}

// matchStart returns how many bytes of a text its beginning takes that is the name in any case; -1 when it does not begin so.
func matchStart(text, name string) int {
	n := 0
	for _, want := range name {
		r, size := utf8.DecodeRuneInString(text[n:])
		if size == 0 || fold(r) != want {
			return -1
		}
		n += size
	}
	return n
}

// matchEnd returns where the end of a text begins that is the name in any case; -1 when it does not end so.
func matchEnd(text, name string) int {
	for name != "" {
		want, of := utf8.DecodeLastRuneInString(name)
		r, size := utf8.DecodeLastRuneInString(text)
		if size == 0 || fold(r) != want {
			return -1
		}
		name, text = name[:len(name)-of], text[:len(text)-size]
	}
	return len(text)
}

// fold returns the small letter of a rune, also of the long s.
func fold(r rune) rune {
	if r < utf8.RuneSelf {
		if 'A' <= r && r <= 'Z' {
			r += 'a' - 'A'
		}
		return r
	}
	const longS = 'ſ'
	if r == longS {
		return 's'
	}
	return unicode.ToLower(r)
}

func isDigit(b byte) bool { return '0' <= b && b <= '9' }

func isWordByte(b byte) bool {
	return isDigit(b) || 'a' <= b && b <= 'z' || 'A' <= b && b <= 'Z' || b == '_'
}

func isBoundary(text string, at int) bool {
	return (at > 0 && isWordByte(text[at-1])) != (at < len(text) && isWordByte(text[at]))
}

// yearOfDay matches the year that may stand behind a day.
var yearOfDay = lazyregexp.New(`^\.?,?(?: de| del)? (?:19|20)\d\d\b`)

func blankDays(text string) string {
	out := []byte(text)
	for _, d := range findDaysIn(text) {
		end := d.end + len(yearOfDay.FindString(text[d.end:]))
		for i := d.start; i < end; i++ {
			out[i] = ' '
		}
	}
	return string(out)
}

// findDays returns the days of a text, each as month and day.
func findDays(text string) []int {
	var out []int
	for _, d := range findDaysIn(text) {
		month := findMonth(text[d.month[0]:d.month[1]])
		const hundred = 100
		if n, err := strconv.Atoi(text[d.day[0]:d.day[1]]); err == nil && month > 0 {
			out = append(out, hundred*month+n)
		}
	}
	return out
}
