package store_test

import (
	"errors"
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/reports"
	"github.com/frasier-cos/frasier/internal/testing/storetest"
	"github.com/frasier-cos/frasier/internal/work"
	"github.com/frasier-cos/frasier/store"
)

const (
	term  = time.Minute
	owner = "worker-1"
)

// opened is when every instance opens.
var opened = time.Date(2026, 3, 1, 9, 0, 0, 0, time.UTC)

// clock stands still until it is moved.
type clock struct {
	mu  sync.Mutex
	now time.Time
}

func (c *clock) Now() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.now
}

func (c *clock) forward(d time.Duration) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.now = c.now.Add(d)
}

// tester is what *testing.T, *testing.B and *rapid.T have in common.
type tester interface {
	Helper()
	Fatalf(format string, args ...any)
	Errorf(format string, args ...any)
}

// instance is a database with agents in it.
type instance struct {
	t     tester
	tt    testing.TB
	db    *store.DB
	clock *clock
	path  string
	heard int
}

func newInstance(tb testing.TB) *instance {
	tb.Helper()
	return newInstanceAt(tb, roomy(tb))
}

// agents are who works in every instance.
func agents() []org.Agent {
	return []org.Agent{
		{ID: "agent-research", Name: "Rhea", Role: "Head of Research", Category: "research", Persona: "You research.", Reviewer: "lead"},
		{ID: "agent-content", Name: "Cleo", Role: "Editor", Category: "content", Persona: "You edit."},
		{ID: "agent-qa", Name: "Quin", Role: "Reviewer", Category: "quality", Persona: "You check.", Reviewer: "qa"},
	}
}

// newInstanceAt is an instance whose database is to be in a certain place.
func newInstanceAt(tb testing.TB, path string) *instance {
	tb.Helper()
	o := &instance{t: tb, tt: tb, clock: &clock{now: opened}, path: path}
	if !onServer(path) {
		o.ok(storetest.Empty(path))
	}
	o.db = o.open()
	err := o.db.SeedAgents(tb.Context(), agents())
	if err != nil {
		tb.Fatalf("SeedAgents: %v", err)
	}
	return o
}

func (o *instance) open() *store.DB {
	o.tt.Helper()
	db, err := store.Open(o.tt.Context(), store.Options{Path: o.path, Now: o.clock.Now})
	if err != nil {
		o.tt.Fatalf("Open: %v", err)
	}
	o.tt.Cleanup(func() {
		if err := db.Close(); err != nil {
			o.tt.Errorf("Close: %v", err)
		}
	})
	return db
}

// sql runs statements past the store, without its constraints.
func (o *instance) sql(statements ...string) {
	o.tt.Helper()
	run(o.tt, unguarded(o.tt, o.path), statements...)
}

func (o *instance) ok(err error) {
	o.t.Helper()
	if err != nil {
		o.t.Fatalf("%v", err)
	}
}

func (o *instance) want(err, want error) {
	o.t.Helper()
	if !errors.Is(err, want) {
		o.t.Fatalf("error: got %v, want %v", err, want)
	}
}

var channel = org.Channel{Transport: "terminal", ID: "local"}

func (o *instance) hear(text string, files ...org.Attachment) org.MessageID {
	o.t.Helper()
	o.heard++
	id, fresh, err := o.db.SaveMessage(o.tt.Context(), org.Message{
		Channel: channel, Origin: fmt.Sprint("o", o.heard), Author: "founder", Text: text, Attachments: files,
	})
	o.ok(err)
	if !fresh {
		o.t.Fatalf("message %q: got an old one, want a fresh one", text)
	}
	return id
}

// start has a message heard and answered with a new project.
func (o *instance) start(n org.NewProject) org.ProjectID {
	o.t.Helper()
	if n.Title == "" {
		n.Title = "Compare queues"
	}
	if n.Mode == "" {
		n.Mode, n.Depth = org.ModeResearch, org.DepthStandard
	}
	if len(n.Phases) == 0 && n.Roadmap == nil {
		n.Phases = []org.Phase{{Label: "research"}}
	}
	id, err := o.db.SaveTurn(o.tt.Context(), org.Turn{
		Message: o.hear("compare queues"), Route: org.ActionNewProject, Reply: "On it.", Project: &n,
	})
	o.ok(err)
	return id
}

func piece(key string, needs ...string) work.PlannedStep {
	return work.PlannedStep{
		Key: key, Title: "Do " + key, Goal: "Find out " + key, Kind: org.KindResearch, Depth: org.DepthStandard,
		Role: "Analyst", Category: "research", Agent: "agent-research", Tier: org.T2, Needs: needs,
	}
}

// plan has the waiting mission planned.
func (o *instance) plan(steps ...work.PlannedStep) org.MissionID {
	o.t.Helper()
	job, err := o.db.ClaimMission(o.tt.Context(), "planner", term)
	o.ok(err)
	o.ok(o.db.SavePlan(o.tt.Context(), job.Lease, work.Plan{Notes: work.PlanNotes{Title: "Plan", Quality: "model"}, Steps: steps}))
	return job.Mission.ID
}

// claim takes up to n steps and returns them by key.
func (o *instance) claim(n int) map[string]work.Claim {
	o.t.Helper()
	claims, err := o.db.ClaimSteps(o.tt.Context(), owner, term, n)
	if errors.Is(err, org.ErrNoWork) {
		return nil
	}
	o.ok(err)
	out := map[string]work.Claim{}
	for _, c := range claims {
		out[c.Step.Key] = c
	}
	return out
}

func completed(s org.Step) work.Outcome {
	o := work.Outcome{Next: org.StepCompleted, Result: "# " + s.Title, Digest: s.Title, Reviewed: "auto", Served: s.Tier}
	if s.Kind == org.KindAssembly {
		o.Deliverable = &work.Deliverable{Title: "All", Markdown: "# All\n", HTML: "<h1>All</h1>", PDF: []byte("%PDF-1.4")}
	}
	return o
}

func (o *instance) complete(c work.Claim) {
	o.t.Helper()
	o.ok(o.db.Finish(o.tt.Context(), c.Lease, completed(c.Step)))
}

func (o *instance) fail(c work.Claim, cause string) {
	o.t.Helper()
	o.ok(o.db.Finish(o.tt.Context(), c.Lease, work.Outcome{Next: org.StepFailed, Cause: cause}))
}

// run completes whatever becomes ready until nothing does.
func (o *instance) run() {
	o.t.Helper()
	for {
		claims := o.claim(10)
		if len(claims) == 0 {
			return
		}
		for _, c := range claims {
			o.complete(c)
		}
	}
}

func (o *instance) step(p org.ProjectID, key string) org.Step {
	o.t.Helper()
	steps, err := o.db.Steps(o.tt.Context(), p)
	o.ok(err)
	for _, s := range steps {
		if s.Key == key {
			return s
		}
	}
	o.t.Fatalf("project %s: no step %q", p, key)
	return org.Step{}
}

func (o *instance) project(p org.ProjectID) org.Project {
	o.t.Helper()
	got, err := o.db.Project(o.tt.Context(), string(p))
	o.ok(err)
	return got
}

func (o *instance) wantState(p org.ProjectID, want map[string]org.StepState) {
	o.t.Helper()
	for key, state := range want {
		if got := o.step(p, key); got.State != state {
			o.t.Errorf("step %s: got %s (%s), want %s", key, got.State, got.Cause, state)
		}
	}
}

func (o *instance) wantProject(p org.ProjectID, want org.ProjectState) org.Project {
	o.t.Helper()
	got := o.project(p)
	if got.State != want {
		o.t.Fatalf("project %s: got %s (%s), want %s", p, got.State, got.Outcome, want)
	}
	return got
}

// sound demands that every invariant holds.
func (o *instance) sound() {
	o.t.Helper()
	for _, r := range o.verify() {
		if !r.OK {
			o.t.Errorf("verify: %s: %s", r.Name, r.Detail)
		}
	}
}

func (o *instance) verify() []reports.CheckResult {
	o.t.Helper()
	got, err := o.db.Verify(o.tt.Context())
	o.ok(err)
	return got
}

// deliveries lists what all deliveries of a kind say, each after its key, oldest
// first.
func (o *instance) deliveries(kind reports.DeliveryKind) []string {
	o.t.Helper()
	out, err := toldAll(o.tt.Context(), o.db, kind)
	o.ok(err)
	return out
}

func (o *instance) wantSaid(kind reports.DeliveryKind, want ...string) {
	o.t.Helper()
	got := o.deliveries(kind)
	if len(got) != len(want) {
		o.t.Fatalf("%s deliveries: got %q, want %d of them", kind, got, len(want))
	}
	for i, w := range want {
		if !strings.Contains(got[i], w) {
			o.t.Errorf("%s delivery %d: got %q, want it to say %q", kind, i, got[i], w)
		}
	}
}
