package hook

import (
	"fmt"
	"strings"

	"github.com/frasier-cos/frasier/bot/wording"
	"github.com/frasier-cos/frasier/internal/moment"
	"github.com/frasier-cos/frasier/internal/outward"
)

// StoppedBy is why a hook is off that a founder stopped.
const StoppedBy = "you stopped it"

// List shows hooks.
func List(all []outward.Hook) wording.Message {
	if len(all) == 0 {
		return wording.Message{Text: "No program of others may order anything here. On my machine, `frasier hooks add bugs github event=issues action=opened 'Read the new issue {{issue.title}}: {{issue.body}}. Say in half a page what is wrong.'` adds one."}
	}
	const shown = 6
	var lines []string
	for _, h := range all {
		lines = append(lines, "- "+describe(h))
	}
	return wording.Message{Text: strings.Join(lines[:min(shown, len(lines))], "\n"), More: strings.Join(lines[min(shown, len(lines)):], "\n")}
}

func describe(h outward.Hook) string {
	text := fmt.Sprintf("**%s** (%s) may order since %s: %s", h.Name, signs(h.Form), moment.Mark(h.At, moment.Day), wording.Quote(h.Words))
	if len(h.Only) > 0 {
		var only []string
		for _, f := range h.Only {
			only = append(only, f.Field+"="+f.Value)
		}
		text += ", where " + wording.Plain(strings.Join(only, ", "))
	}
	text += fmt.Sprintf(". Up to %s an hour and %s a day; so far %s, in the last 24 hours for %s", wording.CountOf(h.Orders, "order", "orders"), wording.Money(h.Money), wording.CountOf(h.Ordered, "order", "orders"), wording.Money(h.Today))
	if !h.On {
		text += fmt.Sprintf(". **Off**: %s (`!hooks on %s`)", wording.Plain(h.Why), h.Name)
	}
	return text
}

func signs(f outward.HookForm) string {
	if f == outward.HookPlain {
		return "signed by the standard of webhooks"
	}
	return "signed as " + map[outward.HookForm]string{outward.HookGitHub: "GitHub", outward.HookLinear: "Linear", outward.HookSlack: "Slack"}[f] + " signs"
}

// Which asks for a name.
func Which(what string) string {
	return fmt.Sprintf("Which one? `!hooks` lists them; then `!hooks %s NAME`.", wording.Plain(what))
}

// What refuses a word that does nothing.
func What(what string) string {
	return fmt.Sprintf("I can't %s a hook. `!hooks` lists them, `!hooks off NAME` stops one, `!hooks on NAME` starts it again, and `!hooks remove NAME` takes it away.", wording.Quote(what))
}

// Unknown refuses a name that no hook has.
func Unknown(name string) string {
	return fmt.Sprintf("There's no hook %s. `!hooks` lists them.", wording.Quote(name))
}

// Gone confirms that a hook was taken away.
func Gone(name string) string {
	return fmt.Sprintf("%s orders nothing any more; its secret is deleted. What it ordered before goes on: `!cancel` ends a project.", wording.Plain(name))
}

// Stopped confirms that a hook is off.
func Stopped(name string) string {
	return fmt.Sprintf("%s orders nothing until `!hooks on %s`. What it ordered before goes on: `!cancel` ends a project.", wording.Plain(name), wording.Plain(name))
}

// Started confirms that a hook is on.
func Started(name string) string {
	return fmt.Sprintf("%s may order again.", wording.Plain(name))
}
