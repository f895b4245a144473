package cli

import "testing"

// A command that a text names for chats is this program's where it has it; of every other it
// is said where it is understood.
func TestCommandsOfTheChatInTheShell(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"`!projects` lists them.":                   "`frasier projects` lists them.",
		"Say `!changes p3 Shorter` or `!inbox`.":    "Say `frasier changes p3 Shorter` or `frasier inbox`.",
		"`!repo shop service web port=1 npm start`": "`frasier repo set shop service \"web port=1 npm start\"`",
		"`!repo shop level read-only`":              "`frasier repo set shop level read-only`",
		"`!repo set shop push on`":                  "`frasier repo set shop push on`",
		"`!budget day 20` changes it.":              "`!budget day 20` (in a chat, such as `frasier chat`) changes it.",
		"It said `!` and `code`.":                   "It said `!` and `code`.",
	} {
		if got := inShell(text); got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}
