package command

import (
	"context"

	"github.com/frasier-cos/frasier/bot/messages"
	"github.com/frasier-cos/frasier/internal/org"
)

// programTransport is the transport of programs with a token: they read the API, and a browser's session would outlive the token.
const programTransport = "api"

// dashboard gives whoever asked a link of his own, in private. It is no command
// that acts, so that the link stands in no record.
func (d *Handler) dashboard(ctx context.Context, o *order) (org.Reply, error) {
	if o.Channel.Transport == programTransport {
		return messages.DashboardRefused(), nil
	}
	link, anywhere := "", false
	if d.Link != nil {
		var err error
		if link, anywhere, err = d.Link(ctx, o.Author, o.Channel.Transport); err != nil {
			return org.Reply{}, err
		}
	}
	return messages.Dashboard(link, anywhere), nil
}
