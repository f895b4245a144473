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
	x := begin(t, 3, 1, 2, 3)
	db, ctx := x.dbs[0], t.Context()
	claims, err := db.ClaimSteps(ctx, "w", time.Minute, 3)
	x.ok(err)
	other, err := raw(t, server).BeginTx(ctx, nil)
	x.ok(err)
	key := ""
	x.ok(raw(t, x.path).QueryRowContext(ctx, `SELECT hashtextextended('frasier ' || current_schema(), 0)`).Scan(&key))
	if _, err := other.ExecContext(ctx, `SELECT pg_advisory_xact_lock_shared($1)`, key); err != nil {
		t.Fatal(err)
	}
	x.ok(db.Finish(ctx, claims[0].Lease, completed(claims[0].Step)))
	lesson := completed(claims[2].Step)
	lesson.Lesson = "Ask for the date first."
	waits := map[string]func() error{
		"a lesson": func() error { return x.dbs[2].Finish(ctx, claims[2].Lease, lesson) },
		"a cursor": func() error { return db.SetCursor(ctx, "c", 1) },
		"a rejected step": func() error {
			return x.dbs[1].Finish(ctx, claims[1].Lease, org.Outcome{Next: org.StepPending, Strike: true, Feedback: []string{"no"}})
		},
	}
	over := make(chan string, len(waits))
	for name, do := range waits {
		go func() {
			if err := do(); err != nil {
				t.Errorf("%s: %v", name, err)
			}
			over <- name
		}()
	}
	x.waiting(ctx, raw(t, server), key, len(waits))
	select {
	case name := <-over:
		t.Errorf("%s did not wait for the turn", name)
	default:
	}
	x.ok(other.Rollback())
	for range waits {
		<-over
	}
}

// waiting waits until so many wait for a lock.
func (x *crowd) waiting(ctx context.Context, db *sql.DB, key string, want int) {
	for n := -1; n != want; {
		err := db.QueryRowContext(ctx, `
			SELECT count(*) FROM pg_locks WHERE locktype = 'advisory' AND NOT granted
			   AND (classid::bigint << 32) | objid::bigint = $1::bigint`, key).Scan(&n)
		x.ok(err)
	}
}
