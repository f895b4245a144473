package check

import (
	"math"
	"slices"
	"strings"
	"time"
	"unicode"

	"github.com/frasier-cos/frasier/internal/prose"
	"github.com/frasier-cos/frasier/internal/quote"
)

// sheetDate reads a date as tables print it, "31.12.2024", which looks like the
// number of a version.
func sheetDate(n quote.Number) (quote.Number, bool) {
	if n.Unit != "version" {
		return n, false
	}
	day, err := time.Parse("2.1.2006", strings.TrimSpace(n.Text))
	if err != nil {
		return n, false
	}
	y, m, d := day.Date()
	return quote.Number{Text: n.Text, Value: float64(y*10000 + int(m)*100 + d), Step: 1, Unit: "date", Start: n.Start, End: n.End}, true
}

// counts reports whether the words behind a number are what it counts.
func counts(rest string) bool {
	rest = strings.TrimLeft(rest, " ")
	if rest == "" || !unicode.IsLetter([]rune(rest)[0]) {
		return false
	}
	words := prose.Words(rest[:min(len(rest), 40)])
	return len(words) > 0 && !slices.Contains([]string{"per", "a", "an", "each", "and", "or", "to", "for", "if", "with", "without", "plus", "net", "gross"}, words[0])
}

// joined reports whether a number is the sum or the difference of a result that
// the sentence shows and another of its numbers that stands in what it cites:
// "462: 312 for its contract (computed: 12 x 26 = 312) and about 150 for parts".
func (c *checker) joined(s *checkedSentence, n quote.Number, known []string) bool {
	if digits(n) < fewestDigits {
		return false
	}
	for _, r := range s.sums {
		for _, m := range quote.Numbers(s.said) {
			if m.Start == n.Start || !c.holds(m, known) && !amongAny(m, c.numbersOf(known)) {
				continue
			}
			for _, v := range []float64{r.value + m.Value, r.value - m.Value, m.Value - r.value} {
				if math.Abs(v-n.Value) <= n.Step*(1+slack) {
					return true
				}
			}
		}
	}
	return false
}

func (c *checker) numbersOf(ids []string) []quote.Number {
	var out []quote.Number
	for _, id := range ids {
		out = append(out, c.pack[id].numbers...)
	}
	return out
}
