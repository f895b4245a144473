package cli

import "testing"

// A command that a text names for chats is this program's where it has it; of every other it
// is said where it is understood.
func TestCommandsOfTheChatInTheShell(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"`!projects` lists them.":                "`frasier projects` lists them.",
		"Say `!changes p3 Shorter` or `!inbox`.": "Say `frasier changes p3 Shorter` or `frasier inbox`.",
		"`!budget day 20` changes it.":           "`!budget day 20` (in a chat, such as `frasier chat`) changes it.",
		"It said `!` and `code`.":                "It said `!` and `code`.",
	} {
		if got := inShell(text); got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}
