package store_test

import (
	"errors"
	"fmt"
	"io"
	"net"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/store"
)

// passage is a way to the server that can be closed.
type passage struct {
	t         testing.TB
	path      string // of its socket
	net, addr string // of the server
	mu        sync.Mutex
	door      net.Listener
	open      []net.Conn
	trap      atomic.Pointer[trap]
}

// trap sees what is on its way in a passage, up to the server or down, and may
// cut that connection: then only pass goes through of it.
type trap func(up bool, data []byte) (pass []byte, cut bool)

// watched is one way of a connection through a passage.
type watched struct {
	net.Conn
	passage *passage
	up      bool
}

// Write is of io.Writer.
func (w watched) Write(b []byte) (int, error) {
	if see := w.passage.trap.Load(); see != nil {
		if pass, cut := (*see)(w.up, b); cut && w.passage.trap.CompareAndSwap(see, nil) {
			n, err := w.Conn.Write(pass)
			return n, errors.Join(err, io.ErrClosedPipe)
		}
	}
	return w.Conn.Write(b)
}

// through opens a passage to a server and returns the address that leads there
// by it.
func through(tb testing.TB, address string) (*passage, string) {
	tb.Helper()
	to, err := pgx.ParseConfig(address)
	if err != nil {
		tb.Fatal(err)
	}
	dir, err := os.MkdirTemp("", "way") //nolint:usetesting // a socket's path is short
	if err != nil {
		tb.Fatal(err)
	}
	p := &passage{t: tb, path: filepath.Join(dir, ".s.PGSQL.5432")}
	p.net, p.addr = pgNetwork(to)
	tb.Cleanup(func() {
		p.shut()
		if err := os.RemoveAll(dir); err != nil {
			tb.Error(err)
		}
	})
	u, err := url.Parse(address)
	if err != nil {
		tb.Fatal(err)
	}
	q := u.Query()
	q.Set("host", dir)
	q.Set("port", "5432")
	u.Host, u.RawQuery = "", q.Encode()
	p.unlock()
	return p, u.String()
}

func pgNetwork(to *pgx.ConnConfig) (network, addr string) {
	if strings.HasPrefix(to.Host, "/") {
		return "unix", filepath.Join(to.Host, ".s.PGSQL."+fmt.Sprint(to.Port))
	}
	return "tcp", net.JoinHostPort(to.Host, fmt.Sprint(to.Port))
}

// hangUp cuts a connection, which may have been cut before.
func hangUp(c io.Closer) {
	_ = c.Close() //nolint:errcheck // both ends and shut cut the same ones
}

// unlock lets connections through.
func (p *passage) unlock() {
	door, err := (&net.ListenConfig{}).Listen(p.t.Context(), "unix", p.path)
	if err != nil {
		p.t.Fatal(err)
	}
	p.mu.Lock()
	p.door = door
	p.mu.Unlock()
	go func() {
		for {
			in, err := door.Accept()
			if err != nil {
				return // shut
			}
			out, err := (&net.Dialer{}).DialContext(p.t.Context(), p.net, p.addr)
			if err != nil {
				hangUp(in)
				continue
			}
			p.mu.Lock()
			p.open = append(p.open, in, out)
			p.mu.Unlock()
			for i, way := range [][2]net.Conn{{in, out}, {out, in}} {
				go func() {
					if _, err := io.Copy(watched{way[0], p, i == 1}, way[1]); err != nil {
						hangUp(way[1]) // one of both was cut
					}
					hangUp(way[0])
				}()
			}
		}
	}()
}

// shut cuts all connections and lets none through.
func (p *passage) shut() {
	p.mu.Lock()
	defer p.mu.Unlock()
	hangUp(p.door)
	for _, c := range p.open {
		hangUp(c)
	}
	p.open = nil
}

// A server that is away is no fault of the work: what was to be stored and read
// may be tried again, and a claim that still holds stores it then.
func TestAServerThatIsAwayIsWaitedFor(t *testing.T) {
	needServer(t) // a file is never away
	way, address := through(t, database(t))
	db := attached(t, store.Options{Path: address})
	m, _, err := db.SaveMessage(t.Context(), org.Message{Channel: channel, Origin: "1", Author: "founder", Text: "Hello"})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := db.ClaimMessage(t.Context(), owner, time.Minute); err != nil {
		t.Fatal(err)
	}
	way.shut()
	turn := org.Turn{Message: m, Route: org.ActionResponse, Reply: "Hello."}
	if _, err := db.SaveTurn(t.Context(), turn); !errors.Is(err, org.ErrServerAway) || !errors.Is(err, org.ErrDisk) {
		t.Errorf("a write without a server: %v, want org.ErrServerAway", err)
	}
	if _, err := db.ClaimMessage(t.Context(), owner, time.Minute); !errors.Is(err, org.ErrServerAway) {
		t.Errorf("a look for work without a server: %v, want org.ErrServerAway", err)
	}
	if _, err := db.Projects(t.Context()); !errors.Is(err, org.ErrServerAway) {
		t.Errorf("a read without a server: %v, want org.ErrServerAway", err)
	}
	way.unlock()
	if _, err := db.SaveTurn(t.Context(), turn); err != nil {
		t.Errorf("the same write when it is back: %v", err)
	}
	if got, err := db.History(t.Context(), channel, 5); err != nil || len(got) != 1 {
		t.Errorf("stored %d turns, %v; want one", len(got), err)
	}
}
