package when

import (
	"strconv"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"github.com/frasier-cos/frasier/internal/lazyregexp"
)

// scan reads phrases out of a text in lower case.
type scan struct{ text string }

// take reads the longest phrase that begins at a place and returns where it
// ends; 0 when none does.
func (s *scan) take(at int) (phrase, int) {
	var p phrase
	end := 0
	for at < len(s.text) {
		next := s.skip(at)
		n := s.item(&p, next)
		if n == 0 {
			joined := joiner.FindString(s.text[next:])
			if joined == "" {
				break
			}
			next += len(joined)
			if n = s.item(&p, next); n == 0 {
				break
			}
		}
		at = next + n
		end = at
	}
	return p, end
}

// last reads the longest phrase that ends the text, behind a place, and returns where it
// begins; -1 when there is none.
func (s *scan) last(from int) (phrase, int) {
	stop := len(strings.TrimRight(s.text, " .!?;,"))
	for at := from; at < stop; at++ {
		if !s.begins(at) {
			continue
		}
		if p, end := s.take(at); end >= stop {
			return p, at
		}
	}
	return phrase{}, -1
}

// begins reports whether a word begins at a place.
func (s *scan) begins(at int) bool {
	r, _ := utf8.DecodeRuneInString(s.text[at:])
	if unicode.IsSpace(r) || !utf8.RuneStart(s.text[at]) {
		return false
	}
	if at == 0 {
		return true
	}
	before, _ := utf8.DecodeLastRuneInString(s.text[:at])
	return unicode.IsSpace(before) || strings.ContainsRune(",;:(", before)
}

func (s *scan) skip(at int) int {
	for at < len(s.text) && strings.ContainsRune(" ,", rune(s.text[at])) {
		at++
	}
	return at
}

// item adds what stands at a place to a phrase and returns how long it is; 0 for
// nothing about a time.
func (s *scan) item(p *phrase, at int) int {
	rest := s.text[at:]
	for _, r := range rules {
		m := r.form.FindStringSubmatchIndex(rest)
		if m == nil || !endsWord(rest, m[1]) {
			continue
		}
		words := make([]string, len(m)/2)
		for i := range words {
			if m[2*i] >= 0 {
				words[i] = rest[m[2*i]:m[2*i+1]]
			}
		}
		if r.add(p, words) {
			return m[1]
		}
	}
	return 0
}

// endsWord reports whether no letter or digit goes on behind a place.
func endsWord(text string, at int) bool {
	if at == 0 || at >= len(text) {
		return at > 0
	}
	before, _ := utf8.DecodeLastRuneInString(text[:at])
	next, _ := utf8.DecodeRuneInString(text[at:])
	return !isLetter(before) || !isLetter(next)
}

func isLetter(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }

// joiner are words that stand before or between parts of a time and say nothing of it.
var joiner = lazyregexp.New(`^(?:(?:on|at|by|in|the|and|um|am|im|den|der|dem|und|gegen|ab|from|for|starting|von|uhr)\s+){1,2}`)

type rule struct {
	form *lazyregexp.Regexp
	add  func(p *phrase, words []string) bool // false: it is none, or does not go with what stands before it
}

const (
	weekdays = `(mondays?|tuesdays?|wednesdays?|thursdays?|fridays?|saturdays?|sundays?|montags?|dienstags?|mittwochs?|donnerstags?|freitags?|samstags?|sonnabends?|sonntags?)`
	shorts   = `(mon|tues?|wed|thurs?|thu|fri|sat|sun|mo|di|mi|do|fr|sa|so)\.?`
	months   = `(january|february|march|april|may|june|july|august|september|october|november|december|` +
		`januar|februar|märz|mai|juni|juli|oktober|dezember|jan|feb|mar|mär|apr|jun|jul|aug|sept?|okt|oct|nov|dez|dec)\.?`
	numbers = `(\d{1,4}(?:[.,]\d)?|an?|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|` +
		`ein(?:e[mnr]?)?|zwei|drei|vier|fünf|sechs|sieben|acht|neun|zehn|elf|zwölf|a couple of)`
	units  = `(minutes|minuten|minute|mins?|hours?|hrs?|h|stunden?|std|days?|tage?n?|weeks?|wochen?|months?|monate?n?|years?|jahre?n?)\.?`
	clocks = `(\d{1,2}|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|eins?|zwei|drei|vier|fünf|sechs|sieben|acht|neun|zehn|elf|zwölf)`
)

// readNumberWord reads a number in digits or words; 0 for none.
func readNumberWord(word string) float64 {
	if n, err := strconv.ParseFloat(strings.Replace(word, ",", ".", 1), 64); err == nil {
		return n
	}
	switch {
	case word == "a", word == "an", strings.HasPrefix(word, "ein"):
		return 1
	case word == "a couple of":
		return 2
	}
	for n, words := range []string{"", "one", "two zwei", "three drei", "four vier", "five fünf", "six sechs", "seven sieben", "eight acht", "nine neun", "ten zehn", "eleven elf", "twelve zwölf"} {
		for known := range strings.FieldsSeq(words) {
			if known == word {
				return float64(n)
			}
		}
	}
	return 0
}

// readWeekday reads a day of the week by how it begins.
func readWeekday(word string) time.Weekday {
	for day, begins := range []string{"su so", "mo", "tu di", "we mi", "th do", "fr", "sa"} {
		for b := range strings.FieldsSeq(begins) {
			if strings.HasPrefix(word, b) && !strings.HasPrefix(word, "sonna") {
				return time.Weekday(day)
			}
		}
	}
	return time.Saturday
}

// readMonth reads a month by how it begins.
func readMonth(word string) time.Month {
	for n, begins := range []string{"jan", "feb", "mar mär", "apr", "may mai", "jun", "jul", "aug", "sep", "oct okt", "nov", "dec dez"} {
		for b := range strings.FieldsSeq(begins) {
			if strings.HasPrefix(word, b) {
				return time.Month(n + 1)
			}
		}
	}
	return 0
}
