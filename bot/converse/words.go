package converse

import (
	"regexp"
	"slices"
	"strings"

	"github.com/frasier-cos/frasier/internal/org"
)

// Directives returns the sentences of a text that set a rule for all later
// work ("always ...", "never ...", "from now on ...", "rule: ..."). Headings,
// quoted lines and questions set none.
func Directives(text string) []string {
	rule := regexp.MustCompile(`(?i)^(please\s+)?(always|never|from now on|remember that|remember:|rule:|do not ever|don't ever)\b`)
	talk := regexp.MustCompile(`(?i)^(never (mind|heard|knew|say never|thought)|always (a|an|the|nice|good|great|happy|glad|fun))\b`)
	var out []string
	for line := range strings.Lines(text) {
		line = strings.TrimSpace(line)
		if strings.HasPrefix(line, "#") || strings.HasPrefix(line, ">") {
			continue
		}
		for _, s := range regexp.MustCompile(`[.!]\s+`).Split(line, -1) {
			s = strings.TrimSpace(s)
			if !rule.MatchString(s) || talk.MatchString(s) || strings.HasSuffix(s, "?") || len(org.Words(s)) < 3 {
				continue
			}
			if s = strings.TrimRight(s, ".!") + "."; !slices.Contains(out, s) {
				out = append(out, s)
			}
		}
	}
	return out
}
