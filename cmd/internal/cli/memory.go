package cli

import (
	"context"

	"github.com/frasier-cos/frasier/cmd/internal/app"
	"github.com/frasier-cos/frasier/cmd/internal/app/workerside"
)

// tidyLessons has what was learnt tidied now, which needs the model of this machine; all else of memory is said
// as in a chat.
func tidyLessons(ctx context.Context, c *call) error {
	if len(c.rest) != 1 || c.rest[0] != "tidy" {
		return runNoun(ctx, c)
	}
	return c.with(ctx, func(a *app.App) error {
		if a.Client.Offline() {
			return &usage{"offline there is no model that could tidy; \"frasier forget\" and an id takes single lessons out of use"}
		}
		n, err := workerside.Tidy(ctx, a)
		if err != nil {
			return err
		}
		c.printf("looked at %d groups of lessons; \"frasier memory\" shows what was changed\n", n)
		return nil
	})
}
