package messages

import (
	"fmt"

	"github.com/frasier-cos/frasier/bot/wording"
	"github.com/frasier-cos/frasier/internal/org"
)

// UnknownCommand answers a command that does not exist. Near is one that is a
// single edit away, or empty.
func UnknownCommand(word, near string) wording.Message {
	if word = wording.Plain(word); word == "" {
		return wording.Message{Text: "Which command? `!help` shows what I can do."}
	}
	m := wording.Message{Text: fmt.Sprintf("I don't know `!%s`. `!help` shows what I can do.", word)}
	if near != "" {
		m.Text = fmt.Sprintf("I don't know `!%s`. Did you mean `!%s`?", word, near)
		m.Buttons = []org.Button{{Label: "How " + near + " works", Command: "help " + near}}
	}
	return m
}
