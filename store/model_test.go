package store_test

import (
	"errors"
	"fmt"
	"slices"
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/frasier-cos/frasier/internal/org"
)

// model is what the store should say of one mission, kept the simple way: no
// counters, no indexes, everything asked anew.
type model struct {
	order []string
	needs map[string][]string
	soft  map[string]bool
	state map[string]org.StepState
	until map[string]time.Time // back-off
	hold  map[string]bool      // unreviewed
	hits  map[string]int       // strikes
	dead  map[string]int       // crashes
	pause bool
	over  bool // cancelled or failed as a whole
}

func (m *model) ready(key string) bool {
	if m.state[key] != org.StepPending || m.pause || m.hold[key] || !m.until[key].IsZero() {
		return false
	}
	for _, n := range m.needs[key] {
		if m.soft[key] && !m.state[n].Ended() || !m.soft[key] && m.state[n] != org.StepCompleted {
			return false
		}
	}
	return true
}

func (m *model) readySet() []string {
	var out []string
	for _, k := range m.order {
		if m.ready(k) {
			out = append(out, k)
		}
	}
	return out
}

// fails fails a step and, again and again, what needs a failed one.
func (m *model) fails(key string) {
	m.state[key] = org.StepFailed
	for again := true; again; {
		again = false
		for _, k := range m.order {
			if m.soft[k] || m.state[k].Ended() {
				continue
			}
			if slices.ContainsFunc(m.needs[k], func(n string) bool { return m.state[n] == org.StepFailed }) {
				m.state[k], again = org.StepFailed, true
			}
		}
	}
}

func (m *model) ended() bool {
	return !slices.ContainsFunc(m.order, func(k string) bool { return !m.state[k].Ended() })
}

// machine drives the store and the model together.
type machine struct {
	o      *office
	p      org.ProjectID
	m      *model
	claims map[string]org.Claim
	stale  []org.Claim
}

func draw(t *rapid.T) ([]org.PlannedStep, *model) {
	m := &model{
		needs: map[string][]string{}, soft: map[string]bool{}, state: map[string]org.StepState{}, until: map[string]time.Time{},
		hold: map[string]bool{}, hits: map[string]int{}, dead: map[string]int{},
	}
	n := rapid.IntRange(1, 8).Draw(t, "steps")
	var steps []org.PlannedStep
	for i := range n {
		key := fmt.Sprint("k", i)
		s := piece(key)
		for j := range i {
			if rapid.IntRange(0, 2).Draw(t, "edge") == 0 {
				s.Needs = append(s.Needs, fmt.Sprint("k", j))
			}
		}
		s.Soft = rapid.IntRange(0, 4).Draw(t, "soft") == 0
		s.Final = i == n-1 && rapid.Bool().Draw(t, "final")
		s.Minutes = rapid.IntRange(0, 20).Draw(t, "minutes")
		m.order = append(m.order, key)
		m.needs[key], m.soft[key], m.state[key] = s.Needs, s.Soft || s.Final, org.StepPending
		if s.Final {
			m.needs[key] = slices.Clone(m.order[:i])
		}
		steps = append(steps, s)
	}
	m.needs["assembly"], m.soft["assembly"], m.state["assembly"] = slices.Clone(m.order), true, org.StepPending
	m.order = append(m.order, "assembly")
	return steps, m
}

func (x *machine) pick(draw *rapid.T) org.Claim {
	keys := make([]string, 0, len(x.claims))
	for k := range x.claims {
		keys = append(keys, k)
	}
	if len(keys) == 0 {
		draw.Skip("nothing is claimed") // rapid takes another action
	}
	slices.Sort(keys)
	c := x.claims[rapid.SampledFrom(keys).Draw(draw, "step")]
	delete(x.claims, c.Step.Key)
	x.stale = append(x.stale, c)
	return c
}

func (x *machine) finish(t *rapid.T, c org.Claim, out org.Outcome) {
	if err := x.o.db.Finish(x.o.tt.Context(), c.Lease, out); err != nil {
		t.Fatalf("Finish %s as %s: %v", c.Step.Key, out.Next, err)
	}
}

func (x *machine) Claim(t *rapid.T) {
	before := x.m.readySet()
	n := rapid.IntRange(1, 3).Draw(t, "n")
	claims, err := x.o.db.ClaimSteps(x.o.tt.Context(), holder, time.Hour, n)
	if errors.Is(err, org.ErrNoWork) {
		claims, err = nil, nil
	}
	if err != nil {
		t.Fatalf("ClaimSteps: %v", err)
	}
	if want := min(n, len(before)); len(claims) != want {
		t.Fatalf("ClaimSteps of %d with %v ready: got %d, want %d", n, before, len(claims), want)
	}
	for i, c := range claims {
		if !slices.Contains(before, c.Step.Key) {
			t.Fatalf("claimed %s, which is not ready: %v are", c.Step.Key, before)
		}
		if i > 0 && slices.Contains(x.m.needs[claims[i-1].Step.Key], c.Step.Key) {
			t.Fatalf("claimed %s after %s, which needs it", c.Step.Key, claims[i-1].Step.Key)
		}
		x.m.state[c.Step.Key] = org.StepInProgress
		x.claims[c.Step.Key] = c
	}
}

func (x *machine) Complete(t *rapid.T) {
	c := x.pick(t)
	x.finish(t, c, completed(c.Step))
	x.m.state[c.Step.Key] = org.StepCompleted
}

func (x *machine) Fail(t *rapid.T) {
	c := x.pick(t)
	x.finish(t, c, org.Outcome{Next: org.StepFailed, Cause: "it broke"})
	x.m.fails(c.Step.Key)
}

func (x *machine) Reject(t *rapid.T) {
	c := x.pick(t)
	key := c.Step.Key
	x.finish(t, c, org.Outcome{Next: org.StepPending, Strike: true, Feedback: []string{"no"}})
	if x.m.hits[key]++; x.m.hits[key] == org.StrikeCap {
		x.m.fails(key)
		return
	}
	x.m.state[key] = org.StepPending
}

func (x *machine) Hold(t *rapid.T) {
	c := x.pick(t)
	until := x.o.clock.Now().Add(time.Minute)
	if rapid.Bool().Draw(t, "unreviewed") {
		x.finish(t, c, org.Outcome{Next: org.StepPending, Hold: org.HoldUnreviewed})
		x.m.hold[c.Step.Key] = true
	} else {
		x.finish(t, c, org.Outcome{Next: org.StepPending, Hold: org.HoldBackoff, RunAfter: until})
		x.m.until[c.Step.Key] = until
	}
	x.m.state[c.Step.Key] = org.StepPending
}

func (x *machine) Wait(t *rapid.T) {
	x.o.clock.forward(time.Duration(rapid.IntRange(1, 90).Draw(t, "seconds")) * time.Second)
	now := x.o.clock.Now()
	if _, err := x.o.db.ReleaseDue(x.o.tt.Context(), now); err != nil {
		t.Fatalf("ReleaseDue: %v", err)
	}
	for k, until := range x.m.until {
		if !until.After(now) {
			delete(x.m.until, k)
		}
	}
}

func (x *machine) Approve(t *rapid.T) {
	if err := x.o.db.ReleaseUnreviewed(x.o.tt.Context(), x.p); err != nil {
		t.Fatalf("ReleaseUnreviewed: %v", err)
	}
	clear(x.m.hold)
}

func (x *machine) Crash(t *rapid.T) {
	ids, err := x.o.db.ReclaimDead(x.o.tt.Context(), []string{holder})
	if err != nil || len(ids) != len(x.claims) {
		t.Fatalf("ReclaimDead: got %v, %v, want %d steps", ids, err, len(x.claims))
	}
	for k, c := range x.claims {
		x.stale = append(x.stale, c)
		if x.m.state[k].Ended() {
			continue // failed by the cascade of another one
		}
		if x.m.dead[k]++; x.m.dead[k] == org.MaxCrashes {
			x.m.fails(k)
			continue
		}
		x.m.state[k] = org.StepPending
	}
	clear(x.claims)
}

func (x *machine) Drain(t *rapid.T) {
	if err := x.o.db.Release(x.o.tt.Context(), holder); err != nil {
		t.Fatalf("Release: %v", err)
	}
	for k, c := range x.claims {
		x.stale = append(x.stale, c)
		x.m.state[k] = org.StepPending
	}
	clear(x.claims)
}

func (x *machine) PauseOrResume(t *rapid.T) {
	do := x.o.db.Resume
	if rapid.Bool().Draw(t, "pause") {
		do = x.o.db.Pause
	}
	err := do(x.o.tt.Context(), x.p)
	if x.m.over || x.m.ended() {
		if !errors.Is(err, org.ErrConflict) {
			t.Fatalf("pause or resume of an ended project: got %v, want a conflict", err)
		}
		return
	}
	if err != nil {
		t.Fatalf("pause or resume: %v", err)
	}
	x.m.pause = x.o.project(x.p).State == org.ProjectPaused
}

func (x *machine) Stale(t *rapid.T) {
	if len(x.stale) == 0 {
		return // no claim was let go
	}
	c := rapid.SampledFrom(x.stale).Draw(t, "stale")
	if err := x.o.db.Finish(x.o.tt.Context(), c.Lease, completed(c.Step)); !errors.Is(err, org.ErrLeaseLost) {
		t.Fatalf("Finish with a stale claim on %s: got %v, want it refused", c.Step.Key, err)
	}
}

func (x *machine) Net(t *rapid.T) {
	if n, err := x.o.db.SafetyNet(x.o.tt.Context()); err != nil || n != 0 {
		t.Fatalf("SafetyNet: got %d, %v, want nothing to do", n, err)
	}
}

func (x *machine) End(t *rapid.T) {
	if rapid.IntRange(0, 9).Draw(t, "rarely") > 0 {
		return // not now
	}
	next := org.StepCancelled
	var err error
	if rapid.Bool().Draw(t, "fail") {
		next, err = org.StepFailed, x.o.db.FailProject(x.o.tt.Context(), x.p, "model unusable")
	} else if err = x.o.db.Cancel(x.o.tt.Context(), x.p); (x.m.over || x.m.ended()) && errors.Is(err, org.ErrConflict) {
		err = nil
	}
	if err != nil {
		t.Fatalf("end of the project: %v", err)
	}
	for k, s := range x.m.state {
		if !s.Ended() {
			x.m.state[k] = next
		}
	}
	for _, c := range x.claims {
		x.stale = append(x.stale, c)
	}
	clear(x.claims)
	x.m.over = true
}

// Check compares everything after each action.
func (x *machine) Check(t *rapid.T) {
	steps, err := x.o.db.Steps(x.o.tt.Context(), x.p)
	if err != nil {
		t.Fatalf("Steps: %v", err)
	}
	var ready []string
	for _, s := range steps {
		if s.State != x.m.state[s.Key] {
			t.Fatalf("step %s: got %s (%s), the model says %s", s.Key, s.State, s.Cause, x.m.state[s.Key])
		}
		if s.Ready() {
			ready = append(ready, s.Key)
		}
	}
	if want := x.m.readySet(); !slices.Equal(ready, want) {
		t.Fatalf("ready: got %v, the model says %v", ready, want)
	}
	if ended := x.o.project(x.p).State.Ended(); ended != (x.m.over || x.m.ended()) {
		t.Fatalf("project ended: got %v, the model says %v", ended, !ended)
	}
	if rapid.IntRange(0, 7).Draw(t, "verify") > 0 {
		return
	}
	x.o.t = t
	x.o.sound()
}

// Random plans under random treatment: the store agrees with the model after
// every action, and every invariant holds.
func TestStoreAgreesWithModel(t *testing.T) {
	t.Parallel()
	var o *office
	checked := 0
	outer := t
	rapid.Check(t, func(t *rapid.T) {
		if checked++; checked%5 == 1 { // a small database is verified quickly
			o = newOffice(outer)
		}
		o.t = t
		steps, m := draw(t)
		p := o.start(org.NewProject{})
		o.plan(steps...)
		x := &machine{o: o, p: p, m: m, claims: map[string]org.Claim{}}
		t.Repeat(map[string]func(*rapid.T){
			"": x.Check, "claim": x.Claim, "complete": x.Complete, "fail": x.Fail, "reject": x.Reject, "hold": x.Hold,
			"wait": x.Wait, "approve": x.Approve, "crash": x.Crash, "drain": x.Drain, "pause": x.PauseOrResume,
			"stale": x.Stale, "net": x.Net, "end": x.End,
		})
		o.sound()
		if !o.project(p).State.Ended() {
			o.ok(o.db.Cancel(o.tt.Context(), p))
		}
	})
}
