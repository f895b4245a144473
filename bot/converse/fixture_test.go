package converse_test

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/frasier-cos/frasier/bot"
	"github.com/frasier-cos/frasier/bot/classify"
	"github.com/frasier-cos/frasier/bot/command"
	"github.com/frasier-cos/frasier/bot/converse"
	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/testing/llmtest"
	"github.com/frasier-cos/frasier/internal/testing/storetest"
	"github.com/frasier-cos/frasier/internal/work"
	"github.com/frasier-cos/frasier/llm"
	"github.com/frasier-cos/frasier/llm/extractive"
	"github.com/frasier-cos/frasier/llm/prompt"
	"github.com/frasier-cos/frasier/store"
)

// fixture is a handler with a real store behind it.
type fixture struct {
	t       testing.TB
	db      *store.DB
	handler *converse.Handler
	server  *llmtest.Server
	heard   int
	mu      sync.Mutex           // guards turn while several are answered at once
	turn    org.Turn             // saved last
	path    string               // of the database
	senses  map[string][2]string // what a worker reads of files by their names: text and note
}

// recorder is the store; it keeps the turn that was saved last.
type recorder struct {
	*store.DB
	fixture *fixture
}

// SaveTurn saves a turn and keeps it.
func (r recorder) SaveTurn(ctx context.Context, t org.Turn) (org.ProjectID, error) {
	r.fixture.mu.Lock()
	r.fixture.turn = t
	r.fixture.mu.Unlock()
	return r.DB.SaveTurn(ctx, t)
}

// newFixture opens one with the endpoint that opts describe, or without a
// model when it is nil.
func newFixture(tb testing.TB, opts *llmtest.Options) *fixture {
	tb.Helper()
	path := storetest.Path(tb)
	db, err := store.Open(tb.Context(), store.Options{Path: path})
	if err != nil {
		tb.Fatal(err)
	}
	tb.Cleanup(func() {
		if err := db.Close(); err != nil {
			tb.Error(err)
		}
	})
	prompts, err := prompt.Load("")
	if err != nil {
		tb.Fatal(err)
	}
	prompts.Facts = true
	if err := db.SeedAgents(tb.Context(), prompts.Agents()); err != nil {
		tb.Fatal(err)
	}
	prices, err := llm.LoadPrices()
	if err != nil {
		tb.Fatal(err)
	}
	log := slog.New(slog.DiscardHandler)
	client := &llm.Client{
		Provider: extractive.Provider{}, Records: db, Prices: prices, Log: log, Now: time.Now, Repair: prompts.Repair,
		Wait: func(context.Context, time.Duration) error { return nil },
	}
	o := &fixture{t: tb, db: db, path: path}
	if opts != nil {
		var url string
		o.server, url = llmtest.Start(tb, *opts)
		client.Models = llm.DefaultModels()
		client.Provider = &llm.Endpoint{Base: url, HTTP: &http.Client{}, Now: time.Now}
	}
	o.handler = &converse.Handler{
		Records: recorder{db, o}, Surroundings: db, Memory: db, Commands: command.New(db, time.Now), Questions: db, Client: client, Prompts: prompts, Team: prompts.Agents(), Owner: "bot-1", Secret: "s", Now: time.Now, Log: log,
		Classifier: &classify.Classifier{Client: client, Prompts: prompts, Secret: "s", Now: time.Now, Log: log},
	}
	return o
}

func channel() org.Channel { return org.Channel{Transport: "terminal", ID: "founder"} }

// answer is what became of one message.
type answer struct {
	reply   string
	project *org.Project
	calls   int
	event   org.Event // message_handled
}

// hear stores a message as the chat adapters do, has it answered and returns what came
// of it. A message that is ignored has an answer without a word.
func (o *fixture) hear(m org.Message) answer {
	o.t.Helper()
	o.heard++
	if m.Channel == (org.Channel{}) {
		m.Channel = channel()
	}
	m.Author, m.Origin = cmp.Or(m.Author, "founder"), fmt.Sprint(o.heard)
	before := len(o.calls())
	id, _, err := o.db.SaveMessage(o.t.Context(), bot.Scrub(m))
	if err != nil {
		o.t.Fatalf("SaveMessage: %v", err)
	}
	o.read()
	if err := o.handler.Next(o.t.Context()); err != nil {
		o.t.Fatalf("Next after %.80q: %v", m.Text, err)
	}
	if err := o.handler.Next(o.t.Context()); !errors.Is(err, org.ErrNoWork) {
		o.t.Fatalf("Next again: %v, want org.ErrNoWork", err)
	}
	a := answer{calls: len(o.calls()) - before}
	for _, e := range o.events() {
		if e.Message == id && (e.Kind == org.EventMessageHandled || e.Kind == org.EventMessageIgnored) {
			a.event = e
		}
	}
	if a.event.Kind == org.EventMessageIgnored {
		return a
	}
	past, err := o.db.History(o.t.Context(), m.Channel, 1)
	if err != nil || len(past) != 1 {
		o.t.Fatalf("History: %d turns, %v", len(past), err)
	}
	a.reply = past[0].Reply
	p, err := o.db.ProjectByMessage(o.t.Context(), id)
	if err == nil {
		a.project = &p
	} else if !errors.Is(err, org.ErrNotFound) {
		o.t.Fatalf("ProjectByMessage: %v", err)
	}
	return a
}

// read reads the files of a message as a worker does.
func (o *fixture) read() {
	o.t.Helper()
	all, err := o.db.ClaimReadings(o.t.Context(), "worker-1", time.Minute)
	if errors.Is(err, org.ErrNoWork) {
		return
	}
	if err != nil {
		o.t.Fatalf("ClaimReadings: %v", err)
	}
	if err := o.handler.Next(o.t.Context()); !errors.Is(err, org.ErrNoWork) {
		o.t.Fatalf("Next before its files are read: %v, want org.ErrNoWork", err)
	}
	for _, r := range all {
		got := o.senses[r.Name]
		if err := o.db.KeepReading(o.t.Context(), "worker-1", r, got[0], got[1]); err != nil {
			o.t.Fatalf("KeepReading: %v", err)
		}
	}
}

func (o *fixture) say(text string) answer {
	o.t.Helper()
	return o.hear(org.Message{Text: text})
}

func (o *fixture) calls() []llmtest.Request {
	if o.server == nil {
		return nil
	}
	return o.server.Requests()
}

func (o *fixture) events() []org.Event {
	o.t.Helper()
	all, err := o.db.Events(o.t.Context(), 0, 10_000)
	if err != nil {
		o.t.Fatalf("Events: %v", err)
	}
	return all
}

func (o *fixture) count(kind org.EventKind) int {
	n := 0
	for _, e := range o.events() {
		if e.Kind == kind {
			n++
		}
	}
	return n
}

// job claims the planning of the newest project.
func (o *fixture) job() work.PlanningJob {
	o.t.Helper()
	j, err := o.db.ClaimMission(o.t.Context(), "worker-1", time.Minute)
	if err != nil {
		o.t.Fatalf("ClaimMission: %v", err)
	}
	return j
}

func wantIn(t *testing.T, what, text string, parts ...string) {
	t.Helper()
	for _, p := range parts {
		if !strings.Contains(text, p) {
			t.Errorf("%s: got %q, want %q in it", what, text, p)
		}
	}
}
