package store_test

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/work"
)

// paid makes a call of a project that costs so much.
func (b *bench) paid(key string, p org.ProjectID, cost org.NanoUSD) {
	b.t.Helper()
	b.end(usable(b.call(modelCall(key, p)), "r", cost))
}

// said returns the bodies of queued notices whose key begins so.
func (b *bench) notices(prefix string) []string {
	b.t.Helper()
	var out []string
	for {
		v, err := b.db.ClaimDelivery(b.t.Context(), "bot-1", []string{"terminal"}, time.Minute)
		if errors.Is(err, org.ErrNoWork) {
			return out
		}
		b.ok(err)
		b.ok(b.db.Delivered(b.t.Context(), v.ID, "r"))
		if strings.HasPrefix(v.Key, prefix) {
			said, err := told(b.t.Context(), b.db, v)
			b.ok(err)
			out = append(out, said)
		}
	}
}

func TestWarningsDouble(t *testing.T) {
	b := newBench(t)
	p := b.project("Dear")
	for i := range 45 {
		b.paid(fmt.Sprint(i), p, org.Dollar)
	}
	got := b.notices("warn:day:")
	if len(got) != 4 {
		t.Errorf("$45 in a day: %d warnings %q, want those at $5, 10, 20 and 40", len(got), got)
	}
	b.pass(24 * time.Hour)
	b.paid("next", p, 5*org.Dollar)
	if got := b.notices("warn:day:"); len(got) != 1 {
		t.Errorf("$5 on the next day: warnings %q, want one", got)
	}
	b.ok(b.db.SetCap(t.Context(), org.Cap{Scope: org.ScopeDay, Kind: org.KindWarn, Amount: 100 * org.Dollar}))
	b.pass(24 * time.Hour)
	b.paid("third", p, 99*org.Dollar)
	if got := b.notices("warn:day:"); len(got) != 0 {
		t.Errorf("$99 with warnings from $100 on: %q, want none", got)
	}
}

// Four fifths of a cap are told once in its day, in words of their own; the rest of the way is silent.
func TestMostOfACapIsToldOnce(t *testing.T) {
	b := newBench(t)
	p := b.project("Dear")
	b.ok(b.db.SetCap(t.Context(), org.Cap{Scope: org.ScopeDay, Kind: org.KindCap, Amount: 4 * org.Dollar}))
	b.ok(b.db.SetCap(t.Context(), org.Cap{Scope: org.ScopeProject, Project: p, Kind: org.KindCap, Amount: 10 * org.Dollar}))
	told := func(when string, want int) {
		t.Helper()
		if got := b.notices("near:"); len(got) != want {
			t.Errorf("%s: told %q, want %d", when, got, want)
		}
	}
	for i, want := range []int{0, 0, 0, 1, 0} { // $0.90 each, then $3.60 and $3.90
		cost := org.Dollar * 9 / 10
		if i == 4 {
			cost = org.Dollar * 3 / 10
		}
		b.paid(fmt.Sprint("a", i), p, cost)
		told(fmt.Sprint("after call ", i+1), want)
	}
	b.pass(24 * time.Hour)
	b.paid("b", p, 33*org.Dollar/10) // a new day, and not yet most of the project's
	told("the next day", 1)
	b.ok(b.db.SetCap(t.Context(), org.Cap{Scope: org.ScopeDay, Kind: org.KindCap, Amount: 100 * org.Dollar}))
	b.paid("c", p, org.Dollar)
	told("of the project", 1)
	b.paid("d", p, org.Dollar)
	told("again", 0)
}

func TestCapHoldsWork(t *testing.T) {
	b := newBench(t)
	p := b.project("Capped")
	b.ok(b.db.SetCap(t.Context(), org.Cap{Scope: org.ScopeDay, Kind: org.KindCap, Amount: org.Dollar}))
	small := modelCall("small", p)
	small.Reserve = org.Dollar / 2
	begun := b.call(small)
	second := modelCall("second", p)
	second.Reserve = org.Dollar * 6 / 10
	refused := func(why string) {
		t.Helper()
		if _, _, err := b.db.BeginCall(t.Context(), second); !errors.Is(err, org.ErrBudget) {
			t.Fatalf("%s: got %v, want org.ErrBudget", why, err)
		}
	}
	refused("another call is under way")
	if got := b.notices("cap:"); len(got) != 0 {
		t.Errorf("only what is under way fills the cap: told %q, want nothing yet", got)
	}
	b.end(usable(begun, "r", org.Dollar/2))
	refused("half of it is spent")
	refused("asked again")
	if got := b.notices("cap:"); len(got) != 1 || !strings.Contains(got[0], "$1 daily limit") {
		t.Errorf("the cap is reached: told %q, want one notice that names it", got)
	}
	if _, memo, err := b.db.BeginCall(t.Context(), small); err != nil || !memo {
		t.Errorf("what is answered already costs nothing: memo %v, %v", memo, err)
	}
	b.ok(b.db.SetCap(t.Context(), org.Cap{Scope: org.ScopeDay, Kind: org.KindCap, Amount: 2 * org.Dollar}))
	b.end(usable(b.call(second), "r", org.Dollar/10))
	b.ok(b.db.SetCap(t.Context(), org.Cap{Scope: org.ScopeDay, Kind: org.KindCap, Amount: org.Dollar / 2}))
	third := modelCall("third", p)
	if _, _, err := b.db.BeginCall(t.Context(), third); !errors.Is(err, org.ErrBudget) {
		t.Errorf("lowered below what is spent: got %v, want org.ErrBudget", err)
	}
	b.pass(24 * time.Hour)
	b.end(usable(b.call(third), "r", 1))
}

// A step behind a cap says so, and goes on when there is room again.
func TestStepBehindACap(t *testing.T) {
	o := newInstance(t)
	p := o.start(org.NewProject{Title: "Capped"})
	o.ok(o.db.SetCap(t.Context(), org.Cap{Scope: org.ScopeDay, Project: p, Kind: org.KindCap, Amount: org.Dollar}))
	o.plan(step("a"))
	claims := o.claim(1)
	call := org.ModelCall{Key: "k", Try: 1, Purpose: "x", Project: p, Step: claims["a"].Step.ID, TierAsked: org.T1, Tier: org.T1, Model: "m", Reserve: 2 * org.Dollar}
	_, _, err := o.db.BeginCall(t.Context(), call)
	o.want(err, org.ErrBudget)
	o.ok(o.db.Finish(t.Context(), claims["a"].Lease, work.Outcome{Next: org.StepPending, Hold: org.HoldBudget, Cause: "cap"}))
	if n, err := o.db.ReleaseBudget(t.Context()); n != 0 || err != nil {
		t.Errorf("ReleaseBudget below the cap: %d, %v; want 0", n, err)
	}
	o.clock.forward(25 * time.Hour)
	if n, err := o.db.ReleaseBudget(t.Context()); n != 1 || err != nil {
		t.Errorf("ReleaseBudget on the next day: %d, %v; want 1", n, err)
	}
	claims = o.claim(1)
	_, _, err = o.db.BeginCall(t.Context(), call)
	o.want(err, org.ErrBudget)
	o.ok(o.db.Finish(t.Context(), claims["a"].Lease, work.Outcome{Next: org.StepPending, Hold: org.HoldBudget, Cause: "cap"}))
	o.ok(o.db.SetCap(t.Context(), org.Cap{Scope: org.ScopeDay, Project: p, Kind: org.KindCap}))
	o.claim(1)
}

// However many calls are begun at once, of whatever estimates, the caps are
// never passed, and the sums are those of the ledger.
func TestCapsUnderManyCalls(t *testing.T) {
	b := newBench(t)
	p := b.project("Many")
	const limit = 300
	b.ok(b.db.SetCap(t.Context(), org.Cap{Scope: org.ScopeMonth, Kind: org.KindCap, Amount: limit}))
	var mu sync.Mutex
	var spent org.NanoUSD
	var wait sync.WaitGroup
	for w := range 8 {
		wait.Go(func() {
			draw := rand.New(rand.NewPCG(7, uint64(w)))
			for i := range 40 {
				c := modelCall(fmt.Sprintf("%d-%d", w, i), p)
				c.Reserve = org.NanoUSD(draw.IntN(20))
				e, _, err := b.db.BeginCall(t.Context(), c)
				if errors.Is(err, org.ErrBudget) {
					continue
				}
				if err != nil {
					t.Error(err)
					return
				}
				e = usable(e, "r", org.NanoUSD(draw.Int64N(int64(c.Reserve)+1)))
				if draw.IntN(10) == 0 {
					e.CostSource = org.CostUnknown
				} else {
					mu.Lock()
					spent += e.Cost
					mu.Unlock()
				}
				if _, err := b.db.EndCall(t.Context(), e); err != nil {
					t.Error(err)
				}
			}
		})
	}
	wait.Wait()
	total := b.spent()
	if total.Cost != spent || spent > limit || spent < limit/2 {
		t.Errorf("spent %d by the ledger, %d by the callers, of a cap of %d; want equal, and most of it used", total.Cost, spent, limit)
	}
	lines, err := b.db.Verify(t.Context())
	b.ok(err)
	for _, l := range lines {
		if !l.OK {
			t.Errorf("verify: %s: %s", l.Name, l.Detail)
		}
	}
}

func TestUnknownCostIsSettled(t *testing.T) {
	b := newBench(t)
	p := b.project("Unknown")
	c := modelCall("k", p)
	c.Reserve = 100
	e := bad(b.call(c), org.CallFailed)
	e.Generation = "gen-1"
	b.end(e)
	b.now = b.now.Add(time.Minute)
	b.end(bad(b.call(modelCall("unnamed", p)), org.CallFailed)) // of which the provider can say nothing
	debts, err := b.db.UnknownCosts(t.Context(), time.Time{}, 1)
	b.ok(err)
	if len(debts) != 1 || debts[0].Generation != "gen-1" || debts[0].Reserve != 100 {
		t.Fatalf("UnknownCosts: %+v, want the call with its generation", debts)
	}
	b.ok(b.db.RecordCost(t.Context(), "k", 1, 42))
	b.ok(b.db.RecordCost(t.Context(), "k", 1, 43))
	total := b.spent()
	if total.Cost != 42 || total.Unknown != 1 {
		t.Errorf("after settling: %+v, want 42 and one unknown", total)
	}
	if err := b.db.RecordCost(t.Context(), "none", 1, 1); !errors.Is(err, org.ErrNotFound) {
		t.Errorf("RecordCost of no call: %v, want org.ErrNotFound", err)
	}
}

func TestDigestOnceADay(t *testing.T) {
	b := newBench(t)
	send := func(want bool, when string) {
		t.Helper()
		got, err := b.db.SendDigest(t.Context(), false, false)
		b.ok(err)
		if got != want {
			t.Errorf("%s: sent %v, want %v", when, got, want)
		}
	}
	send(false, "nobody ever spoke")
	p := b.project("Day")
	send(false, "nothing happened")
	b.paid("k", p, org.Dollar)
	send(true, "something happened")
	send(false, "the same day again")
	got := b.notices("daily:")
	if len(got) != 1 || !strings.Contains(got[0], "**Spent:** $1.00") || !strings.Contains(got[0], "Day (p1)") {
		t.Errorf("digest: %q; want the cost and the project", got)
	}
	b.pass(24 * time.Hour)
	send(false, "nothing happened since")
	b.ok(b.db.FailProject(t.Context(), p, "no reason"))
	b.pass(48 * time.Hour)
	send(true, "after two days of silence")
	if got := b.notices("daily:"); len(got) != 1 || !strings.Contains(got[0], "failed") {
		t.Errorf("digest: %q; want the failed project", got)
	}
}

func TestVelocity(t *testing.T) {
	b := newBench(t)
	p := b.project("Fast")
	look := func(want int, when string) {
		t.Helper()
		b.ok(b.db.NoticeVelocity(t.Context()))
		if got := b.notices("velocity:"); len(got) != want {
			t.Errorf("%s: %q, want %d", when, got, want)
		}
	}
	for i := range 3 {
		b.paid(fmt.Sprint("hour", i), p, 4*org.Dollar)
		b.pass(time.Hour)
		b.ok(b.db.RecordHour(t.Context()))
		b.ok(b.db.RecordHour(t.Context()))
	}
	b.paid("usual", p, 3*org.Dollar)
	look(0, "less than five times the usual dollar a quarter")
	b.paid("much", p, 3*org.Dollar)
	look(1, "more than five times the usual")
	b.paid("more", p, 3*org.Dollar)
	look(0, "the same day again")
}
