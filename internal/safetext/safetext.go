// Package safetext makes text from outside harmless: control characters, marks of
// direction, what nobody sees, mentions, names of files. It is pure.
package safetext

import (
	"strings"
	"unicode"
)

// Neutral makes a text from outside harmless to show: "@everyone", "@here" and
// "<@" get a zero-width space after "@" or "<", and characters that move a
// terminal's cursor, turn the direction of text or hide text are taken out. It
// is applied when text is extracted (before hashing) and when a model's reply
// is parsed, so every output and every stored document holds the same bytes.
// Applying it twice changes nothing more.
func Neutral(text string) string {
	if strings.Contains(text, "\r") {
		text = strings.NewReplacer("\r\n", "\n", "\r", "\n").Replace(text)
	}
	text = strings.Map(dropHarmful, text)
	if !strings.Contains(text, "@") {
		return text
	}
	const gap = "\u200b"
	return strings.NewReplacer("@everyone", "@"+gap+"everyone", "@here", "@"+gap+"here", "<@", "<"+gap+"@").Replace(text)
}

// Joiners stay: emoji and some scripts need them.
func dropHarmful(c rune) rune {
	switch {
	case c == '\n', c == '\t':
		return c
	case unicode.IsControl(c), c == 0xFEFF:
		return -1
	case c >= 0x202A && c <= 0x202E, c >= 0x2060 && c <= 0x206F, c >= 0xE0000 && c <= 0xE007F:
		return -1
	}
	return c
}
