package sqldb

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/stdlib"
)

// pipeline is a transaction on a server. A statement whose result nobody waits for is
// sent with the next one whose result somebody does, or with the commit, so that it
// costs no way to the server of its own. Its error ends that one then.
type pipeline struct {
	conn *pgx.Conn
	late *pgx.Batch  // what is still to be sent
	into map[int]any // where to answers of that are read
}

// undoing bounds how long a transaction may take to be undone; its connection is given up then.
// Our choice.
const undoing = 5 * time.Second

// inPipeline runs fn in a transaction of its own. What fn leaves open is undone.
func (d *DB) inPipeline(ctx context.Context, fn func(p *pipeline) error) (err error) {
	c, err := d.write.Conn(ctx)
	if err != nil {
		return fmt.Errorf("begin: %w", err)
	}
	defer func() {
		if closed := c.Close(); !errors.Is(closed, sql.ErrConnDone) && !errors.Is(closed, driver.ErrBadConn) {
			err = errors.Join(err, closed)
		}
	}()
	return c.Raw(func(c any) (err error) {
		own, is := c.(*stdlib.Conn)
		if !is {
			return fmt.Errorf("begin: a connection is a %T", c)
		}
		p := &pipeline{conn: own.Conn(), late: &pgx.Batch{}, into: map[int]any{}}
		defer func() { p.undo(ctx) }()
		p.later(`begin`, nil)
		return fn(p)
	})
}

// undo ends a transaction that has not ended. One that cannot be told so is undone by
// the server, since its connection is not used again.
func (p *pipeline) undo(ctx context.Context) {
	const idle = 'I'
	if p.conn.IsClosed() || p.conn.PgConn().TxStatus() == idle {
		return
	}
	ctx, end := context.WithTimeout(context.WithoutCancel(ctx), undoing)
	defer end()
	if _, err := p.conn.Exec(ctx, `rollback`); err != nil {
		_ = p.conn.Close(ctx) //nolint:errcheck // it is given up
	}
}

// later has a statement sent with the next one.
func (p *pipeline) later(query string, args []any) { p.late.Queue(query, args...) }

// send sends a statement with those before it and returns what it answers.
func (p *pipeline) send(ctx context.Context, query string, args []any) (found *answer, done pgconn.CommandTag, err error) {
	p.later(query, args)
	all, into := p.late, p.into
	p.late, p.into = &pgx.Batch{}, map[int]any{}
	results := p.conn.SendBatch(ctx, all)
	defer func() {
		if closed := results.Close(); err == nil {
			err = closed
		}
	}()
	for i, q := range all.QueuedQueries[:len(all.QueuedQueries)-1] {
		dest, read := into[i]
		if !read {
			_, err = results.Exec()
		} else if found, _, err = nextAnswer(results); err == nil {
			err = answers().SelectContext(context.Background(), dest, "", found) //nolint:contextcheck // it is here already
		}
		if err != nil {
			return nil, done, &earlierError{q.SQL, err}
		}
	}
	return nextAnswer(results)
}

func nextAnswer(results pgx.BatchResults) (*answer, pgconn.CommandTag, error) {
	rows, err := results.Query()
	if err != nil {
		return nil, pgconn.CommandTag{}, err
	}
	found, err := answerOf(rows)
	return found, rows.CommandTag(), err
}

// commit sends what is still to be sent and ends the transaction. An error after
// which it may have happened is ErrCommit.
func (p *pipeline) commit(ctx context.Context) error {
	_, done, err := p.send(ctx, `commit`, nil)
	var earlier *earlierError
	var refused *pgconn.PgError
	switch is := errors.As(err, &refused); {
	case err == nil && done.String() != "COMMIT":
		return pgx.ErrTxCommitRollback
	case err == nil, pgconn.SafeToRetry(err):
		return err
	case is && (errors.As(err, &earlier) || isUndone(refused.Code)):
		return err
	}
	return fmt.Errorf("%w: %w", ErrCommit, err)
}

// isUndone reports whether an answer to a commit says that nothing was committed.
func isUndone(code string) bool {
	return strings.HasPrefix(code, "40") || strings.HasPrefix(code, violated)
}

// earlierError is that of a statement that was sent with a later one.
type earlierError struct {
	query string
	error
}

func (e *earlierError) Error() string {
	const shown = 60
	q := strings.Join(strings.Fields(e.query), " ")
	return fmt.Sprintf("%s...: %v", q[:min(len(q), shown)], e.error)
}

func (e *earlierError) Unwrap() error { return e.error }

// GetContext implements Getter.
func (p *pipeline) GetContext(ctx context.Context, dest any, query string, args ...any) error {
	found, _, err := p.send(ctx, query, args)
	if err != nil {
		return err
	}
	return answers().GetContext(context.Background(), dest, "", found) //nolint:contextcheck // it is here already
}

// SelectContext implements Getter.
func (p *pipeline) SelectContext(ctx context.Context, dest any, query string, args ...any) error {
	found, _, err := p.send(ctx, query, args)
	if err != nil {
		return err
	}
	return answers().SelectContext(context.Background(), dest, "", found) //nolint:contextcheck // it is here already
}

// ahead reads all rows into the slice at dest when the next statement is sent.
func (p *pipeline) ahead(_ context.Context, dest any, query string, args []any) error {
	p.into[p.late.Len()] = dest
	p.later(query, args)
	return nil
}

// change does a statement and returns how many rows it wrote.
func (p *pipeline) change(ctx context.Context, query string, args []any) (int64, error) {
	_, done, err := p.send(ctx, query, args)
	return done.RowsAffected(), err
}

// exec does a statement with the next one.
func (p *pipeline) exec(_ context.Context, query string, args []any) error {
	p.later(query, args)
	return nil
}
