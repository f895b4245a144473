package deliver

import (
	"slices"
	"strings"

	"github.com/frasier-cos/frasier/internal/lazyregexp"
	"github.com/frasier-cos/frasier/worker/deliver/paper"
)

// Authors show arithmetic as "(computed: 3 x 49 = 147)", with brackets up to three deep. What is
// longer than sumAtMost bytes is prose.
var computed = lazyregexp.New(`(?i)[ \t]*\((?:computed|calculated):\s*((?:[^()\n]|\((?:[^()\n]|\((?:[^()\n]|\([^()\n]*\))*\))*\))+)\)`)

const sumAtMost = 400

var times = lazyregexp.New(`([\d)])\s*[x*]\s*(\d|\(|-\d)`)

// Equal arithmetic has one note. What is in code stays.
func moveSums(text string, notes []string) (string, []string) {
	var out strings.Builder
	fence := ""
	for l := range strings.SplitAfterSeq(text, "\n") {
		t := strings.TrimSpace(l)
		switch {
		case fence == "" && (strings.HasPrefix(t, "```") || strings.HasPrefix(t, "~~~")):
			fence = t[:3]
		case fence != "" && strings.HasPrefix(t, fence):
			fence = ""
		case fence == "":
			l = computed.ReplaceAllStringFunc(l, func(m string) string {
				if len(m) > sumAtMost {
					return m
				}
				sum := paper.OneLine(computed.FindStringSubmatch(m)[1])
				for range 2 { // factors side by side share a digit
					sum = times.ReplaceAllString(sum, "$1 × $2")
				}
				at := slices.Index(notes, sum)
				if at < 0 {
					at = len(notes)
					notes = append(notes, sum)
				}
				return "[^" + formatInt(at+1) + "]"
			})
		}
		out.WriteString(l)
	}
	return out.String(), notes
}
