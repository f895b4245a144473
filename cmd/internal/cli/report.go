package cli

import (
	"context"
	"errors"
	"slices"
	"time"

	"github.com/frasier-cos/frasier/cmd/internal/app"
	"github.com/frasier-cos/frasier/internal/journal"
	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/reports"
)

func notFound(err error) bool { return errors.Is(err, org.ErrNotFound) }

func watch(ctx context.Context, c *call) error {
	return c.with(ctx, func(a *app.App) error {
		filter, err := journal.ParseFilter(c.rest)
		if err != nil {
			return &usage{"watch: " + err.Error()}
		}
		show := journal.Watch(c.Out, c.flags.json)
		hear := func(ctx context.Context, e org.Event) error {
			if !filter.Passes(e) {
				return nil
			}
			return show(ctx, e)
		}
		if c.flags.tail > 0 {
			all, err := a.Store.Events(ctx, 0, 1<<30)
			if err != nil {
				return err
			}
			all = slices.DeleteFunc(all, func(e org.Event) bool { return !filter.Passes(e) })
			for _, e := range all[max(0, len(all)-c.flags.tail):] {
				if err := hear(ctx, e); err != nil {
					return err
				}
			}
			return nil
		}
		wake, stop := a.Store.Wake()
		defer stop()
		f := &journal.Follower{Records: a.Store, Nudge: wake, Poll: time.Second}
		_, err = f.Follow(ctx, 0, hear)
		if ctx.Err() != nil {
			return nil
		}
		return err
	})
}

func verify(ctx context.Context, c *call) error {
	return c.with(ctx, func(a *app.App) error {
		checks, err := a.Store.Verify(ctx)
		if err != nil {
			return err
		}
		if c.flags.json {
			if err := c.writeJSON(checks); err != nil {
				return err
			}
		}
		for _, k := range checks {
			if c.flags.json {
				continue
			}
			if k.OK {
				c.printf("ok    %s\n", k.Name)
			} else {
				c.printf("WRONG %s: %s\n", k.Name, k.Detail)
			}
		}
		if slices.ContainsFunc(checks, func(k reports.CheckResult) bool { return !k.OK }) {
			return &exit{Failed}
		}
		return nil
	})
}
