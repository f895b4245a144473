package org

import (
	"bytes"
	"fmt"
	"regexp"
	"slices"
	"strings"
)

// RemovedSecret is what stands in a stored text in the place of a secret.
func RemovedSecret(kind string) string { return "[secret removed: " + kind + "]" }

// secretLeast is how long a key is that a service issued. What is shorter
// ("ollama", "none") is a word that a server at home is given in place of one,
// and stands in any answer.
const secretLeast = 16

// LongSecrets are those of some secrets that are looked for wherever they
// stand, the longest first, so that none is found in another.
func LongSecrets(all []string) []string {
	out := slices.DeleteFunc(slices.Clone(all), func(s string) bool { return len(s) < secretLeast })
	slices.SortFunc(out, func(a, b string) int { return len(b) - len(a) })
	return out
}

// CutSecret takes a secret out of what a service answered: services repeat it in
// their errors.
func CutSecret(answer []byte, secret string) []byte {
	if len(secret) < secretLeast {
		return answer
	}
	return bytes.ReplaceAll(answer, []byte(secret), []byte("***"))
}

// RemovedSecrets returns the kinds of the secrets that were removed from a
// text, each once, and the text without the marks that stand for them.
func RemovedSecrets(text string) (kinds []string, rest string) {
	mark := regexp.MustCompile(`\[secret removed: ([^\]\n]{1,40})\]`)
	for _, m := range mark.FindAllStringSubmatch(text, -1) {
		if !slices.Contains(kinds, m[1]) {
			kinds = append(kinds, m[1])
		}
	}
	return kinds, mark.ReplaceAllString(text, "")
}

// SecretText tells the founder about secrets that were removed, a sentence for
// each kind; empty for none.
func SecretText(kinds []string) string {
	said := make([]string, 0, len(kinds))
	for _, k := range kinds {
		article := "a"
		if k != "" && strings.Contains("AEIOUaeiou", k[:1]) {
			article = "an"
		}
		said = append(said, fmt.Sprintf("That looks like %s %s. I did not store it. Rotate it.", article, k))
	}
	return strings.Join(said, " ")
}
