package coding

import (
	"fmt"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// ShownPath is a file's name as people and models read it. Names are bytes: what is no UTF-8, and what would not be seen,
// is written as programs write it (caf\351.txt, tab\there.txt).
func ShownPath(name string) string {
	if !strings.ContainsFunc(name, func(r rune) bool { return r == utf8.RuneError || !isVisible(r) }) {
		return name
	}
	var b strings.Builder
	for rest := name; rest != ""; {
		r, n := utf8.DecodeRuneInString(rest)
		switch {
		case r == utf8.RuneError && n == 1:
			fmt.Fprintf(&b, `\%03o`, rest[0])
		case isVisible(r):
			b.WriteString(rest[:n])
		default:
			b.WriteString(strings.Trim(strconv.QuoteRune(r), "'"))
		}
		rest = rest[n:]
	}
	return b.String()
}

// Characters that join others do their part of a name.
func isVisible(r rune) bool {
	const nonJoiner, joiner = '\u200c', '\u200d'
	return unicode.IsPrint(r) || r == nonJoiner || r == joiner
}

// SamePath reports whether two names are one for whoever writes them: as they are shown, with or without the quotes that
// git puts around them, and with letters and their accents in one character or in two, as macOS stores them.
func SamePath(a, b string) bool { return a == b || makePathKey(a) == makePathKey(b) }

func makePathKey(name string) string { return norm.NFC.String(ShownPath(UnquotePath(name))) }

// UnquotePath takes away the quotes and the escapes that git and diff put around a name. A name without them stays as it is.
func UnquotePath(name string) string {
	out, rest, ok := cutQuoted(name)
	if !ok || rest != "" {
		return name
	}
	return out
}

// It returns what follows the name.
func cutQuoted(text string) (name, rest string, ok bool) {
	if !strings.HasPrefix(text, `"`) {
		return "", text, false
	}
	escapes := map[byte]byte{'a': '\a', 'b': '\b', 'f': '\f', 'n': '\n', 'r': '\r', 't': '\t', 'v': '\v', '"': '"', '\\': '\\'}
	var b strings.Builder
	for i := 1; i < len(text); i++ {
		c := text[i]
		if c == '"' {
			return b.String(), text[i+1:], true
		}
		if c != '\\' {
			b.WriteByte(c)
			continue
		}
		if i++; i == len(text) {
			break
		}
		if plain, known := escapes[text[i]]; known {
			b.WriteByte(plain)
			continue
		}
		if i+3 > len(text) {
			break
		}
		octal, err := strconv.ParseUint(text[i:i+3], 8, 8)
		if err != nil {
			break
		}
		b.WriteByte(byte(octal))
		i += 2
	}
	return "", text, false
}
