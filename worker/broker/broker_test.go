package broker_test

import (
	"context"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/llm"
	"github.com/frasier-cos/frasier/worker/broker"
)

type ledger struct {
	mu    sync.Mutex
	begun []org.ModelCall
	ended []org.CallEnd
	no    error
}

func (l *ledger) BeginCall(_ context.Context, c org.ModelCall) (org.CallEnd, bool, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.no != nil {
		return org.CallEnd{}, false, l.no
	}
	l.begun = append(l.begun, c)
	return org.CallEnd{Key: c.Key, Try: 1}, false, nil
}

func (l *ledger) EndCall(_ context.Context, e org.CallEnd) (org.ModelHealth, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.ended = append(l.ended, e)
	return org.ModelHealth{}, nil
}

const key = "sk-very-secret-key-0123456789"

// open serves a broker whose endpoint is h, and returns what asks it.
func open(t *testing.T, l *ledger, h http.HandlerFunc) (*broker.Door, *http.Client) {
	t.Helper()
	srv := httptest.NewServer(h)
	t.Cleanup(srv.Close)
	b := broker.Broker{URL: srv.URL + "/api/v1", Key: key, HTTP: &http.Client{}, Ledger: l, Now: time.Now, Log: slog.New(slog.DiscardHandler)}
	d, err := b.Open(t.Context(), t.TempDir(), "n", broker.Run{Caller: llm.Caller{Step: "s1", Round: 1}, Tier: org.T2, Model: "right/model"})
	if err != nil {
		t.Fatal(err)
	}
	return d, dial(d)
}

func dial(d *broker.Door) *http.Client {
	return &http.Client{Transport: &http.Transport{DialContext: func(ctx context.Context, _, _ string) (net.Conn, error) {
		return new(net.Dialer).DialContext(ctx, "unix", d.Path)
	}}}
}

func ask(t *testing.T, c *http.Client, path, body string) (int, string) {
	t.Helper()
	res, err := c.Post("http://inside"+path, "application/json", strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	raw, _ := io.ReadAll(res.Body) //nolint:errcheck // a cut answer is one of the cases
	if err := res.Body.Close(); err != nil {
		t.Fatal(err)
	}
	return res.StatusCode, string(raw)
}

func TestLedgerCountsWhatEachProtocolSays(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ name, path, kind, reply string }{
		{"messages streamed", "/v1/messages", "text/event-stream", "event: message_start\ndata: {\"type\":\"message_start\",\"message\":{\"id\":\"m\",\"model\":\"served\",\"usage\":{\"input_tokens\":10,\"cache_creation_input_tokens\":20,\"cache_read_input_tokens\":70,\"output_tokens\":1}}}\n\nevent: message_delta\ndata: {\"type\":\"message_delta\",\"usage\":{\"output_tokens\":50}}\n\n"},
		{"messages", "/v1/messages", "application/json", `{"id":"m","model":"served","usage":{"input_tokens":10,"cache_creation_input_tokens":20,"cache_read_input_tokens":70,"output_tokens":50}}`},
		{"responses streamed", "/v1/responses", "text/event-stream", "data: {\"type\":\"response.created\",\"response\":{\"id\":\"r\",\"model\":\"served\"}}\n\ndata: {\"type\":\"response.completed\",\"response\":{\"id\":\"r\",\"model\":\"served\",\"usage\":{\"input_tokens\":100,\"input_tokens_details\":{\"cached_tokens\":70},\"output_tokens\":50}}}\n\n"},
		{"chat streamed", "/v1/chat/completions", "text/event-stream", "data: {\"id\":\"c\",\"model\":\"served\",\"choices\":[]}\n\ndata: {\"id\":\"c\",\"model\":\"served\",\"usage\":{\"prompt_tokens\":100,\"prompt_tokens_details\":{\"cached_tokens\":70},\"completion_tokens\":50}}\n\ndata: [DONE]\n\n"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			l := &ledger{}
			d, client := open(t, l, func(w http.ResponseWriter, r *http.Request) {
				body, err := io.ReadAll(r.Body)
				if err != nil || r.Header.Get("Authorization") != "Bearer "+key || !strings.Contains(string(body), `"model":"right/model"`) || r.URL.Path != "/api"+c.path {
					t.Errorf("the endpoint was asked for %s with %s", r.URL.Path, body)
				}
				w.Header().Set("Content-Type", c.kind)
				_, _ = io.WriteString(w, c.reply) //nolint:errcheck // who asked would see it
			})
			status, got := ask(t, client, c.path, `{"model":"wrong","stream":true}`)
			if err := d.Close(); err != nil {
				t.Fatal(err)
			}
			if status != http.StatusOK || got != c.reply {
				t.Fatalf("%d %q", status, got)
			}
			if len(l.begun) != 1 || len(l.ended) != 1 || l.begun[0].Key != l.ended[0].Key || l.begun[0].Purpose != org.StageAgent {
				t.Fatalf("begun %v, ended %v", l.begun, l.ended)
			}
			if e := l.ended[0]; e.TokensIn != 100 || e.TokensOut != 50 || e.Cached != 70 || e.State != org.CallUsable || e.Model != "served" {
				t.Errorf("the ledger has %+v", e)
			}
		})
	}
}

func TestCutAndRefusedCallsEnd(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name   string
		do     http.HandlerFunc
		state  org.CallState
		tokens int
		source org.CostSource
	}{
		{"cut", func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Type", "text/event-stream")
			w.Header().Set("Content-Length", "9999")
			_, _ = io.WriteString(w, "data: {\"usage\":{\"prompt_tokens\":7}}\n\n") //nolint:errcheck // it is cut
		}, org.CallFailed, 7, org.CostUnknown},
		{"401", func(w http.ResponseWriter, _ *http.Request) { http.Error(w, "no: "+key, http.StatusUnauthorized) }, org.CallFailed, 0, org.CostFree},
		{"429", func(w http.ResponseWriter, _ *http.Request) { http.Error(w, "later", http.StatusTooManyRequests) }, org.CallFailed, 0, org.CostFree},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			l := &ledger{}
			d, client := open(t, l, c.do)
			if _, got := ask(t, client, "/v1/chat/completions", `{"stream":true}`); strings.Contains(got, key) {
				t.Errorf("the key came back: %s", got)
			}
			if err := d.Close(); err != nil {
				t.Fatal(err)
			}
			if len(l.ended) != 1 || l.ended[0].State != c.state || l.ended[0].TokensIn != c.tokens || l.ended[0].CostSource != c.source {
				t.Errorf("the ledger has %+v", l.ended)
			}
		})
	}
}

func TestLimitEndsTheRun(t *testing.T) {
	t.Parallel()
	for _, no := range []error{org.ErrBudget, org.ErrStopped, org.ErrCallCap} {
		l := &ledger{no: fmt.Errorf("$5 a day: %w", no)}
		d, client := open(t, l, func(http.ResponseWriter, *http.Request) { t.Error("the endpoint was asked") })
		status, got := ask(t, client, "/v1/messages", `{}`)
		if status != http.StatusBadRequest || !strings.Contains(got, "invalid_request_error") {
			t.Errorf("%d %s", status, got)
		}
		select {
		case <-d.Refused():
		default:
			t.Error("the run goes on")
		}
		if err := d.Close(); err != nil {
			t.Fatal(err)
		}
	}
}

func TestNothingElseIsServed(t *testing.T) {
	t.Parallel()
	d, client := open(t, &ledger{}, func(http.ResponseWriter, *http.Request) { t.Error("the endpoint was asked") })
	for _, path := range []string{"/v1/files", "/v1/chat/completions/../files", "/", "/api/v1/key"} {
		if status, _ := ask(t, client, path, `{}`); status == http.StatusOK {
			t.Errorf("%s is served", path)
		}
	}
	if err := d.Close(); err != nil {
		t.Fatal(err)
	}
}

// What an agent asks for besides its work is refused, is in no ledger, and does not end the run.
func TestIdleModelsAreRefused(t *testing.T) {
	t.Parallel()
	srv := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		_, _ = io.WriteString(w, `{"id":"c","usage":{"prompt_tokens":1,"completion_tokens":1}}`) //nolint:errcheck // who asked would see it
	}))
	t.Cleanup(srv.Close)
	l := &ledger{}
	b := broker.Broker{URL: srv.URL, HTTP: &http.Client{}, Ledger: l, Now: time.Now, Log: slog.New(slog.DiscardHandler)}
	d, err := b.Open(t.Context(), t.TempDir(), "n", broker.Run{Caller: llm.Caller{Step: "s1"}, Model: "right/model", Idle: []string{"titles"}})
	if err != nil {
		t.Fatal(err)
	}
	client := dial(d)
	for _, c := range []struct {
		model  string
		status int
	}{{"titles", http.StatusBadRequest}, {"work", http.StatusOK}} {
		if status, said := ask(t, client, "/v1/chat/completions", `{"model":"`+c.model+`"}`); status != c.status {
			t.Errorf("%s: %d %s", c.model, status, said)
		}
	}
	if err := d.Close(); err != nil || len(l.begun) != 1 || d.Refusal() != nil {
		t.Errorf("the ledger has %v, the run %v: %v", l.begun, d.Refusal(), err)
	}
}
