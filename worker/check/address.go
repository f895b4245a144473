package check

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/frasier-cos/frasier/internal/lazyregexp"
)

const struck = "(link removed)"

// StrikeLinks removes the links that stand in none of the known texts, and returns how many there
// were. A link's words stay, and so do links within the page, to the examples' domain, and in
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

// low holds the known texts in lower case; n counts what was struck.
type addressFilter struct {
	low string
	n   int
}

var (
	linkInText     = lazyregexp.New(`!?\[((?:[^\[\]\\]|\\.)*)\]\(\s*(?:<([^<>]*)>|((?:[^()\s<>]|\([^()\s]*\))*))[^)]*\)`)
	linkDefinition = lazyregexp.New(`^ {0,3}\[[^\]]+\]:\s*<?([^\s>]+).*\n?$`)
	bareAddress    = lazyregexp.New("`[^`]*`|<?\\b(?i:[a-z][a-z0-9+.-]{1,20}://|www\\.)[^\\s<>()\"'`|\\]]+>?")
)

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

// A known text may also name a longer address that begins with this one.
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
		if !isHostRune(before) && !isHostRune(after) {
			return true
		}
		from = i + 1
	}
}

func isHostRune(r rune) bool {
	return unicode.IsLetter(r) || unicode.IsDigit(r) || r == '-' || r == '@'
}
