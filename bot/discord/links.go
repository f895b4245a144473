package discord

import (
	"regexp"
	"slices"
	"strings"
)

// Linked decides about the links of a text that a model may have written: one
// that is in the list stays, any other is shown in a code span with its scheme
// broken, so that neither a tap nor a preview follows it. Images become plain
// links first. Links in code stay as they are: Discord makes none of them
// active. It is pure.
func linked(text string, known []string) string {
	var b strings.Builder
	inCode := false
	for line := range strings.Lines(text) {
		if strings.HasPrefix(strings.TrimSpace(line), "```") {
			if strings.Count(line, "```") == 1 {
				inCode = !inCode
			}
			b.WriteString(line)
			continue
		}
		if inCode {
			b.WriteString(line)
			continue
		}
		b.WriteString(linkedLine(line, known))
	}
	return b.String()
}

// linkedLine decides about the links of one line outside code blocks. Code
// spans are left alone only where the ticks pair up on the line.
func linkedLine(line string, known []string) string {
	var b strings.Builder
	for line != "" {
		open := strings.IndexByte(line, '`')
		if open < 0 {
			break
		}
		shut := strings.IndexByte(line[open+1:], '`')
		if shut < 0 {
			break
		}
		b.WriteString(activeLinks(line[:open], known))
		b.WriteString(line[open : open+shut+2])
		line = line[open+shut+2:]
	}
	b.WriteString(activeLinks(line, known))
	return b.String()
}

func activeLinks(text string, known []string) string {
	text = regexp.MustCompile(`!\[([^\]\n]*)\]\(`).ReplaceAllString(text, "[$1](")
	masked := regexp.MustCompile(`\[([^\]\n]*)\]\(\s*<?([a-zA-Z][a-zA-Z0-9+.-]*:[^)\s>]*(?:\([^)\s]*\)[^)\s>]*)*)>?[^)\n]*\)`)
	text = masked.ReplaceAllStringFunc(text, func(m string) string {
		g := masked.FindStringSubmatch(m)
		if allowed(g[2], known) && !scheme().MatchString(g[1]) {
			return "[" + g[1] + "](<" + g[2] + ">)"
		}
		if allowed(g[2], known) {
			return "<" + g[2] + ">"
		}
		return scheme().ReplaceAllString(g[1], "") + " " + broken(g[2])
	})
	at := 0
	var b strings.Builder
	bare := regexp.MustCompile(`(?i)(?:[a-z][a-z0-9+.-]{1,20}://|www\.|discord\.gg/|mailto:|steam:)[^\s<>` + "`" + `]+`)
	for _, m := range bare.FindAllStringIndex(text, -1) {
		if m[0] < at {
			continue
		}
		end := m[0] + len(trimLink(text[m[0]:m[1]]))
		url := text[m[0]:end]
		b.WriteString(text[at:m[0]])
		switch {
		case allowed(url, known):
			b.WriteString(url)
		default:
			b.WriteString(broken(url))
		}
		at = end
	}
	return b.String() + text[at:]
}

func scheme() *regexp.Regexp { return regexp.MustCompile(`(?i)[a-z][a-z0-9+.-]{1,20}://`) }

// broken shows an address that must not become a link.
func broken(url string) string {
	url = strings.ReplaceAll(url, "`", "")
	if name, rest, ok := strings.Cut(url, "://"); ok {
		return "`" + name + "[:]//" + rest + "`"
	}
	return "`" + strings.Replace(strings.Replace(url, ":", "[:]", 1), ".", "[.]", 1) + "`"
}

// trimLink takes off what ends a sentence and not an address.
func trimLink(url string) string {
	for {
		cut := strings.TrimRight(url, ".,;:!?*|_~\"'")
		for _, pair := range []string{"()", "[]", "{}"} {
			if strings.HasSuffix(cut, pair[1:]) && strings.Count(cut, pair[:1]) < strings.Count(cut, pair[1:]) {
				cut = cut[:len(cut)-1]
			}
		}
		if cut == url {
			return url
		}
		url = cut
	}
}

// allowed reports whether an address is in the list byte for byte, or leads to
// a message or to the settings of this bot on Discord itself.
func allowed(url string, known []string) bool {
	return slices.Contains(known, url) || regexp.MustCompile(`^https://discord\.com/(channels/[0-9/@me]+|developers/applications[a-z0-9/]*)$`).MatchString(url)
}
