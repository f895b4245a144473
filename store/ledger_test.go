package store_test

import (
	"errors"
	"fmt"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/store/ledger"
)

// call begins a call and fails the test when it is answered from memory.
func (b *bench) call(c org.ModelCall) org.CallEnd {
	b.t.Helper()
	end, memo, err := b.db.BeginCall(b.t.Context(), c)
	b.ok(err)
	if memo {
		b.t.Fatalf("BeginCall(%s): got a memo, want a call to be made", c.Key)
	}
	return end
}

func (b *bench) end(e org.CallEnd) org.ModelHealth {
	b.t.Helper()
	h, err := b.db.EndCall(b.t.Context(), e)
	b.ok(err)
	return h
}

func modelCall(key string, p org.ProjectID) org.ModelCall {
	return org.ModelCall{
		Key: key, Try: 1, Purpose: org.StageSynthesize, Project: p, Agent: "agent-research",
		TierAsked: org.T2, Tier: org.T2, Model: "model/two",
	}
}

func usable(e org.CallEnd, reply string, cost org.NanoUSD) org.CallEnd {
	e.State, e.Reply, e.Cost, e.CostSource, e.Model = org.CallUsable, reply, cost, org.CostProvider, "model/two-1"
	e.TokensIn, e.TokensOut = 100, 10
	return e
}

func bad(e org.CallEnd, state org.CallState) org.CallEnd {
	e.State, e.ErrorClass, e.CostSource = state, "because", org.CostUnknown
	return e
}

func TestMemoAfterACrash(t *testing.T) {
	b := newBench(t)
	p := b.project("Memo")
	b.end(usable(b.call(modelCall("k", p)), "the reply", 5))
	b.reopen()
	got, memo, err := b.db.BeginCall(t.Context(), modelCall("k", p))
	b.ok(err)
	if !memo || got.Reply != "the reply" || got.Tier != org.T2 || got.Model != "model/two-1" {
		t.Errorf("BeginCall of a key that was answered: got %+v, memo %v; want the stored reply", got, memo)
	}
	r, err := b.db.Receipt(t.Context(), p)
	b.ok(err)
	if r.Calls != 1 {
		t.Errorf("calls after one call and a memo: got %d, want 1", r.Calls)
	}
}

// spent is all that was ever spent.
func (b *bench) spent() org.CostLine {
	b.t.Helper()
	all, err := b.db.Costs(b.t.Context(), 0)
	b.ok(err)
	return all[0].Total
}

func TestCrashedCallKeepsItsPlace(t *testing.T) {
	b := newBench(t)
	p := b.project("Crash")
	lost := b.call(modelCall("k", p))
	if s := b.spent(); s.Calls != 1 || s.Unknown != 0 {
		t.Errorf("spend while a call is under way: got %d calls and %d of unknown cost, want 1 and 0", s.Calls, s.Unknown)
	}
	b.reopen()
	again := b.call(modelCall("k", p))
	if lost.Try != 1 || again.Try != 2 {
		t.Errorf("tries of a call that was lost and begun again: got %d and %d, want 1 and 2", lost.Try, again.Try)
	}
	b.end(usable(again, "reply", 3))
	spent := b.spent()
	if spent.Calls != 2 || spent.Cost != 3 || spent.Unknown != 1 {
		t.Errorf("spend: got %d calls, %d nano-dollars and %d unknown; want 2, 3 and 1", spent.Calls, spent.Cost, spent.Unknown)
	}
	// The process was not dead but slow: what its call cost is welcome late.
	b.end(usable(lost, "late", 4))
	if spent = b.spent(); spent.Cost != 7 || spent.Unknown != 0 {
		t.Errorf("spend after the lost call ended late: got %d and %d unknown, want 7 and 0", spent.Cost, spent.Unknown)
	}
}

func TestCallSurvivesKill(t *testing.T) {
	for _, c := range []struct {
		point string
		memo  bool
		try   int // of the next call, when it is no memo
	}{
		{"begin-call", false, 1},
		{"begin-call:committed", false, 2},
		{"end-call", false, 2},
		{"end-call:committed", true, 1},
	} {
		t.Run(c.point, func(t *testing.T) {
			b := newBench(t)
			b.kill("TestCallerProcess", c.point)
			got, memo, err := b.db.BeginCall(t.Context(), modelCall("k", ""))
			b.ok(err)
			if memo != c.memo || got.Try != c.try {
				t.Errorf("BeginCall after a kill at %s: got try %d, memo %v; want try %d, memo %v", c.point, got.Try, memo, c.try, c.memo)
			}
		})
	}
}

// TestCallerProcess is the process that TestCallSurvivesKill kills.
func TestCallerProcess(t *testing.T) {
	db := victim(t, time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC))
	if db == nil {
		return
	}
	begun, _, err := db.BeginCall(t.Context(), modelCall("k", ""))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := db.EndCall(t.Context(), usable(begun, "reply", 1)); err != nil {
		t.Fatal(err)
	}
}

func TestEndCallTwiceIsOnce(t *testing.T) {
	b := newBench(t)
	p := b.project("Twice")
	e := bad(b.call(modelCall("k", p)), org.CallUnusable)
	e.Unparsed = true
	first := b.end(e)
	if second := b.end(e); !cmp.Equal(first, second) {
		t.Errorf("EndCall twice: got %+v, then %+v; want the same", first, second)
	}
	b.end(usable(e, "changed my mind", 9))
	r, err := b.db.Receipt(t.Context(), p)
	b.ok(err)
	if r.CostUSD != 0 || r.CostUnknown != 1 || len(b.events(org.EventUnparsed)) != 1 {
		t.Errorf("after three ends of one try: got %v USD, %d unknown, %d events of unparsed replies; want 0, 1, 1", r.CostUSD, r.CostUnknown, len(b.events(org.EventUnparsed)))
	}
	if _, err := b.db.EndCall(t.Context(), org.CallEnd{Key: "never begun", Try: 1, State: org.CallFailed}); !errors.Is(err, org.ErrNotFound) {
		t.Errorf("EndCall of a try that was never begun: got %v, want %v", err, org.ErrNotFound)
	}
}

func TestCallCap(t *testing.T) {
	b := newBench(t)
	p := b.project("Cap")
	ctx := t.Context()
	b.ok(b.db.Plant(ctx, `UPDATE projects SET calls = ? WHERE id = ?`, org.CallsPerProject-1, p))
	b.call(modelCall("last", p))
	if _, _, err := b.db.BeginCall(ctx, modelCall("too many", p)); !errors.Is(err, org.ErrCallCap) {
		t.Errorf("call %d of a project: got %v, want %v", org.CallsPerProject+1, err, org.ErrCallCap)
	}
	if n, err := b.db.Count(ctx, `SELECT count(*) FROM llm_calls WHERE call_key = 'too many'`); err != nil || n != 0 {
		t.Errorf("rows of a call over the cap: got %d, want 0 (%v)", n, err)
	}
	b.call(modelCall("of no project", ""))
	// Thirty steps raise the cap to forty calls each.
	for i := range 30 {
		b.ok(b.db.Plant(ctx, `
			INSERT INTO steps (id, mission_id, project_id, key, title, goal, kind, depth, role, category, agent_id, tier, phase, grp,
			                   final, critical, entities, acceptance, state, created_at)
			SELECT ?, id, project_id, ?, 'x', 'x', 'simple', 'simple', '', '', 'agent-research', 'T1', 0, 0, 0, 0, '[]', '[]', 'pending', 0
			  FROM missions WHERE project_id = ?`, fmt.Sprint("x", i), fmt.Sprint("x", i), p))
	}
	b.call(modelCall("allowed now", p))
	b.ok(b.db.Plant(ctx, `UPDATE projects SET calls = ? WHERE id = ?`, ledger.CallCap(30), p))
	if _, _, err := b.db.BeginCall(ctx, modelCall("too many again", p)); !errors.Is(err, org.ErrCallCap) {
		t.Errorf("call %d of a project of 30 steps: got %v, want %v", ledger.CallCap(30)+1, err, org.ErrCallCap)
	}
}

func TestModelHealth(t *testing.T) {
	b := newBench(t)
	p := b.project("Health")
	n := 0
	do := func(state org.CallState) org.ModelHealth {
		n++
		c := b.call(modelCall(fmt.Sprint(n), p))
		if state == org.CallUsable {
			return b.end(usable(c, "reply", 0))
		}
		return b.end(bad(c, state))
	}
	for _, c := range []struct {
		state org.CallState
		after time.Duration
		want  org.ModelHealth
	}{
		{org.CallFailed, 0, org.ModelHealth{}},
		{org.CallUnusable, time.Minute, org.ModelHealth{BadInARow: 1, BadFor: time.Minute, Answered: true}},
		{org.CallUnusable, time.Minute, org.ModelHealth{BadInARow: 2, BadFor: 2 * time.Minute, Answered: true}},
		{org.CallFailed, 0, org.ModelHealth{BadInARow: 2, BadFor: 2 * time.Minute, Answered: true}},
		{org.CallUsable, 0, org.ModelHealth{Answered: true}},
		{org.CallUnusable, 0, org.ModelHealth{BadInARow: 1, Answered: true}},
		{org.CallFailed, time.Minute, org.ModelHealth{BadInARow: 1, BadFor: time.Minute, Answered: true}},
		// A machine that slept for a night asked nobody in between.
		{org.CallFailed, 8 * time.Hour, org.ModelHealth{BadInARow: 1, Answered: true}},
		{org.CallFailed, time.Minute, org.ModelHealth{BadInARow: 1, BadFor: time.Minute, Answered: true}},
		// A clock that was set an hour on or back says nothing about the model.
		{org.CallFailed, time.Hour, org.ModelHealth{BadInARow: 1, Answered: true}},
		{org.CallFailed, -time.Hour, org.ModelHealth{BadInARow: 1, Answered: true}},
	} {
		b.pass(c.after)
		got := do(c.state)
		c.want.Calls = n
		if !cmp.Equal(got, c.want) {
			t.Errorf("health after call %d (%s): got %+v, want %+v", n, c.state, got, c.want)
		}
	}
	b.pass(time.Minute)
	for _, jump := range []time.Duration{time.Hour, -time.Hour} { // while the model answers
		c := b.call(modelCall(fmt.Sprint("jump", jump), p))
		b.pass(jump)
		if got := b.end(bad(c, org.CallUnusable)); got.BadFor != 0 {
			t.Errorf("the clock was set by %s in a call: bad for %s", jump, got.BadFor)
		}
	}
}

// A key that is not accepted and an empty account say nothing about the model.
func TestRefusedAccountLeavesHealth(t *testing.T) {
	b := newBench(t)
	p := b.project("Unpaid")
	for i, class := range []string{"auth", "money", "network", "network"} {
		e := bad(b.call(modelCall(fmt.Sprint(class, i), p)), org.CallFailed)
		e.ErrorClass, e.Waits = class, class != "network"
		want := org.ModelHealth{Calls: i + 1}
		if i == 3 { // since the one before
			want.BadFor = time.Minute
		}
		if got := b.end(e); !cmp.Equal(got, want) {
			t.Errorf("health after %s: got %+v, want %+v", class, got, want)
		}
		b.pass(time.Minute)
	}
}

// A provider that falls silent counts against a project until it had an answer.
func TestSilenceCountsUntilTheFirstAnswer(t *testing.T) {
	b := newBench(t)
	p := b.project("Silent")
	away := func(n int) org.ModelHealth {
		e := bad(b.call(modelCall(fmt.Sprint("away", n), p)), org.CallFailed)
		e.Away = true
		h := b.end(e)
		b.pass(time.Minute)
		return h
	}
	away(1)
	if h := away(2); h.BadFor != time.Minute {
		t.Errorf("before any answer: bad for %s, want a minute", h.BadFor)
	}
	b.end(usable(b.call(modelCall("answered", p)), "yes", 0))
	away(3)
	if h := away(4); h.BadFor != 0 || !h.Answered {
		t.Errorf("after an answer: %+v, want silence not to count", h)
	}
}

func TestLedgerKeepsAgentsOnly(t *testing.T) {
	b := newBench(t)
	for _, c := range []struct {
		agent org.AgentID
		want  string
	}{{"agent-research", "Rosalind"}, {"agent-nobody", "no agent"}, {"worker-1", "no agent"}, {"", "no agent"}} {
		call := modelCall("key of "+string(c.agent), "")
		call.Agent = c.agent
		call.At = b.now
		b.end(usable(b.call(call), "reply", 1))
		r, err := b.db.Costs(t.Context(), 1)
		b.ok(err)
		if len(r[0].ByAgent) != 1 || r[0].ByAgent[0].Name != c.want {
			t.Errorf("ledger's agent for caller %q: got %+v, want %q alone", c.agent, r[0].ByAgent, c.want)
		}
		b.pass(24 * time.Hour)
	}
}

func TestDowngradeIsShown(t *testing.T) {
	b := newBench(t)
	p := b.project("Downgrade")
	c := modelCall("k", p)
	c.TierAsked, c.Tier = org.T3, org.T2
	b.end(bad(b.call(c), org.CallFailed))
	if got := len(b.events(org.EventDowngrade)); got != 0 {
		t.Errorf("downgrades of a call that failed: got %d, want 0", got)
	}
	c.Key = "k2"
	b.end(usable(b.call(c), "reply", 1))
	got := b.events(org.EventDowngrade)
	if len(got) != 1 || got[0].Project != p || got[0].Data["asked"] != "T3" || got[0].Data["served"] != "T2" {
		t.Errorf("downgrade event: got %+v, want one from T3 to T2 in %s", got, p)
	}
}

func TestCloseLateCalls(t *testing.T) {
	b := newBench(t)
	early, late := modelCall("early", ""), modelCall("late", "")
	early.Deadline, late.Deadline = b.now.Add(time.Minute), b.now.Add(time.Hour)
	b.call(early)
	b.call(late)
	b.pass(2 * time.Minute)
	for _, want := range []int{1, 0} {
		if n, err := b.db.CloseLateCalls(t.Context(), time.Minute); err != nil || n != want {
			t.Errorf("CloseLateCalls: got %d, want %d (%v)", n, want, err)
		}
	}
}

// TestLedgerSums compares every sum of the report with sums made by hand, to
// the nano-dollar.
func TestLedgerSums(t *testing.T) {
	b := newBench(t)
	projects := []org.ProjectID{"", b.project("One"), b.project("Two")}
	n := 0
	rapid.Check(t, func(r *rapid.T) {
		b.pass(24 * time.Hour)
		var want org.CostLine
		byTier := map[string]org.NanoUSD{}
		for range rapid.IntRange(0, 12).Draw(r, "calls") {
			n++
			c := modelCall(fmt.Sprint("sum ", n), rapid.SampledFrom(projects).Draw(r, "project"))
			c.Tier = rapid.SampledFrom([]org.Tier{org.T1, org.T2, org.T3}).Draw(r, "tier")
			e := usable(b.call(c), "reply", org.NanoUSD(rapid.Int64Range(0, 9_000_000_000_001).Draw(r, "cost")))
			if rapid.Bool().Draw(r, "unknown") {
				e.CostSource = org.CostUnknown
			}
			b.end(e)
			want.Calls++
			want.In += 100
			want.Out += 10
			if e.CostSource == org.CostUnknown {
				want.Unknown++
				continue
			}
			want.Cost += e.Cost
			byTier[string(c.Tier)] += e.Cost
		}
		all, err := b.db.Costs(t.Context(), 1)
		b.ok(err)
		got := all[0]
		want.Name = got.Total.Name
		if got.Total != want {
			r.Fatalf("total: got %+v, want %+v", got.Total, want)
		}
		for name, group := range map[string][]org.CostLine{
			"project": got.ByProject, "tier": got.ByTier, "agent": got.ByAgent, "model": got.ByModel, "purpose": got.ByPurpose,
		} {
			var sum org.CostLine
			for _, l := range group {
				sum.Calls += l.Calls
				sum.Cost += l.Cost
				sum.Unknown += l.Unknown
			}
			if sum.Calls != want.Calls || sum.Cost != want.Cost || sum.Unknown != want.Unknown {
				r.Fatalf("sum by %s: got %+v, want %+v", name, sum, want)
			}
		}
		for _, l := range got.ByTier {
			if l.Cost != byTier[l.Name] {
				r.Fatalf("cost of %s: got %d, want %d", l.Name, l.Cost, byTier[l.Name])
			}
		}
	})
}
