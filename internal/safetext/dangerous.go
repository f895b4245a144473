package safetext

import (
	"fmt"
	"strings"
	"unicode"
)

// Finding is a character that a reader of code doesn't see, or sees at another place than where it is read
// by a machine.
type Finding struct {
	Line int // from 1
	Rune rune
	Kind string // what it does, in words
}

// String names the character and where it stands.
func (f Finding) String() string {
	return fmt.Sprintf("line %d holds U+%04X, %s", f.Line, f.Rune, f.Kind)
}

// findingsAtMost bounds what is told of one text.
const findingsAtMost = 20

// FindDangerous finds what Neutral would take out of a text, and what it leaves that hides: nothing is
// changed, since code may need such characters for good reasons (a terminal's fixtures, emoji, a byte order
// mark). Ends of lines, tabs, form feeds, and a mark of byte order at the very beginning are no danger;
// nor are joiners between two letters that are not ASCII. Each kind is told once a line.
func FindDangerous(text string) []Finding {
	text = strings.TrimPrefix(text, "\ufeff")
	var out []Finding
	line, before := 1, rune(0)
	told := map[string]bool{}
	for i, c := range text {
		if c == '\n' {
			line++
			clear(told)
		}
		kind := describeDanger(c, before, text[i:])
		if before = c; kind == "" || told[kind] {
			continue
		}
		told[kind] = true
		if out = append(out, Finding{Line: line, Rune: c, Kind: kind}); len(out) == findingsAtMost {
			break
		}
	}
	return out
}

// rest begins with the character.
func describeDanger(c, before rune, rest string) string {
	switch {
	case c == '\n', c == '\t', c == '\f':
		return ""
	case c == '\r':
		if strings.HasPrefix(rest, "\r\n") || !strings.Contains(rest, "\n") {
			return ""
		}
		return "which shows what follows over what stands before"
	case c == 0x1b, c == 0x9b, c == '\b':
		return "which moves a terminal's cursor"
	case unicode.IsControl(c):
		return "a control character"
	case c >= 0x202A && c <= 0x202E, c >= 0x2066 && c <= 0x2069, c == 0x200E, c == 0x200F, c == 0x061C:
		return "which turns the direction of text"
	case c >= 0xE0000 && c <= 0xE007F:
		return describeTag(before)
	case c == 0xFEFF, c >= 0x2060 && c <= 0x206F, c == 0x200B, c == 0x00AD, c == 0x115F, c == 0x1160, c == 0x3164, c == 0xFFA0, c == 0x180E:
		return "which nobody sees"
	case c == 0x200C, c == 0x200D:
		if before < 0x80 {
			return "which nobody sees"
		}
	}
	return ""
}

// Flags such as England's are a black flag with tags behind it.
func describeTag(before rune) string {
	if before == 0x1F3F4 || before >= 0xE0020 && before <= 0xE007F {
		return ""
	}
	return "a tag, which nobody sees"
}
