package redact_test

import (
	"slices"
	"testing"

	"github.com/frasier-cos/frasier/bot/messages"
	"github.com/frasier-cos/frasier/internal/redact"
)

func TestSecretMarks(t *testing.T) {
	text := "use " + redact.Mark("GitHub token") + " or " + redact.Mark("AWS access key") + redact.Mark("GitHub token")
	kinds, rest := redact.Marked(text)
	if !slices.Equal(kinds, []string{"GitHub token", "AWS access key"}) || rest != "use  or " {
		t.Errorf("RemovedSecrets(%q): got %q, %q", text, kinds, rest)
	}
	if got, want := messages.SecretRemoved(kinds), "That looks like a GitHub token. I did not store it. Rotate it. That looks like an AWS access key. I did not store it. Rotate it."; got != want {
		t.Errorf("SecretText: got %q, want %q", got, want)
	}
	if got := messages.SecretRemoved(nil); got != "" {
		t.Errorf("SecretText of none: got %q", got)
	}
}
