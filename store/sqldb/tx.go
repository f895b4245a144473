package sqldb

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jmoiron/sqlx"

	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/retry"
)

// Tx is the transaction of one method, in which nobody else writes. On SQLite
// it is a savepoint within a transaction that the methods which wait at the
// same time share.
type Tx struct {
	x       *sqlx.Tx
	Ctx     context.Context
	Dialect *Dialect
	Now     int64  // microseconds, the time of everything in this transaction
	Method  string // names the crash points
	Wake    bool   // whether this commit makes work or deliveries
	setup   *Setup
	lines   []newLine
	line    int64 // the last line of the journal that it wrote, 0 for none
}

// ErrCommit marks a commit that failed. It may have happened all the same, so
// the transaction is not run again.
var ErrCommit = fmt.Errorf("commit: %w", org.ErrInDoubt)

// again is how a transaction is tried again that the server gave up for the sake of
// another, or whose connection broke.
var again = retry.Policy{First: 5 * time.Millisecond, Most: 40 * time.Millisecond, Tries: 8} //nolint:gochecknoglobals // a constant

// Write runs fn in a transaction during which nobody else writes. It commits when
// fn returns nil and undoes everything when not. On PostgreSQL fn may be run
// again, so it must set what it returns anew; on SQLite it never is.
func (d *DB) Write(ctx context.Context, fn func(t *Tx) error) error {
	if d.server == nil {
		return d.writes.run(ctx, d, fn)
	}
	var last error
	err := retry.Run(ctx, again, retry.Clock{Random: rand.Float64}, func(ctx context.Context) error {
		if last = d.once(ctx, fn); last != nil && !transient(last) {
			return retry.Permanent(last)
		}
		return last
	}, func(a retry.Attempt) {
		if a.Verdict == retry.TriesOver {
			d.log.WarnContext(ctx, "a transaction was given up by the server each time", "tries", a.Tries, "err", a.Err)
		}
	})
	if err != nil && ctx.Err() != nil && transient(last) {
		return err
	}
	return OrgError(last)
}

// once is one try of a transaction on a server.
func (d *DB) once(ctx context.Context, fn func(t *Tx) error) (err error) {
	x, err := d.write.BeginTxx(ctx, nil)
	if err != nil {
		return fmt.Errorf("begin: %w", err)
	}
	defer func() { err = errors.Join(err, rollback(x)) }()
	t := &Tx{x: x, Ctx: ctx, Dialect: d.Dialect, Method: "tx", setup: d.setup.Load()}
	// Writers of all machines take turns by a lock that goes with the transaction.
	err = t.Get(&t.Now, `SELECT (`+serverClock+`) FROM (SELECT pg_advisory_xact_lock(?)) AS locked`, d.server.key)
	if err != nil {
		return fmt.Errorf("%w: %w", errLockWait, err)
	}
	d.server.ahead.Store(t.Now - d.server.machine().UnixMicro())
	if d.server.fixed != nil {
		t.Now = d.server.fixed().UnixMicro()
	}
	if err := t.do(fn); err != nil {
		return err
	}
	if t.Wake {
		if err := t.Exec(`SELECT pg_notify(?, ?)`, d.server.name, d.server.mine); err != nil {
			return fmt.Errorf("tell of work: %w", err)
		}
	}
	d.crashPoint(t.Method)
	if err := ctx.Err(); err != nil {
		return err
	}
	if err := commit(x); err != nil {
		return err
	}
	d.crashPoint(t.Method + ":committed")
	if t.Wake {
		d.notifyLocal()
	}
	return nil
}

// do runs a method and writes its lines of the journal.
func (t *Tx) do(fn func(t *Tx) error) error {
	if err := fn(t); err != nil {
		return err
	}
	return t.Journal()
}

// commit ends a transaction. An error after which it may have happened is
// ErrCommit.
func commit(x *sqlx.Tx) error {
	err := x.Commit()
	var refused *pgconn.PgError
	switch {
	case err == nil:
		return nil
	case errors.Is(err, sql.ErrTxDone), errors.Is(err, pgx.ErrTxCommitRollback):
		return err
	case errors.As(err, &refused) && (strings.HasPrefix(refused.Code, "40") || strings.HasPrefix(refused.Code, violated)):
		return err
	}
	return fmt.Errorf("%w: %w", ErrCommit, err)
}

// rollback undoes a transaction that has not ended: not one that committed, or
// that a cancelled context ended already.
func rollback(x *sqlx.Tx) error {
	if err := x.Rollback(); !errors.Is(err, sql.ErrTxDone) && !cut(err) {
		return err
	}
	return nil
}

func (d *DB) crashPoint(point string) {
	if d.crash != nil {
		d.crash(point)
	}
}

// NextID mints an id: the prefix and a number that rises with each. The number
// is drawn inside the transaction, so an undone one leaves no gap.
func (t *Tx) NextID(prefix string) (string, error) {
	var n int64
	err := t.Get(&n, `
		INSERT INTO counters (name, n) VALUES (?, 1)
		    ON CONFLICT (name) DO UPDATE SET n = counters.n + 1
		RETURNING n`, prefix)
	if err != nil {
		return "", fmt.Errorf("mint id %s: %w", prefix, err)
	}
	return fmt.Sprintf("%s%d", prefix, n), nil
}

// GetContext is of getter.
func (t *Tx) GetContext(ctx context.Context, dest any, query string, args ...any) error {
	return t.x.GetContext(ctx, dest, query, args...)
}

// SelectContext is of getter.
func (t *Tx) SelectContext(ctx context.Context, dest any, query string, args ...any) error {
	return t.x.SelectContext(ctx, dest, query, args...)
}

// Rebind is of getter.
func (t *Tx) Rebind(query string) string { return t.x.Rebind(query) }

// Get reads one row into dest; sql.ErrNoRows when there is none.
func (t *Tx) Get(dest any, query string, args ...any) error {
	return t.x.GetContext(t.Ctx, dest, t.x.Rebind(query), t.Dialect.Args(args)...)
}

// All reads all rows into the slice at dest, in place of what it held.
func (t *Tx) All(dest any, query string, args ...any) error {
	reflect.ValueOf(dest).Elem().SetZero()
	return t.x.SelectContext(t.Ctx, dest, t.x.Rebind(query), t.Dialect.Args(args)...)
}

// Exec does a statement.
func (t *Tx) Exec(query string, args ...any) error {
	_, err := t.Change(query, args...)
	return err
}

// Change is exec for statements whose number of rows decides what is next.
func (t *Tx) Change(query string, args ...any) (int64, error) {
	r, err := t.x.ExecContext(t.Ctx, t.x.Rebind(query), t.Dialect.Args(args)...)
	if err != nil {
		return 0, err
	}
	return r.RowsAffected()
}

// Insert writes n rows with a statement "INSERT INTO table (columns)"; row
// returns the values of the i-th.
func (t *Tx) Insert(into string, n int, row func(i int) []any) error {
	const most = 64 // rows of a statement: few texts stay prepared, and parameters are limited
	for i := 0; i < n; i += most {
		var args []any
		k := min(most, n-i)
		for j := range k {
			args = append(args, row(i+j)...)
		}
		one := `(?` + strings.Repeat(`, ?`, len(args)/k-1) + `)`
		if err := t.Exec(into+` VALUES `+one+strings.Repeat(`, `+one, k-1), args...); err != nil {
			return err
		}
	}
	return nil
}

// transient reports an error of a transaction that the server gave up for the
// sake of another one, or that a broken connection undid before its commit.
func transient(err error) bool {
	var e *pgconn.PgError
	if errors.Is(err, ErrCommit) {
		return false
	}
	if errors.As(err, &e) {
		return slices.Contains([]string{"40001", "40P01", "57P01"}, e.Code) // serialization_failure, deadlock_detected, admin_shutdown
	}
	return cut(err)
}
