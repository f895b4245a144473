// Package health tells machines how the office does: /healthz says that the
// process lives, /readyz that its database answers, /metrics has the figures
// for Prometheus. It can only be read, says nothing that anybody wrote, and
// listens on this machine alone unless the operator chose another address.
package health

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/netip"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/collectors"
	"github.com/prometheus/client_golang/prometheus/promhttp"

	"github.com/frasier-cos/frasier/cmd/internal/app"
	"github.com/frasier-cos/frasier/internal/org"
)

const (
	// patience bounds every request, from its first byte to its last.
	patience  = 10 * time.Second
	maxHeader = 16 << 10
)

// Records is what health looks at.
type Records interface {
	Vitals(ctx context.Context) (org.Health, error)
}

// Serve begins to serve for a process of a role where the settings say so,
// and returns what ends it. An address that cannot be had is logged in a
// sentence and ends nothing: the office works without being watched.
func Serve(ctx context.Context, a *app.App, role string) (stop func()) {
	address := a.Settings.Address(role)
	if address == "" {
		return func() {}
	}
	var conf net.ListenConfig
	l, err := conf.Listen(ctx, "tcp", address)
	if err != nil {
		a.Log.WarnContext(ctx, "this address cannot be used for health and metrics, so there are none; all else works. "+
			"Set FRASIER_LISTEN to a free address, or to nothing", "address", address, "err", err)
		return func() {}
	}
	s := &http.Server{
		Handler: Handler(a.Store, a.Client.Breakers), ReadHeaderTimeout: patience / 2, ReadTimeout: patience, WriteTimeout: patience,
		IdleTimeout: patience, MaxHeaderBytes: maxHeader,
	}
	done := make(chan struct{})
	go func() {
		defer close(done)
		if err := s.Serve(l); !errors.Is(err, http.ErrServerClosed) {
			a.Log.WarnContext(ctx, "health and metrics ended", "err", err)
		}
	}()
	return func() {
		if err := s.Close(); err != nil {
			a.Log.WarnContext(ctx, "end health and metrics", "err", err)
		}
		<-done
	}
}

// Handler answers /healthz, /readyz and /metrics. breakers returns the state
// of this process's circuit breakers by model.
func Handler(r Records, breakers func() map[string]string) http.Handler {
	registry := prometheus.NewRegistry()
	registry.MustRegister(&collector{records: r, breakers: breakers}, collectors.NewProcessCollector(collectors.ProcessCollectorOpts{}))
	mux := http.NewServeMux()
	mux.HandleFunc("/healthz", func(w http.ResponseWriter, _ *http.Request) { say(w, http.StatusOK, "alive") })
	mux.HandleFunc("/readyz", func(w http.ResponseWriter, req *http.Request) {
		ctx, cancel := context.WithTimeout(req.Context(), patience/2)
		defer cancel()
		if _, err := r.Vitals(ctx); err != nil {
			say(w, http.StatusServiceUnavailable, "the database does not answer")
			return
		}
		say(w, http.StatusOK, "ready")
	})
	mux.Handle("/metrics", promhttp.HandlerFor(registry, promhttp.HandlerOpts{Timeout: patience / 2, MaxRequestsInFlight: 2}))
	return guard(mux)
}

func say(w http.ResponseWriter, status int, text string) {
	w.WriteHeader(status)
	_, _ = fmt.Fprintln(w, text) // whoever asked may have left
}

// guard lets only reading through, and only to whom it was meant: a page in
// somebody's browser may reach this address under a name of its own.
func guard(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("X-Content-Type-Options", "nosniff")
		w.Header().Set("Cache-Control", "no-store")
		switch {
		case r.Method != http.MethodGet && r.Method != http.MethodHead:
			w.Header().Set("Allow", "GET, HEAD")
			say(w, http.StatusMethodNotAllowed, "only GET and HEAD")
		case !ours(r.Host) || r.Header.Get("Origin") != "":
			say(w, http.StatusMisdirectedRequest, "not for this host")
		default:
			next.ServeHTTP(w, r)
		}
	})
}

// ours reports whether a request names this machine by address, or as
// localhost. A name that somebody else's DNS points here is not ours.
func ours(host string) bool {
	if h, _, err := net.SplitHostPort(host); err == nil {
		host = h
	}
	if host == "localhost" {
		return true
	}
	_, err := netip.ParseAddr(host)
	return err == nil
}
