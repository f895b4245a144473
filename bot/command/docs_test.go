package command_test

import (
	"os"
	"regexp"
	"testing"

	"github.com/frasier-cos/frasier/bot/command"
)

// The list of commands of a chat is the code's, both ways, with its examples.
func TestDocsListTheCommandsOfAChat(t *testing.T) {
	raw, err := os.ReadFile("../../docs/commands.md")
	if err != nil {
		t.Fatal(err)
	}
	rows := map[string]string{}
	for _, m := range regexp.MustCompile("(?m)^\\| `([a-z]+)` \\| (.*) \\| `!(.*)` \\|$").FindAllStringSubmatch(string(raw), -1) {
		rows[m[1]] = m[2] + "|" + m[3]
	}
	for _, c := range command.Topics() {
		if got, want := rows[c.Name], c.Description+"|"+c.Example; got != want {
			t.Errorf("docs/commands.md says of %s %q, want %q", c.Name, got, want)
		}
		delete(rows, c.Name)
		if got, err := command.Parse(c.Example); err != nil || got.Name != c.Name {
			t.Errorf("the example of %s, %q, reads as %q, %v", c.Name, c.Example, got.Name, err)
		}
	}
	for name := range rows {
		t.Errorf("docs/commands.md lists %s, which is no command", name)
	}
}
