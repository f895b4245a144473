package messages

import (
	"fmt"

	"github.com/frasier-cos/frasier/bot/wording"
	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/prose"
)

// CommandNeeds refuses a command without something that it needs.
func CommandNeeds(command, what, example string) string {
	return fmt.Sprintf("`%s` needs %s. For example: `!%s`", command, what, example)
}

// CommandNeedsWords says what a command needs besides its project, which may be known
// already; then a form asks for it.
func CommandNeedsWords(command, project, what, example string) wording.Message {
	m := wording.Message{Text: CommandNeeds(command, what, example)}
	if project != "" {
		m.Buttons = []org.Button{{Label: "Say it", Command: command + " " + project, Ask: prose.Capital(what) + "?", Style: org.StylePrimary}}
	}
	return m
}

// CommandTakesNo refuses words that a command has no use for.
func CommandTakesNo(command, text, example string) string {
	return fmt.Sprintf("I don't know what %q means for `%s`. For example: `!%s`", wording.Clip(wording.Plain(text), 40), command, example)
}
