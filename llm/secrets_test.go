package llm

import (
	"strings"
	"testing"
)

// A key is taken out of what is written down wherever it stands, and an object stays one.
func TestWithoutSecrets(t *testing.T) {
	t.Parallel()
	const key = "sk-or-v1-0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef"
	for reply, want := range map[string]string{
		`{"n":12345678901234567890,"text":"keys\n` + key + `"}`: `{"n":12345678901234567890,"text":"keys\n[secret removed: model API key]"}`,
		`{"figures":[{"value":"` + key + `"}]}`:                 `{"figures":[{"value":"[secret removed: model API key]"}]}`,
		"The key is " + key:                                     "The key is [secret removed: model API key]",
		`{"text":"no key"}`:                                     `{"text":"no key"}`,
	} {
		if got := withoutSecrets(reply); got != want || strings.Contains(got, key[9:30]) {
			t.Errorf("%s, want %s", got, want)
		}
	}
}
