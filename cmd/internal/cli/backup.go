package cli

import (
	"context"
	"errors"
	"fmt"
	"os"
	"strings"

	"github.com/frasier-cos/frasier/bot/messages"
	"github.com/frasier-cos/frasier/cmd/internal/app"
	"github.com/frasier-cos/frasier/internal/moment"
	"github.com/frasier-cos/frasier/store"
)

// backup prints the path of the checked copy that it writes.
func backup(ctx context.Context, c *call) error {
	dir := ""
	switch len(c.rest) {
	case 0:
	case 1:
		dir = c.rest[0]
	default:
		return &usage{"backup takes one folder; usage: frasier backup [DIR]"}
	}
	return c.with(ctx, func(a *app.App) error {
		file, err := a.Store.Backup(ctx, dir)
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
		c.printf("%s\n", messages.BackupBusy(c.settings.Place))
		return &exit{Locked}
	}
	if err != nil {
		return &app.UnusableError{Err: err}
	}
	made := ""
	if !done.Made.IsZero() {
		made = moment.Mark(done.Made, moment.Minute)
	}
	c.printf("%s\n", messages.BackupRestored(done.From, made, done.Aside))
	return nil
}

// migrate copies a database file to a server.
func migrate(ctx context.Context, c *call) error {
	if c.flags.to == "" {
		return &usage{"migrate needs the address of an empty PostgreSQL database; usage: frasier migrate -to postgres://user:password@host/name"}
	}
	if strings.Contains(c.settings.DB, "://") {
		return &usage{"FRASIER_DB is on a server already; migrate copies a file to a server"}
	}
	if _, err := os.Stat(c.settings.DB); err != nil {
		return &usage{fmt.Sprintf("there is no database at %s to copy: %v", c.settings.DB, err)}
	}
	tables, rows := 0, int64(0)
	err := store.Copy(ctx, c.settings.DB, c.flags.to, func(m store.Moved) {
		tables, rows = tables+1, rows+m.Rows
		c.printf("%-20s %10d rows\n", m.Table, m.Rows)
		if m.Changed > 0 {
			c.printf("%-20s %10d texts held bytes that PostgreSQL refuses; each such byte is a question mark now\n", "", m.Changed)
		}
	})
	if errors.Is(err, store.ErrInUse) {
		c.printf("Nothing was copied: a process works with %s. Stop bot, worker and \"frasier up\" first, then migrate again.\n", c.settings.Place)
		return &exit{Locked}
	}
	if err != nil {
		return &app.UnusableError{Err: err}
	}
	c.printf("%d tables with %d rows are on the server, each counted and summed there.\n", tables, rows)
	c.printf("Set FRASIER_DB to the server's address on every machine. %s stays as it is and is out of date from now on.\n", c.settings.Place)
	return nil
}
