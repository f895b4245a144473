package cli

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"runtime/debug"
	"strings"

	"github.com/frasier-cos/frasier/bot/command/doctor"
	"github.com/frasier-cos/frasier/bot/messages"
	"github.com/frasier-cos/frasier/cmd/internal/app"
	"github.com/frasier-cos/frasier/cmd/internal/update"
	"github.com/frasier-cos/frasier/store"
)

// updateProgram brings a release in, takes the last one back, or says who updates here.
func updateProgram(ctx context.Context, c *call) error {
	say := func(line string) { c.printf("%s\n", line) }
	u := &update.Update{
		Source: &update.Source{Base: c.settings.Releases, Say: say}, Data: ownData{c}, Env: c.Env, Dir: c.Dir, Say: say,
	}
	key := c.Hooks.Key
	if key == nil {
		key = update.Key()
	}
	var err error
	if u.Source.Key, err = update.ParseKey(key); err != nil {
		return err
	}
	if c.flags.unpack != "" {
		own := ""
		if info, ok := debug.ReadBuildInfo(); ok {
			own = info.Main.Version
		}
		return u.Unpack(ctx, c.flags.to, own, c.flags.unpack, c.flags.downgrade)
	}
	program, err := os.Executable()
	if err != nil {
		return err
	}
	if u.Place, err = update.FindPlace(program); err != nil {
		return err
	}
	if lines := u.ByDeploy(); lines != "" {
		say(lines)
		return &exit{Waits}
	}
	if _, server := u.Data.There(); server && !c.flags.saved {
		return &usage{"The data are on a PostgreSQL server, which I cannot save for you, so nothing was changed. Stop bot and workers on every machine, make a dump (docs/backup.md), then run: frasier update --saved"}
	}
	if c.flags.back {
		return u.Back(ctx)
	}
	return u.To(ctx, c.flags.to, c.flags.downgrade)
}

// examineUpdate says which release runs here, where it was installed to be updated.
func examineUpdate(from string) []finding {
	program, err := os.Executable()
	if err != nil {
		return []finding{{Name: "update", Text: err.Error()}}
	}
	place, err := update.FindPlace(program)
	if err != nil {
		return nil // built from source, or unpacked: nobody expects it to update itself
	}
	version, before, cut, err := place.Describe()
	switch {
	case err != nil:
		return []finding{{Name: "update", Text: err.Error()}}
	case version == "":
		return nil
	}
	return []finding{{Name: "update", OK: !cut, Text: doctor.Update(version, before, from, cut)}}
}

// ownData are the data that the settings name.
type ownData struct{ c *call }

// There reports whether there are data, and on a server.
func (d ownData) There() (is, server bool) {
	if strings.Contains(d.c.settings.DB, "://") {
		return true, true
	}
	_, err := os.Stat(d.c.settings.DB)
	return !errors.Is(err, fs.ErrNotExist), false
}

// File is the whole path of the database.
func (d ownData) File() string {
	at, err := filepath.Abs(d.c.settings.DB)
	if err != nil {
		return d.c.settings.DB
	}
	return at
}

// Idle refuses while a process works with the data.
func (d ownData) Idle() error {
	is, server := d.There()
	if !is || server {
		return nil
	}
	err := store.CheckIdle(d.c.settings.DB)
	if errors.Is(err, store.ErrInUse) {
		return &update.Error{Kind: update.Busy, Text: messages.UpdateBusy(d.c.settings.Place)}
	}
	return err
}

// Save writes a checked copy of the data.
func (d ownData) Save(ctx context.Context, dir string) (file string, err error) {
	err = d.c.with(ctx, func(a *app.App) error {
		file, err = a.Store.Backup(ctx, dir)
		return err
	})
	return file, err
}

// Restore puts a copy in the place of the database.
func (d ownData) Restore(ctx context.Context, path, saved string) error {
	done, err := store.Restore(ctx, path, saved, d.c.Hooks.Clock()())
	if errors.Is(err, store.ErrInUse) {
		return &update.Error{Kind: update.Busy, Text: messages.UpdateBusy(path)}
	}
	if err == nil && done.Aside != "" {
		d.c.printf("The data as they were before the update are back; what they replaced is kept in %s.\n", done.Aside)
	}
	return err
}

// explainUpdate gives the exit code of an update that was not made.
func explainUpdate(e *update.Error, err error) (int, string) {
	code := map[update.Kind]int{
		update.Refused: Usage, update.Unreachable: NoAnswer, update.Unsigned: BadInput, update.Failed: Failed, update.Busy: Locked,
	}[e.Kind]
	return code, err.Error()
}
