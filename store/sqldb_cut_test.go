package store_test

import (
	"bytes"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"runtime"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/work"
	"github.com/frasier-cos/frasier/store"
)

// cutting is an instance whose database is reached by a passage, in which what
// runs beside others is disturbed.
type cutting struct {
	*instance // looks past the passage
	way       *passage
	db        *store.DB
	beside    *sql.DB // does what another process would
	lock      *sql.Tx // what it keeps the transaction waiting with
	pid       int     // its own, on the server

	asks   atomic.Pointer[func()] // called when the next transaction is about to ask
	stores atomic.Pointer[func()] // called when the next has asked and is about to be stored

	give context.CancelFunc // of the method
}

func newCutting(t *testing.T) *cutting {
	t.Helper()
	x := &cutting{instance: newInstance(t)}
	way, address := through(t, x.path)
	once := func(of *atomic.Pointer[func()]) {
		if do := of.Swap(nil); do != nil {
			(*do)()
		}
	}
	db, err := store.Open(t.Context(), store.Options{
		Path: address,
		Now: func() time.Time {
			once(&x.asks)
			return x.clock.Now()
		},
		Crash: func(at string) {
			if !strings.HasSuffix(at, ":committed") {
				once(&x.stores)
			}
		},
	})
	x.ok(err)
	t.Cleanup(func() { x.ok(db.Close()) })
	x.way, x.db, x.beside = way, db, raw(t, x.path)
	x.beside.SetMaxOpenConns(2)
	return x
}

// moment is when something happens to a transaction.
type moment struct {
	name    string
	hook    *atomic.Pointer[func()]
	waitsOn string // takes what the transaction waits for at this moment
}

// at has something done at a moment.
func (m moment) at(do func()) { m.hook.Store(&do) }

// blocked holds the transaction up at a moment and does something then.
func (x *cutting) blocked(m moment, do func(ctx context.Context)) {
	m.at(func() {
		ctx := x.tt.Context()
		var err error
		x.lock, err = x.beside.BeginTx(ctx, nil)
		x.ok(err)
		x.ok(x.lock.QueryRowContext(ctx, `SELECT pg_backend_pid()`).Scan(&x.pid))
		_, err = x.lock.ExecContext(ctx, m.waitsOn)
		x.ok(err)
		go func() {
			for len(x.held(ctx)) == 0 {
				runtime.Gosched()
			}
			do(ctx)
			if err := x.lock.Rollback(); err != nil {
				x.t.Errorf("let the transaction go on: %v", err)
			}
		}()
	})
}

// held are the processes of the server that wait for the lock.
func (x *cutting) held(ctx context.Context) []int {
	return x.processes(ctx, `SELECT coalesce(string_agg(pid::text, ' '), '') FROM pg_stat_activity WHERE `+fmt.Sprint(x.pid)+` = ANY (pg_blocking_pids(pid))`)
}

// processes are those of the server that a query lists.
func (x *cutting) processes(ctx context.Context, query string) (pids []int) {
	var all string
	if err := x.beside.QueryRowContext(ctx, query).Scan(&all); err != nil {
		x.t.Errorf("look for processes: %v", err)
		return []int{0}
	}
	for f := range strings.FieldsSeq(all) {
		var pid int
		if _, err := fmt.Sscan(f, &pid); err != nil {
			x.t.Errorf("look for processes: %v", err)
		}
		pids = append(pids, pid)
	}
	return pids
}

// terminate has the server end a process, and waits until it has.
func (x *cutting) terminate(ctx context.Context, pids ...int) {
	for _, pid := range pids {
		for there := 1; there > 0; {
			err := x.beside.QueryRowContext(ctx, `SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity WHERE pid = $1`, pid).Scan(&there)
			if err != nil {
				x.t.Errorf("end a connection: %v", err)
				return
			}
		}
	}
}

// writing are the processes of the server that have the turn of this database.
func (x *cutting) writing(ctx context.Context) []int {
	return x.processes(ctx, `
		SELECT coalesce(string_agg(pid::text, ' '), '') FROM pg_locks
		 WHERE locktype = 'advisory' AND granted AND ((classid::bigint << 32) | objid::bigint) = hashtextextended('frasier ' || current_schema(), 0)`)
}

// next sets a trap for what comes next in the passage.
func (x *cutting) next(see trap) { x.way.trap.Store(&see) }

func lostRequest(up bool, _ []byte) ([]byte, bool) { return nil, up }
func halfRequest(up bool, b []byte) ([]byte, bool) { return b[:len(b)/2], up }
func lostAnswer(up bool, _ []byte) ([]byte, bool)  { return nil, !up }
func lostCommitted(up bool, b []byte) ([]byte, bool) {
	return nil, !up && bytes.Contains(b, []byte("COMMIT\x00"))
}

// expectation is what verbs answer that were disturbed.
type expectation string

const (
	allDone   expectation = "done"
	unknown   expectation = "unknown"
	givenUp   expectation = "given up" // certainly not done, for the sake of the context
	doneAfter expectation = "unknown, and stored"
)

func (e expectation) is(err error) bool {
	switch e {
	case allDone:
		return err == nil
	case unknown, doneAfter:
		return errors.Is(err, store.ErrCommit)
	case givenUp:
		return errors.Is(err, context.Canceled) && !errors.Is(err, store.ErrCommit)
	}
	return false
}

// disturbance is what happens to a transaction beside others.
type disturbance struct {
	name string
	m    moment
	do   func()
	want expectation
}

// disturbances are all that happens to a method that wants a row of a step, and to
// what follows from its end.
func (x *cutting) disturbances() (all []disturbance) {
	asking := moment{"asking", &x.asks, `SELECT 1 FROM steps WHERE key = 'a' FOR UPDATE`}
	after := moment{"after", &x.asks, `SELECT 1 FROM missions FOR UPDATE`} // the end itself is stored
	storing := moment{"storing", &x.stores, ""}
	for name, see := range map[string]trap{"lost request": lostRequest, "half a request": halfRequest, "lost answer": lostAnswer} {
		all = append(all,
			disturbance{name, asking, func() { asking.at(func() { x.next(see) }) }, allDone}, // it is tried again
			disturbance{name, storing, func() { storing.at(func() { x.next(see) }) }, unknown})
	}
	return append(all,
		disturbance{"terminated", asking, func() {
			x.blocked(asking, func(ctx context.Context) { x.terminate(ctx, x.held(ctx)...) })
		}, allDone},
		disturbance{"cancelled", asking, func() { x.blocked(asking, func(context.Context) { x.give() }) }, givenUp},
		disturbance{"terminated", after, func() {
			x.blocked(after, func(ctx context.Context) { x.terminate(ctx, x.held(ctx)...) })
		}, allDone},
		disturbance{"cancelled", after, func() { x.blocked(after, func(context.Context) { x.give() }) }, allDone},
		disturbance{"lost answer to COMMIT", storing, func() { storing.at(func() { x.next(lostCommitted) }) }, doneAfter},
		disturbance{"terminated", storing, func() { storing.at(func() { x.terminate(x.tt.Context(), x.writing(x.tt.Context())...) }) }, allDone}, // the statement before COMMIT says so
		disturbance{"cut", storing, func() { storing.at(func() { x.way.shut(); x.way.unlock() }) }, allDone},                                     // nothing could be sent
		disturbance{"cancelled", storing, func() { storing.at(func() { x.give() }) }, givenUp})
}

// context is one that x.give ends.
func (x *cutting) context() (ctx context.Context) {
	ctx, x.give = context.WithCancel(x.tt.Context())
	return ctx
}

// begun is a project with steps that are worked on, of which two make a third
// ready, and more that are ready.
func (x *cutting) begun(name string, ready int) (p org.ProjectID, held map[string]work.Claim) {
	x.t.Helper()
	p = x.start(org.NewProject{Title: name})
	steps := []work.PlannedStep{piece("a"), piece("b"), piece("c", "a", "b")}
	for i := range ready {
		steps = append(steps, piece(fmt.Sprint("k", i)))
	}
	x.plan(steps...)
	held = x.claim(2)
	for i := range 2 {
		if held[string("ab"[i])].Step.Project != p {
			x.t.Fatalf("%s: claimed %v, want its first steps", name, held)
		}
	}
	return p, held
}

// takes claims steps. Connections that were cut while they lay idle may be
// noticed only now, one by one.
func (x *cutting) takes(owner string, n int) []work.Claim {
	x.t.Helper()
	for range 8 {
		claims, err := x.db.ClaimSteps(x.tt.Context(), owner, term, n)
		switch {
		case errors.Is(err, org.ErrServerAway):
			continue
		case !errors.Is(err, org.ErrNoWork):
			x.ok(err)
		}
		return claims
	}
	x.t.Fatalf("%s: the server stays away", owner)
	return nil
}

// over works on all that is left and demands that nothing was lost or done twice.
func (x *cutting) over(p org.ProjectID) {
	x.t.Helper()
	for {
		claims := x.takes("the rest", 20)
		if len(claims) == 0 {
			break
		}
		for _, c := range claims {
			x.ok(x.db.Finish(x.tt.Context(), c.Lease, completed(c.Step)))
		}
	}
	x.wantProject(p, org.ProjectCompleted)
	x.sound()
	x.whole()
}

// whole demands that the journal has each line once.
func (x *cutting) whole() {
	x.t.Helper()
	for what, query := range map[string]string{
		"lines are missing from the journal": `SELECT coalesce(max(seq), 0) - count(*) FROM events`,
		"completed steps have not just one line": `
			SELECT count(*) FROM steps s WHERE s.state = 'completed' AND (SELECT count(*) FROM events e WHERE e.step_id = s.id AND e.kind = 'step_completed') <> 1`,
		"steps became ready without a line, or with two": `
			SELECT count(*) FROM steps s WHERE s.key = 'c' AND (SELECT count(*) FROM events e WHERE e.step_id = s.id AND e.kind = 'step_ready') <> 1`,
		"completed steps were claimed more than once": `SELECT count(*) FROM steps WHERE state = 'completed' AND attempt <> 1`,
		"steps have another number of claims than lines about them": `
			SELECT count(*) FROM steps s
			 WHERE s.attempt <> (SELECT count(CASE kind WHEN 'step_started' THEN 1 END) - count(CASE kind WHEN 'step_released' THEN 1 END) FROM events e WHERE e.step_id = s.id)`,
	} {
		if n, err := x.instance.db.Count(x.tt.Context(), query); err != nil || n != 0 {
			x.t.Errorf("%d %s (%v)", n, what, err)
		}
	}
}

// Whatever happens to the connection or to who asked, at whatever moment, an
// end that was reported done is stored, one that was reported failed is not
// unless that is said to be unknown, and all can be done again.
func TestDisturbedEnds(t *testing.T) {
	needServer(t) // a file has no connection
	x := newCutting(t)
	for _, d := range x.disturbances() {
		t.Run(d.m.name+", "+d.name, func(t *testing.T) {
			p, held := x.begun(d.m.name+", "+d.name, 0)
			ctx := x.context()
			d.do()
			err := x.db.Finish(ctx, held["a"].Lease, completed(held["a"].Step))
			if !d.want.is(err) {
				t.Errorf("%v, want %s", err, d.want)
			}
			x.answered(held["a"], err, d.want)
			x.answered(held["b"], context.Canceled, givenUp)
			x.over(p)
		})
	}
}

// So it is with claims.
func TestDisturbedClaims(t *testing.T) {
	needServer(t) // a file has no connection
	const many = 4
	x := newCutting(t)
	for _, d := range x.disturbances() {
		if d.m.name == "after" || d.m.name == "asking" && (d.name == "terminated" || d.name == "cancelled") {
			continue // a claim passes over rows that others hold
		}
		t.Run(d.m.name+", "+d.name, func(t *testing.T) {
			p, held := x.begun(d.m.name+", "+d.name, many+2)
			ctx := x.context()
			d.do()
			claims, err := x.db.ClaimSteps(ctx, "other", term, many)
			if !d.want.is(err) {
				t.Errorf("%v, want %s", err, d.want)
			}
			gone, cancel := context.WithCancel(t.Context())
			cancel()
			if _, err := x.db.ClaimSteps(gone, "other", term, many); err == nil { // nor does giving back come to anything
				t.Error("a claim that was given up gave something")
			}
			x.given("other", claims, err, many)
			for _, c := range held {
				x.ok(x.db.Finish(t.Context(), c.Lease, completed(c.Step)))
			}
			x.over(p)
		})
	}
}

// What a method found in a try that came to nothing is no part of its answer.
func TestAnAnswerIsOfTheTryThatWasStored(t *testing.T) {
	if server == "" {
		return // a file's methods are run once
	}
	x := newCutting(t)
	p := x.start(org.NewProject{Gates: []org.GatePoint{org.GateDocument, org.GatePlan}})
	writing := moment{"writing", &x.asks, `SELECT 1 FROM counters WHERE name = 'event' FOR UPDATE`}
	twice := func() { x.blocked(writing, func(ctx context.Context) { x.terminate(ctx, x.held(ctx)...) }) }
	twice()
	if n, err := x.db.DropGates(t.Context(), p, ""); err != nil || n != 2 {
		t.Errorf("%d gates were taken away (%v), want 2", n, err)
	}
	twice()
	if _, fresh, err := x.db.SaveMessage(t.Context(), org.Message{Channel: channel, Origin: "twice", Author: "founder", Text: "hello"}); err != nil || !fresh {
		t.Errorf("a message that was not known: fresh %t, %v", fresh, err)
	}
	x.sound()
}

// answered demands that an end was stored if it was said so, and can be handed
// in again if not.
func (x *cutting) answered(c work.Claim, err error, want expectation) {
	x.t.Helper()
	again := x.db.Finish(x.tt.Context(), c.Lease, completed(c.Step))
	stored := errors.Is(again, org.ErrLeaseLost)
	switch {
	case again != nil && !stored:
		x.t.Errorf("%s, handed in again: %v", c.Step.Key, again)
	case err == nil && !stored:
		x.t.Errorf("the end of %s was reported done and is not stored", c.Step.Key)
	case err != nil && !errors.Is(err, store.ErrCommit) && stored:
		x.t.Errorf("the end of %s was reported failed (%v) and is stored", c.Step.Key, err)
	case want == doneAfter && !stored:
		x.t.Errorf("the end of %s is not stored, but the server had said so", c.Step.Key)
	}
	if got := x.step(c.Step.Project, c.Step.Key); got.State != org.StepCompleted {
		x.t.Errorf("%s is %s after it was handed in again", c.Step.Key, got.State)
	}
}

// given demands that who claimed holds what he was given and, when he was told
// that nothing is certain, nothing of it after the next claim.
func (x *cutting) given(owner string, claims []work.Claim, err error, n int) {
	x.t.Helper()
	if err == nil && len(claims) != n {
		x.t.Errorf("claimed %d steps, want %d", len(claims), n)
	}
	if err != nil && len(claims) > 0 {
		x.t.Errorf("claimed %d steps in spite of %v", len(claims), err)
	}
	more := x.takes("third", 1)
	ids, err := x.instance.db.Held(x.tt.Context(), owner)
	x.ok(err)
	mine := map[org.StepID]bool{}
	for _, c := range claims {
		mine[c.Step.ID] = true
	}
	for _, id := range ids {
		if !mine[id] {
			x.t.Errorf("%s is held by %s, who does not know it", id, owner)
		}
	}
	if len(ids) != len(claims) {
		x.t.Errorf("%s holds %v, want %d claims", owner, ids, len(claims))
	}
	for _, c := range append(more, claims...) {
		x.ok(x.db.Finish(x.tt.Context(), c.Lease, completed(c.Step)))
	}
}

// A claim passes over rows that others hold, and does not wait for them.
func TestAClaimPassesOverRowsThatOthersHold(t *testing.T) {
	needServer(t) // on a file one writes at a time
	o := newInstance(t)
	o.start(org.NewProject{Title: "Oats"})
	o.plan(piece("a"), piece("b"))
	beside := raw(t, o.path)
	tx, err := beside.BeginTx(t.Context(), nil)
	o.ok(err)
	var id string
	o.ok(tx.QueryRowContext(t.Context(), `SELECT id FROM steps WHERE key = 'a' FOR UPDATE`).Scan(&id))
	const soon = 3 * time.Second
	ctx, cancel := context.WithTimeout(t.Context(), soon)
	defer cancel()
	claims, err := o.db.ClaimSteps(ctx, "worker-1", term, 10)
	if err != nil || len(claims) != 1 || claims[0].Step.Key != "b" {
		t.Errorf("claimed %v, %v; want b alone, at once", claims, err)
	}
	o.ok(tx.Rollback())
}
