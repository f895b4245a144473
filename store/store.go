// Package store keeps everything that must outlive a process, in one database:
// a SQLite file for the processes of one machine, or PostgreSQL for those of
// many. It is the only room that knows SQL.
//
// One verb is one transaction, together with its journal lines and its outbox
// rows, so whatever instant a process dies at, either all of it happened or
// nothing. Verbs return values of package org; the errors that callers act on
// (org.ErrNoWork, org.ErrLeaseLost, org.ErrNotFound, org.ErrConflict) are
// found with errors.Is.
package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"reflect"
	"sync"
	"time"

	"github.com/jmoiron/sqlx"

	"github.com/frasier-cos/frasier/internal/org"
)

// Options say where the database is and what it may use.
type Options struct {
	// Path is the database file, whose folder is made when it is missing, or
	// the address of a PostgreSQL database ("postgres://...").
	Path string
	// Home is the folder that remembers which PostgreSQL database this machine
	// works with; empty means that nothing remembers it. SQLite remembers it
	// beside the file.
	Home string
	// Now is the clock. Nil means the machine's on SQLite and the server's on
	// PostgreSQL, so that machines whose clocks differ agree on leases.
	Now func() time.Time
	// Log hears of migrations; nil means silence.
	Log *slog.Logger
	// Crash is called at named points of every transaction, "<verb>" before
	// the commit and "<verb>:committed" after it, so that a test may end the
	// process there. It is nil in shipped programs.
	Crash func(point string)
}

// DB is an open database. All its methods may be called at once, from several
// goroutines and several processes.
type DB struct {
	lang  *dialect
	write *sqlx.DB
	read  *sqlx.DB // cannot write
	desk  desk     // SQLite: for the transaction whose turn it is
	turn  *os.File // SQLite: flocked around each write transaction, so writers of all processes take turns
	using *os.File // SQLite: locked as long as the database is open
	path  string   // SQLite: the file
	uid   string   // the database's identity
	mine  chan struct{}
	// patience is how long a turn to write is waited for in silence.
	patience time.Duration
	group    group
	claim    group // PostgreSQL: claims of many steps, which do not wait for the verbs of group
	shelf    shelf
	far      *server // PostgreSQL: what is known of the server
	now      func() time.Time
	log      *slog.Logger
	crash    func(point string)

	mu      sync.Mutex
	waiting map[chan struct{}]struct{}
	doubts  []org.Lease // see doubt
	bell    bell        // nil while nobody waits
}

// Now returns the time that the database goes by: the clock of Options or, on
// PostgreSQL without one, the server's. Times handed to verbs come from it.
func (d *DB) Now() time.Time { return d.now() }

// Close closes the database. Nothing may be under way.
func (d *DB) Close() error {
	d.mu.Lock()
	defer d.mu.Unlock()
	var bell error
	if d.bell != nil {
		bell = d.bell.take()
		d.bell = nil
	}
	return errors.Join(bell, d.discard())
}

// Wake returns a channel that receives after commits that made work or
// deliveries, of this process and of others on this machine, and a function
// that ends the subscription. Wakes that nobody has taken yet count as one.
func (d *DB) Wake() (<-chan struct{}, func()) {
	c := make(chan struct{}, 1)
	d.mu.Lock()
	defer d.mu.Unlock()
	d.waiting[c] = struct{}{}
	if d.bell == nil {
		b, err := d.hang()
		if err != nil {
			d.log.Warn("work of other processes is only found by polling", "err", err) //nolint:sloglint // a subscription has no context
		} else {
			d.bell = b
		}
	}
	return c, func() {
		d.mu.Lock()
		defer d.mu.Unlock()
		delete(d.waiting, c)
		if len(d.waiting) > 0 || d.bell == nil {
			return
		}
		if err := d.bell.take(); err != nil {
			d.log.Warn("take the bell down", "err", err) //nolint:sloglint // a subscription has no context
		}
		d.bell = nil
	}
}

func (d *DB) rouse() {
	d.mu.Lock()
	defer d.mu.Unlock()
	for c := range d.waiting {
		select {
		case c <- struct{}{}:
		default: // one wake is already waiting to be taken
		}
	}
}

// tx is one writing transaction, or one verb's part of it.
type tx struct {
	link
	ctx   context.Context
	lang  *dialect
	now   int64     // microseconds, the time of everything in this transaction
	verb  string    // names the crash points
	wake  bool      // whether this commit makes work or deliveries
	side  bool      // whether others write meanwhile, see alone
	verbs []string  // those that are done
	lines []newLine // of the journal that are still to be written
	line  int64     // the last line of the journal that it wrote, 0 for none
}

// alone says that what follows must not be done while others write. A
// transaction beside others is undone for it and run again when it has the
// turn alone.
func (t *tx) alone() error {
	if t.side {
		return errTurn
	}
	return nil
}

// tries is how often a transaction is begun that the database gave up for the
// sake of another.
const tries = 8

// tx runs fn in a transaction during which nobody else writes, beside what
// others of this process ask for meanwhile. It commits when fn returns nil and
// undoes everything when not. fn may be run again, so it must set what it
// returns anew.
func (d *DB) tx(ctx context.Context, fn func(t *tx) error) error {
	return d.join(ctx, &request{do: fn})
}

// once is one try of a transaction.
func (d *DB) once(ctx context.Context, c *crew) (err error) {
	release, err := d.takeTurn(ctx)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, release()) }()
	t := &tx{ctx: ctx, lang: d.lang, side: c.side}
	if d.far == nil {
		// It is short, and interrupting a statement would undo the whole
		// transaction behind our back; ctx is asked before the commit.
		t.ctx = context.WithoutCancel(ctx)
	}
	if t.link, err = d.begin(t.ctx); err != nil { //nolint:contextcheck // see above
		return fmt.Errorf("begin: %w", err)
	}
	defer func() { err = errors.Join(err, t.rollback()) }()
	if err := d.enter(t); err != nil {
		return err
	}
	if err := t.run(c); err != nil {
		return err
	}
	if err := c.given(); err != nil {
		return err
	}
	for _, verb := range t.verbs {
		d.at(verb)
	}
	if err := d.announce(t); err != nil {
		return err
	}
	if err := t.commit(t.ctx); err != nil { //nolint:contextcheck // see above
		return err
	}
	d.mark(ctx, t.line)
	for _, verb := range t.verbs {
		d.at(verb + ":committed")
	}
	if t.wake {
		d.ring(ctx)
		d.rouse()
	}
	return nil
}

func (d *DB) begin(ctx context.Context) (link, error) {
	if d.far != nil {
		return dial(ctx, d.write, d.far)
	}
	return enclose(ctx, d.write, &d.desk)
}

// rollback undoes a transaction that has not ended: not one that committed, or
// that a cancelled context ended already.
func rollback(x *sqlx.Tx) error {
	if err := x.Rollback(); !errors.Is(err, sql.ErrTxDone) {
		return err
	}
	return nil
}

func (d *DB) at(point string) {
	if d.crash != nil {
		d.crash(point)
	}
}

// nextID mints an id: the prefix and a number that rises with each. The number
// is drawn inside the transaction, so an undone one leaves no gap.
func (t *tx) nextID(prefix string) (string, error) {
	if err := t.alone(); err != nil {
		return "", err
	}
	var n int64
	err := t.get(&n, `
		INSERT INTO counters (name, n) VALUES (?, 1)
		    ON CONFLICT (name) DO UPDATE SET n = counters.n + 1
		RETURNING n`, prefix)
	if err != nil {
		return "", fmt.Errorf("mint id %s: %w", prefix, err)
	}
	return fmt.Sprintf("%s%d", prefix, n), nil
}

// get, all, exec and change are the transaction's statements.
func (t *tx) get(dest any, query string, args ...any) error {
	return t.GetContext(t.ctx, dest, t.Rebind(query), t.lang.args(args)...)
}

// all reads all rows into the slice at dest, in place of what it held.
func (t *tx) all(dest any, query string, args ...any) error {
	reflect.ValueOf(dest).Elem().SetZero()
	return t.SelectContext(t.ctx, dest, t.Rebind(query), t.lang.args(args)...)
}

func (t *tx) exec(query string, args ...any) error {
	_, err := t.change(query, args...)
	return err
}

// later is exec for a statement that nobody waits for: it is done with the
// next one whose answer is waited for, which may fail for its sake. what was
// tried is said with such an error.
func (t *tx) later(what, query string, args ...any) error {
	return t.link.later(t.ctx, t.statement(what, query, args...))
}

// fetch is all for an answer that is not needed yet: it is there after look,
// behind what dest held.
func (t *tx) fetch(what string, dest any, query string, args ...any) error {
	a := t.statement(what, query, args...)
	a.dest = dest
	return t.link.later(t.ctx, a)
}

// fetchOne is fetch for the only row.
func (t *tx) fetchOne(what string, dest any, query string, args ...any) error {
	a := t.statement(what, query, args...)
	a.dest, a.one = dest, true
	return t.link.later(t.ctx, a)
}

func (t *tx) statement(what, query string, args ...any) statement {
	return statement{what: what, query: t.Rebind(query), args: t.lang.args(args)}
}

// look waits for what was asked for.
func (t *tx) look() error { return t.flush(t.ctx) }

// change is exec for statements whose number of rows decides what is next.
func (t *tx) change(query string, args ...any) (int64, error) {
	r, err := t.ExecContext(t.ctx, t.Rebind(query), t.lang.args(args)...)
	if err != nil {
		return 0, err
	}
	return r.RowsAffected()
}
