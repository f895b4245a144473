package sqldb

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"math/rand/v2"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jmoiron/sqlx"

	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/retry"
)

// Tx is the transaction of one method. On SQLite it is a savepoint within a
// transaction that the methods which wait at the same time share, and nobody else
// writes; on a server the same is true of Write, and not of WriteBeside.
type Tx struct {
	x       session
	Ctx     context.Context
	Dialect *Dialect
	Now     int64  // microseconds, the time of everything in this transaction
	Method  string // names the crash points
	Wake    bool   // whether this commit makes work or deliveries
	setup   *Setup
	lines   []newLine
	line    int64 // the last line of the journal that it wrote, 0 for none
	beside  bool  // whether others write at the same time
	key     int64 // on a server: of the lock that writers take, and before those of the turns
	pending bool  // whether lines of the journal wait for their numbers
	ends    bool  // whether ends of steps are to be followed up first
}

// ErrCommit marks a commit that failed. It may have happened all the same, so
// the transaction is not run again.
var ErrCommit = fmt.Errorf("commit: %w", org.ErrInDoubt)

// again is the policy by which a transaction is tried again that the server gave up for the sake
// of another, or whose connection broke.
var again = retry.Policy{First: 5 * time.Millisecond, Most: 40 * time.Millisecond, Tries: 8} //nolint:gochecknoglobals // a constant

// errAlone undoes a transaction that has to be alone and is not.
var errAlone = errors.New("others write at the same time")

// Write runs fn in a transaction during which nobody else writes. It commits when
// fn returns nil and undoes everything when not. On PostgreSQL fn may be run
// again, so it must set what it returns anew; on SQLite it never is.
func (d *DB) Write(ctx context.Context, fn func(t *Tx) error) error {
	return d.run(ctx, false, nil, fn)
}

// WriteBeside is Write for a method that writes rows of its own only: those of
// one step that it holds, of one call, of one timed duty. On a server others run
// beside it, by their rows' locks and READ COMMITTED; Write still waits for all of
// them, and they for Write. What fn finds out to need more says so by Tx.Alone, and
// is run again as by Write.
func (d *DB) WriteBeside(ctx context.Context, fn func(t *Tx) error) error {
	return d.run(ctx, true, nil, fn)
}

// WriteAfter is WriteBeside with what can be asked before the time is known, by Tx.Ahead:
// on a server it goes with the beginning.
func (d *DB) WriteAfter(ctx context.Context, ask, fn func(t *Tx) error) error {
	return d.run(ctx, true, ask, fn)
}

// Alone is asked for before something is read or written that other methods
// change too. It returns nil when nobody else writes; else its error ends the
// transaction, which is run again alone.
func (t *Tx) Alone() error {
	if t.beside {
		return errAlone
	}
	return nil
}

// Turn names something that transactions which run beside each other all change, so that they take
// turns at it.
type Turn int64

// What is taken turns at. A transaction takes one of them at the most, before the
// rows that it stands for.
const (
	Budgets  Turn = iota + 2 // what was spent, and what may be; 0 is the writers' own lock, 1 that of migrations
	Searches                 // the searches of a month
	Seals
	Traffic
	Ends // what follows from the ends of steps
)

// Turn waits until nobody else has this turn. It ends with the transaction. Who writes
// alone has all of them.
func (t *Tx) Turn(of Turn) error {
	if !t.beside {
		return nil
	}
	return t.Exec(`SELECT pg_advisory_xact_lock(?)`, t.key+int64(of))
}

// OneOf completes a query for the seq and id of rows to the ids of those that no other transaction
// has picked so, n at the most, in their order. Whoever picks a row waits for nobody, and
// nobody for him; that the row is still as it was is seen by the next statement.
func (t *Tx) OneOf(query string) string {
	half := strconv.Itoa(int(int32(t.key))) // the lower one
	return `SELECT id FROM (` + query + ` OFFSET 0) AS these WHERE pg_try_advisory_xact_lock(` + half + `, (seq % 2147483647)::int) LIMIT CAST(? AS BIGINT)`
}

// TryTurn takes a turn that nobody else has, and reports whether it did.
func (t *Tx) TryTurn(of Turn) (mine bool, err error) {
	if !t.beside {
		return true, nil
	}
	err = t.Get(&mine, `SELECT pg_try_advisory_xact_lock(?)`, t.key+int64(of))
	return mine, err
}

// BeforeAlone has each transaction that is alone on a server begin with do when ends of
// steps are noted.
func (d *DB) BeforeAlone(do func(t *Tx) error) { d.first = do }

// run is Write, or WriteBeside when others may write at the same time.
func (d *DB) run(ctx context.Context, beside bool, ask, fn func(t *Tx) error) error {
	if d.server == nil && ask == nil {
		return d.writes.run(ctx, d, fn)
	}
	if d.server == nil {
		return d.writes.run(ctx, d, func(t *Tx) error {
			if err := ask(t); err != nil {
				return err
			}
			return fn(t)
		})
	}
	return d.retryOnServer(ctx, func(ctx context.Context) error {
		err := d.tryTransaction(ctx, beside, ask, fn)
		if beside && errors.Is(err, errAlone) {
			beside = false // also when that has to be tried again
			err = d.tryTransaction(ctx, beside, ask, fn)
		}
		return err
	})
}

// retryOnServer does something on a server again that it gave up for the sake of another.
func (d *DB) retryOnServer(ctx context.Context, do func(ctx context.Context) error) error {
	var last error
	err := retry.Run(ctx, again, retry.Clock{Random: rand.Float64}, func(ctx context.Context) error {
		if last = do(ctx); last != nil && !isTransient(last) {
			return retry.Permanent(last)
		}
		return last
	}, func(a retry.Attempt) {
		if a.Verdict == retry.TriesOver {
			d.log.WarnContext(ctx, "a transaction was given up by the server each time", "tries", a.Tries, "err", a.Err)
		}
	})
	if err != nil && ctx.Err() != nil && isTransient(last) {
		return err
	}
	return OrgError(last)
}

// tryTransaction is one try of a transaction on a server.
func (d *DB) tryTransaction(ctx context.Context, beside bool, ask, fn func(t *Tx) error) error {
	return d.inPipeline(ctx, func(p *pipeline) error { return d.transact(ctx, p, beside, ask, fn) })
}

// transact runs fn in a transaction that has begun, and commits it.
func (d *DB) transact(ctx context.Context, p *pipeline, beside bool, ask, fn func(t *Tx) error) error {
	t := &Tx{x: p, Ctx: ctx, Dialect: d.Dialect, Method: "tx", setup: d.setup.Load(), beside: beside, key: d.server.key}
	if err := t.begin(ask); err != nil {
		return fmt.Errorf("%w: %w", errLockWait, err)
	}
	d.server.ahead.Store(t.Now - d.server.machine().UnixMicro())
	if d.server.fixed != nil {
		t.Now = d.server.fixed().UnixMicro()
	}
	if t.ends && d.first != nil {
		if err := d.first(t); err != nil {
			return err
		}
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
	if err := p.commit(ctx); err != nil {
		return err
	}
	d.crashPoint(t.Method + ":committed")
	if t.Wake {
		d.notifyLocal()
	}
	return nil
}

// begin takes the lock that goes with the transaction: all of WriteBeside share it,
// each of Write has it alone. What waits is looked at by a statement of its own,
// which sees what those committed that the lock was waited for.
func (t *Tx) begin(ask func(t *Tx) error) error {
	lock := `SELECT pg_advisory_xact_lock(?)`
	if t.beside {
		lock = `SELECT pg_advisory_xact_lock_shared(?)`
	}
	if err := t.Exec(lock, t.key); err != nil {
		return err
	}
	if ask != nil {
		if err := ask(t); err != nil {
			return err
		}
	}
	if t.beside {
		return t.Get(&t.Now, `SELECT `+serverClock)
	}
	var begun struct {
		Now     int64
		Pending bool
		Ends    bool
	}
	err := t.Get(&begun, `SELECT (`+serverClock+`) AS now, (`+linesWait+`) AS pending, EXISTS (SELECT 1 FROM step_ends) AS ends`)
	t.Now, t.pending, t.ends = begun.Now, begun.Pending, begun.Ends
	return err
}

// do runs a method and writes its lines of the journal.
func (t *Tx) do(fn func(t *Tx) error) error {
	if err := fn(t); err != nil {
		return err
	}
	return t.Journal()
}

// commit ends a transaction of a file. An error after which it may have happened is
// ErrCommit.
func commit(x *sqlx.Tx) error {
	err := x.Commit()
	if err == nil || errors.Is(err, sql.ErrTxDone) {
		return err
	}
	return fmt.Errorf("%w: %w", ErrCommit, err)
}

// rollback undoes a transaction that has not ended: not one that committed, or
// that a cancelled context ended already.
func rollback(x *sqlx.Tx) error {
	if err := x.Rollback(); !errors.Is(err, sql.ErrTxDone) && !isConnectionCut(err) {
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
	if err := t.Alone(); err != nil {
		return "", err // whoever mints an id of the same kind would wait for it
	}
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

// GetContext implements Getter.
func (t *Tx) GetContext(ctx context.Context, dest any, query string, args ...any) error {
	return t.x.GetContext(ctx, dest, query, args...)
}

// SelectContext implements Getter.
func (t *Tx) SelectContext(ctx context.Context, dest any, query string, args ...any) error {
	return t.x.SelectContext(ctx, dest, query, args...)
}

// Rebind implements Getter.
func (t *Tx) Rebind(query string) string { return t.Dialect.Rebind(query) }

// Get reads one row into dest; sql.ErrNoRows when there is none.
func (t *Tx) Get(dest any, query string, args ...any) error {
	return t.x.GetContext(t.Ctx, dest, t.Rebind(query), t.Dialect.Args(args)...)
}

// All reads all rows into the slice at dest, in place of what it held.
func (t *Tx) All(dest any, query string, args ...any) error {
	reflect.ValueOf(dest).Elem().SetZero()
	return t.x.SelectContext(t.Ctx, dest, t.Rebind(query), t.Dialect.Args(args)...)
}

// Exec does a statement. On a server it is sent with the next one, which then returns
// its error.
func (t *Tx) Exec(query string, args ...any) error {
	return t.x.exec(t.Ctx, t.Rebind(query), t.Dialect.Args(args))
}

// Change is Exec for statements whose number of rows decides what is next.
func (t *Tx) Change(query string, args ...any) (int64, error) {
	return t.x.change(t.Ctx, t.Rebind(query), t.Dialect.Args(args))
}

// Ahead is All whose rows are there when the next statement that is read has answered:
// on a server several questions cost one way to it.
func (t *Tx) Ahead(dest any, query string, args ...any) error {
	reflect.ValueOf(dest).Elem().SetZero()
	return t.x.ahead(t.Ctx, dest, t.Rebind(query), t.Dialect.Args(args))
}

type session interface {
	GetContext(ctx context.Context, dest any, query string, args ...any) error
	SelectContext(ctx context.Context, dest any, query string, args ...any) error
	ahead(ctx context.Context, dest any, query string, args []any) error
	exec(ctx context.Context, query string, args []any) error
	change(ctx context.Context, query string, args []any) (int64, error)
}

type file struct{ *sqlx.Tx }

func (f file) ahead(ctx context.Context, dest any, query string, args []any) error {
	return f.SelectContext(ctx, dest, query, args...)
}

func (f file) exec(ctx context.Context, query string, args []any) error {
	_, err := f.ExecContext(ctx, query, args...)
	return err
}

func (f file) change(ctx context.Context, query string, args []any) (int64, error) {
	r, err := f.ExecContext(ctx, query, args...)
	if err != nil {
		return 0, err
	}
	return r.RowsAffected()
}

// Insert writes n rows with a statement "INSERT INTO table (columns)"; row
// returns the values of the i-th.
func (t *Tx) Insert(into string, n int, row func(i int) []any) error {
	return t.insert(into, "", n, row)
}

// insert is Insert of rows that begin with an expression.
func (t *Tx) insert(into, first string, n int, row func(i int) []any) error {
	const most = 64 // rows of a statement: few texts stay prepared, and parameters are limited
	for i := 0; i < n; i += most {
		var args []any
		k := min(most, n-i)
		for j := range k {
			args = append(args, row(i+j)...)
		}
		one := `(` + first + `?` + strings.Repeat(`, ?`, len(args)/k-1) + `)`
		if err := t.Exec(into+` VALUES `+one+strings.Repeat(`, `+one, k-1), args...); err != nil {
			return err
		}
	}
	return nil
}

// isTransient reports an error of a transaction that the server gave up for the
// sake of another one, or that a broken connection undid before its commit.
func isTransient(err error) bool {
	var e *pgconn.PgError
	if errors.Is(err, ErrCommit) {
		return false
	}
	if errors.As(err, &e) {
		return slices.Contains([]string{"40001", "40P01", "57P01"}, e.Code) // serialization_failure, deadlock_detected, admin_shutdown
	}
	return isConnectionCut(err)
}
