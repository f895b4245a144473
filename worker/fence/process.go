package fence

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"sync/atomic"
)

// Process is a program behind walls that somebody talks to.
type Process struct {
	In  io.WriteCloser // what it reads; closed when it is to end by itself
	Out io.ReadCloser  // what it writes, until it and all that it started have ended

	stop context.CancelFunc
	done chan struct{}
	pid  atomic.Int64 // 0 until it runs
	end  Exit
	err  error
}

// Start starts a program behind walls. Whoever calls it reads Out to its end, and then waits.
// It has no limit but Box.Limit, where there is one, and ends with ctx.
func (f *Fence) Start(ctx context.Context, b Box, argv ...string) (*Process, error) {
	in, write, err := os.Pipe()
	if err != nil {
		return nil, fmt.Errorf("talk to a program behind the fence: %w", err)
	}
	read, out, err := os.Pipe()
	if err != nil {
		return nil, errors.Join(fmt.Errorf("talk to a program behind the fence: %w", err), in.Close(), write.Close())
	}
	stop := context.CancelFunc(func() {})
	if b.Limit > 0 {
		ctx, stop = context.WithTimeoutCause(ctx, b.Limit, fmt.Errorf("it took longer than %s", formatLimit(b.Limit)))
	}
	ctx, cancel := context.WithCancelCause(ctx)
	p := &Process{In: write, Out: read, done: make(chan struct{}), stop: func() { cancel(errStopped); stop() }}
	go func() {
		defer close(p.done)
		said := &ends{most: commandOutput / 2}
		p.end, p.err = f.runWithin(ctx, b, func(cmd *exec.Cmd) (Exit, error) {
			cmd.Stdin, cmd.Stdout, cmd.Stderr = in, out, said
			watch, end := context.WithCancel(ctx)
			defer end()
			return runTelling(ctx, cmd, func(pid int) {
				p.pid.Store(int64(pid))
				if b.Resident > 0 {
					go watchResident(watch, pid, b.Resident, func() { cancel(fmt.Errorf("it held more than %d MB of memory", b.Resident>>20)) })
				}
			})
		}, argv...)
		p.end.Output = said.joinBytes()
		p.err = errors.Join(p.err, in.Close(), out.Close())
	}()
	return p, nil
}

var errStopped = errors.New("it was stopped")

// Wait returns when the program and all that it started have ended, and closes In and Out. The output of its exit is what it
// wrote to its standard error.
func (p *Process) Wait() (Exit, error) {
	<-p.done
	p.stop()
	for _, c := range []io.Closer{p.In, p.Out} {
		if err := c.Close(); err != nil && !errors.Is(err, os.ErrClosed) {
			return p.end, errors.Join(p.err, err)
		}
	}
	return p.end, p.err
}

// Count returns how many processes it consists of now, those of the walls among them; 0 before it began and when it has ended.
func (p *Process) Count() (n int) {
	pid := p.pid.Load()
	select {
	case <-p.done:
		return 0
	default:
	}
	if pid > 0 {
		visitBelow(int(pid), 0, func(int) { n++ })
	}
	return n
}

// Done is closed when the program has ended.
func (p *Process) Done() <-chan struct{} { return p.done }

// Stop ends the program and all that it started, at once.
func (p *Process) Stop() { p.stop() }
