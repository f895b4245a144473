package health

import (
	"context"
	"fmt"
	"net"
	"strconv"
	"strings"
	"time"
)

// readyEvery is the time after which a process that is not ready yet is asked again.
const readyEvery = 500 * time.Millisecond

// Supervise tells the service manager that this process is ready once it is,
// and from then on, as often as that wants to hear it, that its loops turn: a
// restart mends what is stuck and nothing else. Until it is ready the manager
// is asked to wait on, however long the start may take by its own settings.
// It returns what ends it. env is the process's environment: without
// NOTIFY_SOCKET nobody listens and nothing is said.
func (p Process) Supervise(ctx context.Context, env []string) (stop func()) {
	at, every := readSupervisor(env)
	if at == "" {
		return func() {}
	}
	tell := func(state string) {
		if err := notifySupervisor(ctx, at, state); err != nil && ctx.Err() == nil {
			p.Log.WarnContext(ctx, "the service manager cannot be told", "state", state, "err", err)
		}
	}
	ctx, cancel := context.WithCancel(ctx)
	done := make(chan struct{})
	go func() {
		defer close(done)
		p.awaitReady(ctx, tell)
		p.reportAlive(ctx, every, tell)
	}()
	return func() {
		cancel()
		<-done
		if err := notifySupervisor(context.WithoutCancel(ctx), at, "STOPPING=1"); err != nil {
			p.Log.Warn("the service manager cannot be told of the end", "err", err) //nolint:sloglint // the context has ended
		}
	}
}

func (p Process) awaitReady(ctx context.Context, tell func(string)) {
	const wait = "EXTEND_TIMEOUT_USEC=60000000" // sd_notify(3): a minute from now
	tick := time.NewTicker(readyEvery)
	defer tick.Stop()
	said := ""
	for {
		err := p.Ready(ctx)
		if err == nil {
			tell("READY=1\nSTATUS=Ready")
			return
		}
		if said != err.Error() {
			said = err.Error()
			tell("STATUS=Not ready: " + said)
		}
		tell(wait)
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
	}
}

// reportAlive says again and again that the loops turn. 0 means that nobody wants to hear it.
func (p Process) reportAlive(ctx context.Context, every time.Duration, tell func(string)) {
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
		if err := p.Loops.checkStuck(); err != nil {
			p.Log.ErrorContext(ctx, "a loop of this process is stuck, so the service manager will restart it", "err", err)
			continue
		}
		tell("WATCHDOG=1")
	}
}

// readSupervisor reads where the service manager listens, and how often it wants to hear of the
// process: a third of its patience, as its manual asks for no more than half. 0 means never.
func readSupervisor(env []string) (at string, every time.Duration) {
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

// notifySupervisor sends one state (sd_notify(3)). An address that begins with "@" is an abstract
// one. A manager that reads nothing holds nobody up for longer than a moment, nor beyond the end of
// ctx.
func notifySupervisor(ctx context.Context, at, state string) error {
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
