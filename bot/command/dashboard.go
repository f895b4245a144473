package command

import (
	"context"

	"github.com/frasier-cos/frasier/bot/messages"
	"github.com/frasier-cos/frasier/internal/org"
)

// dashboard gives whoever asked a link of his own, in private. It is no command
// that acts, so that the link stands in no record.
func (d *Handler) dashboard(ctx context.Context, o *order) (org.Reply, error) {
	link, anywhere := "", false
	if d.Link != nil {
		var err error
		if link, anywhere, err = d.Link(ctx, o.Author, o.Channel.Transport); err != nil {
			return org.Reply{}, err
		}
	}
	return messages.Dashboard(link, anywhere), nil
}
