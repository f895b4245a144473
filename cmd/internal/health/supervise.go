package health

import (
	"context"
	"fmt"
	"net"
	"strconv"
	"strings"
	"time"

	"github.com/frasier-cos/frasier/cmd/internal/app"
)

// Supervise tells the service manager that this process is ready and, as often
// as that wants to hear it, that it is alive, and returns what ends it. env is
// the process's environment: without NOTIFY_SOCKET nobody listens and nothing
// is said. Alive means that the database answers a question, be it with an
// error: a restart mends what hangs and nothing else.
func Supervise(ctx context.Context, a *app.App, env []string) (stop func()) {
	at, every := supervisor(env)
	if at == "" {
		return func() {}
	}
	tell := func(state string) {
		if err := notify(ctx, at, state); err != nil && ctx.Err() == nil {
			a.Log.WarnContext(ctx, "the service manager cannot be told", "state", state, "err", err)
		}
	}
	tell("READY=1")
	ctx, cancel := context.WithCancel(ctx)
	done := make(chan struct{})
	go func() {
		defer close(done)
		if every <= 0 {
			return
		}
		tick := time.NewTicker(every)
		defer tick.Stop()
		for {
			select {
			case <-ctx.Done():
				return
			case <-tick.C:
			}
			if _, err := a.Store.UID(ctx); err != nil {
				a.Log.DebugContext(ctx, "the database answers with an error", "err", err)
			}
			tell("WATCHDOG=1")
		}
	}()
	return func() {
		cancel()
		<-done
		if err := notify(context.WithoutCancel(ctx), at, "STOPPING=1"); err != nil {
			a.Log.Warn("the service manager cannot be told of the end", "err", err) //nolint:sloglint // the context has ended
		}
	}
}

// supervisor reads where the service manager listens, and how often it wants
// to hear of the process: a third of its patience, as its manual asks for no
// more than half. 0 means never.
func supervisor(env []string) (at string, every time.Duration) {
	const share = 3
	for _, e := range env {
		name, value, _ := strings.Cut(e, "=")
		switch name {
		case "NOTIFY_SOCKET":
			at = value
		case "WATCHDOG_USEC":
			if n, err := strconv.ParseInt(value, 10, 64); err == nil && n > 0 {
				every = time.Duration(n) * time.Microsecond / share
			}
		}
	}
	return at, every
}

// notify sends one state (sd_notify(3)). An address that begins with "@" is an
// abstract one. A manager that reads nothing holds nobody up for longer than a
// moment, nor beyond the end of ctx.
func notify(ctx context.Context, at, state string) error {
	const moment = time.Second
	ctx, cancel := context.WithTimeout(ctx, moment)
	defer cancel()
	var d net.Dialer
	c, err := d.DialContext(ctx, "unixgram", at)
	if err != nil {
		return fmt.Errorf("reach %s: %w", at, err)
	}
	defer context.AfterFunc(ctx, func() {
		_ = c.SetWriteDeadline(time.Unix(1, 0)) //nolint:errcheck // it may be closed by now
	})()
	_, err = c.Write([]byte(state))
	if cerr := c.Close(); err == nil {
		err = cerr
	}
	return err
}
