package check

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"unicode"

	"github.com/frasier-cos/frasier/internal/quote"
)

// equation is one declared equation, as in "(computed: 12 x 3 = 36)".
type equation struct {
	text     string         // as written
	value    float64        // what its left side gives
	results  []quote.Number // what stands right of the equals signs
	operands []quote.Number // what stands left of it
	unread   bool           // it is no arithmetic
	days     bool           // it counts from a day to another one and has no value
	wrong    bool           // a result is not what the left side gives
	rounded  bool           // it may be what figures give that were not rounded yet
}

// Blanks take its place so that offsets stay.
func extractSums(text string) (string, []equation) {
	var out []equation
	for {
		at := strings.Index(strings.ToLower(text), "(computed")
		if at < 0 {
			return text, out
		}
		end := findClosing(text, at)
		for _, eq := range splitEquations(strings.TrimLeft(text[at+len("(computed"):end], ": ")) {
			out = append(out, readSum(eq))
		}
		after := min(end+1, len(text))
		text = text[:at] + strings.Repeat(" ", after-at) + text[after:]
	}
}

func readSum(eq string) equation {
	s := equation{text: eq}
	if right, read := readDays(eq); read {
		s.wrong, s.days = !right, true
		return s
	}
	sides := strings.Split(eq, "=")
	value, ok := evaluateSum(sides[0])
	if !ok || len(sides) < 2 {
		s.unread = true
		return s
	}
	s.value = value
	for _, printed := range sides[1:] {
		all := quote.Numbers(strings.TrimLeft(printed, " ≈~"))
		if len(all) == 0 {
			continue
		}
		n := all[0]
		s.results = append(s.results, n)
		s.wrong = s.wrong || !roundsTo(value, n)
		s.rounded = s.rounded || !roundsTo(value, n) && math.Abs(value-n.Value) <= n.Step
	}
	s.operands = quote.Numbers(sides[0])
	s.rounded = s.rounded && strings.ContainsAny(sides[0], "/÷") && slices.ContainsFunc(s.operands, func(o quote.Number) bool { return o.Step < 1 })
	return s
}

// A result may be printed as a number, as a share in percent, or as the change in percent.
func roundsTo(value float64, n quote.Number) bool {
	const slack = 1e-9
	near := func(v float64) bool {
		return math.Abs(v-n.Value) <= n.Step/2+slack*max(1, math.Abs(v))
	}
	if n.Unit == "%" && (near(100*value) || near(100*(value-1)) || near(100*(1-value))) {
		return true
	}
	return near(value)
}

// It may be rounded, in thousands or millions, a percentage, or rounded up, since one cannot hold
// half a session.
func (s equation) states(n quote.Number) bool {
	if s.unread || s.days {
		return false
	}
	for _, v := range append(listValuesOf(s.results), s.value) {
		if roundsTo(v, n) {
			return true
		}
		if n.Value >= 1000 && n.Unit != "%" {
			for _, scale := range []float64{1e3, 1e6, 1e9} {
				if roundsTo(v*scale, n) {
					return true
				}
			}
		}
		if n.Step >= 1 && !isMoney(n) && n.Value == math.Ceil(v/n.Step)*n.Step {
			return true
		}
	}
	return false
}

func listValuesOf(list []quote.Number) []float64 {
	out := make([]float64, len(list))
	for i, n := range list {
		out[i] = n.Value
	}
	return out
}

func isMoney(n quote.Number) bool {
	return n.Unit == "%" || n.Unit == "cent" || len(n.Unit) == 3 && n.Unit == strings.ToUpper(n.Unit)
}

// A percentage may stand for an operand that it adds or leaves.
func (s equation) hasOperand(n quote.Number) bool {
	return slices.ContainsFunc(s.operands, func(o quote.Number) bool {
		return roundsTo(o.Value, n) || n.Unit == "cent" && math.Abs(o.Value-n.Value) < n.Step/2
	})
}

// checkSums is the arithmetic half of A4: what is declared is computed right, and
// its operands are found in a passage, in the task, in another result, or
// among the numbers that the author sets or assumes. Where an operand comes
// from is a matter of form: that alone is never hard.
func (c *checker) checkSums(s *checkedSentence) bool {
	right := true
	for _, sum := range s.sums {
		c.audit.Numbers++
		var fault string
		hard := true
		switch {
		case sum.unread:
			fault, hard = "the arithmetic ("+sum.text+") cannot be read: write it as (computed: 3 x 49 = 147)", false
		case sum.days && sum.wrong:
			fault = "the arithmetic (" + sum.text + ") is wrong: it gives another day"
		case sum.days:
			continue
		case sum.wrong:
			fault, hard = fmt.Sprintf("the arithmetic (%s) is wrong: it gives %.6g", sum.text, sum.value), !sum.rounded
		default:
			i := slices.IndexFunc(sum.operands, func(n quote.Number) bool { return !c.mayBeOperand(s, n) })
			if i < 0 {
				continue
			}
			fault, hard = "the number "+sum.operands[i].Text+" in the arithmetic ("+sum.text+") has no source, and the text sets it nowhere", false
		}
		right = right && !sum.wrong
		c.audit.BadNumbers = append(c.audit.BadNumbers, sum.text)
		c.addDefect(Defect{Check: "A4", Para: s.Para, Text: s.Text, Fix: fault, Hard: hard})
	}
	return right
}

// Small counts and calendar constants may always enter arithmetic, and so may what a passage, the
// task or another result holds, whatever its unit and magnitude. In a task that is to set numbers
// the operands are the author's.
func (c *checker) mayBeOperand(s *checkedSentence, n quote.Number) bool {
	switch n.Value {
	case 24, 30, 31, 52, 60, 100, 360, 365, 1000:
		return true
	}
	n.Unit, n.Cell = "", true
	if isAmongAny(n, quote.Numbers(s.said)) {
		return true // it is judged where the sentence gives it
	}
	if c.sets || n.Step == 1 && n.Value <= 12 || c.isKnownNumber(n, c.ids) || isAmongAny(n, c.chosen) || isAmongAny(n, s.assumed) {
		return true
	}
	if c.isComputed(n) {
		return true
	}
	for _, v := range []float64{n.Value, 1 - n.Value, n.Value - 1} { // a share, what is left of it, or what it adds
		percent := quote.Number{Value: 100 * v, Step: 100 * n.Step, Cell: true}
		if v > 0 && v < 1 && (c.isKnownNumber(percent, c.ids) || isAmongAny(percent, c.chosen) || isAmongAny(percent, s.assumed) || c.isComputed(percent)) {
			return true
		}
	}
	if c.isDerived(n, c.filterKnown(s.Markers)) {
		return true
	}
	return slices.ContainsFunc([]float64{1e3, 1e6, 1e9}, func(scale float64) bool {
		scaled := n
		scaled.Value, scaled.Step = n.Value*scale, n.Step*scale
		return c.isKnownNumber(scaled, c.ids)
	})
}

func (c *checker) isDerived(n quote.Number, known []string) bool {
	var all []quote.Number
	for _, id := range c.listSameDocuments(known) {
		all = append(all, c.pack[id].numbers...)
	}
	for i, a := range all {
		for _, b := range all[i+1:] {
			for _, v := range []float64{a.Value + b.Value, a.Value - b.Value, b.Value - a.Value, a.Value * b.Value, a.Value / b.Value, b.Value / a.Value} {
				if math.Abs(v-n.Value) <= n.Step/2 {
					return true
				}
			}
		}
	}
	return false
}

func findClosing(text string, i int) int {
	depth := 0
	for j := i; j < len(text); j++ {
		switch text[j] {
		case '(':
			depth++
		case ')':
			if depth--; depth == 0 {
				return j
			}
		}
	}
	return len(text)
}

// splitEquations cuts "20 x 12 = 240, 20 x 15 = 300" in two.
func splitEquations(s string) []string {
	var out []string
	for _, part := range strings.FieldsFunc(strings.NewReplacer(", ", ";", " and ", ";").Replace(s), func(r rune) bool { return r == ';' }) {
		if part = strings.TrimSpace(part); strings.Contains(part, "=") {
			out = append(out, part)
		} else if n := len(out); n == 0 && part != "" {
			out = append(out, part)
		}
	}
	return out
}

func evaluateSum(expr string) (float64, bool) {
	letters := func(r rune) rune {
		if unicode.IsLetter(r) && r != 'x' && r != 'X' {
			return -1
		}
		return r
	}
	p := sumParser{text: strings.NewReplacer(
		"×", "*", " x ", "*", " X ", "*", "·", "*", "÷", "/", "−", "-", "–", "-", ",", "", "'", "", "’", "", "$", "", "€", "", "£", "", "\u00a0", " ", "\u202f", "",
	).Replace(strings.Map(letters, expr))}
	v, ok := p.parseSum()
	p.skipSpace()
	return v, ok && p.at == len(p.text)
}
