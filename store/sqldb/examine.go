package sqldb

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/jmoiron/sqlx"
	"github.com/mattn/go-sqlite3"

	"github.com/frasier-cos/frasier/internal/moment"
)

// unfit is a database that only a backup, or its owner, puts right.
type unfit struct{ what string }

func (u *unfit) Error() string { return u.what }

func unfitf(format string, args ...any) error { return &unfit{fmt.Sprintf(format, args...)} }

// idFile holds the identity of the database beside it. It tells a fresh
// install from a database that was lost.
func idFile(path string) string { return path + ".id" }

// fileURI names a database file to SQLite, up to its options.
func fileURI(path string) string { return "file:" + (&url.URL{Path: path}).EscapedPath() + "?" }

// lookBefore reports whether there is no database yet.
func lookBefore(path string) (fresh bool, err error) {
	info, err := os.Stat(path)
	switch {
	case err == nil && info.IsDir():
		return false, unfitf("%s is a folder and no database: move it away, or name a file with FRASIER_DB", path)
	case err == nil && !info.Mode().IsRegular():
		return false, fmt.Errorf("%s is no ordinary file: FRASIER_DB must name one", path)
	case err == nil && info.Size() > 0:
		return false, nil
	case err != nil && !errors.Is(err, fs.ErrNotExist):
		return false, err
	}
	if link, there := os.Readlink(path); err != nil && there == nil {
		return false, unfitf("%s is a link to %s, where there is nothing: mount the disk that holds it, or put the file back", path, link)
	}
	if err := refuseLost(idFile(path), true, path); err != nil {
		return true, err
	}
	kept, err := listBackups(Backups(path))
	if err == nil && len(kept) > 0 {
		err = unfitf("%s is missing, but there are backups of a database; to begin anew instead of restoring it, move %s away", path, Backups(path))
	}
	return true, err
}

// refuseLost refuses an empty database where a file says that one was there.
func refuseLost(marker string, empty bool, where string) error {
	if !empty || marker == "" {
		return nil
	}
	_, err := os.Stat(marker)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	return unfitf("%s is missing or empty, but %s says that a database was there; to begin anew instead of restoring it, remove %s",
		where, filepath.Base(marker), marker)
}

// hasOurTables reports whether tables of these names may be this program's: it has
// made them, or there are none yet.
func hasOurTables(tables []string) bool {
	return len(tables) == 0 || slices.Contains(tables, "goose_db_version") || slices.Contains(tables, "identity")
}

// about holds what a database file says of itself.
type about struct {
	uid    string
	schema int64
	line   int64 // the last of the journal
}

// inspectFile reads a database file without a write to it, and refuses one that is
// not ours or, when whole is set, damaged.
func inspectFile(ctx context.Context, path, options string, whole bool) (a about, err error) {
	db, err := sqlx.Open("sqlite3", fileURI(path)+options)
	if err != nil {
		return a, err
	}
	defer func() { err = errors.Join(err, db.Close()) }()
	db.SetMaxOpenConns(1)
	var tables []string
	err = db.SelectContext(ctx, &tables, `SELECT name FROM sqlite_master WHERE type = 'table'`)
	var e sqlite3.Error
	if errors.As(err, &e) && e.Code == sqlite3.ErrError {
		return a, unfitf("%s is damaged (%v); the file was not changed", path, err)
	}
	if err != nil {
		return a, err
	}
	if !hasOurTables(tables) {
		return a, fmt.Errorf("%s is a database of another program; nothing was changed. Name another file with FRASIER_DB", path)
	}
	if whole {
		var found string
		if err := db.GetContext(ctx, &found, `PRAGMA quick_check(1)`); err != nil {
			return a, err
		}
		if found != "ok" {
			return a, unfitf("%s is damaged (%s); the file was not changed", path, strings.Join(strings.Fields(found), " "))
		}
	}
	for _, q := range []struct {
		table, query string
		into         any
	}{
		{"goose_db_version", `SELECT coalesce(max(version_id), 0) FROM goose_db_version WHERE is_applied = 1`, &a.schema},
		{"identity", `SELECT coalesce(max(uid), '') FROM identity`, &a.uid},
		{"counters", `SELECT coalesce(max(n), 0) FROM counters WHERE name = 'event'`, &a.line},
	} {
		if !slices.Contains(tables, q.table) {
			continue
		}
		if err := db.GetContext(ctx, q.into, q.query); err != nil {
			return a, err
		}
	}
	return a, nil
}

// examineFile refuses a file that is damaged, not ours, of a newer version,
// another one than was here, or older than it was, without a write to it.
func (d *DB) examineFile(ctx context.Context, path string, alone bool) error {
	info, err := os.Stat(path)
	if err != nil {
		return err
	}
	const smallest = 512 // bytes; SQLite takes less for an empty database
	if info.Size() < smallest {
		return unfitf("%s is damaged (it has %d bytes); the file was not changed", path, info.Size())
	}
	whole := info.Size() <= checkedSize
	if log, there := os.Stat(path + "-wal"); there == nil && log.Size() > 0 && alone {
		whole = true // a process died, and what it left must be this database's
	}
	a, err := inspectFile(ctx, path, "mode=ro&_busy_timeout=10000", whole)
	if err != nil {
		return err
	}
	newest, err := d.Dialect.newestVersion()
	if err != nil {
		return err
	}
	if a.schema > newest {
		return newerError(path, a.schema, newest)
	}
	if err := d.Dialect.checkRecent(path, a.schema); err != nil {
		return err
	}
	was, err := readIdentity(idFile(path))
	if err != nil {
		return err
	}
	if was != "" && was != a.uid {
		return otherDatabaseError(path, idFile(path), a.uid, was)
	}
	line, err := notedLine(d.lock, a.uid)
	if err != nil {
		return err
	}
	if a.line < line {
		return unfitf("%s is older than it was: its journal ends at line %d, and line %d had been written (an old copy was put in its place, or %s-wal was removed); to go on with it all the same, remove %s",
			path, a.line, line, filepath.Base(path), d.lock.Name())
	}
	return nil
}

func newerError(where string, has, want int64) error {
	return fmt.Errorf("%s was made by a newer version (schema %d, this program knows %d): start the newer version; nothing was changed", where, has, want)
}

func otherDatabaseError(where, marker, uid, was string) error {
	return unfitf("%s is another database than the one that was here (%s, not %s): put the right one back, or remove %s to use this one",
		where, cmp.Or(uid, "without an identity"), was, marker)
}

// sayInWords says in words what SQLite says in codes.
func sayInWords(path string, err error) error {
	var e sqlite3.Error
	if !errors.As(err, &e) {
		return err
	}
	switch e.Code {
	case sqlite3.ErrFull:
		return fmt.Errorf("there is no room on the disk for %s: make some and start again; nothing is lost (%w)", path, e)
	case sqlite3.ErrNotADB, sqlite3.ErrCorrupt, sqlite3.ErrFormat:
		return unfitf("%s is damaged or no database (%v); the file was not changed", path, err)
	case sqlite3.ErrReadonly, sqlite3.ErrCantOpen, sqlite3.ErrPerm:
		return fmt.Errorf("%s cannot be written (%w): check its permissions and the free space of the disk", path, err)
	default:
		return err
	}
}

// sayWithAdvice words an error and says, of a database that must be put right,
// which backup does it.
func sayWithAdvice(ctx context.Context, path string, err error) error {
	err = sayInWords(path, err)
	var u *unfit
	if !errors.As(err, &u) {
		return err
	}
	return fmt.Errorf("%w. %s", err, adviseRestore(ctx, path))
}

// adviseRestore names the newest good backup and the command that restores it.
func adviseRestore(ctx context.Context, path string) string {
	file, err := newestGood(ctx, path)
	if err != nil {
		return fmt.Sprintf("There is no good backup to restore in %s (%v): put back a copy of yours with \"frasier restore FILE\", or move the file away, with its .id, to begin anew", Backups(path), err)
	}
	return fmt.Sprintf("The newest good backup is of %s; this brings it back: frasier restore %s",
		moment.Text(backupTime(file), moment.Minute, nil), file)
}
