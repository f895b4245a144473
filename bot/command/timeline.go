package command

import (
	"context"

	"github.com/frasier-cos/frasier/bot/messages"
	"github.com/frasier-cos/frasier/internal/org"
)

// timeline lists what was decided in a project, by whom and when, and how many
// of the model's replies could not be read.
func (d *Handler) timeline(ctx context.Context, o *order) (org.Reply, error) {
	p, err := d.which(ctx, o, false)
	if err != nil {
		return org.Reply{}, err
	}
	events, err := d.Store.Timeline(ctx, p.ID)
	if err != nil {
		return org.Reply{}, err
	}
	status, err := d.Store.ProjectStatus(ctx, p.ID, d.Now())
	if err != nil {
		return org.Reply{}, err
	}
	return show(messages.Timeline(p, events, status.Spent), "timeline "+string(p.ID), o.Page)
}
