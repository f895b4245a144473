package store_test

import (
	"fmt"
	"testing"
	"time"

	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/testing/storetest"
	"github.com/frasier-cos/frasier/internal/work"
	"github.com/frasier-cos/frasier/store"
)

// bench is an instance on a real database with a clock that tests set.
type bench struct {
	t    *testing.T
	db   *store.DB
	path string
	now  time.Time
	said int
}

func newBench(t *testing.T) *bench {
	t.Helper()
	b := &bench{
		t: t, path: roomy(t),
		now: time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC),
	}
	if !onServer(b.path) {
		b.ok(storetest.Empty(b.path))
	}
	b.open()
	t.Cleanup(func() {
		if err := b.db.Close(); err != nil {
			t.Errorf("Close: %v", err)
		}
	})
	b.ok(b.db.SeedAgents(t.Context(), []org.Agent{
		{ID: "agent-research", Name: "Rosalind", Role: "Head of Research", Category: "research", Persona: "You are Rosalind."},
		{ID: "agent-content", Name: "Cora", Role: "Head of Content", Category: "content", Persona: "You are Cora."},
		{ID: "agent-quality", Name: "Quinn", Role: "Head of Quality", Category: "quality", Persona: "You are Quinn.", Reviewer: "qa"},
	}))
	return b
}

func (b *bench) open() {
	b.t.Helper()
	db, err := store.Open(b.t.Context(), store.Options{Path: b.path, Now: func() time.Time { return b.now }})
	b.ok(err)
	b.db = db
}

// reopen is what a restart does.
func (b *bench) reopen() {
	b.t.Helper()
	b.ok(b.db.Close())
	b.open()
}

func (b *bench) ok(err error) {
	b.t.Helper()
	if err != nil {
		b.t.Fatal(err)
	}
}

func (b *bench) pass(d time.Duration) { b.now = b.now.Add(d) }

func local() org.Channel { return org.Channel{Transport: "terminal", ID: "local"} }

// say hands in a message and what was made of it.
func (b *bench) say(text string, turn org.Turn) (org.MessageID, org.ProjectID) {
	b.t.Helper()
	b.said++
	m, _, err := b.db.SaveMessage(b.t.Context(), org.Message{
		Channel: local(), Origin: fmt.Sprint(b.said), Author: "founder", Text: text, SaidAt: b.now,
	})
	b.ok(err)
	turn.Message = m
	if turn.Route == "" {
		turn.Route = org.ActionResponse
	}
	p, err := b.db.SaveTurn(b.t.Context(), turn)
	b.ok(err)
	return m, p
}

// project starts a project of one phase.
func (b *bench) project(title string) org.ProjectID {
	b.t.Helper()
	_, p := b.say(title, org.Turn{Route: org.ActionNewProject, Project: &org.NewProject{
		Title: title, Goal: title, Mode: org.ModeResearch, Depth: org.DepthStandard,
		Phases: []org.Phase{{Label: "the work"}},
	}})
	return p
}

// step is a planned step of no special kind.
func step(key string, needs ...string) work.PlannedStep {
	return work.PlannedStep{
		Key: key, Title: "Step " + key, Goal: "Do " + key, Kind: org.KindResearch, Depth: org.DepthStandard,
		Role: "Researcher", Category: "research", Agent: "agent-research", Tier: org.T2, Needs: needs,
		Acceptance: []org.Criterion{{ID: "a1", Text: "it is done", Check: org.CheckJudge}},
	}
}

// plan plans the open mission of a project and returns all its steps by key.
func (b *bench) plan(p org.ProjectID, steps ...work.PlannedStep) map[string]org.Step {
	b.t.Helper()
	job, err := b.db.ClaimMission(b.t.Context(), "planner", time.Minute)
	b.ok(err)
	b.ok(b.db.SavePlan(b.t.Context(), job.Lease, work.Plan{
		Notes: work.PlanNotes{Title: job.Project.Title, Quality: "model"}, Steps: steps,
	}))
	return b.steps(p)
}

func (b *bench) steps(p org.ProjectID) map[string]org.Step {
	b.t.Helper()
	list, err := b.db.Steps(b.t.Context(), p)
	b.ok(err)
	out := map[string]org.Step{}
	for _, s := range list {
		out[s.Key] = s
	}
	return out
}

// claim claims all that is ready, by key.
func (b *bench) claim() map[string]work.Claim {
	b.t.Helper()
	list, err := b.db.ClaimSteps(b.t.Context(), "worker-1", time.Minute, 100)
	b.ok(err)
	out := map[string]work.Claim{}
	for _, c := range list {
		out[c.Step.Key] = c
	}
	return out
}

func (b *bench) finish(c work.Claim, o work.Outcome) {
	b.t.Helper()
	b.ok(b.db.Finish(b.t.Context(), c.Lease, o))
}

// done is the outcome of a step that went well.
func done(result string) work.Outcome {
	return work.Outcome{Next: org.StepCompleted, Result: result, Digest: result, Reviewed: "auto", Served: org.T2}
}

// events returns the journal's lines of one kind.
func (b *bench) events(kind org.EventKind) []org.Event {
	b.t.Helper()
	all, err := b.db.Events(b.t.Context(), 0, 100_000)
	b.ok(err)
	var out []org.Event
	for _, e := range all {
		if e.Kind == kind {
			out = append(out, e)
		}
	}
	return out
}

// heard stores a message that nobody has answered.
func (b *bench) heard(text string) org.MessageID {
	b.t.Helper()
	b.said++
	m, _, err := b.db.SaveMessage(b.t.Context(), org.Message{Channel: local(), Origin: fmt.Sprint(b.said), Author: "founder", Text: text, SaidAt: b.now})
	b.ok(err)
	return m
}
