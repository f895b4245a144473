package store_test

import (
	"database/sql"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/work"
	"github.com/frasier-cos/frasier/store"
)

// follow reads the journal by numbers until it knows the line number last.
func (o *instance) follow(after, last int64) (lines []org.Event) {
	o.tt.Helper()
	for after < last {
		news, err := o.db.Events(o.tt.Context(), after, 3)
		o.ok(err)
		for _, e := range news {
			if e.Seq != after+1 {
				o.tt.Fatalf("after line %d comes line %d", after, e.Seq)
			}
			after = e.Seq
		}
		lines = append(lines, news...)
	}
	return lines
}

// A line that is stored later than one that was begun after it gets the higher number:
// whoever follows by numbers misses none.
func TestALineThatComesLateIsNotMissed(t *testing.T) {
	needServer(t) // on a file one writes at a time
	o := newInstance(t)
	o.start(org.NewProject{})
	o.plan(piece("a"))
	a := o.claim(1)["a"]
	last, err := o.db.LastEvent(t.Context())
	o.ok(err)
	late, err := raw(t, o.path).BeginTx(t.Context(), nil)
	o.ok(err)
	for i := range 2 {
		_, err = late.ExecContext(t.Context(), fmt.Sprintf(`
			INSERT INTO events (seq, at, kind, body) VALUES ((1::bigint << 62) + nextval('events_seq_seq'), 1, 'stage_done', 'late %d')`, i))
		o.ok(err)
	}
	o.ok(o.db.SaveCheckpoint(t.Context(), a.Lease, work.Checkpoint{Round: 1, Stage: "claims", Output: "{}"}))
	early := o.follow(last, last+1)
	if got, err := o.db.LastEvent(t.Context()); err != nil || got != last+1 {
		t.Errorf("the journal ends at %d (%v) before the late lines are stored, want %d", got, err, last+1)
	}
	o.seal(int(last + 1))
	o.ok(late.Commit())
	lines := slices.Concat(early, o.follow(last+1, last+3))
	if lines[1].Text != "late 0" || lines[2].Text != "late 1" {
		t.Errorf("the late lines are %q and %q, want them in their order", lines[1].Text, lines[2].Text)
	}
	o.seal(2)
	if got := o.seals(); !got.OK {
		t.Errorf("seals: %+v", got)
	}
}

// Many write lines at the same time while somebody follows: he sees each once, without
// a gap, and those of one step in the order in which they were written.
func TestManyWriteLinesBesideEachOther(t *testing.T) {
	o := newInstance(t)
	const many, each = 8, 12
	o.start(org.NewProject{})
	var steps []work.PlannedStep
	for i := range many {
		steps = append(steps, piece(fmt.Sprint("k", i)))
	}
	o.plan(steps...)
	other := o.open()
	begun, err := o.db.LastEvent(t.Context())
	o.ok(err)
	claims := o.claim(many)
	var all sync.WaitGroup
	for i := range many {
		db, c := o.db, claims[fmt.Sprint("k", i)]
		if i%2 == 1 {
			db = other
		}
		all.Go(func() {
			for n := range each {
				if err := db.SaveCheckpoint(t.Context(), c.Lease, work.Checkpoint{Round: 1, Stage: fmt.Sprint("stage ", n), Output: "{}"}); err != nil {
					t.Errorf("save: %v", err)
				}
			}
		})
	}
	lines := o.follow(begun, begun+many*(each+1))
	all.Wait()
	next := map[org.StepID]int{}
	for _, e := range lines {
		if e.Kind != org.EventStageDone {
			continue
		}
		if want := fmt.Sprint("stage ", next[e.Step], " done"); !strings.HasSuffix(e.Text, want) {
			t.Fatalf("step %s: %q, want %s", e.Step, e.Text, want)
		}
		next[e.Step]++
	}
	o.seal(int(begun) + len(lines))
	o.sound()
}

// No worker waits for another one's lock while steps are worked on: not to claim, not to
// save, not to hand in. What they share, the journal, what waits for them and their
// mission, is brought up to date by whoever comes by.
func TestNoStepWaitsForAnother(t *testing.T) {
	needServer(t) // on a file one writes at a time
	const workers, handles, many = 32, 8, 160
	o := newInstance(t)
	o.start(org.NewProject{})
	var steps []work.PlannedStep
	for i := range many {
		s := piece(fmt.Sprint("k", i))
		if i >= many/2 {
			s.Needs = []string{fmt.Sprint("k", i-many/2), fmt.Sprint("k", (i+1)%(many/2))}
		}
		steps = append(steps, s)
	}
	o.plan(steps...)
	const name = "no_step_waits"
	var dbs []*store.DB
	for range handles { // each writes on four connections at once
		dbs = append(dbs, attached(t, store.Options{Path: o.path + "&application_name=" + name, Now: o.clock.Now}))
	}
	var left atomic.Int32
	left.Store(many)
	var all sync.WaitGroup
	for w := range workers {
		db, owner := dbs[w%handles], fmt.Sprint("w", w)
		all.Go(func() {
			for left.Load() > 0 {
				claims, err := db.ClaimSteps(t.Context(), owner, term, 1)
				if errors.Is(err, org.ErrNoWork) {
					time.Sleep(5 * time.Millisecond) //nolint:forbidigo // others free some
					continue
				}
				if err != nil {
					t.Errorf("claim: %v", err)
					return
				}
				if claims[0].Step.Kind == org.KindAssembly {
					return // all else is done
				}
				l := claims[0].Lease
				err = errors.Join(
					db.SaveCheckpoint(t.Context(), l, work.Checkpoint{Round: 1, Stage: "draft", Output: "{}"}),
					db.MarkInReview(t.Context(), l))
				left.Add(-1)
				if err = errors.Join(err, db.Finish(t.Context(), l, completed(claims[0].Step))); err != nil {
					t.Errorf("work on %s: %v", l.Step, err)
					return
				}
			}
		})
	}
	watch := raw(t, o.path)
	looks := 0
	for left.Load() > 0 && !t.Failed() {
		var waits sql.NullString
		err := watch.QueryRowContext(t.Context(), `
			SELECT string_agg(l.locktype || ' ' || a.query || ' FOR ' || (SELECT string_agg(b.state || ' ' || b.query, ' AND ') FROM pg_stat_activity b
			                                                                WHERE b.pid = ANY (pg_blocking_pids(a.pid))), E'\n')
			  FROM pg_locks l JOIN pg_stat_activity a ON a.pid = l.pid
			 WHERE NOT l.granted AND l.locktype <> 'extend' AND a.application_name = $1`, name).Scan(&waits)
		o.ok(err)
		if looks++; waits.Valid {
			t.Errorf("somebody waits: %s", waits.String)
		}
	}
	all.Wait()
	if looks < 20 {
		t.Errorf("looked %d times, want more", looks)
	}
	o.sound()
}

// Calls that begin at the same time, each of which fits alone under what is left of a cap,
// never take more than is left together.
func TestCallsBesideEachOtherKeepTheCap(t *testing.T) {
	o := newInstance(t)
	p := o.start(org.NewProject{})
	o.plan(piece("a"))
	c := o.claim(1)["a"]
	const calls, fit = 16, 3
	o.ok(o.db.SetCap(t.Context(), org.Cap{Scope: org.ScopeDay, Kind: org.KindCap, Amount: fit*org.Dollar + org.Dollar/2}))
	dbs := []*store.DB{o.db, o.open(), o.open(), o.open()}
	for round := range 3 {
		var may, full atomic.Int32
		var all sync.WaitGroup
		ends := make(chan org.CallEnd, calls)
		for i := range calls {
			all.Go(func() {
				k := modelCall(fmt.Sprint("call ", round, " ", i), p)
				k.Mission, k.Step, k.Reserve = c.Step.Mission, c.Step.ID, org.Dollar
				switch e, _, err := dbs[i%len(dbs)].BeginCall(t.Context(), k); {
				case err == nil:
					may.Add(1)
					ends <- usable(e, "yes", 0)
				case errors.Is(err, org.ErrBudget):
					full.Add(1)
				default:
					t.Errorf("begin: %v", err)
				}
			})
		}
		all.Wait()
		if may.Load() != fit || full.Load() != calls-fit {
			t.Fatalf("round %d: %d calls began and %d were refused, want %d and %d", round, may.Load(), full.Load(), fit, calls-fit)
		}
		close(ends)
		for e := range ends { // what they held is free again
			all.Go(func() {
				if _, err := dbs[0].EndCall(t.Context(), e); err != nil {
					t.Errorf("end: %v", err)
				}
			})
		}
		all.Wait()
	}
	o.sound()
}
