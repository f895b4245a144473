package store

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"errors"
	"fmt"
	"reflect"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/stdlib"
	"github.com/jmoiron/sqlx"
	"github.com/jmoiron/sqlx/reflectx"
)

// link is an open transaction of either database.
type link interface {
	getter
	ExecContext(ctx context.Context, query string, args ...any) (sql.Result, error)
	// later does a statement now, or together with the next one whose answer
	// is waited for. An error may come with that one.
	later(ctx context.Context, a statement) error
	// flush does what is still to be done.
	flush(ctx context.Context) error
	// commit ends the transaction; an error that is errCommit leaves open
	// whether it happened.
	commit(ctx context.Context) error
	// rollback undoes it, unless it has ended.
	rollback() error
}

// statement is one statement and where its answer goes.
type statement struct {
	what  string // was tried, for errors; empty when the caller says it
	query string
	args  []any
	dest  any    // a pointer to a slice, to which all rows are added; nil for none
	one   bool   // dest is for the only row
	then  func() // called when dest is filled; nil for nothing
}

func (a *statement) wrap(err error) error {
	if err == nil || a.what == "" {
		return err
	}
	return fmt.Errorf("%s: %w", a.what, err)
}

// wire is a transaction on a PostgreSQL server. Each way there and back costs
// more than most statements, so those that nobody waits for go along with the
// next, from BEGIN to COMMIT. Not for several goroutines.
type wire struct {
	lent    *sql.Conn // from the pool
	conn    *pgx.Conn // the same
	mapper  *reflectx.Mapper
	far     *server
	waiting []statement
	open    bool // something was sent
}

// errLost is a connection that broke before the commit was sent, so nothing
// happened.
var errLost = errors.New("the connection to the server broke")

// dial begins a transaction on the server.
func dial(ctx context.Context, db *sqlx.DB, far *server) (*wire, error) {
	lent, err := db.Conn(ctx)
	if err != nil {
		return nil, err
	}
	p := &wire{lent: lent, mapper: db.Mapper, far: far, waiting: []statement{{query: `BEGIN`}}}
	err = lent.Raw(func(c any) error {
		of, ok := c.(*stdlib.Conn)
		if !ok {
			return fmt.Errorf("a connection of %T", c)
		}
		p.conn = of.Conn()
		return nil
	})
	if err != nil {
		return nil, errors.Join(err, lent.Close())
	}
	return p, nil
}

// Rebind is of getter.
func (p *wire) Rebind(query string) string {
	known, _ := p.far.texts.Load(query)
	if text, ok := known.(string); ok {
		return text
	}
	text := sqlx.Rebind(sqlx.DOLLAR, query)
	p.far.texts.Store(query, text)
	return text
}

// GetContext is of getter.
func (p *wire) GetContext(ctx context.Context, dest any, query string, args ...any) error {
	found := false
	p.waiting = append(p.waiting, statement{query: query, args: args, dest: dest, one: true, then: func() { found = true }})
	if err := p.flush(ctx); err != nil {
		return err
	}
	if !found {
		return sql.ErrNoRows
	}
	return nil
}

// SelectContext is of getter.
func (p *wire) SelectContext(ctx context.Context, dest any, query string, args ...any) error {
	p.waiting = append(p.waiting, statement{query: query, args: args, dest: dest})
	return p.flush(ctx)
}

// ExecContext returns how many rows a statement changed.
func (p *wire) ExecContext(ctx context.Context, query string, args ...any) (sql.Result, error) {
	p.waiting = append(p.waiting, statement{query: query, args: args})
	tag, err := p.answers(ctx)
	return driver.RowsAffected(tag.RowsAffected()), err
}

func (p *wire) later(_ context.Context, a statement) error {
	p.waiting = append(p.waiting, a)
	return nil
}

func (p *wire) flush(ctx context.Context) error {
	if len(p.waiting) == 0 {
		return nil
	}
	_, err := p.answers(ctx)
	return err
}

// answers is send before the end of the transaction.
func (p *wire) answers(ctx context.Context) (pgconn.CommandTag, error) {
	last, err := p.send(ctx)
	if err != nil && p.conn.IsClosed() && ctx.Err() == nil {
		err = fmt.Errorf("%w: %w", errLost, err)
	}
	return last, err
}

// send does all statements that wait and returns what became of the last.
func (p *wire) send(ctx context.Context) (last pgconn.CommandTag, err error) {
	all := p.waiting
	p.waiting, p.open = nil, true
	var b pgx.Batch
	for _, a := range all {
		b.Queue(a.query, a.args...)
	}
	answers := p.conn.SendBatch(ctx, &b)
	for i := range all {
		if last, err = p.answer(answers, &all[i]); err != nil {
			err = all[i].wrap(err)
			break
		}
	}
	if closing := answers.Close(); err == nil {
		err = closing
	}
	return last, err
}

func (p *wire) answer(from pgx.BatchResults, a *statement) (pgconn.CommandTag, error) {
	rows, err := from.Query()
	if err != nil {
		return pgconn.CommandTag{}, err
	}
	defer rows.Close()
	n := 0
	if a.dest != nil {
		if n, err = p.fill(rows, a.query, reflect.ValueOf(a.dest).Elem(), a.one); err != nil {
			return pgconn.CommandTag{}, err
		}
	}
	rows.Close()
	if err := rows.Err(); err != nil {
		return pgconn.CommandTag{}, err
	}
	if a.then != nil && (n > 0 || !a.one) {
		a.then()
	}
	return rows.CommandTag(), nil
}

// fill reads the rows of a statement into a slice, or the first into a value.
func (p *wire) fill(rows pgx.Rows, query string, into reflect.Value, one bool) (n int, err error) {
	of := into.Type()
	if !one {
		of = of.Elem()
	}
	columns := rows.FieldDescriptions()
	ways, err := p.far.ways.to(p.mapper, query, of, len(columns), func(i int) string { return columns[i].Name })
	if err != nil {
		return 0, err
	}
	for ; (!one || n == 0) && rows.Next(); n++ {
		v := into
		if !one {
			v = added(into)
		}
		if quickly(v, ways, columns, rows.RawValues()) {
			continue
		}
		dest := make([]any, len(columns))
		for i := range dest {
			dest[i] = place(within(v, ways, i))
		}
		if err := rows.Scan(dest...); err != nil {
			return n, err
		}
	}
	return n, nil
}

// added adds an empty element to a slice and returns it.
func added(to reflect.Value) reflect.Value {
	n := to.Len()
	if n == to.Cap() {
		to.Grow(n + 1)
	}
	to.SetLen(n + 1)
	v := to.Index(n)
	v.SetZero()
	return v
}

func (p *wire) commit(ctx context.Context) error {
	p.waiting = append(p.waiting, statement{query: `COMMIT`})
	tag, err := p.send(ctx)
	switch {
	case err == nil && tag.String() != "COMMIT":
		return fmt.Errorf("the server answered %s to COMMIT", tag)
	case err == nil:
		p.open = false
		return nil
	case !p.conn.IsClosed() && p.conn.PgConn().TxStatus() != 'I':
		return err // a statement before it failed, or nothing was sent: the transaction still stands
	}
	return fmt.Errorf("%w: %w", errCommit, err)
}

func (p *wire) rollback() error {
	p.waiting = nil
	if p.open && !p.conn.IsClosed() && p.conn.PgConn().TxStatus() != 'I' {
		const patience = 5 * time.Second
		ctx, stop := context.WithTimeout(context.Background(), patience)
		defer stop()
		if _, err := p.conn.Exec(ctx, `ROLLBACK`); err != nil {
			return errors.Join(err, p.conn.Close(ctx), p.lent.Close())
		}
	}
	return p.lent.Close()
}
