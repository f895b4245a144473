package command

import (
	"context"
	"strings"

	"github.com/frasier-cos/frasier/bot/messages"
	"github.com/frasier-cos/frasier/internal/org"
)

// help lists the commands, or explains one.
func (d *Handler) help(_ context.Context, o *order) (org.Reply, error) {
	word := strings.ToLower(strings.TrimLeft(strings.TrimSpace(o.Args["command"]), "!/"))
	if word == "" {
		var all []messages.CommandHelp
		for _, t := range specs() {
			if !t.button {
				all = append(all, t.help())
			}
		}
		return show(messages.Help(all), "help", o.Page)
	}
	t, ok := find(word)
	if !ok {
		return org.Reply{}, unknown(word)
	}
	return say(messages.HelpOn(t.help()))
}
