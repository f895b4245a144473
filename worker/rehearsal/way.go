package rehearsal

import (
	"context"
	"fmt"
	"net"
	"sync"
	"sync/atomic"

	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/socket"
	"github.com/frasier-cos/frasier/worker/rehearsal/script"
)

// pipe leads the broker's calls to the scripted model, without a port.
type pipe struct {
	conns chan net.Conn
	done  chan struct{}
	once  sync.Once
}

func newPipe() *pipe { return &pipe{conns: make(chan net.Conn), done: make(chan struct{})} }

func (p *pipe) dial(ctx context.Context, _, _ string) (net.Conn, error) {
	near, far := net.Pipe()
	select {
	case p.conns <- far:
		return near, nil
	case <-p.done:
		return nil, net.ErrClosed
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

// Accept returns the next call.
func (p *pipe) Accept() (net.Conn, error) {
	select {
	case c := <-p.conns:
		return c, nil
	case <-p.done:
		return nil, net.ErrClosed
	}
}

// Close ends it.
func (p *pipe) Close() error {
	p.once.Do(func() { close(p.done) })
	return nil
}

// Addr names it.
func (p *pipe) Addr() net.Addr { return &net.UnixAddr{Name: "script", Net: "unix"} }

// ledger counts what a rehearsal asks; nobody pays for it.
type ledger struct {
	mu     sync.Mutex
	begun  int
	ended  []org.CallEnd
	refuse error
}

func (l *ledger) refuseBy(err error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.refuse = err
}

// BeginCall counts a call.
func (l *ledger) BeginCall(_ context.Context, c org.ModelCall) (org.CallEnd, bool, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.refuse != nil {
		return org.CallEnd{}, false, l.refuse
	}
	l.begun++
	return org.CallEnd{Key: c.Key, Try: 1}, false, nil
}

// EndCall counts what it used.
func (l *ledger) EndCall(_ context.Context, e org.CallEnd) (org.ModelHealth, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.ended = append(l.ended, e)
	return org.ModelHealth{}, nil
}

// compare says where what was counted is other than what was answered.
func (l *ledger) compare(calls []script.Call) string {
	l.mu.Lock()
	defer l.mu.Unlock()
	var asked, counted [3]int
	for _, c := range calls {
		asked[0], asked[1], asked[2] = asked[0]+1, asked[1]+c.In, asked[2]+c.Out
	}
	for _, e := range l.ended {
		counted[0], counted[1], counted[2] = counted[0]+1, counted[1]+e.TokensIn, counted[2]+e.TokensOut
	}
	if asked != counted || l.begun != counted[0] {
		return fmt.Sprintf("the model gave %d answers of %d and %d tokens, and %d of %d and %d were counted", asked[0], asked[1], asked[2], counted[0], counted[1], counted[2])
	}
	return ""
}

// trap counts who comes to an address that only plants name.
type trap struct {
	path     string
	listener net.Listener
	came     atomic.Int64
}

func openTrap(ctx context.Context, path string) (*trap, error) {
	l, err := socket.Listen(ctx, path)
	if err != nil {
		return nil, err
	}
	t := &trap{path: path, listener: l}
	go func() {
		for {
			c, err := l.Accept()
			if err != nil {
				return // it is closed
			}
			t.came.Add(1)
			_ = c.Close() //nolint:errcheck // who came is told nothing
		}
	}()
	return t, nil
}

func (t *trap) close() error { return t.listener.Close() }

// check says that somebody came; empty when nobody did.
func (t *trap) check() string {
	if n := t.came.Load(); n > 0 {
		return fmt.Sprintf("an address that only the repository names was asked %d times", n)
	}
	return ""
}
