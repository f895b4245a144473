// Package health tells machines how a process does: /healthz says that its
// loops turn, /readyz that it can do its work, /metrics has the figures for
// Prometheus, and the service manager hears the same. These can only be read and
// say nothing that anybody wrote. It listens on this machine alone unless the
// operator chose another address; the bot's dashboard has the same address.
package health

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"net/netip"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/collectors"
	"github.com/prometheus/client_golang/prometheus/promhttp"
	"golang.org/x/net/netutil"

	"github.com/frasier-cos/frasier/internal/reports"
	"github.com/frasier-cos/frasier/internal/retry"
)

const (
	// patience bounds every request, from its first byte to its last.
	patience  = 10 * time.Second
	maxHeader = 16 << 10
	// listenEvery is the time after which an address that another process has is tried again.
	listenEvery = 3 * time.Second
)

// Records reads what health looks at.
type Records interface {
	Health(ctx context.Context) (reports.Health, error)
}

// Process holds what health tells of. All but Pages and Bound must be set.
type Process struct {
	Records  Records
	Breakers func() map[string]string // states of the circuit breakers by model
	Ready    func(context.Context) error
	Loops    *Loops
	Pages    http.Handler         // answers every other path; nil for none
	Bound    func(address string) // hears where it is served; nil for nobody
	Log      *slog.Logger
	conns    int // served at once; zero means mostConns
}

// Serve begins to serve at an address, empty for nowhere, and returns what ends
// it. An address that cannot be had is logged in a sentence and tried again: the
// process works meanwhile without being watched.
func (p Process) Serve(ctx context.Context, address string) (stop func()) {
	if address == "" {
		return func() {}
	}
	ctx, leave := context.WithCancel(ctx)
	l, err := new(net.ListenConfig).Listen(ctx, "tcp", address)
	if err == nil {
		end := p.serveAt(ctx, l)
		return func() { leave(); end() }
	}
	p.Log.WarnContext(ctx, "this address cannot be used, so there are no health and metrics, nor a dashboard where this would be the bot's; "+
		"all else works, and it is tried again. Set FRASIER_LISTEN to a free address, or to nothing", "address", address, "err", err)
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		if l := listenLater(ctx, address); l != nil {
			end := p.serveAt(ctx, l)
			<-ctx.Done()
			end()
		}
	}()
	return func() { leave(); <-ended }
}

// listenLater tries to get an address until it is free or ctx ends: whoever had it may have ended.
func listenLater(ctx context.Context, address string) net.Listener {
	var l net.Listener
	_ = retry.Run(ctx, retry.Policy{First: listenEvery, Most: listenEvery}, retry.Clock{}, func(ctx context.Context) (err error) { //nolint:errcheck // only the end of ctx ends it with one
		l, err = new(net.ListenConfig).Listen(ctx, "tcp", address)
		return err
	}, func(retry.Attempt) {}) // it was told when it failed first
	return l
}

// serveAt serves at an address that was got, and returns what ends it.
func (p Process) serveAt(ctx context.Context, l net.Listener) (stop func()) {
	if p.Bound != nil {
		p.Bound(l.Addr().String())
	}
	l = netutil.LimitListener(l, cmp.Or(p.conns, mostConns))
	s := &http.Server{
		Handler: p.Handler(), ReadHeaderTimeout: patience / 2, ReadTimeout: patience, WriteTimeout: patience,
		IdleTimeout: patience, MaxHeaderBytes: maxHeader,
	}
	done := make(chan struct{})
	go func() {
		defer close(done)
		if err := s.Serve(l); !errors.Is(err, http.ErrServerClosed) {
			p.Log.WarnContext(ctx, "health and metrics ended", "err", err)
		}
	}()
	return func() {
		if err := s.Close(); err != nil {
			p.Log.WarnContext(ctx, "end health and metrics", "err", err)
		}
		<-done
	}
}

// mostConns limits the connections that are served at once; more wait. Clients that never end what
// they begin hold theirs for some seconds, and this many of them neither shut others out nor cost
// more than some 30 kB each.
const mostConns = 2048

// noPages is said where somebody looks for the dashboard at a worker, as when the
// worker came first to an address that both were given.
const noPages = "This is a worker, which has /healthz, /readyz and /metrics and no pages. The dashboard is the bot's: give the bot a FRASIER_LISTEN of its own and start it again."

// Handler answers /healthz, /readyz and /metrics.
func (p Process) Handler() http.Handler {
	registry := prometheus.NewRegistry()
	registry.MustRegister(&collector{records: p.Records, breakers: p.Breakers}, collectors.NewProcessCollector(collectors.ProcessCollectorOpts{}))
	mux := http.NewServeMux()
	mux.HandleFunc("/healthz", func(w http.ResponseWriter, _ *http.Request) { answerState(w, p.Loops.checkStuck(), "alive") })
	mux.HandleFunc("/readyz", func(w http.ResponseWriter, req *http.Request) {
		ctx, cancel := context.WithTimeout(req.Context(), patience/2)
		defer cancel()
		answerState(w, p.Ready(ctx), "ready")
	})
	mux.Handle("/metrics", promhttp.HandlerFor(registry, promhttp.HandlerOpts{Timeout: patience / 2, MaxRequestsInFlight: 2}))
	pages := p.Pages
	if pages == nil {
		pages = http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { writeLine(w, http.StatusNotFound, noPages) })
	}
	all := http.NewServeMux()
	for _, own := range []string{"/healthz", "/readyz", "/metrics"} {
		all.Handle(own, guardReads(mux))
	}
	all.Handle("/", pages)
	return all
}

// answerState says that all is well, or 503 and what is not.
func answerState(w http.ResponseWriter, err error, well string) {
	if err != nil {
		writeLine(w, http.StatusServiceUnavailable, err.Error())
		return
	}
	writeLine(w, http.StatusOK, well)
}

func writeLine(w http.ResponseWriter, status int, text string) {
	w.WriteHeader(status)
	_, _ = fmt.Fprintln(w, text) // whoever asked may have left
}

// guardReads lets only reading through, and only to whom it was meant: a page in somebody's browser
// may reach this address under a name of its own.
func guardReads(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("X-Content-Type-Options", "nosniff")
		w.Header().Set("Cache-Control", "no-store")
		switch {
		case r.Method != http.MethodGet && r.Method != http.MethodHead:
			w.Header().Set("Allow", "GET, HEAD")
			writeLine(w, http.StatusMethodNotAllowed, "only GET and HEAD")
		case !isOurHost(r.Host) || r.Header.Get("Origin") != "":
			writeLine(w, http.StatusMisdirectedRequest, "not for this host")
		default:
			next.ServeHTTP(w, r)
		}
	})
}

// isOurHost reports whether a request names this machine by address, or as localhost. A name that
// somebody else's DNS points here is not ours.
func isOurHost(host string) bool {
	if h, _, err := net.SplitHostPort(host); err == nil {
		host = h
	}
	if host == "localhost" {
		return true
	}
	_, err := netip.ParseAddr(host)
	return err == nil
}
