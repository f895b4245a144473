package quote

import (
	"math"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Number is a number as a text prints it.
type Number struct {
	Text  string  // as printed, sign, currency and unit included
	Value float64 // magnitude words counted in: "1.2 million" is 1200000
	Step  float64 // the place of the last printed digit: 100000 for "1.2 million"
	Unit  string  // "%", "USD", "day", "date", ...; empty for a bare number
	Cell  bool    // stands in a table, where the unit is in the header
	Start int     // byte offsets into the text
	End   int
}

// Matches reports whether n, a number of a statement, is m, a number of its
// source: the same unit, and the same value when m is rounded to the precision
// that n prints. A statement more precise than its source does not match. A
// bare number matches one of time or measure, but not a share or an amount of
// money unless it stands in a table.
func (n Number) Matches(m Number) bool {
	n, m = inBase(n, m)
	if !sameUnit(n, m) {
		return false
	}
	if isExactUnit(n.Unit) || isExactUnit(m.Unit) {
		return n.Value == m.Value
	}
	const slack = 1e-9
	if n.Step <= m.Step*(1+slack) {
		return math.Abs(n.Value-m.Value) <= slack*max(1, math.Abs(m.Value))
	}
	return math.Abs(n.Value-m.Value) <= n.Step/2*(1+slack)
}

func isExactUnit(unit string) bool { return unit == "date" || unit == "time" || unit == "version" }

func sameUnit(n, m Number) bool {
	if n.Unit == m.Unit {
		return true
	}
	if n.Unit != "" && m.Unit != "" {
		return n.Unit == "cent" && hasCents(m.Unit) || m.Unit == "cent" && hasCents(n.Unit)
	}
	unit := n.Unit + m.Unit
	if isExactUnit(unit) || unit == "ordinal" {
		return false
	}
	bare := n
	if n.Unit != "" {
		bare = m
	}
	return bare.Cell || !isRequiredUnit(unit)
}

// 0.44 kW is 440 W.
func inBase(n, m Number) (Number, Number) {
	if n.Unit == m.Unit {
		return n, m
	}
	nBase, nScale := findBaseUnit(n.Unit)
	mBase, mScale := findBaseUnit(m.Unit)
	if nBase == "" || nBase != mBase {
		return n, m
	}
	n.Unit, n.Value, n.Step = nBase, n.Value*nScale, n.Step*nScale
	m.Unit, m.Value, m.Step = mBase, m.Value*mScale, m.Step*mScale
	return n, m
}

// Base returns a number of a measure in the unit that the measure is a multiple
// of, 440 W for 0.44 kW, and any other number as it is.
func (n Number) Base() Number {
	if unit, scale := findBaseUnit(n.Unit); unit != "" && scale != 1 {
		n.Unit, n.Value, n.Step = unit, n.Value*scale, n.Step*scale
	}
	return n
}

func hasCents(unit string) bool { return unit == "USD" || unit == "EUR" || unit == "CHF" }

func isRequiredUnit(unit string) bool {
	switch unit {
	case "%", "‰", "cent", "USD", "EUR", "GBP", "JPY", "INR", "CHF", "PLN":
		return true
	}
	return false
}

// Numbers lists the numbers of text in order. Digits that belong to a word or
// a marker ("B2B", "[S3:p12]", "Q3") and the numbers of list items are left
// out; in a range the unit of one end counts for both.
func Numbers(text string) []Number {
	var out []Number
	for i := 0; i < len(text); {
		c, size := utf8.DecodeRuneInString(text[i:])
		switch {
		case unicode.IsLetter(c) || c == '_':
			i += wordEnd(text[i:])
		case asciiDigit(text[i]):
			n := readNumber(text, i)
			if !listMarker(text, n) {
				out = append(out, n)
			}
			i = n.End
		default:
			i += size
		}
	}
	for i := 1; i < len(out); i++ {
		shareUnit(text, &out[i-1], &out[i])
	}
	return out
}

// Digits in a word count, so that "Q3" and "covid-19" are words.
func wordEnd(s string) int {
	for i, c := range s {
		inCode := unicode.IsDigit(c) && currencyCode(s[:i])
		hyphen := c == '-' && i+1 < len(s) && asciiDigit(s[i+1]) && !currencyCode(s[:i])
		if hyphen || wordRune(c) && !inCode || c == '_' || c == '\'' || c == '’' {
			continue
		}
		return i
	}
	return len(s)
}

func currencyCode(s string) bool { return s != "" && s == strings.ToUpper(s) && findCurrency(s) != "" }

func readNumber(text string, at int) Number {
	end, shape := scanDigits(text, at)
	n := Number{Start: at, End: end}
	printed := text[at:end]
	n.Value, n.Step, n.Unit = computeValue(printed, shape)
	n.Start = readPrefix(text, &n)
	if !isExactUnit(n.Unit) {
		readSuffix(text, &n)
	}
	timeOfDay(text, &n)
	n.Text = text[n.Start:n.End]
	n.Cell = inCell(text, n)
	return n
}

// The marks are in order.
func scanDigits(text string, at int) (int, string) {
	marks := ""
	i := at
	for i < len(text) {
		if asciiDigit(text[i]) {
			i++
			continue
		}
		c, n := utf8.DecodeRuneInString(text[i:])
		rest := text[i+n:]
		if rest == "" || !asciiDigit(rest[0]) {
			break
		}
		switch {
		case c == '.' || c == ',' || c == ':':
			marks += string(c)
		case (c == '\'' || c == '’' || groupSpace(c)) && threeDigits(rest), c == ' ' && spacedGroup(text[at:i], marks, rest):
			marks += "'"
		case c == '-' && isoDate(text[at:]):
			marks += "-"
		case c == 'h' && marks == "" && i-at <= 2 && startsWithMinutes(rest):
			marks += ":" // 17h00
		default:
			return i, marks
		}
		i += n
	}
	return i, marks
}

// Before a space that groups thousands, "24 420,00", stand one to three digits or such groups,
// behind it three digits. Two numbers side by side look the same; Same knows that.
func spacedGroup(before, marks, rest string) bool {
	run := len(before) - len(strings.TrimRight(before, "0123456789"))
	return before[0] != '0' && run <= 3 && strings.Trim(marks, "'") == "" && threeDigits(rest)
}

func isoDate(s string) bool {
	if len(s) < 10 || s[4] != '-' || s[7] != '-' {
		return false
	}
	for i, c := range []byte(s[:10]) {
		if i != 4 && i != 7 && !asciiDigit(c) {
			return false
		}
	}
	return len(s) == 10 || !asciiDigit(s[10])
}

// It returns the value, the place of the last digit, and the unit of what is no plain number.
func computeValue(printed, marks string) (float64, float64, string) {
	only := strings.Map(func(c rune) rune {
		if c >= '0' && c <= '9' {
			return c
		}
		return -1
	}, printed)
	whole := parseDigits(only)
	last := strings.LastIndexAny(printed, ".,")
	tail := len(printed) - last - 1
	switch {
	case marks == "", strings.Trim(marks, "'") == "":
		return whole, 1, ""
	case strings.Contains(marks, "-"):
		return whole, 1, "date"
	case strings.Contains(marks, ":"):
		return whole, 1, "time"
	case strings.Contains(marks, ".") && strings.Contains(marks, ","), marks == ".", strings.Trim(marks, "'") == ".":
		// The last mark is the decimal one, except in 1.234,567,890.
	case strings.Trim(marks, "'") == "," && marks != ",":
		// What groups otherwise, as in 24 420,00, leaves the comma to the decimals.
	case marks == "," && (tail != 3 || printed[0] == '0' || last > 3):
	case strings.Count(marks, ".") > 1 && !isGrouped(printed, "."):
		return versionValue(printed), 1, "version"
	default:
		return whole, 1, ""
	}
	step := math.Pow10(-tail)
	return parseDigits(only[:len(only)-tail] + "." + only[len(only)-tail:]), step, ""
}

func parseDigits(s string) float64 {
	v, err := strconv.ParseFloat(s, 64)
	if err != nil {
		return math.Inf(1) // only digits come here, so it is out of range
	}
	return v
}

func isGrouped(s, mark string) bool {
	for i, g := range strings.Split(s, mark) {
		if i > 0 && len(g) != 3 || i == 0 && len(g) > 3 {
			return false
		}
	}
	return true
}

func versionValue(s string) float64 {
	v := 0.0
	for g := range strings.SplitSeq(s, ".") {
		v = v*100_000 + parseDigits(g)
	}
	return v
}

// It returns where the sign and the currency before the number begin.
func readPrefix(text string, n *Number) int {
	start := n.Start
	before := text[:start]
	if trimmed := strings.TrimRight(before, " \u00a0"); len(before)-len(trimmed) <= 2 {
		word := trimmed[lastWord(trimmed):]
		c, size := utf8.DecodeLastRuneInString(trimmed)
		switch {
		case unicode.Is(unicode.Sc, c) && findCurrency(string(c)) != "":
			n.Unit, start = findCurrency(string(c)), len(trimmed)-size
		case currencyCode(word):
			n.Unit, start = findCurrency(word), len(trimmed)-len(word)
		}
	}
	c, size := utf8.DecodeLastRuneInString(text[:start])
	if isDash(c) {
		prev, _ := utf8.DecodeLastRuneInString(text[:start-size])
		if !wordRune(prev) && prev != '%' && prev != ')' && !unicode.Is(unicode.Sc, prev) {
			n.Value, start = -n.Value, start-size
		}
	}
	return start
}

func lastWord(s string) int {
	return strings.LastIndexFunc(s, func(c rune) bool { return !unicode.IsLetter(c) }) + 1
}

func readSuffix(text string, n *Number) {
	at := n.End
	if f, size := readMagnitude(text[at:], n.Unit != ""); size > 0 {
		n.Value *= f
		n.Step *= f
		at += size
		n.End = at
	}
	rest := text[at:]
	gap := len(rest) - len(strings.TrimLeft(rest, " \u00a0"))
	if gap == 0 && strings.HasPrefix(rest, "-") {
		gap = 1
	}
	if gap > 2 {
		return
	}
	unit, size := unitAt(rest[gap:])
	if size == 0 || n.Unit != "" && !isRequiredUnit(unit) || n.Unit != "" && unit != n.Unit {
		return
	}
	if unit == "ordinal" && gap > 0 {
		return
	}
	n.Unit, n.End = unit, at+gap+size
	if isHundredth(text[at+gap : n.End]) {
		n.Value, n.Step = n.Value/100, n.Step/100
	}
}

// One end of a range hands its unit and magnitude to the other.
func shareUnit(text string, a, b *Number) {
	if a.End > b.Start || isExactUnit(a.Unit) || isExactUnit(b.Unit) || a.Unit == "" && a.Step == 1 && a.Value >= 1900 && a.Value <= 2100 {
		return
	}
	between := strings.TrimSpace(text[a.End:b.Start])
	if c, n := utf8.DecodeRuneInString(between); !rangeWord(between, text[:a.Start]) && (n == 0 || n != len(between) || !isDash(c)) {
		return
	}
	if f, size := readMagnitude(b.Text[digitsEnd(b.Text):], true); size > 0 && a.Step <= 1 && a.Value < 1000 {
		a.Value *= f
		a.Step *= f
	}
	switch {
	case a.Unit == "":
		a.Unit = b.Unit
	case b.Unit == "":
		b.Unit = a.Unit
	}
}

// A word between two numbers makes a range of them, in the languages that sources are mostly in:
// "190 to 220", "190 bis 220", and with what stands before the first, "between 190 and 220",
// "entre 165 y 180".
func rangeWord(between, head string) bool {
	switch strings.ToLower(between) {
	case "to", "bis", "à", "a", "al", "até", "tot", "do", "til", "till":
		return true
	case "and", "und", "y", "e", "et", "en", "i":
		words := strings.Fields(strings.ToLower(head))
		if len(words) == 0 {
			return false
		}
		switch words[len(words)-1] {
		case "between", "zwischen", "entre", "tra", "fra", "tussen", "między":
			return true
		}
	}
	return false
}

func digitsEnd(s string) int {
	at := strings.IndexAny(s, "0123456789")
	end, _ := scanDigits(s, max(0, at))
	return end
}

// "3. Price" numbers a list item or a heading.
func listMarker(text string, n Number) bool {
	if n.Unit != "" || n.Step != 1 || n.End >= len(text) || text[n.End] != '.' && text[n.End] != ')' {
		return false
	}
	if n.End+1 < len(text) && text[n.End+1] != ' ' {
		return false
	}
	head := text[strings.LastIndexByte(text[:n.Start], '\n')+1 : n.Start]
	return strings.Trim(head, " #>\t") == "" && n.End+1 < len(text)
}

// n stands alone between the separators of a table or a CSV line.
func inCell(text string, n Number) bool {
	head := strings.TrimRight(text[:n.Start], " *\"")
	tail := strings.TrimLeft(text[n.End:], " *\"")
	left := head == "" || strings.ContainsAny(head[len(head)-1:], "|,;\t\n")
	right := tail == "" || strings.ContainsAny(tail[:1], "|,;\t\n")
	if !left || !right {
		return false
	}
	line := text[strings.LastIndexByte(text[:n.Start], '\n')+1:]
	line, _, _ = strings.Cut(line, "\n")
	return strings.Count(line, "|") > 1 || strings.Count(line, `","`) > 1 || strings.Count(line, "\t") > 0 || strings.Count(line, ",")+strings.Count(line, ";") > 1 && !strings.Contains(line, ". ") && !strings.Contains(line, ", ")
}
