package prose

import (
	"strings"
	"unicode/utf8"
)

// OneLine returns a text with single blanks in place of all its white space.
func OneLine(text string) string { return strings.Join(strings.Fields(text), " ") }

// First returns the first n characters of a text.
func First(text string, n int) string {
	for i := range text {
		if n--; n < 0 {
			return string([]rune(text[:i])) // bytes that are no character become U+FFFD
		}
	}
	return text
}

// FirstBytes returns at most n bytes of a text, and no half of a character.
func FirstBytes(text string, n int) string {
	if len(text) <= n {
		return text
	}
	for n > 0 && !utf8.RuneStart(text[n]) {
		n--
	}
	return text[:n]
}

// FirstWords returns the first n characters of a text. What is cut ends with a whole word,
// unless that would take half of it: a long address, or writing without blanks.
func FirstWords(text string, n int) string {
	cut := First(text, n)
	if cut == text {
		return text
	}
	if i := strings.LastIndexAny(cut, " \n"); i > len(cut)/2 {
		return cut[:i]
	}
	return cut
}

// Clip returns the first n characters of a text, and behind them the mark of a cut where
// there were more.
func Clip(text string, n int, mark string) string {
	if utf8.RuneCountInString(text) <= n {
		return text
	}
	return First(text, n) + mark
}
