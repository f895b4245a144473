package store_test

import (
	"context"
	"database/sql"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/pressly/goose/v3"

	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/testing/testlevel"
	"github.com/frasier-cos/frasier/schema"
	"github.com/frasier-cos/frasier/store"
)

// migrations returns what brings an empty database to any schema.
func migrations(t *testing.T, path string) *goose.Provider {
	t.Helper()
	dialect, folder, all := goose.DialectSQLite3, "sqlite", schema.SQLite
	if onServer(path) {
		dialect, folder, all = goose.DialectPostgres, "postgres", schema.Postgres
	}
	files, err := fs.Sub(all, folder)
	if err != nil {
		t.Fatal(err)
	}
	p, err := goose.NewProvider(dialect, raw(t, path), files)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// aged makes a database as the program with that schema would have left it.
func aged(t *testing.T, path string, version int64) {
	t.Helper()
	if _, err := migrations(t, path).UpTo(t.Context(), version); err != nil {
		t.Fatal(err)
	}
	db := raw(t, path)
	run(t, db, `INSERT INTO identity (one, product, uid, created_at) VALUES (1, 'frasier', 'AGED', 1)`)
	if !onServer(path) {
		run(t, db, `PRAGMA journal_mode = WAL`)
	}
}

// From every older schema an instance comes to the same tables as a new one has,
// after a backup, and every invariant holds. The oldest runs all migrations; of
// the others, which run the last of them, levels below the proof take a sample.
func TestUpgrade(t *testing.T) {
	t.Parallel()
	fresh := newInstance(t)
	want := fresh.shape()
	sources := migrations(t, database(t)).ListSources()
	ran := 0
	for i, s := range sources[:len(sources)-1] {
		if i > 0 && i < len(sources)-2 && !testlevel.Sample(fmt.Sprint("schema ", s.Version), 8) {
			continue
		}
		ran++
		o := &instance{t: t, tt: t, clock: fresh.clock, path: database(t)}
		aged(t, o.path, s.Version)
		o.db = o.open()
		o.sound()
		if diff := cmp.Diff(want, o.shape()); diff != "" {
			t.Errorf("tables of a new office (-) and of one from schema %d (+):\n%s", s.Version, diff)
		}
		if onServer(o.path) {
			continue
		}
		if made, err := filepath.Glob(filepath.Join(store.Backups(o.path), "*-before-schema-*.db")); err != nil || len(made) != 1 {
			t.Errorf("backups before the upgrade from schema %d: %q, %v, want one", s.Version, made, err)
		}
	}
	t.Attr("figure", fmt.Sprintf("%d of %d schemas", ran, len(sources)-1))
}

// Each released version leaves a database in testdata/released, as a file and
// as a dump of a server's. It is brought up to date with all that is in it, and
// work goes on there. docs/develop.md says how to add one.
func TestUpgradeReleased(t *testing.T) {
	kind := "*.db"
	if server != "" {
		kind = "*.sql"
	}
	files, err := filepath.Glob(filepath.Join("testdata/released", kind))
	if err != nil || len(files) == 0 {
		t.Fatalf("released databases: %v, %v, want one at least", files, err)
	}
	for _, file := range files {
		o := &instance{t: t, tt: t, clock: &clock{now: opened}, path: copyReleased(t, file)}
		o.db = o.open()
		o.sound()
		if diff := cmp.Diff(newInstance(t).shape(), o.shape()); diff != "" {
			t.Errorf("tables of a new office (-) and of %s (+):\n%s", file, diff)
		}
		if n, err := o.db.Count(t.Context(), `SELECT count(*) FROM goose_db_version WHERE version_id BETWEEN 1 AND 98`); err != nil || n != 0 {
			t.Errorf("%s: %d versions before the first file are still written down, %v", file, n, err)
		}
		if n, err := o.db.Count(t.Context(), `SELECT count(*) FROM steps WHERE state = 'completed'`); err != nil || n != 3 {
			t.Errorf("%s: %d completed steps after the upgrade, %v, want the three that it held", file, n, err)
		}
		o.ok(o.db.SeedAgents(t.Context(), agents()))
		p := o.start(org.NewProject{})
		o.plan(piece("a"), piece("b", "a"))
		o.run()
		o.wantProject(p, org.ProjectCompleted)
		o.sound()
	}
}

// released makes a database as the last program before the schema in one file left it.
func released(t *testing.T) string {
	t.Helper()
	if server != "" {
		return copyReleased(t, "testdata/released/before-v0.1.0.sql")
	}
	return copyReleased(t, "testdata/released/before-v0.1.0.db")
}

// copyReleased makes a database of a file of testdata.
func copyReleased(t *testing.T, file string) string {
	t.Helper()
	path := database(t)
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if onServer(path) {
		run(t, raw(t, path), string(text))
	} else if err := os.WriteFile(path, text, 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

// A database from before the schema in one file, and a backup of one, is
// refused with the program that brings it up, and nothing is written to it.
func TestUpgradeTooOld(t *testing.T) {
	path := released(t)
	db := raw(t, path)
	run(t, db, `DELETE FROM goose_db_version WHERE version_id > 98`)
	run(t, db, `DELETE FROM migration_sums WHERE version > 98`)
	before := shapeOf(t, db)
	if _, err := store.Open(t.Context(), store.Options{Path: path}); err == nil || !strings.Contains(err.Error(), "has schema 98, and this program takes over 99 and later: start the program of commit") {
		t.Errorf("an older database: %v", err)
	}
	if after := shapeOf(t, db); after != before {
		t.Errorf("the older database was written to: %s, was %s", after, before)
	}
	if onServer(path) {
		return
	}
	target := filepath.Join(t.TempDir(), "frasier.db")
	if _, err := store.Restore(t.Context(), target, path, time.Now()); err == nil || !strings.Contains(err.Error(), "has schema 98") {
		t.Errorf("a backup of an older database: %v", err)
	}
}

// shapeOf says which versions a database names.
func shapeOf(t *testing.T, db *sql.DB) (line string) {
	t.Helper()
	var versions, sums, newest int
	if err := db.QueryRowContext(t.Context(), `SELECT count(*), max(version_id), (SELECT count(*) FROM migration_sums) FROM goose_db_version`).Scan(&versions, &newest, &sums); err != nil {
		t.Fatal(err)
	}
	return fmt.Sprint(versions, newest, sums)
}

// A program that is killed while it upgrades leaves the old schema, the new
// one or one between, from which the next start goes on.
func TestUpgradeKilled(t *testing.T) {
	t.Parallel()
	if path, asked := os.LookupEnv("STORE_UPGRADE_PATH"); asked {
		db, err := store.Open(t.Context(), store.Options{Path: path})
		if err != nil {
			t.Fatal(err)
		}
		if err := db.Close(); err != nil {
			t.Fatal(err)
		}
		return
	}
	want := newInstance(t).shape()
	const kills = 12
	for i := range kills {
		path := released(t)
		ctx, stop := context.WithCancel(t.Context())
		child := exec.CommandContext(ctx, os.Args[0], "-test.run=^TestUpgradeKilled$")
		child.Env = append(slices.DeleteFunc(os.Environ(), func(e string) bool { return strings.HasPrefix(e, "STORE_TEST_URL") }), "STORE_UPGRADE_PATH="+path)
		if err := child.Start(); err != nil {
			t.Fatal(err)
		}
		<-time.After(time.Duration(10+8*i) * time.Millisecond)
		stop() // kills it
		if err := child.Wait(); err != nil {
			t.Logf("after %d ms: %v", 10+8*i, err)
		}
		o := &instance{t: t, tt: t, clock: &clock{now: opened}, path: path}
		o.db = o.open()
		o.sound()
		if diff := cmp.Diff(want, o.shape()); diff != "" {
			t.Errorf("tables of a new office (-) and of one whose upgrade was killed (+):\n%s", diff)
		}
	}
}

// Processes that start at the same instant on an empty server do not fall over
// one another.
func TestOpenServerAtOnce(t *testing.T) {
	path := database(t)
	errs := make(chan error, 4)
	for range cap(errs) {
		go func() {
			db, err := store.Open(t.Context(), store.Options{Path: path})
			if err == nil {
				err = db.Close()
			}
			errs <- err
		}()
	}
	for range cap(errs) {
		if err := <-errs; err != nil {
			t.Errorf("Open at once with others: %v", err)
		}
	}
}

// shape lists the tables with their columns, and the indexes.
func (o *instance) shape() []string {
	o.t.Helper()
	queries := sqliteTables
	if onServer(o.path) {
		queries = serverTables
	}
	return o.tables(queries)
}
