package check

import (
	"slices"
	"strings"
	"time"

	"github.com/frasier-cos/frasier/internal/prose"
	"github.com/frasier-cos/frasier/internal/quote"
)

// Numbers lists the numbers of a text, in digits and in words.
func Numbers(text string) []quote.Number { return append(quote.Numbers(text), parseSpelled(text)...) }

// A statement may print "three", "twenty-five", "half" or "a dozen" as digits.
func parseSpelled(text string) []quote.Number {
	var out []quote.Number
	words := prose.Words(text)
	for i := 0; i < len(words); i++ {
		v, unit, ok := readSpelled(words[i])
		if !ok {
			continue
		}
		n := quote.Number{Text: words[i], Value: v, Step: 1, Unit: unit}
		if i+1 < len(words) && v >= 20 && v < 100 && unit == "" {
			if ones, u, ok := readSpelled(words[i+1]); ok && ones < 10 && u == "" {
				n.Value += ones
				i++
			}
		}
		if i+1 < len(words) {
			next := quote.Numbers("1 " + words[i+1])
			if unit == "" && len(next) == 1 {
				n.Unit, n.Value, n.Step = next[0].Unit, n.Value*next[0].Value, n.Step*next[0].Step
			}
		}
		out = append(out, n)
	}
	return out
}

func readSpelled(w string) (value float64, unit string, ok bool) {
	small := []string{
		"zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve", "thirteen", "fourteen",
		"fifteen", "sixteen", "seventeen", "eighteen", "nineteen",
	}
	if i := slices.Index(small, w); i >= 0 {
		return float64(i), "", true
	}
	tens := []string{"twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety"}
	if i := slices.Index(tens, w); i >= 0 {
		return float64(i+2) * 10, "", true
	}
	ordinals := []string{"first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth"}
	if i := slices.Index(ordinals, w); i >= 0 {
		return float64(i + 1), "ordinal", true
	}
	switch w {
	case "dozen":
		return 12, "", true
	case "hundred":
		return 100, "", true
	case "double", "doubled", "doubles", "twice", "both", "pair":
		return 2, "", true
	case "triple", "tripled":
		return 3, "", true
	case "half", "halved":
		return 50, "%", true
	case "quarter":
		return 25, "%", true
	}
	return 0, "", false
}

// The date itself comes too where it looks like something else.
func splitDate(n quote.Number) []quote.Number {
	var out []quote.Number
	if day, ok := parseSheetDate(n); ok {
		n = day
		out = append(out, day)
	}
	if n.Unit != "date" {
		return nil
	}
	v := int(n.Value)
	for _, part := range []int{v / 10000, v / 100 % 100, v % 100} {
		out = append(out, quote.Number{Text: n.Text, Value: float64(part), Step: 1})
	}
	return out
}

// Sources spell the month of an ISO date: "March 1, 2026".
func hasDateIn(n quote.Number, s *source) bool {
	if n.Unit != "date" {
		return false
	}
	day, err := time.Parse(time.DateOnly, strings.TrimSpace(n.Text))
	if err != nil {
		return false
	}
	name := strings.ToLower(day.Month().String())
	for _, p := range []string{
		name + " " + day.Format("2 2006"), day.Format("2 ") + name + day.Format(" 2006"),
		name[:3] + " " + day.Format("2 2006"), day.Format("2 ") + name[:3] + day.Format(" 2006"),
	} {
		if strings.Contains(s.folded, " "+p+" ") {
			return true
		}
	}
	return false
}

// The day on which a source was read stands behind words such as "as of".
func isReadDay(text string, n quote.Number, from []*source) bool {
	f := " " + prose.Fold(text) + " "
	speaks := slices.ContainsFunc([]string{"as of", "retrieved", "accessed", "fetched", "read on", "checked on", "stand"}, func(w string) bool {
		return strings.Contains(f, " "+w+" ")
	})
	if !speaks {
		return false
	}
	return slices.ContainsFunc(from, func(s *source) bool {
		y, m, d := s.FetchedAt.Date()
		whole := float64(y*10000 + int(m)*100 + d)
		switch n.Unit {
		case "date":
			return n.Value == whole
		case "", "ordinal":
			return n.Value == float64(y) || n.Value == float64(d)
		}
		return false
	})
}
