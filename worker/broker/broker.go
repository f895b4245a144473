// Package broker is the one way out of a coding agent behind the walls: it listens on a Unix socket of one run, takes calls of a
// model in three protocols, puts the key in, and writes each call into the ledger before and after it. In come a program's
// requests; out go those of the model's endpoint, with the model that was decided for the run. What the founder's limits forbid is
// refused with a sentence, and the run is told to end.
package broker

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"path/filepath"
	"strings"
	"sync"
	"time"

	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/redact"
	"github.com/frasier-cos/frasier/internal/socket"
	"github.com/frasier-cos/frasier/llm"
)

// Broker holds what the calls of all runs have in common.
type Broker struct {
	URL    string // base of the endpoint, "https://host.example/api/v1"
	Key    string
	HTTP   *http.Client
	Ledger llm.Records
	Prices *llm.Prices
	Now    func() time.Time
	Log    *slog.Logger
}

// Run says for what calls are made, and by which model.
type Run struct {
	Caller llm.Caller
	Tier   org.Tier
	Model  string
	Idle   []string // models that a program asks for what is no work; they are refused
	Most   int      // calls that may be made; 0 for any number
}

// Door is the way out of one run. It is its right to ask, and ends with it.
type Door struct {
	Path string // of the socket

	broker  Broker
	run     Run
	nonce   string
	server  *http.Server
	served  chan struct{}
	mu      sync.Mutex
	calls   int
	open    int           // calls that are under way
	failed  bool          // the last that ended was not answered, and may be made again
	closed  bool          // no further one begins
	quiet   chan struct{} // closed when it is, and none is under way
	refusal error
	refused chan struct{}
}

// The paths that are served. Each is that of the endpoint, behind its base.
const (
	pathMessages  = "/v1/messages"
	pathCount     = "/v1/messages/count_tokens"
	pathResponses = "/v1/responses"
	pathChat      = "/v1/chat/completions"
	pathModels    = "/v1/models"
)

// Open makes the socket in a folder of the run's own. nonce tells this attempt's calls from those of an earlier one.
func (b Broker) Open(ctx context.Context, dir, nonce string, r Run) (*Door, error) {
	d := &Door{Path: filepath.Join(dir, "model"), broker: b, run: r, nonce: nonce, served: make(chan struct{}), quiet: make(chan struct{}), refused: make(chan struct{})}
	l, err := socket.Listen(ctx, d.Path)
	if err != nil {
		return nil, fmt.Errorf("open the way to a model: %w", err)
	}
	mux := http.NewServeMux()
	for _, path := range []string{pathMessages, pathResponses, pathChat} {
		mux.HandleFunc("POST "+path, d.passCall)
	}
	mux.HandleFunc("POST "+pathCount, d.countTokens)
	mux.HandleFunc("GET "+pathModels, d.listModels)
	mux.HandleFunc("/", func(w http.ResponseWriter, r *http.Request) {
		writeFault(w, http.StatusNotFound, "not_found_error", "there is no "+r.Method+" "+r.URL.Path+" here")
	})
	d.server = &http.Server{Handler: mux, ReadHeaderTimeout: callLimit}
	go func() {
		defer close(d.served)
		if err := d.server.Serve(l); !errors.Is(err, http.ErrServerClosed) {
			b.Log.WarnContext(ctx, "serve the way to a model", "step", r.Caller.Step, "err", err)
		}
	}()
	return d, nil
}

// Refused is closed when no further call may be made; Refusal says why.
func (d *Door) Refused() <-chan struct{} { return d.refused }

// Refusal returns why no further call may be made; nil while they may.
func (d *Door) Refusal() error {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.refusal
}

// Calls returns how many calls were asked for.
func (d *Door) Calls() int {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.calls
}

// Waits reports whether a model is at work for the run: a call is under way, or the last one was not answered, which a program may
// make again after a while.
func (d *Door) Waits() bool {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.open > 0 || d.failed
}

// Close ends all calls that are under way, and waits until their ends are in the ledger.
func (d *Door) Close() error {
	d.mu.Lock()
	d.closed = true
	if d.open == 0 {
		close(d.quiet)
	}
	d.mu.Unlock()
	err := d.server.Close()
	<-d.served
	select {
	case <-d.quiet:
	case <-time.After(endLimit):
		err = errors.Join(err, errors.New("a call's end is not in the ledger"))
	}
	return err
}

const endLimit = 15 * time.Second

func (d *Door) refuse(err error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.refusal == nil {
		d.refusal = err
		close(d.refused)
	}
}

const (
	callLimit = 10 * time.Minute // of one call
	askBytes  = 32 << 20         // of what is asked
	lineBytes = 16 << 20         // of one line of an answer
	outTokens = 32_000           // of an answer that names no limit
)

func (d *Door) countTokens(w http.ResponseWriter, r *http.Request) {
	body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, askBytes))
	if err != nil {
		writeFault(w, http.StatusBadRequest, invalid, err.Error())
		return
	}
	writeJSON(w, http.StatusOK, map[string]any{"input_tokens": len(body) / org.CharsPerToken})
}

func (d *Door) listModels(w http.ResponseWriter, r *http.Request) {
	writeJSON(w, http.StatusOK, map[string]any{"object": "list", "data": []any{map[string]any{"id": d.run.Model, "object": "model", "type": "model", "display_name": d.run.Model}}})
}

const invalid = "invalid_request_error"

func writeFault(w http.ResponseWriter, status int, kind, sentence string) {
	writeJSON(w, status, map[string]any{"type": "error", "error": map[string]any{"type": kind, "code": kind, "message": sentence}})
}

func writeJSON(w http.ResponseWriter, status int, v any) {
	raw, err := json.Marshal(v)
	if err != nil {
		status, raw = http.StatusInternalServerError, []byte("{}")
	}
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	_, _ = w.Write(raw) //nolint:errcheck // who asked has gone
}

// beginCall writes a call down. The error is what the program is told.
func (d *Door) beginCall(ctx context.Context, body []byte, most int) (org.ModelCall, int, error) {
	d.mu.Lock()
	d.calls++
	n := d.calls
	d.mu.Unlock()
	if most := d.run.Most; most > 0 && n > most {
		return org.ModelCall{}, 0, &MostError{most}
	}
	now, c := d.broker.Now(), d.run.Caller
	sum := sha256.Sum256(fmt.Appendf(nil, "agent %s %d %s %d", c.Step, c.Round, d.nonce, n))
	in := len(body) / org.CharsPerToken
	call := org.ModelCall{
		Key: hex.EncodeToString(sum[:]), Try: 1, Purpose: org.StageAgent, Project: c.Project, Mission: c.Mission, Step: c.Step, Agent: c.Agent, Round: c.Round,
		TierAsked: d.run.Tier, Tier: d.run.Tier, Model: d.run.Model, Deadline: now.Add(callLimit), At: now, Tokens: in,
		Reserve: d.broker.Prices.Most(d.run.Model, llm.Usage{In: in, Out: most}, now),
	}
	begun, _, err := d.broker.Ledger.BeginCall(ctx, call)
	return call, max(1, begun.Try), err
}

// MostError says that a program made all the calls that it may.
type MostError struct{ Calls int }

// Error returns the sentence.
func (e *MostError) Error() string {
	return fmt.Sprintf("it made all of the %d model calls that it may", e.Calls)
}

// explainRefusal returns the sentence for a call that may not be made.
func explainRefusal(err error) string {
	var most *MostError
	switch {
	case errors.As(err, &most):
		return most.Error()
	case errors.Is(err, org.ErrBudget):
		return "the founder's limit for spending is reached: " + err.Error()
	case errors.Is(err, org.ErrStopped):
		return "the founder stopped this project; no call is made for it"
	case errors.Is(err, org.ErrCallCap):
		return "this project has made all the model calls that it may"
	}
	return ""
}

func (d *Door) cutKey(raw []byte) []byte { return redact.Cut(raw, d.broker.Key) }

func (d *Door) address(path string) string {
	return strings.TrimRight(d.broker.URL, "/") + strings.TrimPrefix(path, "/v1")
}
