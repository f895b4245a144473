package app

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"runtime"
	"runtime/debug"
	"time"

	"github.com/frasier-cos/frasier/cmd/internal/health"
	"github.com/frasier-cos/frasier/cmd/internal/settings"
	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/store"
)

// Exit codes of bot and worker.
const (
	exitDone     = 0
	exitInternal = 70
	exitBusy     = 73
	exitConfig   = 78
)

// Process holds what a process was started with. A worker reads no input and writes only its log.
type Process struct {
	Env      []string
	Dir      string // working folder
	In       io.Reader
	Out, Log io.Writer
	Hooks    Hooks
}

// Main opens the app for a process of a role, has serve work until ctx ends,
// and returns the exit code: 0, 78 for what only the operator can put right
// (settings and *UnusableError), 73 where another process does this one's work
// already, 70 for anything else.
func Main(ctx context.Context, role string, p Process, serve func(context.Context, *App) error) int {
	err := openAndServe(ctx, role, p, serve)
	if err == nil || ctx.Err() != nil && errors.Is(err, ctx.Err()) {
		return exitDone // a stop while it starts is a stop
	}
	if _, err := fmt.Fprintf(p.Log, "%s: %v\n", role, err); err != nil {
		return exitInternal
	}
	if taken := new(store.RoleTakenError); errors.As(err, &taken) {
		return exitBusy
	}
	var set *settings.Error
	var unusable *UnusableError
	if errors.As(err, &set) || errors.As(err, &unusable) {
		return exitConfig
	}
	return exitInternal
}

// startLasts is the time of a start on a slow machine.
const startLasts = 15 * time.Second

// giveBackMemory returns to the system what only the start needed. The
// migrations' parser keeps buffers of 16 MB in a sync.Pool, which holds them
// over one collection: with them counted as alive the heap would grow to 29 MB
// before the next.
func giveBackMemory() {
	runtime.GC()
	debug.FreeOSMemory()
}

// boundMemory has Go collect more near org.MemoryAim, unless GOMEMLIMIT says
// where.
func boundMemory() {
	if set := debug.SetMemoryLimit(-1); set == math.MaxInt64 {
		debug.SetMemoryLimit(org.MemoryAim)
	}
}

func openAndServe(ctx context.Context, role string, p Process, serve func(context.Context, *App) error) error {
	s, err := settings.Load(p.Env, p.Dir)
	if err != nil {
		return err
	}
	a, err := Open(ctx, role, s, p.Hooks, p.Log)
	if err != nil {
		return err
	}
	boundMemory()
	defer time.AfterFunc(startLasts, giveBackMemory).Stop()
	return errors.Join(serve(ctx, a), a.Close(ctx))
}

// MostBeat limits a turn of a loop that only asks the clock and the database: longer than a
// database makes anybody wait for a lock.
const MostBeat = 3 * time.Minute

// commitEvery limits how long a commit proves that the next one would succeed too: whoever asks
// often must not make the disk busy.
const commitEvery = 5 * time.Second

// Watch begins to tell machines how this process does: over HTTP where the
// settings say so, and to the service manager of env. connected says why the
// process is not connected to its chat, nil once it is; without one there is
// no chat to be connected to. Call stop before the process ends.
func (a *App) Watch(ctx context.Context, role string, env []string, connected func() error) (stop func()) {
	p := health.Process{Records: a.Store, Breakers: a.Client.Breakers, Loops: &a.Loops, Pages: a.Pages, Bound: func(at string) { a.bound.Store(&at) }, Log: a.Log, Ready: a.checkReadiness(role, connected)}
	served, supervised := p.Serve(ctx, a.Settings.Address(role)), p.Supervise(ctx, env)
	return func() { supervised(); served() }
}

// Bound returns the address at which this process serves, or a bot would; empty for none.
func (a *App) Bound() string {
	if at := a.bound.Load(); at != nil {
		return *at
	}
	return a.Settings.Address("bot")
}

// checkReadiness returns what says why a process cannot do its work now, nil when it can: it is
// connected, and what it is told can be saved.
func (a *App) checkReadiness(role string, connected func() error) func(context.Context) error {
	var committed time.Time
	trial := make(chan struct{}, 1) // holds one while a commit is being tried, and guards committed
	return func(ctx context.Context) error {
		if connected != nil {
			if err := connected(); err != nil {
				return err
			}
		}
		select {
		case trial <- struct{}{}:
		case <-ctx.Done():
			return errSave
		}
		if time.Since(committed) < commitEvery {
			<-trial
			return nil
		}
		done := make(chan error, 1) // a database that waits for a lock may wait for longer than ctx
		go func() {
			err := a.Store.Seen(ctx, a.Owner, role)
			if err == nil {
				committed = time.Now()
			}
			done <- err
			<-trial
		}()
		select {
		case err := <-done:
			if err != nil {
				return errSave
			}
			return nil
		case <-ctx.Done():
			return errSave
		}
	}
}

// errSave says that nothing can be committed, without the words of the
// database, which may name a server.
var errSave = errors.New("the database does not save: it is locked, full, read-only or away; the log and \"frasier doctor\" say which")
