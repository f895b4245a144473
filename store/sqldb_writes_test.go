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
	"github.com/frasier-cos/frasier/internal/reports"
	"github.com/frasier-cos/frasier/internal/work"
	"github.com/frasier-cos/frasier/store"
)

// together runs methods in this order: on SQLite in one commit.
func together(db *store.DB, verbs ...func() error) []error {
	errs := make([]error, len(verbs))
	if server != "" {
		for i, do := range verbs {
			errs[i] = do()
		}
		return errs
	}
	letGo := db.Hold()
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
		claim work.Claim
		out   work.Outcome
		stale bool
	}
	by, before := map[*store.DB][]one{}, len(x.stale)
	for range x.d.roll("several", 1, 8) {
		c, ok := x.take()
		if !ok {
			break
		}
		outs := []work.Outcome{completed(c.Step), completed(c.Step)}
		if c.Step.Kind != org.KindAssembly {
			outs = append(outs, work.Outcome{Next: org.StepFailed, Cause: "it broke"}, work.Outcome{Next: org.StepPending, Strike: true, Feedback: []string{"no"}})
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
		var methods []func() error
		for _, o := range list {
			methods = append(methods, func() error { return db.Finish(x.tt.Context(), o.claim.Lease, o.out) })
		}
		for i, err := range together(db, methods...) {
			o := list[i]
			key, lost := o.claim.Step.Key, errors.Is(err, org.ErrLeaseLost)
			switch {
			case o.stale && !lost:
				x.fatalf("a claim of %s that does not hold was ended: %v", key, err)
			case o.stale:
			case x.m.state[key].Ended() && !lost:
				x.fatalf("Finish %s, which has ended: %v, want it refused", key, err)
			case x.m.state[key].Ended():
			case err != nil:
				x.fatalf("Finish %s as %s among %d: %v", key, o.out.Next, len(list), err)
			case o.out.Next == org.StepCompleted:
				x.m.state[key] = org.StepCompleted
			case o.out.Strike:
				x.m.strike(key)
			default:
				x.m.fails(key)
			}
		}
	}
}

// Methods that wait at the same time share a commit, and each has an answer of
// its own.
func TestMethodsShareACommit(t *testing.T) {
	needFile(t) // there each has its own
	var mu sync.Mutex
	var points []string
	o := newInstance(t)
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
			return db.SaveCheckpoint(ctx, b.Lease, work.Checkpoint{Round: 1, Stage: "s", Output: "{}"})
		},
		func() error { return db.Finish(ctx, a.Lease, completed(a.Step)) },
		func() error { return db.Finish(ctx, gone, completed(a.Step)) },
	)
	if errs[0] != nil || errs[1] != nil || !errors.Is(errs[2], org.ErrLeaseLost) {
		t.Errorf("a checkpoint, an end and one under a lost lease: %v", errs)
	}
	if got := strings.Join(points, " "); got != "save-checkpoint finish save-checkpoint:committed finish:committed" {
		t.Errorf("commits: got %q, want one for both methods", got)
	}
	o.sound()
}

// A delivery is given to one caller only, whatever fails in the commit that the
// callers share.
func TestADeliveryIsClaimedOnce(t *testing.T) {
	o := newInstance(t)
	for round := range 20 {
		o.ok(o.db.Queue(t.Context(), reports.Delivery{Key: fmt.Sprint("k", round), Channel: org.Channel{Transport: channel.Transport, ID: fmt.Sprint("c", round)}, Kind: reports.DeliverReply, Body: "hello"}))
		var got [2]org.DeliveryID
		claim := func(i int) func() error {
			return func() error {
				v, err := o.db.ClaimDelivery(t.Context(), fmt.Sprint("sender", i), []string{channel.Transport}, term)
				if got[i] = v.ID; errors.Is(err, org.ErrNoWork) {
					return nil
				}
				return err
			}
		}
		errs := together(o.db, claim(0), func() error { return o.fails() }, claim(1))
		if errs[0] != nil || errs[1] == nil || errs[2] != nil || got[0] == "" || got[1] != "" {
			t.Fatalf("round %d: claimed %q (%v)", round, got, errs)
		}
	}
}

// fails asks for a method that is refused in the middle of its transaction.
func (o *instance) fails() error {
	return o.db.Plant(o.tt.Context(), `INSERT INTO identity (one, product, uid, created_at) VALUES (1, 'frasier', 'another', 1)`)
}

// A verb that fails or panics undoes nothing of those beside it.
func TestVerbFailsAlone(t *testing.T) {
	o := newInstance(t)
	p := o.start(org.NewProject{})
	o.plan(piece("a"), piece("b"))
	claims := o.claim(2)
	a, b := claims["a"], claims["b"]
	gone := b.Lease
	gone.Owner = "nobody"
	ctx, mark := t.Context(), work.Checkpoint{Round: 1, Stage: "s", Output: "{}"}
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
	o := newInstance(t)
	o.start(org.NewProject{})
	o.plan(piece("a"))
	a := o.claim(1)["a"]
	letGo := o.db.Hold()
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	err := o.db.SaveCheckpoint(ctx, a.Lease, work.Checkpoint{Round: 1, Stage: "s", Output: "{}"})
	if n := o.db.Waiting(); !errors.Is(err, context.Canceled) || n != 0 {
		t.Errorf("a verb that was given up: %v, and %d wait; want its context's end and none", err, n)
	}
	letGo()
	o.complete(a)
	if n, err := o.db.Count(t.Context(), `SELECT count(*) FROM checkpoints`); err != nil || n != 0 {
		t.Errorf("the verb that was given up left %d checkpoints, %v", n, err)
	}
}
