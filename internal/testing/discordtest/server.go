package discordtest

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"net"
	"net/http"
	"slices"
	"strings"
	"sync"
	"time"
)

// Server is a Discord. It is safe for many goroutines.
type Server struct {
	o     Options
	spec  *spec
	route []route

	mu       sync.Mutex // the world: everything below
	rng      *rand.Rand
	shift    time.Duration // of the clock
	lastID   uint64
	changed  chan struct{}
	history  []Effect
	requests []Request
	ops      []Op
	bad      []string
	faults   []*fault
	blocked  []string // words
	buckets  map[string]*bucket
	offline  bool
	closed   bool

	app      string
	bot      *user
	users    map[string]*user
	guilds   map[string]*guild
	order    []string // guilds, oldest first
	channels map[string]*channel
	messages map[string]*message
	files    map[string]*attachment
	commands map[string][]map[string]any // by guild, "" for global
	inter    map[string]*interaction
	nonces   map[string]*message

	sessions  []*session
	conns     map[*conn]bool
	shape     Shape
	zombie    bool
	noResume  bool
	noGateway bool
	identifys int
	timers    map[*time.Timer]bool

	http, cdn string // host:port
}

// New returns a server that listens nowhere yet.
func New(o Options) (*Server, error) {
	s := &Server{
		o: o.withDefaults(), rng: rand.New(rand.NewPCG(o.Seed, 1)), changed: make(chan struct{}),
		buckets: map[string]*bucket{}, users: map[string]*user{}, guilds: map[string]*guild{},
		channels: map[string]*channel{}, messages: map[string]*message{}, files: map[string]*attachment{},
		commands: map[string][]map[string]any{}, inter: map[string]*interaction{}, nonces: map[string]*message{},
		conns: map[*conn]bool{}, timers: map[*time.Timer]bool{},
	}
	s.route, s.noResume = routes(), o.Foreign.NoResume
	var err error
	if s.spec, err = loadSpec(); err != nil {
		return nil, err
	}
	s.app = s.snowflake()
	s.bot = &user{id: s.app, name: "Frasier", bot: true}
	s.users[s.bot.id] = s.bot
	return s, nil
}

// Start serves o on free loopback ports until the test ends. The test fails
// when there were violations then (see Options.Lax).
func Start(t Tester, o Options) *Server {
	t.Helper()
	s, err := New(o)
	if err != nil {
		t.Fatal(err)
	}
	stop, err := s.Serve(context.Background(), "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		stop()
		if v := s.Violations(); len(v) > 0 && !o.Lax {
			t.Error("what the bot or the fake did breaks Discord's rules:\n" + strings.Join(v, "\n"))
		}
	})
	return s
}

// Tester is what Start needs of a test.
type Tester interface {
	Helper()
	Fatal(args ...any)
	Error(args ...any)
	Log(args ...any)
	Cleanup(f func())
}

// Serve listens on addr ("127.0.0.1:0" picks a free port), and on a second
// port of the same address for the CDN, until ctx ends or stop is called. Stop
// cuts all calls and sockets and returns when all is quiet.
func (s *Server) Serve(ctx context.Context, addr string) (stop func(), err error) {
	var lc net.ListenConfig
	api, err := lc.Listen(ctx, "tcp", addr)
	if err != nil {
		return nil, fmt.Errorf("listen on %s: %w", addr, err)
	}
	host, _, err := net.SplitHostPort(api.Addr().String())
	if err != nil {
		return nil, fmt.Errorf("read address %s: %w", api.Addr(), err)
	}
	cdn, err := lc.Listen(ctx, "tcp", net.JoinHostPort(host, "0"))
	if err != nil {
		return nil, errors.Join(fmt.Errorf("listen for the CDN: %w", err), api.Close())
	}
	s.mu.Lock()
	s.http, s.cdn = api.Addr().String(), cdn.Addr().String()
	s.mu.Unlock()
	ctx, cancel := context.WithCancel(ctx)
	var wg sync.WaitGroup
	var list []*http.Server
	serve := func(l net.Listener, h http.HandlerFunc) {
		hs := &http.Server{Handler: h, ReadHeaderTimeout: 10 * time.Second, BaseContext: func(net.Listener) context.Context { return ctx }}
		list = append(list, hs)
		wg.Go(func() {
			if err := hs.Serve(l); !errors.Is(err, http.ErrServerClosed) {
				s.violate("serve: " + err.Error())
			}
		})
	}
	serve(api, s.ServeHTTP)
	serve(cdn, s.serveFile)
	shut := sync.OnceFunc(func() {
		cancel()
		s.shut()
		for _, hs := range list {
			if err := hs.Close(); err != nil {
				s.violate("close: " + err.Error())
			}
		}
	})
	off := context.AfterFunc(ctx, shut)
	return func() {
		off()
		shut()
		wg.Wait()
	}, nil
}

// shut ends all sockets and timers.
func (s *Server) shut() {
	s.mu.Lock()
	s.closed = true
	for t := range s.timers {
		t.Stop()
	}
	open := make([]*conn, 0, len(s.conns))
	for c := range s.conns {
		open = append(open, c)
	}
	s.mu.Unlock()
	for _, c := range open {
		c.cut()
	}
	for _, c := range open {
		<-c.done
	}
}

// Root is the address of everything but the CDN: "http://127.0.0.1:4711".
func (s *Server) Root() string { return "http://" + s.http }

// API is the base of REST without its version: "http://127.0.0.1:4711/api".
func (s *Server) API() string { return s.Root() + "/api" }

// Gateway is the gateway's address: "ws://127.0.0.1:4711/gateway".
func (s *Server) Gateway() string { return "ws://" + s.http + "/gateway" }

// CDN is the base of attachment links: "http://127.0.0.1:4712".
func (s *Server) CDN() string { return "http://" + s.cdn }

// Token is what the bot must send as its token.
func (s *Server) Token() string { return s.o.Token }

// Bot is the id of the bot's user, which is its application's too.
func (s *Server) Bot() string { return s.bot.id }

// Violations returns what broke Discord's rules so far: requests and answers
// against the API description, unknown routes, fields, commands and payloads.
func (s *Server) Violations() []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Clone(s.bad)
}

func (s *Server) violate(text string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.bad = append(s.bad, text)
}

// now is the server's clock. The world's lock is held.
func (s *Server) now() time.Time { return time.Now().Add(s.shift).UTC() }

// Advance moves the server's clock: messages grow old, links and interactions
// expire, buckets fill up again.
func (s *Server) Advance(d time.Duration) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.shift += d
}

// ServeHTTP answers REST, the gateway and the control endpoint.
func (s *Server) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	p := r.URL.Path
	switch {
	case strings.HasPrefix(p, "/control/"):
		s.control(w, r)
	case strings.HasPrefix(p, "/gateway"), strings.HasPrefix(p, "/resume"):
		s.gateway(w, r)
	case strings.HasPrefix(p, "/api/"):
		s.rest(w, r)
	default:
		s.violate("no such place here: " + r.Method + " " + p)
		http.NotFound(w, r)
	}
}
