package store_test

import (
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/store"
)

// said does a verb and returns what it panicked with.
func said(what *string, do func() error) func() error {
	return func() error {
		defer func() {
			if v := recover(); v != nil {
				*what = fmt.Sprint(v)
			}
		}()
		return do()
	}
}

// A panic in the middle of a transaction, of a claim's room or right before the
// commit, is had by who asked for that verb; the ends and claims beside it are
// done, and nothing is left of its own.
func TestPanicBesideEndsAndClaims(t *testing.T) {
	o := newOffice(t)
	var breaks atomic.Bool // right before the next commit
	db, err := store.Open(t.Context(), store.Options{Path: o.path, Now: o.clock.Now, Crash: func(string) {
		if breaks.CompareAndSwap(true, false) {
			panic("no commit")
		}
	}})
	o.ok(err)
	t.Cleanup(func() { o.ok(db.Close()) })
	for name, before := range map[string]bool{"a room": false, "before the commit": true} {
		t.Run(name, func(t *testing.T) {
			p := o.start(org.NewProject{Title: name})
			o.plan(piece("a"), piece("b"), piece("c", "a", "b"), piece("d"), piece("e"), piece("f"), piece("g"))
			held, ctx := o.claim(3), t.Context()
			calls, heard := 0, ""
			if server == "" {
				calls = 1 // there it is not asked before
			}
			var claims []org.Claim
			breaks.Store(before)
			errs := together(db,
				said(&heard, func() error { return db.Finish(ctx, held["d"].Lease, completed(held["d"].Step)) }),
				func() error { return db.Finish(ctx, held["a"].Lease, completed(held["a"].Step)) },
				said(&heard, func() error {
					_, err := db.ClaimInto(ctx, "broken", term, func() (free, held int) {
						if calls++; calls > 1 && !before {
							panic("no room")
						}
						return 1, 1
					})
					return err
				}),
				func() error { return db.Finish(ctx, held["b"].Lease, completed(held["b"].Step)) },
				func() (err error) { claims, err = db.ClaimSteps(ctx, "other", term, 2); return err },
			)
			want, first, broken := "no room", org.StepCompleted, 0
			if before {
				want, first, broken = "no commit", org.StepInProgress, 1
			}
			if err := errors.Join(errs...); err != nil || heard != want {
				t.Errorf("verbs beside a panic: %v; the panic %q, want %q", err, heard, want)
			}
			o.wantState(p, map[string]org.StepState{"a": org.StepCompleted, "b": org.StepCompleted, "d": first})
			ids, err := db.Held(ctx, "broken")
			if err != nil || len(ids) != broken || len(claims) != 2 {
				t.Errorf("who panicked holds %v (%v), want %d; beside it %d were claimed, want 2", ids, err, broken, len(claims))
			}
			o.sound()
			if before { // its claim still holds
				o.complete(held["d"])
			}
			o.ok(db.Cancel(ctx, p))
		})
	}
}

// wide claims many steps, which on a server is a transaction of its own beside
// that of the ends, and to compare with it one that has the turn alone.
func (x *mixture) wide() {
	ctx, n := x.tt.Context(), 32+x.rng.IntN(30)
	var claims []org.Claim
	claim := func(first int) func() error {
		return func() (err error) {
			room := first
			claims, err = x.db.ClaimInto(ctx, "wide", term, func() (now, held int) {
				now, room = room, n
				return now, math.MaxInt
			})
			if errors.Is(err, org.ErrNoWork) {
				return nil
			}
			return err
		}
	}
	if x.general {
		x.ok(errors.Join(together(x.db, claim(1), func() error { return x.db.SetCursor(ctx, "c", 1) })...))
	} else {
		letGo, over := x.db.Hold(), make(chan error, 1)
		go func() { over <- claim(n)() }()
		for len(over) == 0 && x.db.Waiting() == 0 { // it waits when nothing is ready
			continue
		}
		letGo()
		x.ok(<-over)
	}
	x.held = append(x.held, claims...)
	for _, c := range claims {
		x.told = append(x.told, fmt.Sprintf("%+v", c))
	}
	x.widest = max(x.widest, len(claims))
}

// A claim of many steps comes to the same in its own transaction and with the
// turn alone, also when steps are among them that are to be worked on alone.
func TestWideClaimComesToTheSameAsAlone(t *testing.T) {
	if server == "" {
		return // all transactions of a file are one after the other
	}
	lanes, general := newMixture(t, false, 7), newMixture(t, true, 7)
	for _, x := range []*mixture{lanes, general} {
		x.sql(`INSERT INTO documents (id, body, at) VALUES ('` + zeros + `', 'Ünder 40 euros.', 1)`)
		x.start(org.NewProject{Title: "wide"})
		var steps []org.PlannedStep
		for i := range 90 {
			s := piece(fmt.Sprint("w", i))
			if i >= 60 {
				s.Needs = []string{fmt.Sprint("w", i-60), fmt.Sprint("w", i-50)}
			}
			steps = append(steps, s)
		}
		x.plan(steps...)
		x.sql(`UPDATE steps SET crashes = 2 WHERE key IN ('w3', 'w70', 'k5')`)
		for round := range 14 {
			x.wide()
			x.round()
			x.disturb(round)
		}
		x.sound()
	}
	got, want := append(lanes.tables(), lanes.told...), append(general.tables(), general.told...)
	for i := range min(len(got), len(want)) {
		if got[i] != want[i] {
			t.Fatalf("in its own transaction\n%s\nwith the turn alone\n%s", got[i], want[i])
		}
	}
	if len(got) != len(want) || lanes.widest < 32 {
		t.Errorf("%d rows and answers in its own transaction, %d with the turn alone; %d claimed at once", len(got), len(want), lanes.widest)
	}
}

// The end of a step of a mission in which another failed with advice is more
// than it seems: the mission is planned again as soon as nobody works on it.
func TestPlainEndOfATroubledMission(t *testing.T) {
	o := newOffice(t)
	p := o.start(org.NewProject{Roadmap: nil})
	m := o.plan(piece("a"), piece("b"))
	held := o.claim(2)
	o.ok(o.db.Finish(t.Context(), held["a"].Lease, org.Outcome{Next: org.StepFailed, Cause: "no such law", Advice: "ask for the law of another country"}))
	o.complete(held["b"])
	state, err := o.db.Texts(t.Context(), `SELECT state FROM missions WHERE id = ?`, m)
	if err != nil || !slices.Equal(state, []string{"planning"}) {
		t.Errorf("the mission of %s after its last step: %v (%v), want it planned again", p, state, err)
	}
	o.sound()
}

// The line of a step's end suggests those that waited for it, and none that has
// ended already.
func TestNextSuggestedWaits(t *testing.T) {
	o := newOffice(t)
	p := o.start(org.NewProject{})
	o.plan(piece("a"), piece("b"), piece("c", "a", "b"), piece("d", "a"), piece("e", "a"))
	held := o.claim(2)
	o.sql(`UPDATE steps SET state = 'cancelled', cause = 'not wanted', ended_at = 1 WHERE key = 'd'`,
		`UPDATE steps SET open_deps = open_deps - 1 WHERE kind = 'assembly'`, `UPDATE missions SET open_steps = open_steps - 1`)
	o.complete(held["a"])
	lines, err := o.db.EventsOf(t.Context(), p)
	o.ok(err)
	i := slices.IndexFunc(lines, func(e org.Event) bool { return e.Kind == org.EventStepCompleted })
	want := fmt.Sprint(o.step(p, "c").ID, " ", o.step(p, "e").ID, " ", o.step(p, "assembly").ID)
	if i < 0 || lines[i].Data["next_suggested"] != want {
		t.Errorf("the end of a suggests %q, want %q", lines[max(i, 0)].Data["next_suggested"], want)
	}
	o.sound()
}

// Rows that several machines may want are taken in the same order by everybody,
// whatever the order of the ends: who waits for one does not hold the next.
func TestRowsAreTakenInOneOrder(t *testing.T) {
	if server == "" {
		return // writers of a file take turns
	}
	o := newOffice(t)
	other, watch, ctx := raw(t, o.path), raw(t, o.path), t.Context()
	for table, column := range map[string]string{"steps": "key = 'c' AND project_id", "missions": "project_id"} {
		var held []org.Claim
		var projects []org.ProjectID
		for range 2 {
			projects = append(projects, o.start(org.NewProject{}))
			o.plan(piece("a"), piece("b"), piece("c", "a"))
			held = append(held, o.claim(2)["a"])
		}
		by, err := other.BeginTx(ctx, nil) // of another machine
		o.ok(err)
		lock := `SELECT pg_backend_pid() FROM ` + table + ` WHERE ` + column + ` = $1 FOR UPDATE `
		var me, free int
		o.ok(by.QueryRowContext(ctx, lock, projects[0]).Scan(&me))
		over := make(chan []error, 1)
		go func() {
			over <- together(o.db,
				func() error { return o.db.Finish(ctx, held[1].Lease, completed(held[1].Step)) },
				func() error { return o.db.Finish(ctx, held[0].Lease, completed(held[0].Step)) })
		}()
		for waiting := 0; waiting == 0; {
			o.ok(watch.QueryRowContext(ctx, `SELECT count(*) FROM pg_stat_activity WHERE $1 = ANY (pg_blocking_pids(pid))`, me).Scan(&waiting))
		}
		if err := by.QueryRowContext(ctx, lock+`NOWAIT`, projects[1]).Scan(&free); err != nil {
			t.Errorf("who waits for one of %s holds the next: %v", table, err)
		}
		o.ok(by.Rollback())
		o.ok(errors.Join(<-over...))
		for _, p := range projects {
			o.ok(o.db.Cancel(ctx, p))
		}
	}
	o.sound()
}

// Machines that end steps of the same missions in whatever order, with skills
// and dependants that they share, and claim meanwhile, never stand in each
// other's way for good: nobody is told of a deadlock, and all is done.
func TestNobodyIsToldOfADeadlock(t *testing.T) {
	x := begin(t, 4, 1, 6, 24)
	var all sync.WaitGroup
	for i, db := range x.dbs {
		for hand := range 2 {
			all.Go(func() { x.hurry(db, fmt.Sprint("w", i, "-", hand), uint64(10*i+hand)) }) //nolint:gosec // small
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
func (x *crowd) hurry(db *store.DB, holder string, seed uint64) {
	rng := rand.New(rand.NewPCG(seed, 9)) //nolint:gosec // a test's
	var ends sync.WaitGroup
	defer ends.Wait()
	for !x.ended() && !x.Failed() {
		claims, err := db.ClaimSteps(x.Context(), holder, term, []int{3, 8, 40}[rng.IntN(3)])
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
				out.Approach = &org.Approach{Summary: "asked", Tags: []string{"b", "a"}}
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
