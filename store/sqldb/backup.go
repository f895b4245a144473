package sqldb

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/jmoiron/sqlx"
)

// How many backups stay: the newest of so many hours and of so many days, and
// so many of those made before a migration.
const (
	hoursKept      = 24
	daysKept       = 7
	migrationsKept = 10
)

const (
	backupPrefix = "frasier-"
	backupStamp  = "20060102T150405Z"
	beforeSchema = "-before-schema-"
)

// ErrServerBackup is returned by Backup for a PostgreSQL database.
var ErrServerBackup = errors.New("PostgreSQL makes its own backups: use pg_dump or what your provider offers; docs/backup.md says how")

var errNoBackup = errors.New("none was found")

// Server reports whether the database is on a PostgreSQL server and not in a
// file.
func (d *DB) Server() bool { return d.server != nil }

// Backups returns the folder in which the backups of a database file are kept.
func Backups(path string) string { return filepath.Join(filepath.Dir(path), "backups") }

// Backup writes a copy of the database as it is now into a folder (empty: the
// one beside the database, in which old copies are then thinned out), checks
// that it is whole and this database, and returns its path. The work goes on
// meanwhile. A process that dies in the middle leaves no file that looks like
// a backup. It returns ErrServerBackup on PostgreSQL.
func (d *DB) Backup(ctx context.Context, dir string) (string, error) {
	if d.server != nil {
		return "", ErrServerBackup
	}
	file, err := d.writeBackup(ctx, dir, "")
	if err != nil {
		return "", fmt.Errorf("back up %s: %w", d.path, err)
	}
	return file, nil
}

func (d *DB) writeBackup(ctx context.Context, dir, suffix string) (file string, err error) {
	own := dir == ""
	if own {
		dir = Backups(d.path)
	}
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return "", err
	}
	file = filepath.Join(dir, backupPrefix+d.Now().UTC().Format(backupStamp)+suffix+".db")
	early := filepath.Join(dir, "."+rand.Text()+".part")
	defer func() {
		if gone := os.Remove(early); gone != nil && !errors.Is(gone, fs.ErrNotExist) {
			err = errors.Join(err, gone)
		}
	}()
	if err := d.copyTo(ctx, early); err != nil {
		return "", err
	}
	a, err := inspectFile(ctx, early, "mode=ro&immutable=1", true)
	if err != nil {
		return "", fmt.Errorf("the copy cannot be used: %w", sayInWords(early, err))
	}
	if d.uid != "" && a.uid != d.uid {
		return "", fmt.Errorf("the copy cannot be used: it is of the database %q, not of %q", a.uid, d.uid)
	}
	if err := os.Rename(early, file); err != nil {
		return "", err
	}
	if err := syncFile(dir); err != nil {
		return "", err
	}
	if !own {
		return file, nil
	}
	return file, removeOldBackups(dir)
}

// copyTo writes a copy to the disk.
func (d *DB) copyTo(ctx context.Context, early string) (err error) {
	db, err := sqlx.Open("sqlite3", fileURI(d.path)+"mode=ro&_busy_timeout=10000")
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, db.Close()) }()
	if _, err := db.ExecContext(ctx, `VACUUM INTO ?`, early); err != nil {
		return err
	}
	if err := os.Chmod(early, 0o600); err != nil {
		return err
	}
	return syncFile(early)
}

// syncFile brings a file or a folder to the disk.
func syncFile(path string) error {
	f, err := os.Open(path)
	if err != nil {
		return err
	}
	return errors.Join(f.Sync(), f.Close())
}

// backupTime reads from its name when a backup was made; zero for another file.
func backupTime(path string) time.Time {
	name, ours := strings.CutPrefix(filepath.Base(path), backupPrefix)
	name, db := strings.CutSuffix(name, ".db")
	name, _, _ = strings.Cut(name, beforeSchema)
	at, err := time.Parse(backupStamp, name)
	if !ours || !db || err != nil {
		return time.Time{}
	}
	return at
}

// listBackups returns the backups in a folder, newest first.
func listBackups(dir string) ([]string, error) {
	entries, err := os.ReadDir(dir)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	var out []string
	for _, e := range entries {
		if path := filepath.Join(dir, e.Name()); !backupTime(path).IsZero() {
			out = append(out, path)
		}
	}
	slices.SortFunc(out, func(a, b string) int { return backupTime(b).Compare(backupTime(a)) })
	return out, nil
}

// removeOldBackups removes the backups that are not kept, and what a process that died
// left of one.
func removeOldBackups(dir string) error {
	all, err := listBackups(dir)
	if err != nil {
		return err
	}
	hours, days, migrations := map[string]bool{}, map[string]bool{}, 0
	for _, path := range all {
		if strings.Contains(path, beforeSchema) {
			if migrations++; migrations > migrationsKept {
				err = errors.Join(err, os.Remove(path))
			}
			continue
		}
		hour, day := backupTime(path).Format("2006010215"), backupTime(path).Format("20060102")
		keep := !hours[hour] && len(hours) < hoursKept || !days[day] && len(days) < daysKept
		if !keep {
			err = errors.Join(err, os.Remove(path))
			continue
		}
		hours[hour], days[day] = true, true
	}
	left, globbed := filepath.Glob(filepath.Join(dir, ".*.part*"))
	err = errors.Join(err, globbed)
	for _, path := range left {
		const dead = 24 * time.Hour
		if info, gone := os.Stat(path); gone == nil && time.Since(info.ModTime()) > dead {
			err = errors.Join(err, os.Remove(path))
		}
	}
	return err
}

// newestGood returns the newest backup of a database file that is whole and of
// the database that was there. It returns errNoBackup when there is none.
func newestGood(ctx context.Context, path string) (string, error) {
	all, err := listBackups(Backups(path))
	if err != nil {
		return "", err
	}
	was, err := readIdentity(idFile(path))
	if err != nil {
		return "", err
	}
	for _, file := range all {
		a, err := inspectFile(ctx, file, "mode=ro&immutable=1", true)
		if err == nil && (was == "" || was == a.uid) {
			return file, nil
		}
	}
	return "", errNoBackup
}
