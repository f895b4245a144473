package command

import (
	"context"

	"github.com/frasier-cos/frasier/bot/messages"
	"github.com/frasier-cos/frasier/internal/org"
)

// runs lists who works on code now.
func (d *Handler) runs(ctx context.Context, _ *order) (org.Reply, error) {
	all, err := d.Store.Runs(ctx)
	if err != nil {
		return org.Reply{}, err
	}
	return say(messages.CodeRuns(all, d.Now()))
}

// workspaces lists the work on code by its name.
func (d *Handler) workspaces(ctx context.Context, o *order) (org.Reply, error) {
	all, err := d.Store.Workspaces(ctx)
	if err != nil {
		return org.Reply{}, err
	}
	return show(messages.CodeWorkspaces(all), "workspaces", o.Page)
}
