package wording

import (
	"slices"
	"strings"

	"github.com/frasier-cos/frasier/internal/org"
)

// PlainFeedback takes markers and doubles out of what reviewers found.
func PlainFeedback(all []string) string {
	var out []string
	for _, f := range all {
		f = Spoken(f)
		if f != "" && !slices.Contains(out, f) {
			out = append(out, f)
		}
	}
	return strings.Join(out, "; ")
}

// ForFounder leaves out of the notes on a plan what only engineers need, whole
// notes and the limits' names at their ends; why shows all of it.
func ForFounder(lint []string) []string {
	var out []string
	for _, n := range lint {
		if !strings.HasPrefix(n, org.UncheckableNote) {
			if i := strings.LastIndex(n, " [LIM-"); i > 0 && strings.HasSuffix(n, "]") {
				n = n[:i]
			}
			out = append(out, n)
		}
	}
	return out
}
