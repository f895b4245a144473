package store_test

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/frasier-cos/frasier/internal/org"
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
	db, ctx, rng := x.dbs[0], t.Context(), rand.New(rand.NewPCG(1, 2)) //nolint:gosec // a test's
	x.ok(db.SeedAgents(ctx, agents()))
	for n := range projects {
		m, _, err := db.SaveMessage(ctx, org.Message{Channel: channel, Origin: fmt.Sprint("p", n), Author: "founder", Text: "work"})
		x.ok(err)
		p, err := db.SaveTurn(ctx, org.Turn{Message: m, Route: org.ActionNewProject, Project: &org.NewProject{
			Title: fmt.Sprint("P", n), Mode: org.ModeResearch, Depth: org.DepthSimple, Single: true, Phases: []org.Phase{{Label: "P"}},
		}})
		x.ok(err)
		x.projects = append(x.projects, p)
		var steps []org.PlannedStep
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
		x.ok(db.SavePlan(ctx, job.Lease, org.Plan{Steps: steps}))
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
func (x *crowd) work(db *store.DB, holder string, seed uint64) {
	rng := rand.New(rand.NewPCG(seed, 7)) //nolint:gosec // a test's
	for !x.ended() {
		claims, err := db.ClaimSteps(x.Context(), holder, time.Minute, 1+rng.IntN(40))
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
				out = org.Outcome{Next: org.StepPending, Strike: true, Feedback: []string{"no"}}
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
			all.Go(func() { x.work(db, fmt.Sprint("w", i, "-", hand), uint64(10*i+hand)) }) //nolint:gosec // small
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

// A claim and the plain end of a step wait for nobody who does the same; what
// changes more has the turn alone.
func TestOnlyPlainVerbsRunBesideOthers(t *testing.T) {
	if server == "" {
		return
	}
	x := begin(t, 1, 1, 2, 4)
	db, ctx := x.dbs[0], t.Context()
	claims, err := db.ClaimSteps(ctx, "w", time.Minute, 3)
	x.ok(err)
	key := ""
	x.ok(raw(t, x.path).QueryRowContext(ctx, `SELECT hashtextextended('frasier ' || current_schema(), 0)`).Scan(&key))
	beside := func(name string, waits bool, do func() error) {
		other, err := raw(t, server).BeginTx(ctx, nil) // one that claims at the same time
		x.ok(err)
		if _, err := other.ExecContext(ctx, `SELECT pg_advisory_xact_lock_shared($1)`, key); err != nil {
			t.Fatal(err)
		}
		over := make(chan error, 1)
		go func() { over <- do() }()
		waited := false
		for len(over) == 0 && !waited {
			waited = x.waiting(ctx, raw(t, server), key) > 0
		}
		if waited != waits {
			t.Errorf("%s: waits for the turn: %v, want %v", name, waited, waits)
		}
		x.ok(other.Rollback())
		x.ok(<-over)
	}
	lesson := completed(claims[2].Step)
	lesson.Lesson = "Ask for the date first."
	rejected := org.Outcome{Next: org.StepPending, Strike: true, Feedback: []string{"no"}}
	beside("a plain end", false, func() error { return db.Finish(ctx, claims[0].Lease, completed(claims[0].Step)) })
	beside("a claim", false, func() error {
		_, err := db.ClaimSteps(ctx, "w", time.Minute, 1)
		return err
	})
	beside("a cursor", true, func() error { return db.SetCursor(ctx, "c", 1) })
	beside("a rejected step", true, func() error { return db.Finish(ctx, claims[1].Lease, rejected) })
	beside("a lesson", true, func() error { return db.Finish(ctx, claims[2].Lease, lesson) })
}

// waiting is how many wait for a lock.
func (x *crowd) waiting(ctx context.Context, db *sql.DB, key string) (n int) {
	x.ok(db.QueryRowContext(ctx, `
		SELECT count(*) FROM pg_locks WHERE locktype = 'advisory' AND NOT granted
		   AND (classid::bigint << 32) | objid::bigint = $1::bigint`, key).Scan(&n))
	return n
}
