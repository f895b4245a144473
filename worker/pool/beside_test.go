package pool_test

import (
	"context"
	"fmt"
	"log/slog"
	"sync"
	"testing"
	"time"

	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/testing/storetest"
	"github.com/frasier-cos/frasier/internal/work"
	"github.com/frasier-cos/frasier/store"
	"github.com/frasier-cos/frasier/worker/pool"
)

// address is a database that ends with the test: on a server when there is one.
func address(t *testing.T) string {
	t.Helper()
	server := storetest.Server()
	if server == "" {
		return storetest.Path(t)
	}
	path, drop, err := storetest.Schema(t.Context(), server)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := drop(); err != nil {
			t.Error(err)
		}
	})
	return path
}

// plan has one project of layered steps planned.
func plan(t *testing.T, db *store.DB, layers, wide int) org.ProjectID {
	t.Helper()
	ctx := t.Context()
	ok := func(err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	ok(db.SeedAgents(ctx, []org.Agent{{ID: "agent-a", Name: "A", Role: "Analyst", Category: "research", Persona: "You analyse."}}))
	m, _, err := db.SaveMessage(ctx, org.Message{Channel: org.Channel{Transport: "terminal", ID: "local"}, Origin: "1", Author: "founder", Text: "work"})
	ok(err)
	p, err := db.SaveTurn(ctx, org.Turn{Message: m, Route: org.ActionNewProject, Project: &org.NewProject{
		Title: "P", Mode: org.ModeResearch, Depth: org.DepthSimple, Single: true, Phases: []org.Phase{{Label: "P"}},
	}})
	ok(err)
	var steps []work.PlannedStep
	for i := range layers * wide {
		s := work.PlannedStep{
			Key: fmt.Sprint("k", i), Title: "T", Goal: "G", Kind: org.KindResearch, Depth: org.DepthSimple, Role: "Analyst", Category: "research", Agent: "agent-a", Tier: org.T1,
		}
		if i >= wide {
			s.Needs = []string{fmt.Sprint("k", i-wide), fmt.Sprint("k", (i/wide-1)*wide+(i+1)%wide)}
		}
		steps = append(steps, s)
	}
	job, err := db.ClaimMission(ctx, "planner", time.Minute)
	ok(err)
	ok(db.SavePlan(ctx, job.Lease, work.Plan{Steps: steps}))
	return p
}

// Pools of two processes, one with more slots than a claim needs for a
// transaction of its own, do each step once and hold nothing in the end.
func TestPoolsWorkBesideEachOther(t *testing.T) {
	t.Parallel()
	const layers, wide = 4, 40
	path := address(t)
	ctx, stop := context.WithCancel(t.Context())
	defer stop()
	var mu sync.Mutex
	done := map[org.StepID]int{}
	var all sync.WaitGroup
	var dbs []*store.DB
	for range 2 {
		db, err := store.Open(t.Context(), store.Options{Path: path})
		if err != nil {
			t.Fatal(err)
		}
		dbs = append(dbs, db)
	}
	p := plan(t, dbs[0], layers, wide)
	for i, db := range dbs {
		crew := pool.Pool{
			Queue: db, Holder: fmt.Sprint("w", i), Slots: []int{6, wide}[i], Poll: 50 * time.Millisecond, Log: slog.New(slog.DiscardHandler),
			Work: func(ctx context.Context, c work.Claim, handing func(bool)) error {
				out := work.Outcome{Next: org.StepCompleted, Result: "done", Digest: "done", Reviewed: "auto", Served: c.Step.Tier}
				if c.Step.Kind == org.KindAssembly {
					out.Deliverable = &work.Deliverable{Title: "P", Markdown: "# P\n", HTML: "<h1>P</h1>", PDF: []byte("%PDF-1.4")}
				}
				handing(true)
				err := db.Finish(ctx, c.Lease, out)
				mu.Lock()
				defer mu.Unlock()
				if err != nil {
					t.Errorf("finish %s: %v", c.Step.Key, err)
				}
				if done[c.Step.ID]++; err != nil || len(done) == layers*wide+1 {
					stop()
				}
				return err
			},
		}
		all.Go(func() {
			wake, unsubscribe := db.Wake()
			defer unsubscribe()
			if err := crew.Run(ctx, wake); err != nil {
				t.Errorf("pool %d: %v", i, err)
			}
		})
	}
	all.Wait()
	for id, n := range done {
		if n != 1 {
			t.Errorf("step %s was done %d times", id, n)
		}
	}
	got, err := dbs[0].Project(t.Context(), string(p))
	if err != nil || got.State != org.ProjectCompleted || len(done) != layers*wide+1 {
		t.Errorf("the project is %s (%v) after %d steps, want it completed after %d", got.State, err, len(done), layers*wide+1)
	}
	results, err := dbs[0].Verify(t.Context())
	if err != nil {
		t.Error(err)
	}
	for _, r := range results {
		if !r.OK {
			t.Errorf("verify: %s: %s", r.Name, r.Detail)
		}
	}
	for i, db := range dbs {
		if held, err := db.Held(t.Context(), fmt.Sprint("w", i)); err != nil || len(held) > 0 {
			t.Errorf("w%d holds %v (%v) in the end", i, held, err)
		}
		if err := db.Close(); err != nil {
			t.Error(err)
		}
	}
}
