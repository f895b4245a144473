package syntax

import (
	"strings"
	"unicode"
)

// TrimName takes off what a name may stand in.
func TrimName(s string) string { return strings.Trim(strings.TrimSpace(s), "\"“”:,. ") }

// CutWord splits off the first word.
func CutWord(s string) (word, rest string) {
	s = strings.TrimSpace(s)
	if i := strings.IndexFunc(s, unicode.IsSpace); i >= 0 {
		return s[:i], strings.TrimSpace(s[i:])
	}
	return s, ""
}

// IsProjectID reports whether a word has the form of a project's id.
func IsProjectID(word string) bool {
	digits := strings.TrimLeft(strings.ToLower(word), "p")
	return len(digits) == len(word)-1 && digits != "" && strings.Trim(digits, "0123456789") == ""
}

// ReadStepID is a step's id as it may be written.
func ReadStepID(said string) string { return strings.ToLower(strings.Trim(said, " :,.\"“”")) }

// IsStepID reports whether a word has the form of a step's id.
func IsStepID(word string) bool {
	digits, is := strings.CutPrefix(word, "s")
	return is && digits != "" && strings.Trim(digits, "0123456789") == ""
}
