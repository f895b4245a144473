package store_test

import (
	"context"
	"crypto/rand"
	"database/sql"
	"errors"
	"flag"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"

	_ "github.com/jackc/pgx/v5/stdlib"

	"github.com/frasier-cos/frasier/internal/testing/storetest"
	"github.com/frasier-cos/frasier/internal/testing/testlevel"
	"github.com/frasier-cos/frasier/store"
)

// server is the address of the PostgreSQL that databases are made on; empty
// while they are files.
var server string

// TestMain runs every test on SQLite and then, when STORE_TEST_URL names a
// server, once more on PostgreSQL. STORE_TEST_FILES names those for SQLite, where the
// others have run; empty for all.
func TestMain(m *testing.M) {
	flag.Parse() // else what is set here is read again from the command line
	some, _ := os.LookupEnv("STORE_TEST_FILES")
	code := onFiles(m, some)
	if url, _ := os.LookupEnv("STORE_TEST_URL"); url != "" && code == 0 {
		server = url
		if _, err := os.Stdout.WriteString("once more, on PostgreSQL\n"); err != nil { //nolint:forbidigo // who runs the tests reads it
			panic(err)
		}
		code = onCopies(m)
	}
	os.Exit(code) //nolint:forbidigo // this is the tests' own main
}

// onFiles runs those tests on SQLite of which a pattern holds the name.
func onFiles(m *testing.M, names string) int {
	asked := flag.Lookup("test.run")
	was := asked.Value.String()
	if names != "" {
		if err := asked.Value.Set(names); err != nil {
			panic(err)
		}
	}
	code := m.Run()
	if err := asked.Value.Set(was); err != nil {
		panic(err)
	}
	return code
}

// database names an empty database that ends with the test: a file, or a
// schema of its own on the server.
func database(tb testing.TB) string {
	tb.Helper()
	if server == "" {
		return filepath.Join(storetest.Folder(tb), "frasier.db")
	}
	name := "t_" + strings.ToLower(rand.Text())
	db := raw(tb, server)
	run(tb, db, `CREATE SCHEMA `+name)
	tb.Cleanup(func() { run(tb, db, `DROP SCHEMA `+name+` CASCADE`) })
	u, err := url.Parse(server)
	if err != nil {
		tb.Fatal(err)
	}
	q := u.Query()
	q.Set("search_path", name)
	u.RawQuery = q.Encode()
	return u.String()
}

// needServer skips a test while databases are files.
func needServer(tb testing.TB) {
	tb.Helper()
	if server == "" {
		testlevel.LeaveToCheck(tb, "needs PostgreSQL in STORE_TEST_URL, as make check starts it")
	}
}

// needFile skips a test while databases are on a server.
func needFile(tb testing.TB) {
	tb.Helper()
	if server != "" {
		tb.Skip("of databases in files")
	}
}

// pattern is the database on the server that instances are copies of: a copy takes
// a quarter of what its migrations do. Empty where the server refuses to make
// databases, or is older than PostgreSQL 15; there each instance runs them in a
// schema of its own.
var pattern string

// byFile has the server copy files and not page by page through its log.
const byFile = ` STRATEGY FILE_COPY`

// onCopies runs the tests on the server.
func onCopies(m *testing.M) int {
	name := "test_" + strings.ToLower(rand.Text())
	if err := onceOn(server, `CREATE DATABASE `+name+byFile); err == nil {
		defer drop(name)
		if err := draw(copyOf(name)); err != nil {
			panic(err)
		}
		pattern = name
		defer unused.dropAll()
	}
	return m.Run()
}

// draw makes the tables of a pattern, and what makes a used copy of it new. Who
// opens a copy first gives that an identity of its own.
func draw(address string) error {
	if err := onceOn(address, `CREATE SCHEMA office`); err != nil {
		return err
	}
	made, err := store.Open(context.Background(), store.Options{Path: address})
	if err != nil {
		return err
	}
	if err := made.Close(); err != nil {
		return err
	}
	if err := onceOn(address, `DELETE FROM identity`); err != nil {
		return err
	}
	return onceOn(address, pristine)
}

// copyOf is the address of a pattern or a copy of it.
func copyOf(name string) string {
	u, err := url.Parse(server)
	if err != nil {
		panic(err)
	}
	u.Path = "/" + name
	q := u.Query()
	q.Set("search_path", "office")
	u.RawQuery = q.Encode()
	return u.String()
}

// roomy is where an instance can be: the database has its tables, or gets them when
// it is opened. It ends with the test.
func roomy(tb testing.TB) string {
	tb.Helper()
	if server == "" || pattern == "" {
		return database(tb)
	}
	name := unused.take()
	if name == "" {
		name = "test_" + strings.ToLower(rand.Text())
		run(tb, raw(tb, server), `CREATE DATABASE `+name+` TEMPLATE `+pattern+byFile)
	}
	tb.Cleanup(func() { unused.giveBack(name) })
	return copyOf(name)
}

// drop drops a pattern or a copy of it.
func drop(name string) {
	if err := onceOn(server, `DROP DATABASE `+name+` WITH (FORCE)`); err != nil {
		panic(err)
	}
}

// onceOn runs a statement on a connection of its own.
func onceOn(address, statement string) error {
	db, err := sql.Open("pgx", address)
	if err != nil {
		return err
	}
	_, err = db.Exec(statement)
	return errors.Join(err, db.Close())
}

func onServer(path string) bool { return strings.HasPrefix(path, "postgres") }

// raw opens a database past the store, on one connection.
func raw(tb testing.TB, path string) *sql.DB {
	tb.Helper()
	driver := "sqlite3"
	if onServer(path) {
		driver = "pgx"
	}
	db, err := sql.Open(driver, path)
	if err != nil {
		tb.Fatal(err)
	}
	db.SetMaxOpenConns(1)
	tb.Cleanup(func() {
		if err := db.Close(); err != nil {
			tb.Errorf("Close: %v", err)
		}
	})
	return db
}

func run(tb testing.TB, db *sql.DB, statements ...string) {
	tb.Helper()
	for _, s := range statements {
		if _, err := db.Exec(s); err != nil {
			tb.Fatalf("%s: %v", s, err)
		}
	}
}

// unguarded switches the constraints of a database off, so that faults can be
// planted in it: for the connection on SQLite, for good on PostgreSQL.
func unguarded(tb testing.TB, path string) *sql.DB {
	tb.Helper()
	db := raw(tb, path)
	if onServer(path) {
		run(tb, db, `SET session_replication_role = replica`, `
			DO $$ DECLARE c record; BEGIN
			    FOR c IN SELECT CASE conrelid WHEN 0 THEN 'DOMAIN ' || contypid::regtype ELSE 'TABLE ' || conrelid::regclass END AS t, conname
			               FROM pg_constraint WHERE contype = 'c' AND connamespace = current_schema()::regnamespace LOOP
			        EXECUTE format('ALTER %s DROP CONSTRAINT %I', c.t, c.conname);
			    END LOOP;
			END $$`)
		return db
	}
	run(tb, db, `PRAGMA ignore_check_constraints = 1`)
	return db
}

// triggered plants a trigger that is written for SQLite.
func triggered(tb testing.TB, path, trigger string) {
	tb.Helper()
	if !onServer(path) {
		run(tb, raw(tb, path), trigger)
		return
	}
	head, body, _ := strings.Cut(strings.TrimSuffix(trigger, " END"), "BEGIN ")
	event, when, _ := strings.Cut(head, " WHEN ")
	run(tb, raw(tb, path),
		`CREATE FUNCTION mutant() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN `+body+` RETURN NEW; END $$`,
		event+` FOR EACH ROW WHEN (pg_trigger_depth() = 0 AND (`+when+`)) EXECUTE FUNCTION mutant()`)
}
