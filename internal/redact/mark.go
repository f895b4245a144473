package redact

import (
	"regexp"
	"slices"
)

// Mark takes the place of a secret in a stored text.
func Mark(kind string) string { return "[secret removed: " + kind + "]" }

// Marked returns the kinds of the secrets that were removed from a
// text, each once, and the text without the marks that stand for them.
func Marked(text string) (kinds []string, rest string) {
	mark := regexp.MustCompile(`\[secret removed: ([^\]\n]{1,40})\]`)
	for _, m := range mark.FindAllStringSubmatch(text, -1) {
		if !slices.Contains(kinds, m[1]) {
			kinds = append(kinds, m[1])
		}
	}
	return kinds, mark.ReplaceAllString(text, "")
}
