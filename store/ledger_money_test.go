package store_test

import (
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/question"
	"github.com/frasier-cos/frasier/internal/reports"
)

// A mission that costs more than three times what its plan was to cost is told
// once; it goes on.
func TestFarBeyondTheEstimate(t *testing.T) {
	o := newInstance(t)
	p := o.start(org.NewProject{Title: "Dear"})
	m := o.plan(piece("a")) // a step on T2 and an assembly: $0.12 and $0.05 at the most
	pay := func(key string, cost org.NanoUSD) {
		e, _, err := o.db.BeginCall(t.Context(), org.ModelCall{Key: key, Try: 1, Purpose: "x", Project: p, Mission: m, TierAsked: org.T1, Tier: org.T1, Model: "m"})
		o.ok(err)
		e.State, e.Cost, e.CostSource = org.CallUsable, cost, org.CostProvider
		_, err = o.db.EndCall(t.Context(), e)
		o.ok(err)
	}
	told := func() int {
		return strings.Count(strings.Join(o.deliveries(reports.DeliverNotice), "\n"), "more than 3 times")
	}
	pay("1", 51*org.Dollar/100)
	if told() != 0 {
		t.Errorf("at three times the estimate: told already")
	}
	pay("2", 1)
	pay("3", org.Dollar)
	if n := told(); n != 1 {
		t.Errorf("beyond it: told %d times, want once: %q", n, o.deliveries(reports.DeliverNotice))
	}
	o.run()
	o.wantProject(p, org.ProjectCompleted)
	o.sound()
}

// A cap says how much of it is spent, and planning that it holds says so.
func TestCapsSayWhatTheyHold(t *testing.T) {
	o := newInstance(t)
	p := o.start(org.NewProject{Title: "Capped"})
	o.ok(o.db.SetCap(t.Context(), org.Cap{Scope: org.ScopeDay, Kind: org.KindCap, Amount: org.Dollar}))
	job, err := o.db.ClaimMission(t.Context(), "planner", time.Minute)
	o.ok(err)
	call := org.ModelCall{Key: "k", Try: 1, Purpose: "plan", Project: p, Mission: job.Mission.ID, TierAsked: org.T2, Tier: org.T2, Model: "m", Reserve: org.Dollar / 2}
	e, _, err := o.db.BeginCall(t.Context(), call)
	o.ok(err)
	e.State, e.Cost, e.CostSource = org.CallUsable, 6*org.Dollar/10, org.CostProvider
	_, err = o.db.EndCall(t.Context(), e)
	o.ok(err)
	call.Key = "k2"
	_, _, err = o.db.BeginCall(t.Context(), call)
	o.want(err, org.ErrBudget)
	o.ok(o.db.DeferMission(t.Context(), job.Lease, o.clock.Now().Add(time.Hour), ""))
	status, err := o.db.ProjectStatus(t.Context(), p, o.clock.Now())
	o.ok(err)
	if got := strings.Join(status.Waiting, "\n"); !strings.Contains(got, "your cap for the day is reached") {
		t.Errorf("status waits for %q, want the cap named", got)
	}
	held, err := o.db.HeldUp(t.Context())
	if want := []reports.HeldUp{{Project: p, Title: "Capped", Planning: 1}}; err != nil || !cmp.Equal(held, want) {
		t.Errorf("held up: %+v, %v; want %+v", held, err, want)
	}
	caps, err := o.db.Caps(t.Context())
	if err != nil || len(caps) != 1 || caps[0].Spent != 6*org.Dollar/10 {
		t.Errorf("caps: %+v, %v; want $0.60 of the day's spent", caps, err)
	}
}

// The timeline has what was decided, in order, and nothing of the mere work.
func TestTimeline(t *testing.T) {
	o := newInstance(t)
	p := o.start(org.NewProject{Title: "Queues", Gates: []org.GatePoint{org.GatePlan}})
	o.plan(piece("a"))
	o.answer(o.waits("after planning"), question.GateGo)
	o.run()
	events, err := o.db.Timeline(t.Context(), p)
	o.ok(err)
	var kinds []string
	for _, e := range events {
		kinds = append(kinds, string(e.Kind))
	}
	const want = "gate_set message_handled escalation mission_planned decided project_completed"
	if got := strings.Join(kinds, " "); got != want {
		t.Errorf("timeline: %s, want %s", got, want)
	}
}
