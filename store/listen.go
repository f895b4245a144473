package store

import (
	"context"
	"time"

	"github.com/jackc/pgx/v5"
)

// ear is a connection that hears what other processes announce.
type ear struct {
	stop context.CancelFunc
	done chan struct{}
}

func (e *ear) take() error {
	e.stop()
	<-e.done
	return nil
}

// hearken begins to hear what other processes announce, until it is taken.
// When it returns nothing is missed any more, unless the server is away.
func (d *DB) hearken(ctx context.Context) *ear {
	ctx, stop := context.WithCancel(ctx)
	e := &ear{stop: stop, done: make(chan struct{})}
	conn, err := d.attend(ctx)
	go func() {
		defer close(e.done)
		d.keepHearing(ctx, conn, err)
	}()
	return e
}

// attend makes a connection that listens.
func (d *DB) attend(ctx context.Context) (*pgx.Conn, error) {
	conn, err := pgx.ConnectConfig(ctx, d.far.config.Copy())
	if err != nil {
		return nil, err
	}
	if _, err := conn.Exec(ctx, `LISTEN `+pgx.Identifier{d.far.name}.Sanitize()); err != nil {
		d.hangUp(ctx, conn)
		return nil, err
	}
	return conn, nil
}

func (d *DB) hangUp(ctx context.Context, conn *pgx.Conn) {
	const patience = time.Second
	last, stop := context.WithTimeout(context.WithoutCancel(ctx), patience)
	defer stop()
	if err := conn.Close(last); err != nil {
		d.log.DebugContext(ctx, "close the listening connection", "err", err)
	}
}

// keepHearing hears until ctx ends. A connection that broke is made again,
// after longer and longer waits; meanwhile work is found by polling, and what
// was announced then is made good by one wake.
func (d *DB) keepHearing(ctx context.Context, conn *pgx.Conn, err error) {
	const first, longest = 100 * time.Millisecond, 10 * time.Second
	for wait := first; ; wait = min(2*wait, longest) {
		if conn != nil {
			err = d.hear(ctx, conn)
			wait = first
		}
		if ctx.Err() != nil {
			return
		}
		d.log.WarnContext(ctx, "work of other processes is only found by polling until the server is heard again", "err", err)
		again := time.NewTimer(wait)
		select {
		case <-again.C:
		case <-ctx.Done():
			again.Stop()
			return
		}
		if conn, err = d.attend(ctx); err == nil {
			d.rouse()
		}
	}
}

// hear rouses this process whenever another one announces work, until the
// connection breaks.
func (d *DB) hear(ctx context.Context, conn *pgx.Conn) error {
	defer d.hangUp(ctx, conn)
	for {
		n, err := conn.WaitForNotification(ctx)
		if err != nil {
			return err
		}
		if n.Payload != d.far.mine {
			d.rouse()
		}
	}
}
