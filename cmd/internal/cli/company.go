package cli

import (
	"context"
	"strings"

	"github.com/frasier-cos/frasier/cmd/internal/app"
)

// companyCommand says to the company what the words say, as a chat does.
func companyCommand(ctx context.Context, c *call) error {
	return c.with(ctx, func(a *app.App) error {
		if c.flags.json && len(c.rest) == 0 {
			now, err := a.Store.Company(ctx)
			if err != nil {
				return err
			}
			return c.writeJSON(now)
		}
		return c.show(ctx, a, "company "+strings.Join(c.rest, " "))
	})
}

// typed carries out a command as a chat does and prints what that answers.
func typed(ctx context.Context, c *call) error {
	return c.with(ctx, func(a *app.App) error { return c.show(ctx, a, c.name+" "+strings.Join(c.rest, " ")) })
}
