package store_test

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"strings"
	"sync"
	"testing"

	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/store"
)

// together runs verbs in one transaction, in this order.
func together(db *store.DB, verbs ...func() error) []error {
	letGo := db.Hold()
	errs := make([]error, len(verbs))
	var all sync.WaitGroup
	for i, do := range verbs {
		all.Go(func() { errs[i] = do() })
		for db.Waiting() <= i {
			runtime.Gosched()
		}
	}
	letGo()
	all.Wait()
	return errs
}

// endSeveral hands in several steps at once, whose transaction is one for each
// process: the steps that complete first, then the others in their order. Now
// and then a claim is among them that does not hold any more, or one twice.
func (x *machine) endSeveral() {
	type one struct {
		claim org.Claim
		out   org.Outcome
		stale bool
	}
	by, before := map[*store.DB][]one{}, len(x.stale)
	for range x.d.roll("several", 1, 8) {
		c, ok := x.take()
		if !ok {
			break
		}
		outs := []org.Outcome{completed(c.Step), completed(c.Step)}
		if c.Step.Kind != org.KindAssembly {
			outs = append(outs, org.Outcome{Next: org.StepFailed, Cause: "it broke"}, org.Outcome{Next: org.StepPending, Strike: true, Feedback: []string{"no"}})
		}
		db := x.of(c.Lease.Owner)
		by[db] = append(by[db], one{c, pick(x.d, "outcome", outs), false})
		if yes(x.d, "twice", 5) {
			by[db] = append(by[db], one{c, completed(c.Step), true})
		}
	}
	for _, db := range x.both {
		list := by[db]
		if before > 0 && yes(x.d, "stale", 3) {
			list = append(list, one{x.stale[0], completed(x.stale[0].Step), true})
		}
		var verbs []func() error
		for _, o := range list {
			verbs = append(verbs, func() error { return db.Finish(x.tt.Context(), o.claim.Lease, o.out) })
		}
		errs := together(db, verbs...)
		for _, completes := range []bool{true, false} {
			for i, o := range list {
				key, lost := o.claim.Step.Key, errors.Is(errs[i], org.ErrLeaseLost)
				switch {
				case o.stale && completes && !lost:
					x.fatalf("a claim of %s that does not hold was ended: %v", key, errs[i])
				case o.stale || completes != (o.out.Next == org.StepCompleted):
				case x.m.state[key].Ended() && !lost:
					x.fatalf("Finish %s, which has ended: %v, want it refused", key, errs[i])
				case x.m.state[key].Ended():
				case errs[i] != nil:
					x.fatalf("Finish %s as %s among %d: %v", key, o.out.Next, len(list), errs[i])
				case completes:
					x.m.state[key] = org.StepCompleted
				case o.out.Strike:
					x.m.strike(key)
				default:
					x.m.fails(key)
				}
			}
		}
	}
}

// Verbs that are asked for at once share a commit, and each has an answer of
// its own.
func TestVerbsShareACommit(t *testing.T) {
	var mu sync.Mutex
	var points []string
	o := newOffice(t)
	db, err := store.Open(t.Context(), store.Options{Path: o.path, Now: o.clock.Now, Crash: func(at string) {
		mu.Lock()
		defer mu.Unlock()
		points = append(points, at)
	}})
	o.ok(err)
	t.Cleanup(func() { o.ok(db.Close()) })
	o.start(org.NewProject{})
	o.plan(piece("a"), piece("b"), piece("c", "a", "b"))
	claims := o.claim(2)
	a, b := claims["a"], claims["b"]
	gone := a.Lease
	gone.Fence++
	ctx := t.Context()
	errs := together(db,
		func() error {
			return db.SaveCheckpoint(ctx, b.Lease, org.Checkpoint{Round: 1, Stage: "s", Output: "{}"})
		},
		func() error { return db.Finish(ctx, a.Lease, completed(a.Step)) },
		func() error { return db.Finish(ctx, gone, completed(a.Step)) },
	)
	if errs[0] != nil || errs[1] != nil || !errors.Is(errs[2], org.ErrLeaseLost) {
		t.Errorf("a checkpoint, an end and one under a lost lease: %v", errs)
	}
	if got := strings.Join(points, " "); got != "finish save-checkpoint finish:committed save-checkpoint:committed" {
		t.Errorf("commits: got %q, want one for both verbs", got)
	}
	o.sound()
}

// A verb that fails or panics undoes nothing of those beside it.
func TestVerbFailsAlone(t *testing.T) {
	o := newOffice(t)
	p := o.start(org.NewProject{})
	o.plan(piece("a"), piece("b"))
	claims := o.claim(2)
	a, b := claims["a"], claims["b"]
	gone := b.Lease
	gone.Owner = "nobody"
	ctx, mark := t.Context(), org.Checkpoint{Round: 1, Stage: "s", Output: "{}"}
	said := ""
	errs := together(o.db,
		func() error { return o.db.Finish(ctx, a.Lease, completed(a.Step)) },
		func() error { return o.db.SaveCheckpoint(ctx, gone, mark) },
		func() (err error) {
			defer func() { said = fmt.Sprint(recover()) }()
			return o.db.Break(ctx, "a bug")
		},
		func() error { return o.db.SaveCheckpoint(ctx, b.Lease, mark) },
	)
	if errs[0] != nil || !errors.Is(errs[1], org.ErrLeaseLost) || errs[3] != nil {
		t.Errorf("verbs beside one that fails and one that panics: %v", errs)
	}
	if said != "a bug" {
		t.Errorf("who asked for the verb that panics sees %q, want its own panic", said)
	}
	if one, two := o.step(p, "a"), o.step(p, "b"); one.State != org.StepCompleted || two.Stage != "s" {
		t.Errorf("a is %s, b at %q; want both as they were handed in", one.State, two.Stage)
	}
	if n, err := o.db.Count(ctx, `SELECT count(*) FROM counters WHERE name = 'broken'`); err != nil || n != 0 {
		t.Errorf("the verb that panicked left %d rows, %v", n, err)
	}
	o.sound()
}

// Who stops waiting takes the verb along.
func TestVerbLeavesTheQueue(t *testing.T) {
	o := newOffice(t)
	o.start(org.NewProject{})
	o.plan(piece("a"))
	a := o.claim(1)["a"]
	letGo := o.db.Hold()
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	err := o.db.SaveCheckpoint(ctx, a.Lease, org.Checkpoint{Round: 1, Stage: "s", Output: "{}"})
	if n := o.db.Waiting(); !errors.Is(err, context.Canceled) || n != 0 {
		t.Errorf("a verb that was given up: %v, and %d wait; want its context's end and none", err, n)
	}
	letGo()
	o.complete(a)
	if n, err := o.db.Count(t.Context(), `SELECT count(*) FROM checkpoints`); err != nil || n != 0 {
		t.Errorf("the verb that was given up left %d checkpoints, %v", n, err)
	}
}
