// Package ours is the engine under load, for benchmarks beside other engines:
// the product's store with a pool of workers whose steps do nothing or sleep.
package ours

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"sync"
	"time"

	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/work"
	"github.com/frasier-cos/frasier/store"
	"github.com/frasier-cos/frasier/worker/pool"
)

const holder = "bench-1"

// Instance is a database with one agent in it.
type Instance struct {
	DB      *store.DB
	said    int
	planned int // steps, with those that assemble
}

// Open opens a database, a file or the address of a server.
func Open(ctx context.Context, path string) (*Instance, error) {
	db, err := store.Open(ctx, store.Options{Path: path})
	if err != nil {
		return nil, err
	}
	err = db.SeedAgents(ctx, []org.Agent{{ID: "agent-a", Name: "A", Role: "Analyst", Category: "research", Team: "team", Persona: "You analyse."}})
	if err != nil {
		return nil, errors.Join(err, db.Close())
	}
	return &Instance{DB: db}, nil
}

// Step returns a step that takes so many milliseconds.
func Step(key string, ms int, needs ...string) work.PlannedStep {
	return work.PlannedStep{
		Key: key, Title: key, Goal: "nothing", Kind: org.KindResearch, Depth: org.DepthSimple, Role: "Analyst", Category: "research",
		Agent: "agent-a", Tier: org.T1, Needs: needs, Minutes: ms,
	}
}

// Plan starts a project of these steps.
func (o *Instance) Plan(ctx context.Context, steps ...work.PlannedStep) (org.ProjectID, error) {
	p, save, err := o.Prepare(ctx, steps...)
	if err != nil {
		return p, err
	}
	return p, save()
}

// Prepare is Plan up to the commit that makes the steps ready, which is save's.
func (o *Instance) Prepare(ctx context.Context, steps ...work.PlannedStep) (p org.ProjectID, save func() error, err error) {
	o.said++
	m, _, err := o.DB.SaveMessage(ctx, org.Message{
		Channel: org.Channel{Transport: "bench", ID: "b"}, Origin: fmt.Sprint(time.Now().UnixNano(), "-", o.said), Author: "founder", Text: "work",
	})
	if err != nil {
		return "", nil, err
	}
	p, err = o.DB.SaveTurn(ctx, org.Turn{Message: m, Route: org.ActionNewProject, Project: &org.NewProject{
		Title: "P", Mode: org.ModeResearch, Depth: org.DepthSimple, Single: true, Phases: []org.Phase{{Label: "P"}},
	}})
	if err != nil {
		return "", nil, err
	}
	job, err := o.DB.ClaimMission(ctx, holder, time.Minute)
	if err != nil {
		return "", nil, err
	}
	return p, func() error {
		o.planned += len(steps) + 1
		return o.DB.SavePlan(ctx, job.Lease, work.Plan{Steps: steps})
	}, nil
}

// Drain works with so many workers, in the product's pool, until all steps that
// were planned are done, and returns how many it did. take does a step's work.
func (o *Instance) Drain(ctx context.Context, workers int, take func(org.Step)) (int, error) {
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	wake, unsubscribe := o.DB.Wake()
	defer unsubscribe()
	var mu sync.Mutex
	var broke error
	n := 0
	crew := pool.Pool{
		Queue: o.DB, Holder: holder, Slots: workers, Poll: time.Second, Log: slog.New(slog.DiscardHandler),
		Work: func(ctx context.Context, c work.Claim, handing func(bool)) error {
			take(c.Step)
			handing(true)
			err := o.DB.Finish(ctx, c.Lease, outcome(c.Step))
			mu.Lock()
			defer mu.Unlock()
			if n++; err != nil || n == o.planned {
				broke = err
				stop()
			}
			return nil
		},
	}
	err := crew.Run(ctx, wake)
	return n, errors.Join(err, broke)
}

func outcome(s org.Step) work.Outcome {
	o := work.Outcome{Next: org.StepCompleted, Result: "done", Digest: "done", Reviewed: "auto", Served: s.Tier}
	if s.Kind == org.KindAssembly {
		o.Deliverable = &work.Deliverable{Title: "P", Markdown: "# P\n", HTML: "<h1>P</h1>", PDF: []byte("%PDF-1.4")}
	}
	return o
}

// Throughput does at least n steps that do nothing and returns how many it did
// in a second.
func Throughput(ctx context.Context, path string, n, workers int) (perSecond float64, err error) {
	o, err := Open(ctx, path)
	if err != nil {
		return 0, err
	}
	defer func() { err = errors.Join(err, o.DB.Close()) }()
	const each = 250 // steps of one project
	for planned := 0; planned < n; planned += each {
		var steps []work.PlannedStep
		for i := range each {
			steps = append(steps, Step(fmt.Sprint("s", i), 1))
		}
		if _, err := o.Plan(ctx, steps...); err != nil {
			return 0, err
		}
	}
	begun := time.Now()
	did, err := o.Drain(ctx, workers, func(org.Step) {})
	return float64(did) / time.Since(begun).Seconds(), err
}
