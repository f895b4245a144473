package cli

import (
	"context"
	"fmt"

	"github.com/frasier-cos/frasier/cmd/internal/app"
	"github.com/frasier-cos/frasier/cmd/internal/app/botside"
)

// openDashboard prints a link to the dashboard that a running bot serves. Who
// can read the data folder may do so.
func openDashboard(ctx context.Context, c *call) error {
	return c.with(ctx, func(a *app.App) error { return c.printLink(ctx, a) })
}

// printLink prints a link that signs this person in.
func (c *call) printLink(ctx context.Context, a *app.App) error {
	link, err := botside.Link(ctx, a, "founder", "frasier "+c.name)
	if err != nil {
		return err
	}
	if link == "" {
		return &usage{"FRASIER_LISTEN is empty, so there is no dashboard; set it to an address such as 127.0.0.1:8787"}
	}
	_, err = fmt.Fprintf(c.Out, "Dashboard: %s\nIt opens once, within ten minutes, while Frasier runs (frasier up).\n", link)
	return err
}
