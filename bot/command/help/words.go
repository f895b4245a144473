package help

import (
	"fmt"
	"strings"

	"github.com/frasier-cos/frasier/bot/command/noun"
	"github.com/frasier-cos/frasier/bot/syntax"
	"github.com/frasier-cos/frasier/bot/wording"
)

// Help says what a founder can say. All commands stand behind More.
func Help(all []noun.Command) wording.Message {
	var lines []string
	for _, c := range all {
		lines = append(lines, CommandText(c))
	}
	return wording.Message{
		Text: "**Just tell me what you need**, or send a roadmap as a file. I'll plan it, do it and bring you the result.\n" +
			"See how things stand: `!status`, `!inbox` (what waits for you), `!costs`.\n" +
			"Change a project: `!pause`, `!resume`, `!cancel`, or just write what should be different.\n" +
			"`!help budget` explains one command.",
		More: strings.Join(lines, "\n"),
	}
}

// On explains one command.
func On(c noun.Command) string {
	var b strings.Builder
	fmt.Fprintf(&b, "**%s**: %s.\nFor example: `!%s`", c.Name, c.Summary, c.Example)
	for _, o := range c.Options {
		b.WriteString("\n" + OptionText(o))
	}
	if len(c.Aliases) > 0 {
		fmt.Fprintf(&b, "\nAlso: %s", strings.Join(c.Aliases, ", "))
	}
	return b.String()
}

// CommandText says in a line what a command does.
func CommandText(c noun.Command) string { return fmt.Sprintf("`%s` %s", c.Name, c.Summary) }

// OptionText says in a line what an option of a command is.
func OptionText(o syntax.Option) string { return fmt.Sprintf("- %s: %s", o.Name, o.Description) }
