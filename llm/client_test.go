package llm_test

import (
	"context"
	"encoding/json"
	"errors"
	"net"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/testing/llmtest"
	"github.com/frasier-cos/frasier/llm"
	"github.com/frasier-cos/frasier/llm/prompt"
)

// ledger is the store's part in memory: memos by key, tries, health.
type ledger struct {
	mu       sync.Mutex
	begun    []org.ModelCall
	ended    []org.CallEnd
	usable   map[string]org.CallEnd
	tries    map[string]int
	health   org.ModelHealth
	badSince time.Time
	refuse   error
	broken   int // ends that it cannot store before it can
}

func newLedger() *ledger {
	return &ledger{usable: map[string]org.CallEnd{}, tries: map[string]int{}}
}

func (l *ledger) BeginCall(_ context.Context, c org.ModelCall) (org.CallEnd, bool, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.refuse != nil {
		return org.CallEnd{}, false, l.refuse
	}
	if e, ok := l.usable[c.Key]; ok {
		return e, true, nil
	}
	l.tries[c.Key]++
	l.begun = append(l.begun, c)
	return org.CallEnd{Key: c.Key, Try: l.tries[c.Key], State: org.CallPending, Tier: c.Tier}, false, nil
}

func (l *ledger) EndCall(_ context.Context, e org.CallEnd) (org.ModelHealth, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.broken--; l.broken >= 0 {
		return org.ModelHealth{}, org.ErrBusy
	}
	if len(l.begun) <= len(l.ended) {
		return org.ModelHealth{}, errors.New("a call ended that was never begun")
	}
	e.Tier = l.begun[len(l.ended)].Tier
	l.ended = append(l.ended, e)
	l.health.Calls++
	if e.State == org.CallUsable {
		l.usable[e.Key] = e
		l.health.BadInARow, l.health.BadFor = 0, 0
	} else {
		if l.health.BadInARow == 0 {
			l.badSince = e.At
		}
		l.health.BadInARow++
		l.health.BadFor = e.At.Sub(l.badSince)
	}
	return l.health, nil
}

func (l *ledger) ends() []org.CallEnd {
	l.mu.Lock()
	defer l.mu.Unlock()
	return append([]org.CallEnd(nil), l.ended...)
}

// waits records how long the client would have paused.
type waits struct {
	mu  sync.Mutex
	all []time.Duration
}

func (w *waits) wait(ctx context.Context, d time.Duration) error {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.all = append(w.all, d)
	return ctx.Err()
}

// bench is a client against a server of some kind, with all that it touched.
type bench struct {
	client   *llm.Client
	ledger   *ledger
	waits    *waits
	server   *llmtest.Server
	endpoint *llm.Endpoint
}

func newBench(t *testing.T, o llmtest.Options) *bench {
	t.Helper()
	s, err := llmtest.New(o)
	if err != nil {
		t.Fatalf("llmtest.New: %v", err)
	}
	url, stop, err := s.Serve(t.Context(), "127.0.0.1:0")
	if err != nil {
		t.Fatalf("serve: %v", err)
	}
	hc := &http.Client{Transport: &http.Transport{}}
	t.Cleanup(func() { hc.CloseIdleConnections(); stop() })
	e := &llm.Endpoint{Base: url, Key: "sk-test", HTTP: hc}
	b := newClient(t, e)
	b.server, b.endpoint = s, e
	return b
}

// newPiped is a bench without a network, for a bubble of synctest: the clock
// stands still while anything is under way.
func newPiped(t *testing.T, o llmtest.Options) *bench {
	t.Helper()
	s, err := llmtest.New(o)
	if err != nil {
		t.Fatalf("llmtest.New: %v", err)
	}
	l := &pipes{calls: make(chan net.Conn), closed: make(chan struct{})}
	server := &http.Server{Handler: s}
	done := make(chan error, 1)
	go func() { done <- server.Serve(l) }()
	hc := &http.Client{Transport: &http.Transport{DialContext: l.dial}}
	t.Cleanup(func() {
		hc.CloseIdleConnections()
		if err := server.Close(); err != nil {
			t.Errorf("close: %v", err)
		}
		if err := <-done; !errors.Is(err, http.ErrServerClosed) {
			t.Errorf("serve: %v", err)
		}
	})
	e := &llm.Endpoint{Base: "http://model.test/api/v1", Key: "sk-test", HTTP: hc, Stall: 5 * time.Second}
	b := newClient(t, e)
	b.server, b.endpoint = s, e
	return b
}

// pipes is a listener on the memory.
type pipes struct {
	calls  chan net.Conn
	closed chan struct{}
	once   sync.Once
}

func (p *pipes) Accept() (net.Conn, error) {
	select {
	case c := <-p.calls:
		return c, nil
	case <-p.closed:
		return nil, net.ErrClosed
	}
}

func (p *pipes) Close() error {
	p.once.Do(func() { close(p.closed) })
	return nil
}

func (p *pipes) Addr() net.Addr { return &net.UnixAddr{Name: "pipes", Net: "unix"} }

func (p *pipes) dial(ctx context.Context, _, _ string) (net.Conn, error) {
	here, there := net.Pipe()
	select {
	case p.calls <- there:
		return here, nil
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

func newClient(tb testing.TB, p llm.Provider) *bench {
	tb.Helper()
	prices, err := llm.LoadPrices()
	if err != nil {
		tb.Fatalf("LoadPrices: %v", err)
	}
	b := &bench{ledger: newLedger(), waits: &waits{}}
	b.client = &llm.Client{
		Provider: p, Records: b.ledger, Models: llm.DefaultModels(), Prices: prices,
		Rand: func() float64 { return 0.5 }, Wait: b.waits.wait, Repair: prompts(tb).Repair,
	}
	return b
}

func prompts(tb testing.TB) *prompt.Set {
	tb.Helper()
	set, err := prompt.Load("")
	if err != nil {
		tb.Fatalf("prompt.Load: %v", err)
	}
	set.Facts = true
	return set
}

// sheet is a small schema with what a strict mode takes.
const sheet = `{"type":"object","properties":{"answer":{"type":"string","minLength":1},"n":{"type":"integer"}},"required":["answer","n"],"additionalProperties":false}`

func schema() *llm.Schema {
	return &llm.Schema{Name: "x_stage", Local: json.RawMessage(sheet), Wire: json.RawMessage(strings.Replace(sheet, `,"minLength":1`, "", 1))}
}

func question(stage string, t org.Tier, s *llm.Schema) llm.Request {
	return llm.Request{
		Purpose: stage, Tier: t, Schema: s, Limit: time.Minute,
		Caller: llm.Caller{Project: "p1", Mission: "n1", Step: "s1", Agent: "agent-1", Round: 1},
		Blocks: []llm.Block{
			{Name: "B0", Text: "You work in an office.", Facts: json.RawMessage(`{"Stage":"` + stage + `"}`)},
			{Name: "B1", Text: "The project.", Cache: true},
			{Name: "B6", Text: "## Stage: " + stage + "\n\nDo it."},
			{Name: "B7", Text: "2026-11-21"},
		},
	}
}

// script is a provider that answers from a list.
type script struct {
	mu    sync.Mutex
	turns []turn
	seen  []llm.Wire
}

type turn struct {
	raw llm.Raw
	err error
}

func (s *script) Complete(_ context.Context, w llm.Wire) (llm.Raw, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	i := min(len(s.seen), len(s.turns)-1)
	s.seen = append(s.seen, w)
	return s.turns[i].raw, s.turns[i].err
}

func says(text string) turn { return turn{raw: llm.Raw{Text: text, Finish: "stop"}} }

func fails(f llm.Fault) turn { return turn{err: &f} }

func scripted(tb testing.TB, turns ...turn) (*bench, *script) {
	tb.Helper()
	s := &script{turns: turns}
	return newClient(tb, s), s
}
