package quote

import (
	"math"
	"slices"
	"strings"
)

// Same reports whether n, a number of a statement, is m, a number of its source,
// however each of them writes it: 24,420.00 is "24 420,00" and "24.420", 17:00 is
// "17h", and an amount taken off, "-7,500", is one of 7,500.
func Same(n, m Number) bool {
	for _, a := range n.listReadings() {
		for _, b := range m.listReadings() {
			if a.Matches(b) || a.matchesUnsigned(b) {
				return true
			}
		}
	}
	return false
}

// AmongNumbers reports whether one of the numbers of a source is n. A space may
// have parted two numbers of a statement, "in phase 2 500 flats".
func AmongNumbers(n Number, source []Number) bool {
	is := func(n Number) bool { return slices.ContainsFunc(source, func(m Number) bool { return Same(n, m) }) }
	parts := n.Parts()
	return is(n) || len(parts) > 0 && !slices.ContainsFunc(parts, func(p Number) bool { return !is(p) })
}

// Parts are the numbers that a number is made of when the plain spaces in it part
// numbers and do not group digits; none when it holds no such space.
func (n Number) Parts() []Number {
	end := strings.LastIndexAny(n.Text, "0123456789") + 1
	start := strings.IndexAny(n.Text, "0123456789")
	if start < 0 || !strings.Contains(n.Text[start:end], " ") || isExactUnit(n.Unit) {
		return nil
	}
	words := strings.Fields(n.Text[start:end])
	var out []Number
	for i, w := range words {
		all := Numbers(w)
		if len(all) != 1 {
			return nil
		}
		if all[0].Cell = n.Cell; i == len(words)-1 {
			all[0].Unit = n.Unit
		}
		out = append(out, all[0])
	}
	return out
}

// "14.900" is also 14900, and a full hour a time of day.
func (n Number) listReadings() []Number {
	out := []Number{n}
	if m, ok := n.Grouped(); ok {
		out = append(out, m)
	}
	if n.Unit == "hour" && n.Step == 1 && n.Value >= 0 && n.Value <= 24 {
		m := n
		m.Unit, m.Value = "time", n.Value*100
		out = append(out, m)
	}
	return out
}

// Grouped reads "14.900" as 14900, and reports whether the point may group.
func (n Number) Grouped() (Number, bool) {
	const thousandth = 0.001
	if math.Abs(n.Step-thousandth) > thousandth/10 || strings.Count(n.Text, ".") != 1 {
		return n, false
	}
	n.Value, n.Step = math.Round(n.Value/thousandth), 1
	return n, true
}

// Money reports whether a number is an amount of money.
func (n Number) Money() bool { return isRequiredUnit(n.Unit) && n.Unit != "%" && n.Unit != "‰" }

// n gives without its sign what a source gives below zero. A temperature is another one then.
func (n Number) matchesUnsigned(m Number) bool {
	if n.Value <= 0 || m.Value >= 0 || strings.HasPrefix(m.Unit, "°") || strings.HasPrefix(n.Unit, "°") {
		return false
	}
	m.Value = -m.Value
	return n.Matches(m)
}

func startsWithMinutes(s string) bool {
	return len(s) >= 2 && asciiDigit(s[0]) && asciiDigit(s[1]) && (len(s) == 2 || !asciiDigit(s[2]))
}

// Words say that a number is a time: "17.30 Uhr", "17 uur", "godz. 17.00", "ore 9.30", "5 pm",
// "5:00 p.m.".
func timeOfDay(text string, n *Number) {
	const hundred, noon = 100, 1200
	v := n.Value
	switch {
	case n.Unit == "time":
	case n.Unit == "" && n.Step == 1:
		v *= hundred
	case n.Unit == "" && math.Abs(n.Step-1.0/hundred) < 1.0/(hundred*hundred):
		v = math.Round(v * hundred)
	default:
		return
	}
	if v < 0 || v > 24*hundred {
		return
	}
	rest := strings.TrimLeft(text[n.End:], " \u00a0")
	word := strings.ToLower(rest[:min(len(rest), len("p.m."))])
	half := strings.TrimRight(strings.ReplaceAll(word, ".", ""), " ,;)\n|")
	const longest = 32 // of the words that may stand before, with room
	before := strings.TrimRight(text[:n.Start], " \u00a0")
	before = strings.ToLower(before[max(0, len(before)-longest):])
	switch {
	case half == "pm" && v < noon:
		v += noon
	case half == "pm", strings.HasPrefix(word, "a.m"), half == "am" && len(rest) == len(text[n.End:]): // "5 am" may be German
	case strings.EqualFold(leadingWord(rest), "uhr"), strings.EqualFold(leadingWord(rest), "uur"):
	case strings.HasSuffix(before, "godz."), strings.HasSuffix(before, "godzinie"), strings.HasSuffix(before, "godziny"), before[lastWord(before):] == "ore":
	default:
		return
	}
	n.Value, n.Step, n.Unit = v, 1, "time"
}

// Readings lists the numbers of a source with all that they may mean to who cites it:
// those that a space parts or groups, the year, month and day of a date, and what is
// written in words.
func Readings(text string) []Number {
	out := append(Numbers(text), Spelled(text)...)
	for _, n := range slices.Clone(out) {
		out = append(out, n.Parts()...)
		if n.Unit == "date" {
			v := int(n.Value)
			for _, part := range []int{v / 10000, v / 100 % 100, v % 100} {
				out = append(out, Number{Text: n.Text, Value: float64(part), Step: 1})
			}
		}
	}
	return out
}
