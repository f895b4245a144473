package check

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/frasier-cos/frasier/internal/lazyregexp"
)

// struck stands where an address was that no source names.
const struck = "(link removed)"

// StrikeLinks takes out of a draft the links that stand in none of the known
// texts, and returns how many there were. A link's words stay; what leads to a
// place of the same page or to the examples' domain stays too, and so does
// code, which nobody follows.
func StrikeLinks(text string, known ...string) (string, int) {
	if !strings.Contains(text, "](") && !strings.Contains(text, "]:") && !strings.Contains(text, "://") && !strings.Contains(text, "www.") {
		return text, 0
	}
	k := addressFilter{low: strings.ToLower(strings.Join(known, "\n"))}
	var out strings.Builder
	open := ""
	for line := range strings.Lines(text) {
		mark, _ := parseFence(line)
		switch {
		case open == "" && mark != "":
			open = mark
		case open != "" && strings.HasPrefix(strings.TrimSpace(line), open):
			open = ""
		case open == "":
			line = k.removeStrange(line)
		}
		out.WriteString(line)
	}
	return out.String(), k.n
}

// addressFilter holds the texts that may name an address, and counts what was struck.
type addressFilter struct {
	low string
	n   int
}

var (
	linkInText     = lazyregexp.New(`!?\[((?:[^\[\]\\]|\\.)*)\]\(\s*(?:<([^<>]*)>|((?:[^()\s<>]|\([^()\s]*\))*))[^)]*\)`)
	linkDefinition = lazyregexp.New(`^ {0,3}\[[^\]]+\]:\s*<?([^\s>]+).*\n?$`)
	bareAddress    = lazyregexp.New("`[^`]*`|<?\\b(?i:[a-z][a-z0-9+.-]{1,20}://|www\\.)[^\\s<>()\"'`|\\]]+>?")
)

// removeStrange takes the strange addresses out of a line that is no code.
func (k *addressFilter) removeStrange(line string) string {
	line = linkInText.ReplaceAllStringFunc(line, func(m string) string {
		part := linkInText.FindStringSubmatch(m)
		if k.hasAddress(part[2] + part[3]) {
			return m
		}
		k.n++
		return part[1]
	})
	if def := linkDefinition.FindStringSubmatch(line); def != nil && !k.hasAddress(def[1]) {
		k.n++
		return "\n"
	}
	return bareAddress.ReplaceAllStringFunc(line, func(m string) string {
		end := strings.TrimRight(m, ".,;:!?*_")
		if strings.HasPrefix(m, "`") || k.hasAddress(strings.Trim(end, "<>")) {
			return m
		}
		k.n++
		return struck + m[len(end):]
	})
}

// hasAddress reports whether a known text names an address, as a whole or as the
// beginning of a longer one.
func (k *addressFilter) hasAddress(address string) bool {
	a := strings.ToLower(strings.TrimSpace(address))
	if strings.HasPrefix(a, "#") {
		return true
	}
	_, a, found := strings.Cut(a, "://")
	if !found {
		a = strings.TrimPrefix(strings.ToLower(strings.TrimSpace(address)), "mailto:")
	}
	a = strings.TrimRight(strings.TrimPrefix(a, "www."), "/")
	host, _, _ := strings.Cut(a, "/")
	if !strings.Contains(host, ".") && !strings.Contains(host, "localhost") {
		return false
	}
	for _, free := range []string{"example.com", "example.org", "example.net"} {
		if host == free || strings.HasSuffix(host, "."+free) || strings.HasSuffix(host, "@"+free) {
			return true
		}
	}
	for from := 0; ; {
		i := strings.Index(k.low[from:], a)
		if i < 0 {
			return false
		}
		i += from
		before, _ := utf8.DecodeLastRuneInString(k.low[:i])
		after, _ := utf8.DecodeRuneInString(k.low[i+len(a):])
		if !nameRune(before) && !nameRune(after) {
			return true
		}
		from = i + 1
	}
}

// nameRune reports whether a character goes on with a host's name.
func nameRune(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) || r == '-' || r == '@' }
