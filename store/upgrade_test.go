package store_test

import (
	"context"
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
		o := &instance{t: t, tt: t, clock: &clock{now: opened}, path: database(t)}
		text, err := os.ReadFile(file)
		o.ok(err)
		if onServer(o.path) {
			run(t, raw(t, o.path), string(text))
		} else {
			o.ok(os.WriteFile(o.path, text, 0o600))
		}
		o.db = o.open()
		o.sound()
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

// What a run of a step said before schema 27, the step says itself: since when
// it is claimed, how long it took, and when its wait began.
func TestUpgradeRuns(t *testing.T) {
	o := &instance{t: t, tt: t, clock: &clock{now: opened}, path: database(t)}
	aged(t, o.path, 26)
	db := raw(t, o.path)
	if onServer(o.path) {
		run(t, db, `SET session_replication_role = replica`) // the steps are of no mission
	}
	for i, s := range []struct{ state, claimed, ended, after string }{
		{"in_progress", "'h'", "NULL", "NULL"}, {"completed", "NULL", "90", "NULL"}, {"pending", "NULL", "NULL", "900"}, {"pending", "NULL", "NULL", "NULL"},
	} {
		run(t, db, fmt.Sprintf(`
			INSERT INTO steps (id, mission_id, project_id, key, title, goal, kind, depth, role, category, agent_id, tier, phase, grp,
			                   final, critical, entities, acceptance, state, claimed_by, fence, started_at, ended_at, run_after, held, result, reviewed, created_at)
			VALUES ('s%d', 'n1', 'p1', 'k%[1]d', 't', 'g', 'research', 'simple', 'r', 'c', 'agent-a', 'T1', 0, 0, 0, 0, '[]', '[]', '%[2]s', %[3]s, 2, 10, %[4]s, %[5]s, CASE WHEN %[5]s > 0 THEN 4 ELSE 0 END, 'r', 'auto', 1)`,
			i, s.state, s.claimed, s.ended, s.after))
	}
	run(t, db, `
		INSERT INTO runs (step_id, fence, holder, started_at, ended_at)
		SELECT id, fence, 'h', 60, CASE state WHEN 'in_progress' THEN NULL ELSE 80 END FROM steps UNION ALL SELECT id, 1, 'h', 10, 20 FROM steps`)
	o.db = o.open()
	for where, want := range map[string]int{
		`state IN ('in_progress', 'completed') AND claimed_at = 60 AND put_back_at IS NULL`: 2,
		`run_after = 900 AND put_back_at = 80`:                                              1,
	} {
		if n, err := o.db.Count(t.Context(), `SELECT count(*) FROM steps WHERE `+where); err != nil || n != want {
			t.Errorf("steps with %s: %d, %v; want %d", where, n, err, want)
		}
	}
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
		path := database(t)
		aged(t, path, 2)
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
