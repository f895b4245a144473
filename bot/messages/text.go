package messages

import (
	"unicode"
	"unicode/utf8"
)

// capital makes the first letter of a text upper case.
func capital(text string) string {
	first, size := utf8.DecodeRuneInString(text)
	if size == 0 {
		return ""
	}
	return string(unicode.ToUpper(first)) + text[size:]
}
