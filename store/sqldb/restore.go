package sqldb

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"github.com/jmoiron/sqlx"
)

// Restored says what Restore did.
type Restored struct {
	From  string    // the backup
	Made  time.Time // when it was made; zero when its name does not say
	Aside string    // where the replaced database is now; empty when there was none
}

// ErrInUse is returned by Restore while a process has the database open.
var ErrInUse = errInUse

// Restore puts a backup in the place of the database file at path and keeps
// what was there beside it. An empty backup means the newest good one. It
// changes nothing when a process has the database open (ErrInUse), or when the
// backup is damaged, of another database or of a newer version. Whenever it is
// cut short, the database is either untouched or missing, which Open refuses;
// doing it again finishes it.
func Restore(ctx context.Context, path, backup string, now time.Time) (Restored, error) {
	done, err := restoreFile(ctx, path, backup, now)
	if err != nil {
		return Restored{}, fmt.Errorf("restore %s: %w", path, err)
	}
	return done, nil
}

func restoreFile(ctx context.Context, path, backup string, now time.Time) (done Restored, err error) {
	if path, err = filepath.Abs(path); err != nil {
		return done, err
	}
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		return done, err
	}
	alone, err := lockUse(path, true)
	if err != nil {
		return done, err
	}
	defer func() { err = errors.Join(err, unlockUse(alone)) }()
	done.From = backup
	if backup == "" {
		if done.From, err = newestGood(ctx, path); err != nil {
			return done, fmt.Errorf("look for a good backup in %s: %w", Backups(path), err)
		}
	}
	if _, err := os.Stat(done.From); errors.Is(err, fs.ErrNotExist) {
		return done, fmt.Errorf("there is no backup %s; those of this database are in %s", done.From, Backups(path))
	}
	done.Made = backupTime(done.From)
	a, err := checkBackup(ctx, path, done.From)
	if err != nil {
		return done, err
	}
	fresh := path + ".restoring"
	if err := copyFile(done.From, fresh); err != nil {
		return done, err
	}
	if err := switchOffConnections(ctx, fresh); err != nil {
		return done, err
	}
	if done.Aside, err = setAside(path, now); err != nil {
		return done, err
	}
	if err := os.Rename(fresh, path); err != nil {
		return done, err
	}
	if err := syncFile(filepath.Dir(path)); err != nil {
		return done, err
	}
	return done, begin(path, a)
}

// checkBackup refuses a file that may not take the place of a database.
func checkBackup(ctx context.Context, path, backup string) (about, error) {
	if _, err := os.Stat(backup); err != nil {
		return about{}, err
	}
	a, err := inspectFile(ctx, backup, "mode=ro&immutable=1", true)
	if err != nil {
		return a, fmt.Errorf("the backup cannot be used: %w", sayInWords(backup, err))
	}
	if a.uid == "" {
		return a, fmt.Errorf("%s is no backup: it has no identity", backup)
	}
	newest, err := SQLite().newestVersion()
	if err != nil {
		return a, err
	}
	if a.schema > newest {
		return a, newerError(backup, a.schema, newest)
	}
	if err := SQLite().checkRecent(backup, a.schema); err != nil {
		return a, err
	}
	was, err := readIdentity(idFile(path))
	if err != nil {
		return a, err
	}
	if was != "" && was != a.uid {
		return a, fmt.Errorf("%s is a backup of another database (%s, not %s); remove %s first when you mean it", backup, a.uid, was, idFile(path))
	}
	return a, nil
}

// copyFile writes a copy to the disk.
func copyFile(from, to string) (err error) {
	in, err := os.Open(from)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, in.Close()) }()
	out, err := os.OpenFile(to, os.O_CREATE|os.O_TRUNC|os.O_WRONLY, 0o600)
	if err != nil {
		return err
	}
	_, err = io.Copy(out, in)
	return errors.Join(err, out.Sync(), out.Close())
}

// switchOffConnections has a restored copy do nothing at others until each is connected anew: what it believes of them is old.
func switchOffConnections(ctx context.Context, path string) (err error) {
	db, err := sqlx.Open("sqlite3", fileURI(path)+"mode=rw&_busy_timeout=10000&_journal_mode=DELETE")
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, db.Close()) }()
	for table, again := range map[string]string{"connections": "connect it again: frasier connect", "webhooks": "switch it on: frasier webhooks replay", "hooks": "switch it on: frasier hooks on", "calendars": "connect it again: frasier connect calendar", "tool_servers": "switch it on: frasier tools on"} {
		var there int
		if err := db.GetContext(ctx, &there, `SELECT count(*) FROM sqlite_master WHERE type = 'table' AND name = ?`, table); err != nil {
			return err
		}
		if there == 0 {
			continue // it was made before there were any
		}
		if _, err := db.ExecContext(ctx, `UPDATE `+table+` SET active = 0, why = ?`, "this is a restored copy; "+again); err != nil {
			return err
		}
	}
	var mirrored int
	if err := db.GetContext(ctx, &mirrored, `SELECT count(*) FROM sqlite_master WHERE type = 'table' AND name = 'mirror_projects'`); err != nil || mirrored == 0 {
		return err
	}
	_, err = db.ExecContext(ctx, `UPDATE mirror_projects SET fresh = 1`) // what stands there is newer than what this copy believes
	return err
}

// setAside moves the database away with its logs. The database goes first: a
// log that has lost it harms nobody, and a database that has lost its log
// would open without its last changes. A log that stayed would be taken for
// the new database's.
func setAside(path string, now time.Time) (string, error) {
	aside := path + ".replaced-" + now.UTC().Format(backupStamp)
	for n := 2; ; n++ {
		if _, err := os.Lstat(aside); errors.Is(err, fs.ErrNotExist) {
			break
		}
		aside = fmt.Sprintf("%s.replaced-%s-%d", path, now.UTC().Format(backupStamp), n)
	}
	moved := ""
	for _, end := range []string{"", "-wal", "-shm", "-journal"} {
		err := os.Rename(path+end, aside+end)
		if errors.Is(err, fs.ErrNotExist) {
			continue
		}
		if err != nil {
			return "", err
		}
		moved = aside
	}
	return moved, nil
}

// begin notes the identity and the journal's end of a restored database.
func begin(path string, a about) (err error) {
	if err := os.WriteFile(idFile(path), []byte(a.uid+"\n"), 0o600); err != nil {
		return err
	}
	lock, err := os.OpenFile(path+".lock", os.O_CREATE|os.O_RDWR, 0o600)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, lock.Close()) }()
	return writeNote(lock, a.uid, a.line)
}
