package notion

import (
	"html"
	"strings"
	"unicode"
)

// special are the characters that are more than themselves in Notion's Markdown, outside of code.
const special = "\\*~`$[]<>{}|^"

// escape has Notion read a text as it is. What no reader sees, and what could end a line, goes.
func escape(words string) string {
	var b strings.Builder
	for _, r := range words {
		switch {
		case r == '\n' || r == '\r' || r == '\t' || r == '\u2028' || r == '\u2029':
			b.WriteByte(' ')
			continue
		case unicode.IsControl(r) || r == unicode.ReplacementChar || r >= '\u202a' && r <= '\u202e' || r >= '\u2066' && r <= '\u2069':
			continue
		case strings.ContainsRune(special, r):
			b.WriteByte('\\')
		}
		b.WriteRune(r)
	}
	return b.String()
}

// shieldStart keeps the first words of a line from being a heading, an item or a rule.
func shieldStart(words string) string {
	digits := len(words) - len(strings.TrimLeft(words, "0123456789"))
	switch {
	case words == "":
	case strings.ContainsRune("#-+=_:!", rune(words[0])):
		return "\\" + words
	case digits > 0 && digits < len(words) && (words[digits] == '.' || words[digits] == ')'):
		return words[:digits] + "\\" + words[digits:]
	}
	return words
}

// readBackslashes reads what stands behind a backslash as itself, as Markdown does.
func readBackslashes(raw []byte) []byte {
	out := make([]byte, 0, len(raw))
	for i := 0; i < len(raw); i++ {
		if raw[i] == '\\' && i+1 < len(raw) && isPunct(raw[i+1]) {
			i++
		}
		out = append(out, raw[i])
	}
	return out
}

func isPunct(c byte) bool {
	return c >= '!' && c <= '/' || c >= ':' && c <= '@' || c >= '[' && c <= '`' || c >= '{' && c <= '~'
}

func readEntities(raw []byte) []byte { return []byte(html.UnescapeString(string(raw))) }
