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

// Tables print "31.12.2024", which looks like the number of a version.
func parseSheetDate(n quote.Number) (quote.Number, bool) {
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

// One with cents counts nothing, whatever small word stands behind it: "not the 260.00 of 2022".
func isCount(n quote.Number, rest string) bool {
	rest = strings.TrimLeft(rest, " ")
	if rest == "" || !unicode.IsLetter([]rune(rest)[0]) {
		return false
	}
	words := prose.Words(rest[:min(len(rest), 40)])
	if len(words) == 0 || slices.Contains([]string{"per", "a", "an", "each", "and", "or", "to", "for", "if", "with", "without", "plus", "net", "gross"}, words[0]) {
		return false
	}
	const cent = 0.01
	return math.Abs(n.Step-cent) > cent/10 || !slices.Contains(listAmountWords(), words[0])
}

// These words may stand behind an amount of money without being what it counts.
func listAmountWords() []string {
	return strings.Fields("of from in on at by since until as is are was were " +
		"pro je im von vom ab bis und oder mit ohne zuzüglich netto brutto seit de del por al y o con sin desde hasta más par au du et ou avec sans depuis hors " +
		"di da dal e senza oltre do até com sem mais ao van vanaf tot en of met zonder za na od i lub z bez")
}

// A shown result plus or minus a cited number stands: "462: 312 for its contract (computed: 12 x
// 26 = 312) and about 150 for parts".
func (c *checker) isJoined(s *checkedSentence, n quote.Number, known []string) bool {
	if countDigits(n) < fewestDigits {
		return false
	}
	for _, r := range s.sums {
		for _, m := range quote.Numbers(s.said) {
			if m.Start == n.Start || !c.hasNumber(m, known) && !isAmongAny(m, c.collectNumbers(known)) {
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

func (c *checker) collectNumbers(ids []string) []quote.Number {
	var out []quote.Number
	for _, id := range ids {
		out = append(out, c.pack[id].numbers...)
	}
	return out
}
