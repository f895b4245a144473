package plan_test

import (
	"context"
	"fmt"
	"log/slog"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/testing/llmtest"
	"github.com/frasier-cos/frasier/internal/testing/storetest"
	"github.com/frasier-cos/frasier/internal/work"
	"github.com/frasier-cos/frasier/llm"
	"github.com/frasier-cos/frasier/llm/prompt"
	"github.com/frasier-cos/frasier/store"
	"github.com/frasier-cos/frasier/worker/plan"
)

// office is a planner with a real store behind it.
type office struct {
	t       testing.TB
	db      *store.DB
	planner *plan.Planner
	server  *llmtest.Server
	base    string // address of server
	now     time.Time
	heard   int
	// What the planner handed in last.
	made     work.Plan
	deferred time.Time
}

// recorder is the store; it keeps what was handed in.
type recorder struct {
	*store.DB
	office *office
}

// SavePlan saves a plan and keeps it.
func (r recorder) SavePlan(ctx context.Context, l work.MissionLease, p work.Plan) error {
	r.office.made = p
	return r.DB.SavePlan(ctx, l, p)
}

// DeferMission defers a mission and keeps the time.
func (r recorder) DeferMission(ctx context.Context, l work.MissionLease, until time.Time, notice string) error {
	r.office.deferred = until
	return r.DB.DeferMission(ctx, l, until, notice)
}

func newOffice(tb testing.TB, opts llmtest.Options) *office {
	tb.Helper()
	o := &office{t: tb, now: time.Date(2026, 3, 1, 9, 0, 0, 0, time.UTC)}
	clock := func() time.Time { return o.now }
	db, err := store.Open(tb.Context(), store.Options{Path: storetest.Path(tb), Now: clock})
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
	server, url := llmtest.Start(tb, opts)
	log := slog.New(slog.DiscardHandler)
	o.db, o.server, o.base = db, server, url
	o.planner = &plan.Planner{
		Records: recorder{db, o}, Prompts: prompts, Holder: "worker-1", Secret: "s", Now: clock, Log: log,
		Client: &llm.Client{
			Provider: &llm.Endpoint{Base: url, HTTP: &http.Client{}, Now: clock}, Records: db, Models: llm.DefaultModels(), Prices: prices,
			Log: log, Now: clock, Repair: prompts.Repair, Wait: func(context.Context, time.Duration) error { return nil },
		},
	}
	return o
}

// start has a project started by a message.
func (o *office) start(text string, n org.NewProject) org.ProjectID {
	o.t.Helper()
	o.heard++
	m, _, err := o.db.SaveMessage(o.t.Context(), org.Message{
		Channel: org.Channel{Transport: "terminal", ID: "founder"}, Origin: fmt.Sprint(o.heard), Author: "founder", Text: text,
	})
	if err != nil {
		o.t.Fatal(err)
	}
	if n.Title == "" {
		n.Title = "Coffee"
	}
	if n.Goal == "" {
		n.Goal = text
	}
	if n.Mode == "" {
		n.Mode = org.ModeResearch
	}
	if n.Depth == "" {
		n.Depth = org.DepthStandard
	}
	if len(n.Phases) == 0 && n.Roadmap == nil {
		n.Phases = []org.Phase{{Label: n.Title}}
	}
	id, err := o.db.SaveTurn(o.t.Context(), org.Turn{Message: m, Route: org.ActionNewProject, Reply: "On it.", Project: &n})
	if err != nil {
		o.t.Fatal(err)
	}
	return id
}

// plan plans the next mission and returns the plan handed in; one without
// steps when none was.
func (o *office) plan() work.Plan {
	o.t.Helper()
	o.made = work.Plan{}
	if err := o.planner.Next(o.t.Context()); err != nil {
		o.t.Fatalf("Next: %v", err)
	}
	return o.made
}

// calls counts the calls of a stage so far.
func (o *office) calls(stage string) int {
	n := 0
	for _, r := range o.server.Requests() {
		if r.Stage == stage {
			n++
		}
	}
	return n
}

// prompts returns the prompts of a stage so far.
func (o *office) prompts(stage string) []string {
	var out []string
	for _, r := range o.server.Requests() {
		if r.Stage == stage {
			out = append(out, r.Prompt)
		}
	}
	return out
}

func (o *office) project(id org.ProjectID) org.Project {
	o.t.Helper()
	p, err := o.db.Project(o.t.Context(), string(id))
	if err != nil {
		o.t.Fatal(err)
	}
	return p
}

func step(p work.Plan, key string) work.PlannedStep {
	i := slices.IndexFunc(p.Steps, func(s work.PlannedStep) bool { return s.Key == key })
	if i < 0 {
		return work.PlannedStep{}
	}
	return p.Steps[i]
}

func has(list []string, part string) bool {
	return slices.ContainsFunc(list, func(s string) bool { return strings.Contains(s, part) })
}
