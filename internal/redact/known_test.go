package redact_test

import (
	"testing"

	"github.com/frasier-cos/frasier/internal/redact"
)

// A key is cut out of an answer wherever it stands; a word that a server at
// home takes in place of one leaves the answer whole.
func TestCutSecret(t *testing.T) {
	const answer = `{"key": "sk-0123456789abcdef is wrong: sk-0123456789abcdef"}`
	for secret, want := range map[string]string{
		"sk-0123456789abcdef": `{"key": "*** is wrong: ***"}`,
		"0123456789abcdef":    `{"key": "sk-*** is wrong: sk-***"}`,
		"0123456789abcde":     answer,
		"key":                 answer,
		"":                    answer,
	} {
		if got := string(redact.Cut([]byte(answer), secret)); got != want {
			t.Errorf("without %q: got %s, want %s", secret, got, want)
		}
	}
}
