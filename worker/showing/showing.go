// Package showing runs services that people look at: behind the walls that checks have, on the code of a branch, with a port of
// 127.0.0.2 that leads there. In come a service and a tree; out comes an address. The service ends with the process that has it.
package showing

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"time"

	"github.com/frasier-cos/frasier/internal/coding"
	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/redact"
	"github.com/frasier-cos/frasier/internal/socket"
	"github.com/frasier-cos/frasier/worker/fence"
	"github.com/frasier-cos/frasier/worker/trial"
	"github.com/frasier-cos/frasier/worker/workspace"
)

// Stage runs services. Its methods may be called at once.
type Stage struct {
	Fence       *fence.Fence
	Workspaces  workspace.Dir
	Environment func(ctx context.Context, r coding.Repository, w trial.Wanted) (trial.Mounts, error) // what checks have besides files
	Now         func() time.Time
}

// HeldError says that another process has a service.
type HeldError struct{ ID coding.ShownID }

// Error names it.
func (e *HeldError) Error() string { return "another process has the service " + string(e.ID) }

// FailedError says in a sentence why a service does not run.
type FailedError struct{ Why, Tail string }

// Error returns the sentence.
func (e *FailedError) Error() string { return e.Why }

// Running is a service that is there. Stop ends it, and must be called.
type Running struct {
	Port int

	stage   Stage
	box     fence.Box
	name    string
	process *fence.Process
	listen  net.Listener
	inner   net.Listener
	path    string // of the socket that leads inside
	release []func() error
	stopped bool

	mu   sync.Mutex
	used time.Time
	open map[net.Conn]struct{}
	all  sync.WaitGroup
}

// Start starts a service on a tree and returns when people can reach it. Its error is a *FailedError where the service is to blame, and a
// *HeldError where another process has it.
func (g Stage) Start(ctx context.Context, r coding.Repository, s coding.Shown, tree string) (_ *Running, err error) {
	out := &Running{stage: g, name: s.Name, open: map[net.Conn]struct{}{}}
	release, ok, err := g.Workspaces.TryHold(holdName(s.ID))
	if err != nil {
		return nil, err
	}
	if !ok {
		return nil, &HeldError{s.ID}
	}
	out.release = append(out.release, release)
	defer func() {
		if err != nil {
			err = errors.Join(err, out.Stop())
		}
	}()
	if err := out.prepareBox(ctx, r, s, tree); err != nil {
		return nil, err
	}
	if err := out.openSocket(ctx, s); err != nil {
		return nil, err
	}
	out.process, err = g.Fence.Start(context.WithoutCancel(ctx), out.box, fence.KeepCommand)
	if err != nil {
		return nil, err
	}
	if err := out.awaitReady(ctx); err != nil {
		return nil, err
	}
	if err := out.openPort(ctx, s.Port); err != nil {
		return nil, err
	}
	out.used = g.Now()
	return out, nil
}

func holdName(id coding.ShownID) string { return "shown-" + string(id) }

func (g Stage) folderOf(r coding.Repository, id coding.ShownID) string {
	return g.Workspaces.Folder(r, org.StepID(id), "shown")
}

func (n *Running) prepareBox(ctx context.Context, r coding.Repository, s coding.Shown, tree string) error {
	dir := n.stage.folderOf(r, s.ID)
	cache, err := n.stage.Workspaces.Cache(r)
	if err != nil {
		return err
	}
	n.box = fence.Box{Work: dir, Scratch: dir + "-scratch", Cache: cache, Services: s.Services}
	n.release = append(n.release, func() error {
		return errors.Join(n.stage.Workspaces.Drop(dir), n.stage.Workspaces.Drop(dir+"-scratch"))
	})
	if err := n.stage.Workspaces.Empty(n.box.Scratch); err != nil {
		return err
	}
	if n.stage.Environment != nil {
		m, err := n.stage.Environment(ctx, r, trial.Wanted{Tree: tree})
		if err != nil {
			return err
		}
		if m.Release != nil {
			n.release = append(n.release, m.Release)
		}
		n.box.Layers, n.box.ReadOnly, n.box.Env, n.box.Toolchains = m.Layers, m.ReadOnly, m.Env, m.Toolchains
	}
	_, err = n.stage.Workspaces.FillWhole(ctx, r, dir, tree)
	return err
}

// openSocket makes the way in. It lies where nothing inside sees it.
func (n *Running) openSocket(ctx context.Context, s coding.Shown) error {
	n.path = filepath.Join(n.box.Scratch, "in")
	l, err := socket.Listen(ctx, n.path)
	if err != nil {
		return err
	}
	n.inner = l
	open, ok := l.(interface{ File() (*os.File, error) })
	if !ok {
		return errors.ErrUnsupported
	}
	file, err := open.File()
	if err != nil {
		return fmt.Errorf("open a way to the service %s: %w", s.Name, err)
	}
	n.box.Shown = &fence.Shown{Socket: file, Port: s.Service().Port}
	return nil
}

// awaitReady returns when all services are ready inside.
func (n *Running) awaitReady(ctx context.Context) error {
	said := make(chan bool, 1)
	go func() {
		lines := bufio.NewReader(n.process.Out)
		line, err := lines.ReadString('\n')
		said <- err == nil && strings.TrimSpace(line) == fence.KeptReady
		_, _ = io.Copy(io.Discard, lines) //nolint:errcheck // whatever comes, it is read until it ends
	}()
	select {
	case <-ctx.Done():
		return ctx.Err()
	case ready := <-said:
		if ready {
			return nil
		}
	}
	return n.explainEnd()
}

// explainEnd says why the service ended.
func (n *Running) explainEnd() error {
	e, err := n.process.Wait()
	if err != nil {
		return err
	}
	text := strings.TrimSpace(strings.ToValidUTF8(string(e.Output), ""))
	if at := strings.LastIndex(text, fence.ServiceFault); at >= 0 {
		text = text[at+len(fence.ServiceFault):]
	}
	text, _ = redact.Secrets(text)
	why, tail, _ := strings.Cut(text, "; it said:\n")
	if why == "" || strings.Contains(why, "\n") {
		why, tail = fmt.Sprintf("%s ended with %d", n.name, e.Code), text
	}
	if tail == "nothing" {
		tail = ""
	}
	return &FailedError{Why: why, Tail: tail}
}

// openPort lets people in, by the port that they had before where that is free.
func (n *Running) openPort(ctx context.Context, before int) (err error) {
	var c net.ListenConfig
	if n.listen, err = c.Listen(ctx, "tcp4", fmt.Sprintf("%s:%d", coding.ShownHost, before)); err != nil && before > 0 {
		n.listen, err = c.Listen(ctx, "tcp4", coding.ShownHost+":0") // somebody has it
	}
	if err != nil {
		return fmt.Errorf("open a port for the service %s: %w", n.name, err)
	}
	at, ok := n.listen.Addr().(*net.TCPAddr)
	if !ok {
		return errors.ErrUnsupported
	}
	n.Port = at.Port
	n.all.Go(func() {
		for {
			in, err := n.listen.Accept()
			if err != nil {
				return // it was closed
			}
			n.all.Go(func() { n.join(in) })
		}
	})
	return nil
}

func (n *Running) join(in net.Conn) {
	defer in.Close() //nolint:errcheck // the other side sees it
	to, err := dialSocket(n.path)
	if err != nil {
		return // it ended
	}
	if !n.count(in, to) {
		_ = to.Close() //nolint:errcheck // as above
		return
	}
	fence.JoinConnections(in, to)
	n.mu.Lock()
	defer n.mu.Unlock()
	delete(n.open, in)
	delete(n.open, to)
	n.used = n.stage.Now()
}

// dialSocket reaches a socket whatever its folder is called.
func dialSocket(path string) (net.Conn, error) {
	dir, err := os.Open(filepath.Dir(path))
	if err != nil {
		return nil, err
	}
	defer dir.Close()                                                                                      //nolint:errcheck // it was only looked at
	return net.Dial("unix", filepath.Join(fmt.Sprintf("/proc/self/fd/%d", dir.Fd()), filepath.Base(path))) //nolint:noctx // who listens is there
}

// count has Stop end a connection; false when there are too many or all is over.
func (n *Running) count(both ...net.Conn) bool {
	n.mu.Lock()
	defer n.mu.Unlock()
	if n.stopped || len(n.open) >= mostConnections*len(both) {
		return false
	}
	for _, c := range both {
		n.open[c] = struct{}{}
	}
	n.used = n.stage.Now()
	return true
}

// Used returns when somebody looked last: now while he does.
func (n *Running) Used() time.Time {
	n.mu.Lock()
	defer n.mu.Unlock()
	if len(n.open) > 0 {
		return n.stage.Now()
	}
	return n.used
}

// Tail returns the last that the service said.
func (n *Running) Tail() string {
	text, _ := redact.Secrets(n.box.ReadService(n.name))
	return text
}

// Done is closed when it ended, whoever ended it.
func (n *Running) Done() <-chan struct{} { return n.process.Done() }

// Why says why it ended by itself.
func (n *Running) Why() error { return n.explainEnd() }

// Stop ends the service and all that it started, and leaves nothing of it.
func (n *Running) Stop() (err error) {
	n.mu.Lock()
	if n.stopped {
		n.mu.Unlock()
		return nil
	}
	n.stopped = true
	n.mu.Unlock()
	if n.listen != nil {
		err = n.listen.Close()
	}
	if n.process != nil {
		_ = n.process.In.Close() //nolint:errcheck // it may have ended
		select {
		case <-n.process.Done():
		case <-time.After(stopLimit):
		}
		n.process.Stop()
		_, waited := n.process.Wait()
		err = errors.Join(err, waited)
	} else if n.box.Shown != nil {
		err = errors.Join(err, n.box.Shown.Socket.Close())
	}
	if n.inner != nil {
		err = errors.Join(err, n.inner.Close())
	}
	n.mu.Lock()
	for c := range n.open {
		_ = c.Close() //nolint:errcheck // whoever looked sees it
	}
	n.mu.Unlock()
	n.all.Wait()
	for at := len(n.release) - 1; at >= 0; at-- { // the hold falls last
		err = errors.Join(err, n.release[at]())
	}
	return err
}

// Sweep removes what a process left of a service that it had when it was killed. False while one still has it.
func (g Stage) Sweep(r coding.Repository, id coding.ShownID) (gone bool, err error) {
	release, ok, err := g.Workspaces.TryHold(holdName(id))
	if err != nil || !ok {
		return false, err
	}
	dir := g.folderOf(r, id)
	for _, d := range []string{dir, dir + "-scratch"} {
		if _, there := os.Lstat(d); there == nil {
			err = errors.Join(err, g.Workspaces.Drop(d))
		}
	}
	return true, errors.Join(err, release())
}
