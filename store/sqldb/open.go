package sqldb

import (
	"context"
	"crypto/rand"
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"github.com/jmoiron/sqlx"
	"github.com/mattn/go-sqlite3"
)

const (
	oldestSQLite = 3_051_003        // before 3.51.3 two processes could corrupt a file (sqlite.org/wal.html, WAL-reset bug)
	readers      = 4                // connections that read at once
	unused       = 20 * time.Second // after which such a connection is closed: each keeps about a megabyte
	checkedSize  = 64 << 20         // bytes; a larger file is checked by verify, not at each start
	// pragmas hold for both pools. FULL: a power cut loses no commit.
	pragmas = "_journal_mode=WAL&_synchronous=FULL&_foreign_keys=1&_busy_timeout=10000&_stmt_cache_size=128"
)

// Open opens the database, makes it when there is none, and brings its schema
// up to date. It refuses, with a sentence that says what to do, a database that
// is not ours, was made by a newer version, is damaged, or is empty where one
// is known to have been.
func Open(ctx context.Context, o Options) (*DB, error) {
	d := &DB{
		Dialect: SQLite(), clock: o.Now, log: o.Log, crash: o.Crash,
		own: make(chan struct{}, 1), writes: writes{lead: make(chan struct{}, 1)}, patience: longWait, waiting: map[chan struct{}]struct{}{},
	}
	if d.clock == nil {
		d.clock = time.Now
	}
	if d.log == nil {
		d.log = slog.New(slog.DiscardHandler)
	}
	if isRemote(o.Path) {
		if err := d.connectServer(ctx, o); err != nil {
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
	d.path = path
	for _, f := range []struct {
		end string
		at  **os.File
	}{{".lock", &d.lock}, {".lock.next", &d.next}} {
		if *f.at, err = os.OpenFile(path+f.end, os.O_CREATE|os.O_RDWR, 0o600); err != nil {
			err = fmt.Errorf("open store: %s cannot be written (%w): check its permissions and the free space of the disk", path, err)
			return nil, errors.Join(err, d.discard())
		}
	}
	if err := d.open(ctx, path); err != nil {
		return nil, errors.Join(fmt.Errorf("open store: %w", sayWithAdvice(ctx, path, err)), d.discard())
	}
	return d, nil
}

// open does the part of Open during which other processes must not open or
// write.
func (d *DB) open(ctx context.Context, path string) (err error) {
	release, err := d.lockFile(ctx)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, release()) }()
	if d.using, err = lockUse(path, false); errors.Is(err, errInUse) {
		return fmt.Errorf("%s is being restored: try again when that is done", path)
	} else if err != nil {
		return err
	}
	// Nobody else opens or closes it while this process has the lock.
	alone := lockShared(d.using, true) == nil
	if err := lockShared(d.using, false); err != nil {
		return err
	}
	fresh, err := lookBefore(path)
	if err != nil {
		return err
	}
	if !fresh {
		if err := d.examineFile(ctx, path, alone); err != nil {
			return err
		}
	}
	dsn := fileURI(path) + pragmas
	if d.write, err = sqlx.Open("sqlite3", dsn+"&_txlock=immediate&_mutex=no&_cache_size=-8192"); err != nil {
		return err
	}
	d.write.SetMaxOpenConns(1)
	if d.Read, err = sqlx.Open("sqlite3", dsn+"&_query_only=1&_cache_size=-2048"); err != nil { // the system's own cache is behind a small one
		return err
	}
	d.Read.SetMaxOpenConns(readers)
	d.Read.SetMaxIdleConns(readers)
	d.Read.SetConnMaxIdleTime(unused)
	err = d.migrate(ctx, d.write, path, func(has int64) error {
		if !alone {
			return fmt.Errorf("%s must be brought up to date, and a process of the older version works with it: stop that first", path)
		}
		_, err := d.writeBackup(ctx, "", beforeSchema+strconv.FormatInt(has, 10))
		return Wrap("back up before a migration", err)
	})
	if err != nil {
		return err
	}
	// Lists of a few rows, as RETURNING and IN make, would cost a page cache each.
	if _, err := d.write.ExecContext(ctx, `PRAGMA temp_store = MEMORY`); err != nil {
		return err
	}
	if err := os.Chmod(path, 0o600); err != nil {
		return err
	}
	return d.checkIdentity(ctx, idFile(path), path)
}

func (d *DB) discard() error {
	var err error
	for _, pool := range []*sqlx.DB{d.Read, d.write} {
		if pool != nil {
			err = errors.Join(err, pool.Close())
		}
	}
	for _, f := range []*os.File{d.using, d.lock, d.next} {
		if f != nil {
			err = errors.Join(err, unlockUse(f))
		}
	}
	return err
}

// checkIdentity gives a new database its identity and compares a known one with
// the marker, a file; empty for none.
func (d *DB) checkIdentity(ctx context.Context, marker, where string) error {
	was, err := readIdentity(marker)
	if err != nil {
		return err
	}
	var uid string
	err = d.write.GetContext(ctx, &uid, `SELECT uid FROM identity WHERE one = 1`)
	if errors.Is(err, sql.ErrNoRows) && was == "" {
		uid = rand.Text()
		_, err = d.write.ExecContext(ctx, d.write.Rebind(`INSERT INTO identity (one, product, uid, created_at) VALUES (1, 'frasier', ?, ?)`),
			uid, d.Now().UnixMicro())
	}
	if err != nil && !errors.Is(err, sql.ErrNoRows) {
		return fmt.Errorf("read identity: %w", err)
	}
	d.uid = uid
	if marker == "" {
		return nil
	}
	if was == "" {
		return os.WriteFile(marker, []byte(uid+"\n"), 0o600)
	}
	if was != uid {
		return otherDatabaseError(where, marker, uid, was)
	}
	return nil
}

// readIdentity reads the identity of the database that was here, empty when none
// was.
func readIdentity(marker string) (string, error) {
	if marker == "" {
		return "", nil
	}
	text, err := os.ReadFile(marker)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return "", err
	}
	return strings.TrimSpace(string(text)), nil
}
