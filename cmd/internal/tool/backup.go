package tool

import (
	"context"
	"errors"
	"strings"

	"github.com/frasier-cos/frasier/cmd/internal/office"
	"github.com/frasier-cos/frasier/store"
)

// backup writes a checked copy of the database and prints its path.
func backup(ctx context.Context, c *call) error {
	dir := ""
	switch len(c.rest) {
	case 0:
	case 1:
		dir = c.rest[0]
	default:
		return &usage{"backup takes one folder; usage: frasier backup [DIR]"}
	}
	return c.with(ctx, func(o *office.Office) error {
		file, err := o.Store.Backup(ctx, dir)
		if errors.Is(err, store.ErrServerBackup) {
			return &usage{err.Error()}
		}
		if err != nil {
			return err
		}
		c.printf("%s\n", file)
		return nil
	})
}

// restore puts a backup in the place of the database.
func restore(ctx context.Context, c *call) error {
	file := ""
	switch len(c.rest) {
	case 0:
	case 1:
		file = c.rest[0]
	default:
		return &usage{"restore takes one file; usage: frasier restore [FILE]"}
	}
	if strings.Contains(c.settings.DB, "://") {
		return &usage{store.ErrServerBackup.Error()}
	}
	done, err := store.Restore(ctx, c.settings.DB, file, c.Hooks.Clock()())
	if errors.Is(err, store.ErrInUse) {
		c.printf("Nothing was changed: a process works with %s. Stop bot, worker and \"frasier up\" first, then restore again.\n", c.settings.Place)
		return &exit{Locked}
	}
	if err != nil {
		return &office.UnusableError{Err: err}
	}
	c.printf("Restored %s", done.From)
	if !done.Made.IsZero() {
		c.printf(", made on %s", done.Made.Format("2 January 2006 at 15:04 UTC"))
	}
	c.printf(".\n")
	if done.Aside != "" {
		c.printf("What it replaced is kept in %s.\n", done.Aside)
	}
	c.printf("Work goes on from there when bot and worker start; what was said and done since is not in it.\n")
	return nil
}
