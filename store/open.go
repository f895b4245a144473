package store

import (
	"cmp"
	"context"
	"crypto/rand"
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/jmoiron/sqlx"
	"github.com/mattn/go-sqlite3"
	"github.com/pressly/goose/v3"
)

const (
	oldestSQLite = 3_051_003 // before 3.51.3 two processes could corrupt a file (sqlite.org/wal.html, WAL-reset bug)
	readers      = 4         // connections that read at once
	checkedSize  = 64 << 20  // bytes; a larger file is checked by verify, not at each start
	// pragmas hold for both pools. FULL: a power cut loses no commit.
	pragmas = "_journal_mode=WAL&_synchronous=FULL&_foreign_keys=1&_busy_timeout=10000&_cache_size=-8192"
)

// Open opens the database, makes it when there is none, and brings its schema
// up to date. It refuses, with a sentence that says what to do, a database that
// is not ours, was made by a newer version, is damaged, or is empty where one
// is known to have been.
func Open(ctx context.Context, o Options) (*DB, error) {
	d := &DB{
		lang: sqlite(), now: o.Now, log: o.Log, crash: o.Crash,
		mine: make(chan struct{}, 1), waiting: map[chan struct{}]struct{}{},
	}
	if d.now == nil {
		d.now = time.Now
	}
	if d.log == nil {
		d.log = slog.New(slog.DiscardHandler)
	}
	if remote(o.Path) {
		if err := d.connect(ctx, o); err != nil {
			return nil, errors.Join(fmt.Errorf("open store: %w", serverSentence(Where(o.Path), err)), d.discard())
		}
		return d, nil
	}
	if _, n, _ := sqlite3.Version(); n < oldestSQLite {
		return nil, fmt.Errorf("open store: this program holds SQLite %d, which may damage a database that two processes share; it needs 3.51.3 or newer", n)
	}
	path, err := filepath.Abs(o.Path)
	if err != nil {
		return nil, fmt.Errorf("open store %s: %w", o.Path, err)
	}
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		return nil, fmt.Errorf("open store: make its folder: %w", err)
	}
	d.turn, err = os.OpenFile(path+".lock", os.O_CREATE|os.O_RDWR, 0o600)
	if err != nil {
		return nil, fmt.Errorf("open store: %s cannot be written (%w): check its permissions and the free space of the disk", path, err)
	}
	if err := d.open(ctx, path); err != nil {
		return nil, errors.Join(fmt.Errorf("open store: %w", sentence(path, err)), d.discard())
	}
	return d, nil
}

// open does the part of Open during which other processes must not open or
// write.
func (d *DB) open(ctx context.Context, path string) (err error) {
	release, err := d.takeTurn(ctx)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, release()) }()
	fresh, err := lookBefore(path)
	if err != nil {
		return err
	}
	file := "file:" + (&url.URL{Path: path}).EscapedPath() + "?"
	if !fresh {
		if err := examine(ctx, path, file+"mode=ro&_busy_timeout=10000"); err != nil {
			return err
		}
	}
	dsn := file + pragmas
	if d.write, err = sqlx.Open("sqlite3", dsn+"&_txlock=immediate"); err != nil {
		return err
	}
	d.write.SetMaxOpenConns(1)
	if d.read, err = sqlx.Open("sqlite3", dsn+"&_query_only=1"); err != nil {
		return err
	}
	d.read.SetMaxOpenConns(readers)
	d.read.SetMaxIdleConns(readers)
	if err := d.migrate(ctx, d.write, path); err != nil {
		return err
	}
	if err := os.Chmod(path, 0o600); err != nil {
		return err
	}
	return d.identify(ctx, idFile(path), path)
}

// discard closes all that is open.
func (d *DB) discard() error {
	var err error
	for _, pool := range []*sqlx.DB{d.read, d.write} {
		if pool != nil {
			err = errors.Join(err, pool.Close())
		}
	}
	if d.turn != nil {
		err = errors.Join(err, d.turn.Close())
	}
	return err
}

// idFile holds the identity of the database beside it. It tells a fresh
// install from a database that was lost.
func idFile(path string) string { return path + ".id" }

// lookBefore reports whether there is no database yet.
func lookBefore(path string) (fresh bool, err error) {
	info, err := os.Stat(path)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return false, err
	}
	if err == nil && info.IsDir() {
		return false, fmt.Errorf("%s is a folder and no database: move it away and restore a backup", path)
	}
	if err == nil && info.Size() > 0 {
		return false, nil
	}
	return true, known(idFile(path), true, path)
}

// known refuses an empty database where a file says that one was there.
func known(marker string, empty bool, where string) error {
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
	return fmt.Errorf("%s is missing or empty, but %s says that a database was there: restore a backup, or remove %s to begin anew",
		where, marker, filepath.Base(marker))
}

// ours reports whether tables of these names may be this program's: it has
// made them, or there are none yet.
func ours(tables []string) bool {
	return len(tables) == 0 || slices.Contains(tables, "goose_db_version") || slices.Contains(tables, "identity")
}

// examine refuses a file that is damaged or not ours, without a write to it.
func examine(ctx context.Context, path, dsn string) (err error) {
	info, err := os.Stat(path)
	if err != nil {
		return err
	}
	db, err := sqlx.Open("sqlite3", dsn)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, db.Close()) }()
	var tables []string
	if err := db.SelectContext(ctx, &tables, `SELECT name FROM sqlite_master WHERE type = 'table'`); err != nil {
		return err
	}
	if !ours(tables) {
		return fmt.Errorf("%s is a database of another program; nothing was changed", path)
	}
	if err := familiar(ctx, db, path, slices.Contains(tables, "identity")); err != nil {
		return err
	}
	if info.Size() > checkedSize {
		return nil
	}
	var found string
	if err := db.GetContext(ctx, &found, `PRAGMA quick_check(1)`); err != nil {
		return err
	}
	if found != "ok" {
		return fmt.Errorf("%s is damaged (%s): restore a backup; the file was not changed", path, found)
	}
	return nil
}

// familiar refuses a database that is not the one that was here, before its
// schema is touched.
func familiar(ctx context.Context, db *sqlx.DB, path string, identified bool) error {
	raw, err := os.ReadFile(idFile(path))
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	was, uid := strings.TrimSpace(string(raw)), ""
	if identified {
		err = db.GetContext(ctx, &uid, `SELECT uid FROM identity WHERE one = 1`)
		if err != nil && !errors.Is(err, sql.ErrNoRows) {
			return err
		}
	}
	if uid == was || was == "" {
		return nil
	}
	return fmt.Errorf("%s is another database than the one that was here (%s, not %s): put the right file back or restore a backup, or remove %s to use this one",
		path, cmp.Or(uid, "without an identity"), was, filepath.Base(idFile(path)))
}

// migrate brings the schema up to date.
func (d *DB) migrate(ctx context.Context, db *sqlx.DB, where string) error {
	folder, dialect := "sqlite", goose.DialectSQLite3
	if d.far != nil {
		folder, dialect = "postgres", goose.DialectPostgres
	}
	files, err := fs.Sub(d.lang.migrations, folder)
	if err != nil {
		return err
	}
	p, err := goose.NewProvider(dialect, db.DB, files, goose.WithSlog(d.log))
	if err != nil {
		return fmt.Errorf("read migrations: %w", err)
	}
	has, want, err := p.GetVersions(ctx)
	if err != nil {
		return fmt.Errorf("read schema version: %w", err)
	}
	if has > want {
		return fmt.Errorf("%s was made by a newer version (schema %d, this program knows %d): start the newer version; nothing was changed", where, has, want)
	}
	if has == want {
		return nil
	}
	if _, err := p.Up(ctx); err != nil {
		return fmt.Errorf("migrate from schema %d to %d: %w", has, want, err)
	}
	return nil
}

// identify gives a new database its identity and compares a known one with
// the marker, a file; empty for none.
func (d *DB) identify(ctx context.Context, marker, where string) error {
	was, err := identity(marker)
	if err != nil {
		return err
	}
	var uid string
	err = d.write.GetContext(ctx, &uid, `SELECT uid FROM identity WHERE one = 1`)
	if errors.Is(err, sql.ErrNoRows) && was == "" {
		uid = rand.Text()
		_, err = d.write.ExecContext(ctx, d.write.Rebind(`INSERT INTO identity (one, product, uid, created_at) VALUES (1, 'frasier', ?, ?)`),
			uid, d.now().UnixMicro())
	}
	if err != nil && !errors.Is(err, sql.ErrNoRows) {
		return fmt.Errorf("read identity: %w", err)
	}
	if marker == "" {
		return nil
	}
	if was == "" {
		return os.WriteFile(marker, []byte(uid+"\n"), 0o600)
	}
	if was != uid {
		return fmt.Errorf("%s is another database than the one that was here (%s, not %s): put the right one back, or remove %s to use this one",
			where, cmp.Or(uid, "without an identity"), was, filepath.Base(marker))
	}
	return nil
}

// identity reads the identity of the database that was here, empty when none
// was.
func identity(marker string) (string, error) {
	if marker == "" {
		return "", nil
	}
	text, err := os.ReadFile(marker)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return "", err
	}
	return strings.TrimSpace(string(text)), nil
}

// sentence says in words what SQLite says in codes.
func sentence(path string, err error) error {
	var e sqlite3.Error
	if !errors.As(err, &e) {
		return err
	}
	switch e.Code {
	case sqlite3.ErrNotADB, sqlite3.ErrCorrupt:
		return fmt.Errorf("%s is damaged or no database (%w): restore a backup; the file was not changed", path, err)
	case sqlite3.ErrReadonly, sqlite3.ErrCantOpen, sqlite3.ErrPerm:
		return fmt.Errorf("%s cannot be written (%w): check its permissions and the free space of the disk", path, err)
	default:
		return err
	}
}
