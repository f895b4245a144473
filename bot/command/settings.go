package command

import (
	"context"
	"strings"

	"github.com/frasier-cos/frasier/bot/messages"
	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/reports"
)

// doctor says whether everything is well, and how much is stored and went over
// the network.
func (d *Handler) doctor(ctx context.Context, o *order) (org.Reply, error) {
	var checks []reports.CheckResult
	if d.Checks != nil {
		checks = d.Checks(ctx)
	}
	storage, err := d.Store.Storage(ctx)
	if err != nil {
		return org.Reply{}, err
	}
	spans, err := d.Store.Costs(ctx, 1, 7, 30)
	if err != nil {
		return org.Reply{}, err
	}
	traffic := [3][]reports.Traffic{spans[0].Traffic, spans[1].Traffic, spans[2].Traffic}
	return show(messages.Doctor(checks, storage, traffic), "doctor", o.Page)
}

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
