package store_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"sync"
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/testing/testlevel"
	"github.com/frasier-cos/frasier/internal/work"
	"github.com/frasier-cos/frasier/store"
)

// drawn lets rapid choose.
type drawn struct{ t *rapid.T }

func (d drawn) roll(what string, lo, hi int) int { return rapid.IntRange(lo, hi).Draw(d.t, what) }

// seeded chooses by a seed.
type seeded struct{ *rand.Rand }

func (d seeded) roll(_ string, lo, hi int) int { return lo + d.IntN(hi-lo+1) }

// newMachine is a machine on a database whose commits do not wait for the
// disk: it is about what the statements say, and crashes of the machine are
// tested elsewhere.
func newMachine(tb testing.TB, holders int) *machine {
	tb.Helper()
	o := newInstanceAt(tb, roomy(tb))
	x := &machine{instance: o, both: []*store.DB{o.db, o.open()}}
	for _, db := range x.both {
		o.ok(db.Volatile(tb.Context()))
	}
	look, err := raw(tb, o.path).PrepareContext(tb.Context(), looking)
	o.ok(err)
	tb.Cleanup(func() {
		if err := look.Close(); err != nil {
			tb.Errorf("Close: %v", err)
		}
	})
	x.look = look
	for i := range holders {
		x.holders = append(x.holders, fmt.Sprint("worker-", i))
	}
	return x
}

// Random plans under random treatment by two to eight workers: the store
// agrees with the model after every action, every invariant holds, and every
// step comes to an end. make proof tells 20 000 histories, 2 000 of them on PostgreSQL.
func TestStoreAgreesWithModel(t *testing.T) {
	t.Parallel()
	histories, limit := testlevel.Count(400, 2_900, 20_000), testlevel.Count(24, 36, 60)
	if server != "" {
		histories = testlevel.Count(100, 100, 2_000)
	}
	t.Attr("figure", fmt.Sprintf("%d histories of up to %d steps", histories, limit))
	const each, lanes = 100, 4 // histories of one call of rapid.Check; calls at once, for each also waits
	var all sync.WaitGroup
	for lane := range lanes {
		all.Go(func() {
			t.Run(fmt.Sprint("lane", lane), func(t *testing.T) {
				for range histories / lanes / each {
					t.Run("hundred", func(t *testing.T) { tellHistories(t, limit) }) // ends its databases
				}
			})
		})
	}
	all.Wait()
}

// tellHistories has rapid draw a hundred histories.
func tellHistories(t *testing.T, limit int) {
	t.Helper()
	var x *machine
	told := 0
	rapid.Check(t, func(r *rapid.T) {
		if told++; told%25 == 1 || x.broken { // a small database is verified quickly
			x = newMachine(t, 8)
		}
		x.t, x.d = r, drawn{r}
		x.holders = x.holders[:rapid.IntRange(2, 8).Draw(r, "workers")]
		x.history(rapid.IntRange(1, limit).Draw(r, "limit"))
		x.holders = x.holders[:8]
	})
}

// mutants are faults planted into the database, each of a kind that the store
// must not have.
func mutants() map[string]string {
	return map[string]string{
		"a completion counts twice": `CREATE TRIGGER mutant AFTER UPDATE OF state ON steps WHEN NEW.state = 'completed' AND OLD.state <> 'completed'
			BEGIN UPDATE steps SET open_deps = open_deps - 1 WHERE open_deps > 0 AND id IN (SELECT step_id FROM step_dependencies WHERE depends_on = NEW.id); END`,
		"a strike counts twice": `CREATE TRIGGER mutant AFTER UPDATE OF strikes ON steps WHEN NEW.strikes > OLD.strikes AND NEW.strikes < 3
			BEGIN UPDATE steps SET strikes = strikes + 1 WHERE id = NEW.id; END`,
		"a released step is lost": `CREATE TRIGGER mutant AFTER UPDATE OF state ON steps WHEN NEW.state = 'pending' AND OLD.state = 'in_progress'
			BEGIN UPDATE steps SET held = held | 16 WHERE id = NEW.id; END`,
		"a failure blocks an independent branch": `CREATE TRIGGER mutant AFTER UPDATE OF state ON steps WHEN NEW.state = 'failed'
			BEGIN UPDATE steps SET open_deps = open_deps + 1 WHERE state = 'pending' AND seq = (SELECT max(seq) FROM steps WHERE state = 'pending'); END`,
		"a pause forgets the last step": `CREATE TRIGGER mutant AFTER UPDATE OF held ON steps WHEN NEW.held & 1 = 1 AND NEW.key = 'k0'
			BEGIN UPDATE steps SET held = held & ~1 WHERE id = NEW.id; END`,
		"an early start": `CREATE TRIGGER mutant AFTER INSERT ON step_dependencies WHEN NEW.soft = 1
			BEGIN DELETE FROM step_dependencies WHERE step_id = NEW.step_id AND depends_on = NEW.depends_on; END`,
		"a crash is not counted": `CREATE TRIGGER mutant AFTER UPDATE OF crashes ON steps WHEN NEW.crashes > OLD.crashes
			BEGIN UPDATE steps SET crashes = OLD.crashes WHERE id = NEW.id; END`,
		"an expired lease stays": `CREATE TRIGGER mutant AFTER UPDATE OF claim_until ON steps WHEN NEW.claim_until IS NOT NULL
			BEGIN UPDATE steps SET claim_until = claim_until + 3600000000 WHERE id = NEW.id; END`,
		"a stale claim holds": `CREATE TRIGGER mutant AFTER UPDATE OF state ON steps WHEN NEW.state = 'pending' AND OLD.state = 'in_progress'
			BEGIN UPDATE steps SET state = 'in_progress', claimed_by = OLD.claimed_by, claim_until = OLD.claim_until WHERE id = NEW.id; END`,
	}
}

// broken is what a history that finds a fault panics with.
type broken string

// judge ends a history at its first fault.
type judge struct{}

func (judge) Helper()                           {}
func (judge) Fatalf(format string, args ...any) { panic(broken(fmt.Sprintf(format, args...))) }
func (judge) Errorf(format string, args ...any) { panic(broken(fmt.Sprintf(format, args...))) }

// The histories find every planted fault, so that their silence means
// something.
func TestModelFindsMutants(t *testing.T) {
	t.Parallel()
	const most = 400 // histories until a fault must have shown
	for name, trigger := range mutants() {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			d := seeded{rand.New(rand.NewPCG(1, 2))}
			for n := range most {
				x := newMachine(t, 3)
				triggered(t, x.path, trigger)
				x.t, x.d = judge{}, d
				if found := x.findsFault(); found != "" {
					t.Logf("found in history %d: %s", n+1, strings.SplitN(found, "\n", 2)[0])
					return
				}
			}
			t.Errorf("%d histories did not find it", most)
		})
	}
}

// findsFault tells some histories and returns the fault that one found.
func (x *machine) findsFault() (found string) {
	defer func() {
		switch v := recover().(type) {
		case nil:
		case broken:
			found = string(v)
		default:
			panic(v)
		}
	}()
	for range 20 {
		x.history(12)
	}
	return ""
}

// A clock that jumps by ten years neither ends a lease that a live worker
// renews nor makes a wait last.
func TestClockJump(t *testing.T) {
	o := newInstance(t)
	p := o.start(org.NewProject{})
	o.plan(piece("a"), piece("b", "a"), piece("c"))
	claims := o.claim(2)
	wait := work.Outcome{Next: org.StepPending, Hold: org.HoldBackoff, RunAfter: o.clock.Now().Add(time.Minute)}
	o.ok(o.db.Finish(t.Context(), claims["c"].Lease, wait))
	if _, err := o.db.HoldJob(t.Context(), "duty", "dead", term); err != nil {
		t.Fatal(err)
	}
	for _, years := range []int{10, -20} {
		o.clock.forward(o.clock.Now().AddDate(years, 0, 0).Sub(o.clock.Now()))
		if _, err := o.db.Renew(t.Context(), owner, term); err != nil {
			t.Fatal(err)
		}
		if ids, err := o.db.ExpireLeases(t.Context(), o.clock.Now()); err != nil || len(ids) > 0 {
			t.Errorf("after a jump of %d years: %v, %v were taken from a worker that renews", years, ids, err)
		}
		n, err := o.db.ReleaseDue(t.Context(), o.clock.Now())
		if err != nil || n != 1 {
			t.Errorf("after a jump of %d years: %d waits ended, %v, want one", years, n, err)
		}
		wait.RunAfter = o.clock.Now().Add(time.Minute)
		o.ok(o.db.Finish(t.Context(), o.claim(1)["c"].Lease, wait))
	}
	o.clock.forward(2 * org.LeaseTerm)
	if mine, err := o.db.HoldJob(t.Context(), "duty", "next", term); err != nil || !mine {
		t.Errorf("a duty whose holder died before the clock was set back: %v, %v, want it taken over", mine, err)
	}
	if _, err := o.db.ReleaseDue(t.Context(), o.clock.Now()); err != nil {
		t.Fatal(err)
	}
	o.complete(claims["a"])
	o.run()
	o.wantProject(p, org.ProjectCompleted)
	o.sound()
}
