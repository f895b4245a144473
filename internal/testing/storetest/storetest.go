// Package storetest gives tests databases that are made already: a new one runs
// every migration, which takes ten times as long as opening one, and each of its
// commits waits for the disk.
package storetest

import (
	"context"
	"crypto/rand"
	"database/sql"
	"errors"
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"golang.org/x/sys/unix"

	"github.com/frasier-cos/frasier/store"
)

// Path names an empty database that ends with the test.
func Path(tb testing.TB) string {
	tb.Helper()
	path := filepath.Join(Folder(tb), "frasier.db")
	if err := Empty(path); err != nil {
		tb.Fatal(err)
	}
	return path
}

// Folder is an empty folder that ends with the test, in memory where there is
// room. A container may have 64 MB of it.
func Folder(tb testing.TB) string {
	tb.Helper()
	const memory, room = "/dev/shm", 1 << 30 // Linux's tmpfs(5) for everybody
	var fs unix.Statfs_t
	if err := unix.Statfs(memory, &fs); err != nil || fs.Bavail*uint64(fs.Bsize) < room {
		return tb.TempDir()
	}
	dir, err := os.MkdirTemp(memory, "store") //nolint:usetesting // TempDir has no choice of place
	if err != nil {
		return tb.TempDir()
	}
	tb.Cleanup(func() {
		if err := os.RemoveAll(dir); err != nil {
			tb.Error(err)
		}
	})
	return dir
}

// Server is the address of the PostgreSQL that tests may make schemas on, from
// STORE_TEST_URL; empty when there is none.
func Server() string { return os.Getenv("STORE_TEST_URL") } //nolint:forbidigo // of tests

// Schema makes an empty schema on a server and returns the address of a database
// that is it, and what drops it.
func Schema(ctx context.Context, server string) (address string, drop func() error, err error) {
	name := "test_" + strings.ToLower(rand.Text())
	do := func(ctx context.Context, statement string) error {
		db, err := sql.Open("pgx", server)
		if err != nil {
			return err
		}
		_, err = db.ExecContext(ctx, statement)
		return errors.Join(err, db.Close())
	}
	u, err := url.Parse(server)
	if err != nil {
		return "", nil, err
	}
	q := u.Query()
	q.Set("search_path", name)
	u.RawQuery = q.Encode()
	if err := do(ctx, `CREATE SCHEMA `+name); err != nil {
		return "", nil, fmt.Errorf("make a schema: %w", err)
	}
	return u.String(), func() error { return do(context.WithoutCancel(ctx), `DROP SCHEMA `+name+` CASCADE`) }, nil
}

// Empty writes a database of the newest schema with nothing in it to a path. Who
// opens it first gives it an identity of its own.
func Empty(path string) error {
	data, err := empty()
	if err != nil {
		return fmt.Errorf("make an empty database: %w", err)
	}
	return os.WriteFile(path, data, 0o600)
}

//nolint:gochecknoglobals // made once for a test binary
var empty = sync.OnceValues(func() (data []byte, err error) {
	dir, err := os.MkdirTemp("", "empty")
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(dir)) }()
	path := filepath.Join(dir, "frasier.db")
	db, err := store.Open(context.Background(), store.Options{Path: path})
	if err != nil {
		return nil, err
	}
	if err := db.Close(); err != nil {
		return nil, err
	}
	raw, err := sql.Open("sqlite3", path)
	if err != nil {
		return nil, err
	}
	_, err = raw.ExecContext(context.Background(), `DELETE FROM identity`)
	if err = errors.Join(err, raw.Close()); err != nil { // the last to close it empties its log
		return nil, err
	}
	return os.ReadFile(path)
})
