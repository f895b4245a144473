package store_test

import (
	"fmt"
	"runtime"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/store"
)

// The end of a step and a claim that are asked for when a transaction has just
// begun go along with it; what needs the time at which it was asked waits for
// the next.
func TestVerbsJoinATransaction(t *testing.T) {
	var mu sync.Mutex
	var points []string
	var begun atomic.Pointer[func()] // called once, when the next transaction has begun
	o := newOffice(t)
	db, err := store.Open(t.Context(), store.Options{
		Path: o.path,
		Now: func() time.Time {
			if do := begun.Swap(nil); do != nil {
				(*do)()
			}
			return o.clock.Now()
		},
		Crash: func(at string) {
			mu.Lock()
			defer mu.Unlock()
			points = append(points, at)
		},
	})
	o.ok(err)
	t.Cleanup(func() { o.ok(db.Close()) })
	p := o.start(org.NewProject{})
	o.plan(piece("a"), piece("b"), piece("c", "a", "b"))
	held := o.claim(2)
	a, b, ctx := held["a"], held["b"], t.Context()
	var all sync.WaitGroup
	var claims []org.Claim
	errs := make([]error, 4)
	meanwhile := func() {
		for i, do := range []func() error{
			func() error { return db.Finish(ctx, b.Lease, completed(b.Step)) },
			func() (err error) { claims, err = db.ClaimSteps(ctx, holder, term, 5); return err },
			func() error { return db.SetCursor(ctx, "who", 1) },
		} {
			all.Go(func() { errs[i] = do() })
			for db.Waiting() <= i {
				runtime.Gosched()
			}
		}
	}
	begun.Store(&meanwhile)
	errs[3] = db.Finish(ctx, a.Lease, completed(a.Step))
	all.Wait()
	for i, err := range errs {
		if err != nil {
			t.Errorf("verb %d: %v", i, err)
		}
	}
	want := "finish claim-steps finish:committed claim-steps:committed set-cursor set-cursor:committed"
	if got := strings.Join(points, " "); got != want {
		t.Errorf("commits: got %q, want %q", got, want)
	}
	if needs := []org.StepID{a.Step.ID, b.Step.ID}; len(claims) != 1 || claims[0].Step.Key != "c" || !slices.Equal(o.step(p, "c").DependsOn, needs) {
		t.Errorf("claimed %+v, want c, which both ends made ready and which depends on %v", claims, needs)
	}
	if got := o.step(p, "b").State; got != org.StepCompleted {
		t.Errorf("b, whose end came along, is %s", got)
	}
	o.sound()
}

// However many steps an end makes ready, the journal has a line for each.
func TestEveryStepThatBecomesReadyIsTold(t *testing.T) {
	o := newOffice(t)
	p := o.start(org.NewProject{})
	const many = 11
	steps := []org.PlannedStep{piece("root")}
	for i := range many {
		steps = append(steps, piece(fmt.Sprint("leaf", i), "root"))
	}
	o.plan(steps...)
	o.complete(o.claim(1)["root"])
	lines, err := o.db.EventsOf(t.Context(), p)
	o.ok(err)
	told := map[org.StepID]int{}
	for _, e := range lines {
		if e.Kind == org.EventStepReady {
			told[e.Step]++
		}
	}
	for i := range many {
		if id := o.step(p, fmt.Sprint("leaf", i)).ID; told[id] != 1 {
			t.Errorf("%d lines say that leaf%d is ready, want 1", told[id], i)
		}
	}
}
