package store_test

import (
	"context"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/testing/testlevel"
	"github.com/frasier-cos/frasier/store"
)

// attached opens a database on the server that goes by the server's clock, as
// a process of its own does.
func attached(t *testing.T, o store.Options) *store.DB {
	t.Helper()
	db, err := store.Open(t.Context(), o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := db.Close(); err != nil {
			t.Errorf("Close: %v", err)
		}
	})
	return db
}

// Machines whose clocks are two hours apart agree on leases: nobody takes a
// step from a worker that holds it, and a wait ends for both at once.
func TestClocksOfMachinesDiffer(t *testing.T) {
	needServer(t) // a file has the clock of one machine
	o := newInstance(t)
	fast, slow := attached(t, store.Options{Path: o.path}), attached(t, store.Options{Path: o.path})
	fast.WrongClock(time.Hour)
	slow.WrongClock(-time.Hour)
	for _, db := range []*store.DB{fast, slow} {
		if err := db.Seen(t.Context(), "w", "worker"); err != nil { // tells it the server's time
			t.Fatal(err)
		}
	}
	if d := fast.Now().Sub(slow.Now()).Abs(); d > 30*time.Minute {
		t.Errorf("clocks of two processes: %s apart, want the server's for both", d)
	}
	o.start(org.NewProject{})
	o.plan(piece("a"), piece("b"))
	for _, pair := range [][2]*store.DB{{fast, slow}, {slow, fast}} {
		claims, err := pair[0].ClaimSteps(t.Context(), owner, org.LeaseTerm, 1)
		if err != nil {
			t.Fatal(err)
		}
		for _, db := range pair {
			if ids, err := db.ExpireLeases(t.Context(), db.Now()); err != nil || len(ids) > 0 {
				t.Errorf("leases that ended: %v, %v, want none", ids, err)
			}
		}
		if err := pair[1].Finish(t.Context(), claims[0].Lease, completed(claims[0].Step)); err != nil {
			t.Error(err)
		}
	}
}

// A process hears of the work of another one, and hears of it again after the
// server has cut its connection.
func TestWorkIsHeardAcrossMachines(t *testing.T) {
	needServer(t)
	path := database(t)
	here, there := attached(t, store.Options{Path: path}), attached(t, store.Options{Path: path})
	wake, stop := here.Wake()
	defer stop()
	heard := func(origin string) {
		t.Helper()
		_, _, err := there.SaveMessage(t.Context(), org.Message{Channel: channel, Origin: origin, Author: "founder", Text: "Hello"})
		if err != nil {
			t.Fatal(err)
		}
		select {
		case <-wake:
		case <-time.After(time.Minute):
			t.Fatalf("not woken by the message %q of another process", origin)
		}
	}
	heard("first")
	heard("second")
	schema := query(t, path, "search_path")
	run(t, raw(t, path), `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE query LIKE 'LISTEN%frasier_`+schema+`%' AND pid <> pg_backend_pid()`)
	heard("after the connection was cut")
}

// A process that stops waiting just when another one announces work ends all the same.
func TestWaitingEndsWhileWorkIsAnnounced(t *testing.T) {
	needServer(t)
	path := database(t)
	here, server := attached(t, store.Options{Path: path}), raw(t, path)
	ctx, quiet := context.WithCancel(t.Context())
	whole := context.WithoutCancel(ctx) // a statement is not cut off in the middle
	announced := make(chan error, 1)
	go func() {
		var err error
		for ctx.Err() == nil && err == nil {
			_, err = server.ExecContext(whole, `SELECT pg_notify($1, n::text) FROM generate_series(1, 50) n`, "frasier_"+query(t, path, "search_path"))
		}
		announced <- err
	}()
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		for range testlevel.Count(100, 300, 1000) {
			wake, stop := here.Wake()
			<-wake // what listens hears already
			stop()
		}
	}()
	select {
	case <-ended:
	case <-time.After(time.Minute):
		t.Error("who stopped waiting waits for ever")
	}
	quiet()
	if err := <-announced; err != nil {
		t.Error(err)
	}
}

func query(t *testing.T, address, name string) string {
	t.Helper()
	u, err := url.Parse(address)
	if err != nil {
		t.Fatal(err)
	}
	return u.Query().Get(name)
}

// A transaction that the server gives up for another one's sake is run again,
// or one whose connection it cuts before the commit;
// one that fails otherwise is not.
func TestGivenUpIsTriedAgain(t *testing.T) {
	needServer(t)
	db := attached(t, store.Options{Path: database(t)})
	for code, want := range map[string]int{"40P01": 2, "40001": 2, "23505": 1, "cut": 2} {
		ran, err := db.Twice(t.Context(), code)
		if ran != want || (want == 2) != (err == nil) {
			t.Errorf("after %s: ran %d times, %v, want %d", code, ran, err, want)
		}
		run(t, raw(t, server), `SELECT 1`)
		if err := db.Plant(t.Context(), `DELETE FROM counters WHERE name = 'twice'`); err != nil {
			t.Fatal(err)
		}
	}
}

// What PostgreSQL cannot be used for is said in a sentence without a secret.
func TestServerRefuses(t *testing.T) {
	needServer(t)
	home := t.TempDir()
	foreign, emptied, newer, exchanged := database(t), database(t), database(t), database(t)
	run(t, raw(t, foreign), `CREATE TABLE songs (title TEXT)`)
	for _, path := range []string{emptied, newer, exchanged} {
		db, err := store.Open(t.Context(), store.Options{Path: path, Home: home})
		if err != nil {
			t.Fatal(err)
		}
		if err := db.Close(); err != nil {
			t.Fatal(err)
		}
	}
	schema := query(t, emptied, "search_path")
	run(t, raw(t, server), `DROP SCHEMA `+schema+` CASCADE`, `CREATE SCHEMA `+schema)
	run(t, raw(t, newer), `INSERT INTO goose_db_version (version_id, is_applied) VALUES (99999, true)`)
	run(t, raw(t, exchanged), `UPDATE identity SET uid = 'SOMEONEELSE'`)
	with := func(address string, change func(u *url.URL, q url.Values)) string {
		u, err := url.Parse(address)
		if err != nil {
			t.Fatal(err)
		}
		q := u.Query()
		change(u, q)
		u.RawQuery = q.Encode()
		return u.String()
	}
	for name, c := range map[string]struct{ path, want string }{
		"foreign":     {foreign, "tables of another program"},
		"emptied":     {emptied, "missing or empty"},
		"newer":       {newer, "newer version"},
		"exchanged":   {exchanged, "another database"},
		"no database": {with(server, func(u *url.URL, _ url.Values) { u.Path = "/none" }), "create it there first"},
		"no server":   {"postgres://u:canary@127.0.0.1:1/d", "cannot be reached"},
		"no schema":   {with(server, func(_ *url.URL, q url.Values) { q.Set("search_path", "nowhere") }), "create it first"},
		"no address":  {"postgres://u:canary%zz@h/d", "no address of a database"},
		"read-only":   {with(database(t), func(_ *url.URL, q url.Values) { q.Set("default_transaction_read_only", "on") }), "read-only"},
	} {
		db, err := store.Open(t.Context(), store.Options{Path: c.path, Home: home})
		if err == nil {
			t.Errorf("%s: opened, want a refusal that says %q (%v)", name, c.want, db.Close())
			continue
		}
		if !strings.Contains(err.Error(), c.want) || strings.Contains(err.Error(), "canary") {
			t.Errorf("%s: %q, want it to say %q and no password", name, err, c.want)
		}
	}
	if made, err := filepath.Glob(filepath.Join(home, "postgres-*.id")); err != nil || len(made) != 3 {
		t.Errorf("markers at home: %q, %v, want one for each database that was opened", made, err)
	}
	if _, err := os.Stat(filepath.Join(home, "frasier.db")); err == nil {
		t.Error("a file was made for a database on a server")
	}
}
