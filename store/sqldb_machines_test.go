package store_test

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/work"
	"github.com/frasier-cos/frasier/store"
)

// crowd is machines that work on the same projects at once.
type crowd struct {
	*testing.T
	path     string
	dbs      []*store.DB
	projects []org.ProjectID

	mu   sync.Mutex
	done map[org.StepID]int
}

// begin starts projects of random layered steps; a server's clock is the time.
func begin(t *testing.T, machines, projects, layers, wide int) *crowd {
	t.Helper()
	path := database(t)
	x := &crowd{T: t, path: path, done: map[org.StepID]int{}}
	for range machines {
		x.dbs = append(x.dbs, attached(t, store.Options{Path: path}))
	}
	db, ctx, rng := x.dbs[0], t.Context(), rand.New(rand.NewPCG(1, 2))
	x.ok(db.SeedAgents(ctx, agents()))
	for n := range projects {
		m, _, err := db.SaveMessage(ctx, org.Message{Channel: channel, Origin: fmt.Sprint("p", n), Author: "founder", Text: "work"})
		x.ok(err)
		p, err := db.SaveTurn(ctx, org.Turn{Message: m, Route: org.ActionNewProject, Project: &org.NewProject{
			Title: fmt.Sprint("P", n), Mode: org.ModeResearch, Depth: org.DepthSimple, Single: true, Phases: []org.Phase{{Label: "P"}},
		}})
		x.ok(err)
		x.projects = append(x.projects, p)
		var steps []work.PlannedStep
		for i := range layers * wide {
			var needs []string
			for k := range 3 {
				if above := (i/wide-1)*wide + (i+k*(1+rng.IntN(wide)))%wide; above >= 0 && !slices.Contains(needs, fmt.Sprint("k", above)) {
					needs = append(needs, fmt.Sprint("k", above))
				}
			}
			steps = append(steps, piece(fmt.Sprint("k", i), needs...))
		}
		job, err := db.ClaimMission(ctx, "planner", term)
		x.ok(err)
		x.ok(db.SavePlan(ctx, job.Lease, work.Plan{Steps: steps}))
	}
	return x
}

func (x *crowd) ok(err error) {
	x.Helper()
	if err != nil {
		x.Fatal(err)
	}
}

// ended reports whether every project has.
func (x *crowd) ended() bool {
	for _, p := range x.projects {
		got, err := x.dbs[0].Project(x.Context(), string(p))
		if err != nil || !got.State.Ended() {
			return err != nil
		}
	}
	return true
}

// work takes steps and hands them in, several at once, until nothing is left.
// What one round makes of a step, the seed says.
func (x *crowd) work(db *store.DB, owner string, seed uint64) {
	rng := rand.New(rand.NewPCG(seed, 7))
	for !x.ended() {
		claims, err := db.ClaimSteps(x.Context(), owner, time.Minute, 1+rng.IntN(40))
		if errors.Is(err, org.ErrNoWork) {
			continue
		}
		if err != nil {
			x.Errorf("claim: %v", err)
			return
		}
		var all sync.WaitGroup
		for _, c := range claims {
			out := completed(c.Step)
			if c.Step.Kind != org.KindAssembly && c.Step.Strikes == 0 && rng.IntN(8) == 0 {
				out = work.Outcome{Next: org.StepPending, Strike: true, Feedback: []string{"no"}}
			}
			all.Go(func() {
				err := db.Finish(x.Context(), c.Lease, out)
				if err != nil && !errors.Is(err, org.ErrLeaseLost) {
					x.Errorf("finish %s: %v", c.Step.Key, err)
				}
				if err == nil && out.Next == org.StepCompleted {
					x.mu.Lock()
					x.done[c.Step.ID]++
					x.mu.Unlock()
				}
			})
		}
		all.Wait()
	}
}

// Machines claim and end steps beside each other while the founder pauses,
// resumes and cancels: no step is done twice, none begins before what it needs
// has ended, and the counters and the journal are right.
func TestMachinesWorkBesideEachOther(t *testing.T) {
	x := begin(t, 3, 3, 6, 12)
	var all sync.WaitGroup
	for i, db := range x.dbs {
		for hand := range 2 {
			all.Go(func() { x.work(db, fmt.Sprint("w", i, "-", hand), uint64(10*i+hand)) })
		}
	}
	founder := x.dbs[0]
	for i := range 12 {
		p := x.projects[i%2]
		err := founder.Pause(t.Context(), p)
		if err == nil {
			err = founder.Resume(t.Context(), p)
		}
		if err != nil && !errors.Is(err, org.ErrConflict) {
			t.Errorf("pause and resume: %v", err)
		}
	}
	if err := founder.Cancel(t.Context(), x.projects[2]); err != nil && !errors.Is(err, org.ErrConflict) {
		t.Errorf("cancel: %v", err)
	}
	all.Wait()
	for id, n := range x.done {
		if n != 1 {
			t.Errorf("step %s was done %d times", id, n)
		}
	}
	results, err := founder.Verify(t.Context())
	x.ok(err)
	for _, r := range results {
		if !r.OK {
			t.Errorf("verify: %s: %s", r.Name, r.Detail)
		}
	}
	for what, query := range map[string]string{
		"steps began before what they need had ended": `
			SELECT count(*) FROM step_dependencies e JOIN steps s ON s.id = e.step_id JOIN steps n ON n.id = e.depends_on
			 WHERE n.state = 'completed' AND s.started_at < n.ended_at`,
		"completed steps were claimed more often than they were worked on": `
			SELECT count(*) FROM steps WHERE state = 'completed' AND attempt <> strikes + 1`,
		"lines are missing from the journal": `SELECT coalesce(max(seq), 0) - count(*) FROM events`,
		"completed steps have not just one line": `
			SELECT count(*) FROM steps s WHERE s.state = 'completed' AND (SELECT count(*) FROM events e WHERE e.step_id = s.id AND e.kind = 'step_completed') <> 1`,
	} {
		if n, err := founder.Count(t.Context(), query); err != nil || n != 0 {
			t.Errorf("%d %s (%v)", n, what, err)
		}
	}
}

// Machines that end steps of the same missions in whatever order, with skills
// and dependants that they share, and claim meanwhile, never stand in each
// other's way for good: nobody is told of a deadlock, and all is done.
func TestNobodyIsToldOfADeadlock(t *testing.T) {
	x := begin(t, 4, 1, 6, 24)
	var all sync.WaitGroup
	for i, db := range x.dbs {
		for hand := range 2 {
			all.Go(func() { x.hurry(db, fmt.Sprint("w", i, "-", hand), uint64(10*i+hand)) })
		}
	}
	all.Wait()
	if len(x.done) != 6*24+1 {
		t.Errorf("%d steps were done, want all %d", len(x.done), 6*24+1)
	}
	for id, n := range x.done {
		if n != 1 {
			t.Errorf("step %s was done %d times", id, n)
		}
	}
	results, err := x.dbs[0].Verify(t.Context())
	x.ok(err)
	for _, r := range results {
		if !r.OK {
			t.Errorf("verify: %s: %s", r.Name, r.Detail)
		}
	}
	used, err := x.dbs[0].Texts(t.Context(), `SELECT skill || ' ' || used FROM agent_skills ORDER BY skill`)
	if want := "law 144, maps 144, sums 144"; err != nil || strings.Join(used, ", ") != want {
		t.Errorf("skills: %v (%v), want %s", used, err, want)
	}
}

// hurry ends what it claims at once and in an order of its own, and claims
// meanwhile.
func (x *crowd) hurry(db *store.DB, owner string, seed uint64) {
	rng := rand.New(rand.NewPCG(seed, 9))
	var ends sync.WaitGroup
	defer ends.Wait()
	for !x.ended() && !x.Failed() {
		claims, err := db.ClaimSteps(x.Context(), owner, term, []int{3, 8, 40}[rng.IntN(3)])
		if err != nil && !errors.Is(err, org.ErrNoWork) {
			x.Errorf("claim: %v", err)
			return
		}
		rng.Shuffle(len(claims), func(i, j int) { claims[i], claims[j] = claims[j], claims[i] })
		for _, c := range claims {
			out := completed(c.Step)
			if c.Step.Kind != org.KindAssembly {
				out.Skills = []string{"law", "maps", "sums"}
				rng.Shuffle(len(out.Skills), func(i, j int) { out.Skills[i], out.Skills[j] = out.Skills[j], out.Skills[i] })
				out.Approach = &work.Approach{Summary: "asked", Tags: []string{"b", "a"}}
			}
			ends.Go(func() {
				if err := db.Finish(x.Context(), c.Lease, out); err != nil {
					x.Errorf("finish %s: %v", c.Step.Key, err)
				}
				x.mu.Lock()
				x.done[c.Step.ID]++
				x.mu.Unlock()
			})
		}
	}
}
