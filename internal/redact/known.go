package redact

import (
	"bytes"
	"slices"
)

// No service issues a shorter key, in bytes. What is shorter ("ollama", "none") is a word that a
// server at home is given in place of one, and stands in any answer.
const shortest = 16

// Long returns the secrets that are looked for wherever they stand, the longest first, so that
// none is found in another.
func Long(all []string) []string {
	out := slices.DeleteFunc(slices.Clone(all), func(s string) bool { return len(s) < shortest })
	slices.SortFunc(out, func(a, b string) int { return len(b) - len(a) })
	return out
}

// Cut takes a secret out of what a service answered: services repeat it in
// their errors.
func Cut(answer []byte, secret string) []byte {
	if len(secret) < shortest {
		return answer
	}
	return bytes.ReplaceAll(answer, []byte(secret), []byte("***"))
}
