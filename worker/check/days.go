package check

import (
	"strconv"
	"strings"
	"time"

	"github.com/frasier-cos/frasier/internal/lazyregexp"
	"github.com/frasier-cos/frasier/internal/moment"
)

const shortMonths = "jan feb mar apr jun jul aug sept sep oct nov dec"

// Names are in the languages of founders, English ones also abbreviated.
func monthPattern() string {
	return `(?:` + strings.Join(strings.Fields(strings.Join(moment.MonthNames(), " ")+" "+shortMonths), "|") + `)`
}

// Months count from 1; 0 is none.
func findMonth(word string) int {
	word = strings.TrimSuffix(strings.ToLower(word), ".")
	const shortest = 3
	for i, names := range moment.MonthNames() {
		for name := range strings.FieldsSeq(names) {
			if word == name || len(word) >= shortest && len(word) <= shortest+1 && strings.HasPrefix(strings.Fields(names)[0], word) {
				return i + 1
			}
		}
	}
	return 0
}

// daysSum matches a day, what is added to it or taken off, and the day that this gives: "15 February + 4 weeks = 15 March".
// Its groups are day, month and year of the first, the sign, how many of which unit, then day and month of the second.
var daysSum = lazyregexp.New(`(?i)^[^\d=]*(\d{1,2})\.?º?(?: de)? (` + monthPattern() + `)\.?(?:(?: de)? (\d{4}))? *([+−–-]) *(\d{1,3}) (\pL+)[^\d=]*=[^\d=]*(\d{1,2})\.?º?(?: de)? (` + monthPattern() + `)\b`)

// A year that is not named may be any.
func readDays(eq string) (right, read bool) {
	m := daysSum.FindStringSubmatch(eq)
	if m == nil {
		return false, false
	}
	number := func(s string) int {
		n, err := strconv.Atoi(s)
		if err != nil {
			return 0
		}
		return n
	}
	n := number(m[5])
	if m[4] != "+" {
		n = -n
	}
	const common, leap = 2027, 2028
	years := []int{common, leap}
	if m[3] != "" {
		years = []int{number(m[3])}
	}
	for _, y := range years {
		at := time.Date(y, time.Month(findMonth(m[2])), number(m[1]), 0, 0, 0, 0, time.UTC)
		switch findTimeUnit(m[6]) {
		case "day":
			at = at.AddDate(0, 0, n)
		case "week":
			const days = 7
			at = at.AddDate(0, 0, days*n)
		case "month":
			at = at.AddDate(0, n, 0)
		case "year":
			at = at.AddDate(n, 0, 0)
		default:
			return false, false
		}
		right = right || int(at.Month()) == findMonth(m[8]) && at.Day() == number(m[7])
	}
	return right, true
}

// timeUnits are the words for a unit of time in English, German, Spanish, French, Italian, Portuguese, Dutch and Polish;
// a star stands for any ending.
//
//nolint:gochecknoglobals // a constant
var timeUnits = map[string]string{
	"hour":  "hour* stunde* hora horas heure* ora ore uur uren godzin*",
	"day":   "day days tag tage* día días dia dias jour* giorn* dag dagen dni dzień werktag* arbeitstag* werkdag* workday*",
	"week":  "week weeks weken woche* semana* semaine* settiman* tydzień tygodni*",
	"month": "month* monat* mes meses mês mois mese mesi maand* miesiąc* miesięc*",
	"year":  "year* jahr* año* ano anos an ans année* anni anno jaar jaren rok roku lata lat",
}

func findTimeUnit(word string) string {
	word = strings.ToLower(word)
	for unit, words := range timeUnits {
		for w := range strings.FieldsSeq(words) {
			if stem, open := strings.CutSuffix(w, "*"); word == w || open && strings.HasPrefix(word, stem) {
				return unit
			}
		}
	}
	return ""
}
