package store

import (
	"cmp"
	"context"
	"database/sql"
	"errors"
	"reflect"
	"runtime"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/frasier-cos/frasier/internal/org"
)

// The statements whose query plans are pinned.
const (
	RenewStatement        = renewStatement
	PeekStatement         = `SELECT 1 FROM steps WHERE ` + ready + inScope + ` ORDER BY priority DESC, seq LIMIT 1`
	ClaimMessageStatement = claimMessageStatement
	StalledStatement      = `SELECT id FROM projects WHERE ` + stalled
	CountOpen             = `UPDATE steps SET open_deps = (` + countOpen + `) WHERE mission_id = ?`
	ExpireStatement       = claimedStatement + `claim_until <= ?`
	ReleaseStatement      = claimedStatement + `claimed_by = ?`
	CountDownStatement    = countDownStatement
	CalmStatement         = calmStatement
	PaceStatement         = paceStatement
	HourStatement         = hourStatement
)

// ClaimStatement is the claim as SQLite and as PostgreSQL are told it.
func ClaimStatement(remote bool) string {
	if remote {
		return claimStatement(postgres(), trusted)
	}
	return claimStatement(sqlite(), trusted)
}

// LostStatement is the look for claims that ran out, or of a holder who died.
func LostStatement(claims string) string { return lostStatement(claims) }

// ErrCommit marks a commit that may have happened.
var ErrCommit = errCommit

// WrongClock sets this machine's clock wrong, for a database on a server.
func (d *DB) WrongClock(by time.Duration) {
	d.far.machine = func() time.Time { return time.Now().Add(by) }
	d.far.ahead.Store(0)
}

// Twice runs a transaction whose first try the server gives up, with a code or
// by cutting its connection.
func (d *DB) Twice(ctx context.Context, code string) (ran int, err error) {
	err = d.tx(ctx, func(t *tx) error {
		t.verb = "twice"
		if ran++; ran == 1 && code == "cut" {
			return t.exec(`SELECT pg_terminate_backend(pg_backend_pid())`)
		}
		if ran == 1 {
			return t.exec(`DO $$ BEGIN RAISE EXCEPTION 'given up' USING ERRCODE = '` + code + `'; END $$`)
		}
		return t.exec(`INSERT INTO counters (name, n) VALUES ('twice', 1)`)
	})
	return ran, err
}

// Hold has the verbs wait that are asked for, until it is let go: they go
// together then.
func (d *DB) Hold() (letGo func()) {
	for !d.group.lead(&request{}) {
		runtime.Gosched()
	}
	return d.group.next
}

// Waiting is how many verbs wait.
func (d *DB) Waiting() int {
	d.group.mu.Lock()
	defer d.group.mu.Unlock()
	return len(d.group.waiting)
}

// Break panics in the middle of a transaction.
func (d *DB) Break(ctx context.Context, with string) error {
	return d.tx(ctx, func(t *tx) error {
		t.verb = "break"
		if err := t.exec(`INSERT INTO counters (name, n) VALUES ('broken', 1)`); err != nil {
			return err
		}
		panic(with)
	})
}

// Seals is what Verify says of the journal's seals alone.
func (d *DB) Seals(ctx context.Context) (org.CheckResult, error) { return sealed(ctx, d.read) }

// Read reads the answer of a query inside a transaction into dest, a slice's
// address for all rows.
func (d *DB) Read(ctx context.Context, dest any, all bool, query string, args ...any) error {
	return d.tx(ctx, func(t *tx) error {
		t.verb = "read"
		if all {
			return t.all(dest, query, args...)
		}
		return t.get(dest, query, args...)
	})
}

// ReadBoth reads the one value of a query from a server into quick, if it fits
// there as it is, and into slow as the driver does.
func (d *DB) ReadBoth(ctx context.Context, quick, slow any, format int16, query string) (fits bool, err error) {
	p, err := dial(ctx, d.write, d.far)
	if err != nil {
		return false, err
	}
	defer func() { err = errors.Join(err, p.rollback()) }() //nolint:contextcheck // as in once
	rows, err := p.conn.Query(ctx, query, pgx.QueryResultFormats{format})
	if err != nil {
		return false, err
	}
	defer rows.Close()
	if !rows.Next() {
		return false, errors.Join(errors.New("no row"), rows.Err())
	}
	fits = quickly(reflect.ValueOf(quick).Elem(), nil, rows.FieldDescriptions(), rows.RawValues())
	return fits, rows.Scan(place(reflect.ValueOf(slow).Elem()))
}

// ReadListed reads rows that a statement is given as a table.
func (d *DB) ReadListed(ctx context.Context, dest any, columns string, n int, row func(i int) []any) error {
	return d.tx(ctx, func(t *tx) error {
		t.verb = "read"
		for _, l := range t.lang.listed(n, row) {
			if err := t.fetch("read rows", dest, `SELECT `+columns+` FROM `+l.table, l.args...); err != nil {
				return err
			}
		}
		return t.look()
	})
}

// ReadAmong counts the counters of some names.
func (d *DB) ReadAmong(ctx context.Context, names []org.StepID) (n int, err error) {
	err = d.tx(ctx, func(t *tx) error {
		t.verb = "read"
		among, args := anyOf(t.lang, names)
		return t.get(&n, `SELECT count(*) FROM counters WHERE name `+among, args...)
	})
	return n, err
}

// Impatient has the log say at once when a turn to write is waited for.
func (d *DB) Impatient() { d.patience = time.Millisecond }

// Ways ends a step and claims more in one transaction, and counts the ways to a
// server and back that it takes, those that a file is spared too.
func (d *DB) Ways(ctx context.Context, l org.Lease, o org.Outcome) (n int, err error) {
	err = d.tx(ctx, func(t *tx) error {
		ways := &ways{link: t.link, waiting: true} // BEGIN
		t.link = ways
		e := &ending{lease: l, outcome: o}
		var k around
		err := t.endings([]*ending{e}, &k)
		if err == nil {
			err = t.look()
		}
		if err == nil {
			err = t.finishAll([]*ending{e}, k)
		}
		if err = cmp.Or(err, e.err); err != nil {
			return err
		}
		q := &claiming{holder: l.Owner, term: time.Minute.Microseconds(), room: func() (free, held int) { return 1, 0 }}
		err = q.do(t)
		n = ways.n + 1 // the journal with COMMIT
		return err
	})
	return n, err
}

// ways counts how often a transaction waits for an answer.
type ways struct {
	link
	waiting bool // whether something is put off
	n       int
}

func (w *ways) answered() { w.n, w.waiting = w.n+1, false }

func (w *ways) GetContext(ctx context.Context, dest any, query string, args ...any) error {
	w.answered()
	return w.link.GetContext(ctx, dest, query, args...)
}

func (w *ways) SelectContext(ctx context.Context, dest any, query string, args ...any) error {
	w.answered()
	return w.link.SelectContext(ctx, dest, query, args...)
}

func (w *ways) ExecContext(ctx context.Context, query string, args ...any) (sql.Result, error) {
	w.answered()
	return w.link.ExecContext(ctx, query, args...)
}

func (w *ways) later(ctx context.Context, a statement) error {
	w.waiting = true
	return w.link.later(ctx, a)
}

func (w *ways) flush(ctx context.Context) error {
	if w.waiting {
		w.answered()
	}
	return w.link.flush(ctx)
}
