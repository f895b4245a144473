package cli

import (
	"context"
	"fmt"
	"strings"

	"github.com/frasier-cos/frasier/cmd/internal/app"
	"github.com/frasier-cos/frasier/cmd/internal/app/workerside"
	"github.com/frasier-cos/frasier/internal/moment"
)

// lookAtMemory shows how what was learnt was tidied, tidies it now, or puts one
// tidying back.
func lookAtMemory(ctx context.Context, c *call) error {
	switch {
	case len(c.rest) == 0:
		return c.with(ctx, c.tidyings(ctx))
	case len(c.rest) == 1 && c.rest[0] == "tidy":
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
	case len(c.rest) == 2 && c.rest[0] == "undo":
		return c.with(ctx, func(a *app.App) error {
			n, err := a.Store.UndoCuration(ctx, c.rest[1])
			if err != nil {
				return err
			}
			c.printf("%s is taken back: %d lessons are as before it; what was changed since stays\n", c.rest[1], n)
			return nil
		})
	}
	return &usage{"memory takes nothing, \"tidy\", or \"undo\" and the id of a tidying"}
}

func (c *call) tidyings(ctx context.Context) func(*app.App) error {
	const shown = 20
	return func(a *app.App) error {
		all, err := a.Store.Curations(ctx, shown)
		if err != nil {
			return err
		}
		if c.flags.json {
			return c.writeJSON(all)
		}
		for _, t := range all {
			state := ""
			if t.Undone {
				state = ", taken back"
			}
			c.printf("%s  %s: %d lessons, %d changes%s\n", t.ID, moment.Mark(t.At, moment.Day), len(t.Before), len(t.Ops), state)
			for _, op := range t.Ops {
				c.printf("    %s\n", strings.TrimSpace(fmt.Sprintf("%s %v %s%s", op.Op, op.IDs, op.Text, op.Reason)))
			}
			for i, b := range t.Before {
				if a := t.After[i]; a.Text != b.Text || a.State != b.State {
					c.printf("    was %s, %s: %s\n", b.ID, b.State, b.Text)
				}
			}
			for _, r := range t.Refused {
				c.printf("    refused: %s\n", r)
			}
		}
		if len(all) == 0 {
			c.printf("Nothing was tidied yet. \"frasier rules\" lists what was learnt.\n")
		}
		return nil
	}
}
