package quote

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// It returns the factor and the bytes that the word takes, spaces before it included. Of money,
// "m" and "b" are millions and billions; elsewhere they may be metres and bytes.
func readMagnitude(s string, money bool) (float64, int) {
	rest := strings.TrimLeft(s, " \u00a0")
	gap := len(s) - len(rest)
	if gap == 0 && strings.HasPrefix(rest, "-") {
		rest, gap = rest[1:], 1
	}
	if gap > 2 {
		return 0, 0
	}
	word := leadingWord(rest)
	size := gap + len(word)
	switch strings.ToLower(word) {
	case "thousand", "tsd":
		return 1e3, size
	case "million", "millions", "mn", "mio", "mln":
		return 1e6, size
	case "billion", "billions", "bn":
		return 1e9, size
	case "trillion", "trillions", "tn":
		return 1e12, size
	case "k":
		if gap == 0 || money {
			return 1e3, size
		}
	case "m":
		if money || gap == 0 && word == "M" {
			return 1e6, size
		}
	case "b":
		if money {
			return 1e9, size
		}
	}
	return 0, 0
}

// A quote may not cut such a word off.
func findScaleWord(s string) string {
	word := strings.ToLower(leadingWord(s))
	switch word {
	case "thousand", "million", "millions", "billion", "billions", "trillion", "trillions", "mn", "mio", "bn", "tn", "percent", "pct":
		return word
	case "per":
		if strings.HasPrefix(strings.ToLower(s), "per cent") {
			return "percent"
		}
	}
	return ""
}

func leadingWord(s string) string {
	end := strings.IndexFunc(s, func(c rune) bool { return !unicode.IsLetter(c) })
	if end < 0 {
		return s
	}
	return s[:end]
}

// The unit stands at the start of s.
func unitAt(s string) (string, int) {
	c, n := utf8.DecodeRuneInString(s)
	switch {
	case c == '%' || c == '‰':
		return string(c), n
	case c == '°':
		return "°" + strings.ToUpper(leadingWord(s[n:])), n + len(leadingWord(s[n:]))
	case unicode.Is(unicode.Sc, c):
		if next := s[n:]; next != "" && asciiDigit(next[0]) {
			return "", 0 // it belongs to the next number
		}
		return findCurrency(string(c)), n
	}
	word := leadingWord(s)
	low := strings.ToLower(word)
	switch low {
	case "percent", "pct", "prozent", "procent", "procenten", "procenta", "proc":
		return "%", len(word)
	case "per", "por", "pour":
		for _, hundred := range []string{"per cento", "per cent", "por ciento", "por cento", "pour cent"} {
			if strings.HasPrefix(strings.ToLower(s), hundred) {
				return "%", len(hundred)
			}
		}
		return "", 0
	case "percentage":
		if strings.HasPrefix(strings.ToLower(s), "percentage point") {
			return "pp", len(s) - len(strings.TrimPrefix(s[len("percentage point"):], "s"))
		}
		return "", 0
	case "pp":
		return "pp", len(word)
	case "st", "nd", "rd", "th":
		return "ordinal", len(word)
	}
	if u := findCurrency(low); u != "" {
		return u, len(word)
	}
	switch low {
	case "pence", "penny":
		return "GBP", len(word)
	case "cent", "cents":
		return "cent", len(word)
	}
	if u := findMeasure(low); u != "" {
		return u, len(word)
	}
	return "", 0
}

func isHundredth(word string) bool {
	switch strings.ToLower(word) {
	case "pence", "penny", "cent", "cents":
		return true
	}
	return false
}

// The scale is how many of the base unit are one of the measure; nothing for what has no
// multiples.
func findBaseUnit(unit string) (string, float64) {
	switch unit {
	case "w":
		return "w", 1
	case "kw":
		return "w", 1e3
	case "mw":
		return "w", 1e6
	case "kwh":
		return "kwh", 1
	case "mwh":
		return "kwh", 1e3
	case "gwh":
		return "kwh", 1e6
	case "mg":
		return "g", 1e-3
	case "g":
		return "g", 1
	case "kg":
		return "g", 1e3
	case "t":
		return "g", 1e6
	case "mm":
		return "m", 1e-3
	case "cm":
		return "m", 1e-2
	case "m":
		return "m", 1
	case "km":
		return "m", 1e3
	}
	return "", 0
}

func findCurrency(s string) string {
	switch strings.ToLower(s) {
	case "$", "usd", "dollar", "dollars", "dólar", "dólares", "dollari", "dolarów":
		return "USD"
	case "€", "eur", "euro", "euros":
		return "EUR"
	case "£", "gbp":
		return "GBP"
	case "¥", "jpy", "yen":
		return "JPY"
	case "₹", "inr", "rupees":
		return "INR"
	case "zł", "pln", "złotych", "złote", "złoty":
		return "PLN"
	case "chf", "francs", "franken", "franchi":
		return "CHF"
	}
	return ""
}

// The word is in lower case, the unit in the singular.
func findMeasure(low string) string {
	switch strings.TrimSuffix(low, "s") {
	case "day", "week", "month", "year", "quarter", "decade", "hour", "minute", "second":
		return strings.TrimSuffix(low, "s")
	case "kg", "kilo", "kilogram":
		return "kg"
	case "gram":
		return "g"
	case "km", "kilometre", "kilometer":
		return "km"
	case "metre", "meter":
		return "m"
	case "mile":
		return "mile"
	case "litre", "liter":
		return "l"
	case "tonne", "ton":
		return "t"
	}
	switch low {
	case "h", "hr", "hrs":
		return "hour"
	case "min", "mins":
		return "minute"
	case "sec", "secs":
		return "second"
	case "w", "watt", "watts":
		return "w"
	case "g", "mg", "m", "cm", "mm", "l", "ml", "t", "lb", "oz", "kb", "mb", "gb", "tb", "kw", "mw", "kwh", "mwh", "gwh", "ms", "ppm":
		return low
	}
	return ""
}

// Names reports whether a text names a currency, by a word or a sign:
// "All figures in euros".
func Names(text, unit string) bool {
	for i, c := range text {
		if unicode.Is(unicode.Sc, c) && findCurrency(string(c)) == unit {
			return true
		}
		if unicode.IsLetter(c) && (i == 0 || !wordRune(lastRune(text[:i]))) && findCurrency(leadingWord(text[i:])) == unit {
			return true
		}
	}
	return false
}

func lastRune(s string) rune {
	c, _ := utf8.DecodeLastRuneInString(s)
	return c
}
