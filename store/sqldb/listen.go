package sqldb

import (
	"context"
	"math/rand/v2"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/frasier-cos/frasier/internal/retry"
)

// serverListener is a connection that hears what other processes announce.
type serverListener struct {
	stop context.CancelFunc
	done chan struct{}
}

func (e *serverListener) close() error {
	e.stop()
	<-e.done
	return nil
}

// listenToServer begins to hear what other processes announce, until it is taken.
// When it returns nothing is missed any more, unless the server is away.
func (d *DB) listenToServer(ctx context.Context) *serverListener {
	ctx, stop := context.WithCancel(ctx)
	e := &serverListener{stop: stop, done: make(chan struct{})}
	conn, err := d.connectListener(ctx)
	go func() {
		defer close(e.done)
		d.keepListening(ctx, conn, err)
	}()
	return e
}

func (d *DB) connectListener(ctx context.Context) (*pgx.Conn, error) {
	conn, err := pgx.ConnectConfig(ctx, d.server.config.Copy())
	if err != nil {
		return nil, err
	}
	if _, err := conn.Exec(ctx, `LISTEN `+pgx.Identifier{d.server.name}.Sanitize()); err != nil {
		d.closeListener(ctx, conn)
		return nil, err
	}
	return conn, nil
}

func (d *DB) closeListener(ctx context.Context, conn *pgx.Conn) {
	const patience = time.Second
	last, stop := context.WithTimeout(context.WithoutCancel(ctx), patience)
	defer stop()
	if err := conn.Close(last); err != nil {
		d.log.DebugContext(ctx, "close the listening connection", "err", err)
	}
}

// keepListening hears until ctx ends. A connection that broke is made again,
// after longer and longer waits; meanwhile work is found by polling, and what
// was announced then is made good by one wake.
func (d *DB) keepListening(ctx context.Context, conn *pgx.Conn, err error) {
	const first, longest = 100 * time.Millisecond, 10 * time.Second
	hear := func(ctx context.Context) error {
		if conn == nil && err == nil {
			if conn, err = d.connectListener(ctx); err == nil {
				d.notifyLocal()
			}
		}
		broke, began := err, time.Now()
		if conn != nil {
			broke = d.receive(ctx, conn)
		}
		conn, err = nil, nil
		if time.Since(began) > longest {
			return nil // it was heard for long: the pauses begin anew
		}
		return broke
	}
	for ctx.Err() == nil {
		_ = retry.Run(ctx, retry.Policy{First: first, Most: longest}, retry.Clock{Random: rand.Float64}, hear, func(a retry.Attempt) { //nolint:errcheck // only the end of ctx ends it with one
			if a.Err != nil {
				d.log.WarnContext(ctx, "work of other processes is only found by polling until the server is heard again", "err", a.Err, "again_in", a.Wait)
			}
		})
	}
}

// receive rouses this process whenever another one announces work, until the
// connection breaks.
func (d *DB) receive(ctx context.Context, conn *pgx.Conn) error {
	defer d.closeListener(ctx, conn)
	for {
		n, err := conn.WaitForNotification(ctx)
		if err != nil {
			return err
		}
		if n.Payload != d.server.mine {
			d.notifyLocal()
		}
	}
}
