package health_test

import (
	"context"
	"errors"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/frasier-cos/frasier/cmd/internal/health"
	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/reports"
	"github.com/frasier-cos/frasier/store"
)

// broken is a database that does not answer.
type broken struct{}

func (broken) Health(context.Context) (reports.Health, error) {
	return reports.Health{}, errors.New("gone")
}

func open(t *testing.T) *store.DB {
	t.Helper()
	db, err := store.Open(t.Context(), store.Options{Path: t.TempDir() + "/frasier.db"})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := db.Close(); err != nil {
			t.Error(err)
		}
	})
	return db
}

// process is one that is ready unless ready says otherwise.
func process(r health.Records, ready error) health.Process {
	return health.Process{
		Records: r, Loops: &health.Loops{}, Log: slog.New(slog.DiscardHandler),
		Breakers: func() map[string]string { return map[string]string{"test/one": "open"} },
		Ready:    func(context.Context) error { return ready },
	}
}

// ask makes one request of a handler.
func ask(h http.Handler, method, path, host string, header ...string) (int, string) {
	r := httptest.NewRequest(method, path, nil)
	r.Host = host
	for i := 0; i+1 < len(header); i += 2 {
		r.Header.Set(header[i], header[i+1])
	}
	w := httptest.NewRecorder()
	h.ServeHTTP(w, r)
	body, _ := io.ReadAll(w.Result().Body) //nolint:errcheck // a recorder's body has no errors
	return w.Code, string(body)
}

func TestFigures(t *testing.T) {
	db := open(t)
	for name, do := range map[string]func() error{
		"message": func() error {
			_, _, err := db.SaveMessage(t.Context(), org.Message{Channel: org.Channel{Transport: "terminal", ID: "x"}, Origin: "1", Author: "founder", Text: "canary text"})
			return err
		},
		"process": func() error { return db.Seen(t.Context(), "bot-1", "bot") },
		"duty": func() error {
			return db.MoveJob(t.Context(), reports.JobRun{Name: "backup", Due: time.Now(), Last: time.Now()})
		},
		"call": func() error {
			e, _, err := db.BeginCall(t.Context(), org.ModelCall{Key: "k", Try: 1, Purpose: "x", TierAsked: org.T1, Tier: org.T1, Model: "m"})
			if err != nil {
				return err
			}
			e.State, e.Cost, e.CostSource = org.CallUsable, org.Dollar/4, org.CostProvider
			_, err = db.EndCall(t.Context(), e)
			return err
		},
	} {
		if err := do(); err != nil {
			t.Fatalf("%s: %v", name, err)
		}
	}
	code, body := ask(process(db, nil).Handler(), http.MethodGet, "/metrics", "127.0.0.1:8787")
	for _, want := range []string{
		"frasier_database_up 1", "frasier_messages_unanswered 1", `frasier_process_seen_seconds{holder="bot-1",role="bot"}`, "frasier_cost_usd 0.25",
		`frasier_calls_last_hour{tier="T1"} 1`, `frasier_duty_failed{duty="backup"} 0`, `frasier_breaker_open{model="test/one",state="open"} 1`,
		"process_resident_memory_bytes", "frasier_database_bytes ", "frasier_backup_age_seconds ", "frasier_decisions_open 0", "frasier_outside_waiting 0", "frasier_outside_refused_last_day 0", "frasier_mirror_waiting 0", "frasier_sessions_last_hour 0", `frasier_ghost_rate_last_hour{tier="T1"} 0`,
	} {
		if !strings.Contains(body, want) {
			t.Errorf("/metrics (%d) has no %s", code, want)
		}
	}
	if strings.Contains(body, "canary") {
		t.Error("/metrics says what somebody wrote")
	}
}

func TestWhoIsAnswered(t *testing.T) {
	h := process(open(t), nil).Handler()
	for _, c := range []struct {
		method, path, host string
		header             []string
		want               int
	}{
		{http.MethodGet, "/healthz", "127.0.0.1:8787", nil, http.StatusOK},
		{http.MethodHead, "/healthz", "localhost:8787", nil, http.StatusOK},
		{http.MethodGet, "/readyz", "[::1]:8787", nil, http.StatusOK},
		{http.MethodGet, "/metrics", "10.0.0.7", nil, http.StatusOK},
		{http.MethodGet, "/", "localhost", nil, http.StatusNotFound},
		{http.MethodGet, "/debug/pprof/", "localhost", nil, http.StatusNotFound},
		{http.MethodGet, "/metrics", "attacker.example:8787", nil, http.StatusMisdirectedRequest},
		{http.MethodGet, "/metrics", "localhost.attacker.example", nil, http.StatusMisdirectedRequest},
		{http.MethodGet, "/metrics", "", nil, http.StatusMisdirectedRequest},
		{http.MethodGet, "/metrics", "127.0.0.1", []string{"Origin", "https://attacker.example"}, http.StatusMisdirectedRequest},
		{http.MethodPost, "/healthz", "127.0.0.1", nil, http.StatusMethodNotAllowed},
		{http.MethodOptions, "/metrics", "127.0.0.1", nil, http.StatusMethodNotAllowed},
		{http.MethodDelete, "/readyz", "127.0.0.1", nil, http.StatusMethodNotAllowed},
	} {
		if got, body := ask(h, c.method, c.path, c.host, c.header...); got != c.want {
			t.Errorf("%s %s for %q: %d %q, want %d", c.method, c.path, c.host, got, body, c.want)
		}
	}
}

// Who looks for the dashboard at a worker is told where it is.
func TestAWorkerHasNoPages(t *testing.T) {
	h := process(open(t), nil).Handler()
	for _, method := range []string{http.MethodGet, http.MethodPost} {
		if got, body := ask(h, method, "/projects/p1", "frasier.localhost:8787"); got != http.StatusNotFound || !strings.Contains(body, "FRASIER_LISTEN of its own") {
			t.Errorf("%s: %d %q", method, got, body)
		}
	}
}

func TestDatabaseThatDoesNotAnswer(t *testing.T) {
	h := process(broken{}, errors.New("the database does not save")).Handler()
	if code, _ := ask(h, http.MethodGet, "/healthz", "localhost"); code != http.StatusOK {
		t.Errorf("/healthz: %d, want 200: the process lives", code)
	}
	if code, body := ask(h, http.MethodGet, "/readyz", "localhost"); code != http.StatusServiceUnavailable || !strings.Contains(body, "does not save") {
		t.Errorf("/readyz: %d %q, want 503 and why", code, body)
	}
	if _, body := ask(h, http.MethodGet, "/metrics", "localhost"); !strings.Contains(body, "frasier_database_up 0") {
		t.Errorf("/metrics: %q, want frasier_database_up 0", body)
	}
}

// A process is alive while its loops turn, and not when one has not come round
// for longer than it may, whatever the others do.
func TestAliveWhileTheLoopsTurn(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		p := process(broken{}, nil)
		h := p.Handler()
		hang, quick := make(chan struct{}), func(context.Context) error { panic("a bad message") }
		loop := p.Loops.Watch("converse", 20*time.Minute, func(context.Context) error { <-hang; return nil })
		beat := p.Loops.Watch("heartbeat", 3*time.Minute, quick)
		go func() {
			if err := loop(t.Context()); err != nil {
				t.Error(err)
			}
		}()
		for minute := range 23 {
			time.Sleep(time.Minute) //nolint:forbidigo // the bubble's clock, on which nobody waits
			func() {
				defer func() { _ = recover() }() //nolint:errcheck // it panics on purpose
				_ = beat(t.Context())            //nolint:errcheck // it panics, and that is a turn too
			}()
			code, body := ask(h, http.MethodGet, "/healthz", "localhost")
			if stuck := minute >= 20; stuck != (code == http.StatusServiceUnavailable) || stuck && (!strings.Contains(body, "converse") || strings.Contains(body, "heartbeat")) {
				t.Errorf("after %d minutes in one turn: %d %q", minute+1, code, body)
			}
		}
		close(hang)
		synctest.Wait()
		if code, body := ask(h, http.MethodGet, "/healthz", "localhost"); code != http.StatusOK {
			t.Errorf("after the turn: %d %q, want 200", code, body)
		}
	})
}
