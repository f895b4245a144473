package messages

import (
	"fmt"
	"strings"

	"github.com/frasier-cos/frasier/bot/syntax"
	"github.com/frasier-cos/frasier/bot/wording"
	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/prose"
)

// CommandHelp is one command as help explains it.
type CommandHelp struct {
	Name    string
	Text    string // what it does, in a line
	Example string // a line of it
	Aliases []string
	Options []syntax.Option
}

// Help says what a founder can say. All commands stand behind More.
func Help(all []CommandHelp) wording.Message {
	var lines []string
	for _, c := range all {
		lines = append(lines, fmt.Sprintf("`%s` %s", c.Name, c.Text))
	}
	return wording.Message{
		Text: "**Just tell me what you need**, or send a roadmap as a file. I'll plan it, do it and bring you the result.\n" +
			"See how things stand: `!status`, `!inbox` (what waits for you), `!costs`.\n" +
			"Change a project: `!pause`, `!resume`, `!cancel`, or just write what should be different.\n" +
			"`!help budget` explains one command.",
		More: strings.Join(lines, "\n"),
	}
}

// HelpOn explains one command.
func HelpOn(c CommandHelp) string {
	var b strings.Builder
	fmt.Fprintf(&b, "**%s**: %s.\nFor example: `!%s`", c.Name, c.Text, c.Example)
	for _, o := range c.Options {
		fmt.Fprintf(&b, "\n- %s: %s", o.Name, o.Description)
	}
	if len(c.Aliases) > 0 {
		fmt.Fprintf(&b, "\nAlso: %s", strings.Join(c.Aliases, ", "))
	}
	return b.String()
}

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

// CommandGone says that what a button or menu was about is not known any more.
func CommandGone() string {
	return "I don't have that command any more. Please give it again, with the project's number."
}

// CommandTakesNo refuses words that a command has no use for.
func CommandTakesNo(command, text, example string) string {
	return fmt.Sprintf("I don't know what %q means for `%s`. For example: `!%s`", wording.Clip(wording.Plain(text), 40), command, example)
}
