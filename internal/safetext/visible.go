package safetext

import (
	"strings"
	"unicode"
)

// No script needs more combining marks on one letter.
const maxMarks = 4

// Visible returns a founder's text as models and plans are given it: without characters
// that are not seen (zero width, direction, tags, controls), with mentions
// made harmless. It returns how many characters it took out. Emoji keep what
// joins them.
func Visible(text string) (clean string, removed int) {
	runes := []rune(strings.ToValidUTF8(text, "\uFFFD"))
	out := make([]rune, 0, len(runes))
	marks, flag := 0, false
	for i, c := range runes {
		switch {
		case unicode.Is(unicode.Mn, c) && !isSelector(c):
			if marks++; marks > maxMarks {
				removed++
				continue
			}
		default:
			marks = 0
		}
		flag = c == 0x1F3F4 || flag && isTag(c)
		if waving := flag && isTag(c); isHidden(c) && !waving && !isJoiner(runes, i) {
			removed++
			continue
		}
		if c == '\r' {
			if i+1 < len(runes) && runes[i+1] == '\n' {
				continue
			}
			c = '\n'
		}
		out = append(out, c)
	}
	return Neutral(string(out)), removed
}

// FileName returns the name that somebody gave a file as it is kept, shown and
// told to models: one line of visible text without folders, at most 120
// characters with its ending, and never empty. Bytes are kept under their hash,
// so no name becomes a path.
func FileName(name string) string {
	const longest, ending = 120, 20
	clean, _ := Visible(name)
	clean = strings.TrimSpace(strings.Map(func(r rune) rune {
		if r == '/' || r == '\\' || unicode.IsSpace(r) && r != ' ' {
			return '_'
		}
		return r
	}, clean))
	if strings.Trim(clean, "._ ") == "" {
		return "file"
	}
	runes := []rune(clean)
	if len(runes) <= longest {
		return clean
	}
	end := []rune(clean[strings.LastIndexByte(clean, '.')+1:])
	if len(end) >= ending || len(end) == len(runes) {
		return string(runes[:longest])
	}
	return string(runes[:longest-len(end)-1]) + "." + string(end)
}

func isSelector(c rune) bool { return c >= 0xFE00 && c <= 0xFE0F }

func isTag(c rune) bool { return c >= 0xE0020 && c <= 0xE007F }

// A joiner between emoji or letters of a script that uses it joins two that are seen.
func isJoiner(runes []rune, i int) bool {
	if runes[i] != 0x200D && runes[i] != 0x200C || i == 0 || i+1 == len(runes) {
		return false
	}
	before, after := runes[i-1], runes[i+1]
	if isSelector(before) && i > 1 {
		before = runes[i-2]
	}
	seen := func(c rune) bool { return c > 0x5FF && !isHidden(c) && !unicode.IsSpace(c) }
	return seen(before) && seen(after)
}

func isHidden(c rune) bool {
	switch {
	case c == '\n', c == '\t', c == '\r':
		return false
	case unicode.IsControl(c):
		return true
	case c == 0xAD, c == 0x34F, c == 0x61C, c == 0x115F, c == 0x1160, c == 0x180E, c == 0x3164, c == 0xFEFF, c == 0xFFA0:
		return true
	case c >= 0x200B && c <= 0x200F, c >= 0x202A && c <= 0x202E, c >= 0x2060 && c <= 0x206F, c >= 0xFFF9 && c <= 0xFFFB:
		return true
	}
	return c >= 0xE0000 && c <= 0xE0FFF
}
