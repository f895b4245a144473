package excerpt

import (
	"regexp"
	"strings"
)

var (
	citation = regexp.MustCompile(` ?\[\\\[\w+\\\]\]\(#[^)]*\)|\[\^\w+\]|<a id="[^"]*"></a>`)
	link     = regexp.MustCompile(`\[([^\]]+)\]\([^)]+\)`)
)

// Plain is the text of a delivered document without what only the document can
// use: anchors, citations, footnotes, pictures, what was asked for, and the list of
// sources at its end. Headings, lists and tables stay.
func Plain(markdown string) string {
	var out []string
	for line := range strings.Lines(markdown) {
		line = strings.TrimRight(line, " \n")
		switch {
		case strings.HasPrefix(line, "## Sources"):
			return strings.TrimSpace(strings.Join(out, "\n"))
		case strings.HasPrefix(line, "![") || strings.HasPrefix(line, "[^") || strings.HasPrefix(line, "*Asked for:"):
			continue
		}
		line = link.ReplaceAllString(citation.ReplaceAllString(line, ""), "$1")
		if line == "" && (len(out) == 0 || out[len(out)-1] == "") {
			continue
		}
		out = append(out, line)
	}
	return strings.TrimSpace(strings.Join(out, "\n"))
}
