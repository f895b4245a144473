package store_test

import (
	"database/sql"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/work"
	"github.com/frasier-cos/frasier/store"
	"github.com/frasier-cos/frasier/store/engine"
)

// dice is where the choices of a history come from: rapid, which makes a
// failing history small, or a seed.
type dice interface {
	// roll returns a number from lo to hi.
	roll(what string, lo, hi int) int
}

func yes(d dice, what string, in int) bool { return d.roll(what, 0, in-1) == in-1 }

func pick[T any](d dice, what string, of []T) T { return of[d.roll(what, 0, len(of)-1)] }

// machine drives the store and the model together: several workers in two
// processes treat one project at random.
type machine struct {
	*instance
	d       dice
	p       org.ProjectID
	m       *model
	ended   time.Time   // when the project was cancelled last
	both    []*store.DB // the database as two processes have it
	holders []string
	claims  map[string]work.Claim // by key; each owner has its own
	stale   []work.Claim
	trace   []string
	broken  bool // whether a history ended before its end
	look    *sql.Stmt
}

// db is the database as an owner's process has it.
func (x *machine) of(owner string) *store.DB {
	return x.both[slices.Index(x.holders, owner)%len(x.both)]
}

func (x *machine) fatalf(format string, args ...any) {
	x.t.Helper()
	last := x.trace[max(0, len(x.trace)-12):]
	x.t.Fatalf("%s\nafter %d actions, the last: %q", fmt.Sprintf(format, args...), len(x.trace), last)
}

// drawPlan is a random graph of at most limit steps, and the same as a model.
func drawPlan(d dice, limit int) ([]work.PlannedStep, *model) {
	m := newModel()
	n := d.roll("steps", 1, limit)
	thin := d.roll("thin", 1, 6) // the larger the fewer edges
	var steps []work.PlannedStep
	for i := range n {
		s := piece(fmt.Sprint("k", i))
		for range min(i, 4) {
			need := fmt.Sprint("k", d.roll("need", 0, i-1))
			if d.roll("edge", 0, thin) == 0 && !slices.Contains(s.Needs, need) {
				s.Needs = append(s.Needs, need)
			}
		}
		s.Soft = yes(d, "soft", 6)
		s.Critical = yes(d, "critical", 8)
		s.Final = i == n-1 && yes(d, "final", 2)
		s.Minutes = d.roll("minutes", 0, 20)
		needs := s.Needs
		if s.Final {
			needs = slices.Clone(m.order)
		}
		m.add(s.Key, s.Soft || s.Final, needs)
		m.vital[s.Key], m.final[s.Key] = s.Critical, s.Final
		steps = append(steps, s)
	}
	m.add("assembly", true, slices.Clone(m.order))
	return steps, m
}

// spoil returns a plan that cannot be carried out.
func spoil(d dice, steps []work.PlannedStep) []work.PlannedStep {
	bad := slices.Clone(steps)
	i := d.roll("spoilt", 0, len(bad)-1)
	s := &bad[i]
	s.Needs = slices.Clone(s.Needs)
	switch d.roll("how", 0, 3) {
	case 0:
		s.Needs = append(s.Needs, "nowhere")
	case 1:
		s.Needs = append(s.Needs, s.Key)
	case 2:
		bad = append(bad, piece(s.Key))
	default: // a cycle through a new step
		s.Needs = append(s.Needs, "round")
		bad = append(bad, piece("round", s.Key))
	}
	return bad
}

// begin has a project planned; now and then a plan that cannot be carried out
// comes first and is refused.
func (x *machine) begin(limit int) {
	ctx := x.tt.Context()
	steps, m := drawPlan(x.d, limit)
	x.m, x.p = m, x.start(org.NewProject{})
	x.claims, x.stale, x.trace = map[string]work.Claim{}, nil, nil
	job, err := x.db.ClaimMission(ctx, "planner", term)
	x.ok(err)
	if yes(x.d, "refused", 4) {
		err := x.db.SavePlan(ctx, job.Lease, work.Plan{Steps: spoil(x.d, steps)})
		got, err2 := x.db.Steps(ctx, x.p)
		if err == nil || err2 != nil || len(got) > 0 {
			x.fatalf("an impossible plan: %v, %v; %d steps were stored", err, err2, len(got))
		}
	}
	x.ok(x.db.SavePlan(ctx, job.Lease, work.Plan{Notes: work.PlanNotes{Title: "Plan"}, Steps: steps}))
	x.ok(x.db.Plant(ctx, `UPDATE projects SET replans = ?`, engine.MaxReplans)) // the model knows one plan
}

// action is one thing that may happen, and how often beside others.
type action struct {
	name string
	rare int // one in this many
	do   func(*machine)
}

func actions() []action {
	return []action{
		{"claim", 1, (*machine).claimSome},
		{"complete", 1, (*machine).completeOne},
		{"several", 1, (*machine).endSeveral},
		{"fail", 3, (*machine).failOne},
		{"reject", 2, (*machine).reject},
		{"hold", 2, (*machine).holdOne},
		{"wait", 1, (*machine).wait},
		{"jump", 5, (*machine).jump},
		{"approve", 2, (*machine).approve},
		{"crash", 3, (*machine).crashOne},
		{"drain", 4, (*machine).drain},
		{"pause", 2, (*machine).pauseOrResume},
		{"stale", 1, (*machine).useStale},
		{"renew", 2, (*machine).renew},
		{"net", 3, (*machine).net},
		{"end", 40, (*machine).endAll},
	}
}

// history treats one project at random, then works it to its end.
func (x *machine) history(limit int) {
	x.broken = true
	x.begin(limit)
	x.check()
	all := actions()
	for range x.d.roll("actions", 0, 20+3*len(x.m.order)) {
		a := pick(x.d, "action", all)
		if a.rare > 1 && !yes(x.d, "really", a.rare) {
			continue
		}
		x.trace = append(x.trace, a.name)
		a.do(x)
		x.check()
	}
	x.finishAll()
	if yes(x.d, "verify", 4) {
		x.sound()
	}
	x.broken = false
}

// finishAll takes away whatever holds the project and completes all that
// becomes ready: no step may be left.
func (x *machine) finishAll() {
	ctx := x.tt.Context()
	x.trace = append(x.trace, "finish all")
	if !x.m.ended() {
		x.ok(x.db.Resume(ctx, x.p))
		x.m.pause = false
		x.approve()
		x.clock.forward(time.Hour)
		x.tend()
	}
	for range 3*len(x.m.order) + 3 {
		for _, k := range x.m.order {
			if c, ok := x.claims[k]; ok {
				x.complete(c)
			}
		}
		if x.m.ended() {
			break
		}
		x.claimBy(x.holders[0], len(x.m.order))
		x.check()
	}
	if !x.m.ended() {
		x.fatalf("steps are left that nothing moves: %v", x.m.state)
	}
	x.check()
}

func (x *machine) claimSome() {
	x.claimBy(pick(x.d, "holder", x.holders), x.d.roll("n", 1, 4))
}

func (x *machine) claimBy(owner string, n int) {
	before := x.m.readySet()
	alone := slices.DeleteFunc(slices.Clone(before), func(k string) bool { return x.m.dead[k] < org.MaxCrashes-1 })
	before = slices.DeleteFunc(before, func(k string) bool { return slices.Contains(alone, k) })
	if len(before) == 0 && len(alone) > 0 && len(x.held(owner)) == 0 {
		before, n = alone, 1 // a step that killed two workers is worked on alone
	}
	lease := time.Duration(x.d.roll("lease", 1, 60)) * time.Minute
	claims, err := x.of(owner).ClaimSteps(x.tt.Context(), owner, lease, n)
	if errors.Is(err, org.ErrNoWork) {
		claims, err = nil, nil
	}
	if err != nil {
		x.fatalf("ClaimSteps: %v", err)
	}
	if want := min(n, len(before)); len(claims) != want {
		x.fatalf("ClaimSteps of %d with %v ready: got %d, want %d", n, before, len(claims), want)
	}
	for i, c := range claims {
		key := c.Step.Key
		if !slices.Contains(before, key) {
			x.fatalf("claimed %s, which is not ready: %v are", key, before)
		}
		if i > 0 && slices.Contains(x.m.needs[claims[i-1].Step.Key], key) {
			x.fatalf("claimed %s after %s, which needs it", key, claims[i-1].Step.Key)
		}
		if _, twice := x.claims[key]; twice {
			x.fatalf("%s is worked on twice", key)
		}
		x.m.state[key] = org.StepInProgress
		x.m.runs[key]++
		x.claims[key] = c
	}
}

// take removes a claim to end it; ok is false when nothing is claimed.
func (x *machine) take() (work.Claim, bool) {
	var keys []string
	for _, k := range x.m.order {
		if _, ok := x.claims[k]; ok {
			keys = append(keys, k)
		}
	}
	if len(keys) == 0 {
		return work.Claim{}, false
	}
	return x.drop(pick(x.d, "step", keys)), true
}

func (x *machine) drop(key string) work.Claim {
	c := x.claims[key]
	delete(x.claims, key)
	x.stale = append(x.stale, c)
	return c
}

// finish hands in. The claim of a step that another one's failure failed
// meanwhile is refused.
func (x *machine) finish(c work.Claim, out work.Outcome) bool {
	err := x.of(c.Lease.Owner).Finish(x.tt.Context(), c.Lease, out)
	if x.m.state[c.Step.Key].Ended() {
		if !errors.Is(err, org.ErrLeaseLost) {
			x.fatalf("Finish %s, which has ended: %v, want it refused", c.Step.Key, err)
		}
		return false
	}
	if err != nil {
		x.fatalf("Finish %s as %s: %v", c.Step.Key, out.Next, err)
	}
	return true
}

func (x *machine) completeOne() {
	if c, ok := x.take(); ok {
		x.complete(c)
	}
}

func (x *machine) complete(c work.Claim) {
	delete(x.claims, c.Step.Key)
	if x.finish(c, completed(c.Step)) {
		x.m.state[c.Step.Key] = org.StepCompleted
	}
}

func (x *machine) failOne() {
	if c, ok := x.take(); ok && x.finish(c, work.Outcome{Next: org.StepFailed, Cause: "it broke"}) {
		x.m.fails(c.Step.Key)
	}
}

func (x *machine) reject() {
	if c, ok := x.take(); ok && x.finish(c, work.Outcome{Next: org.StepPending, Strike: true, Feedback: []string{"no"}}) {
		x.m.strike(c.Step.Key)
	}
}

func (x *machine) holdOne() {
	c, ok := x.take()
	if !ok {
		return
	}
	key := c.Step.Key
	if yes(x.d, "unreviewed", 2) {
		if x.finish(c, work.Outcome{Next: org.StepPending, Hold: org.HoldUnreviewed}) {
			x.m.hold[key], x.m.state[key] = true, org.StepPending
		}
		return
	}
	until := x.clock.Now().Add(time.Minute)
	if x.finish(c, work.Outcome{Next: org.StepPending, Hold: org.HoldBackoff, RunAfter: until}) {
		x.m.until[key], x.m.since[key], x.m.state[key] = until, x.clock.Now(), org.StepPending
	}
}

// wait lets time pass, at times so much that leases run out.
func (x *machine) wait() {
	unit := pick(x.d, "unit", []time.Duration{time.Second, time.Second, time.Minute})
	x.clock.forward(time.Duration(x.d.roll("time", 1, 90)) * unit)
	x.tend()
}

// jump sets the clock wrong by up to ten years.
func (x *machine) jump() {
	x.clock.forward(opened.AddDate(x.d.roll("years", -10, 10), 0, 0).Sub(x.clock.Now()))
	x.tend()
}

// tend is what sweepers do: leases that ran out are taken back, waits end.
func (x *machine) tend() {
	ctx, now := x.tt.Context(), x.clock.Now()
	var late []string
	for _, k := range x.m.order {
		if c, ok := x.claims[k]; ok && !c.Lease.Until.After(now) && !x.m.state[k].Ended() {
			late = append(late, k)
		}
	}
	ids, err := x.both[x.d.roll("sweeper", 0, 1)].ExpireLeases(ctx, now)
	if err != nil || len(ids) != len(late) {
		x.fatalf("ExpireLeases: got %v, %v, want %v", ids, err, late)
	}
	for _, k := range late {
		x.drop(k)
		x.m.crash(k)
	}
	if _, err := x.db.ReleaseDue(ctx, now); err != nil {
		x.fatalf("ReleaseDue: %v", err)
	}
	for k, since := range x.m.since {
		if !x.m.until[k].After(now) || since.After(now.Add(org.ClockSlack)) {
			delete(x.m.until, k)
			delete(x.m.since, k)
		}
	}
	for k, c := range x.claims {
		if c.Lease.Until.After(now.Add(org.LongestWait)) && !x.m.state[k].Ended() {
			c.Lease.Until = now.Add(org.LeaseTerm)
			x.claims[k] = c
		}
	}
}

func (x *machine) renew() {
	owner := pick(x.d, "holder", x.holders)
	held, err := x.of(owner).Renew(x.tt.Context(), owner, time.Hour)
	if err != nil {
		x.fatalf("Renew: %v", err)
	}
	for k, c := range x.claims {
		if c.Lease.Owner != owner {
			continue
		}
		if slices.Contains(held, c.Step.ID) == x.m.state[k].Ended() {
			x.fatalf("Renew of %s holds %v; %s is %s", owner, held, k, x.m.state[k])
		}
		c.Lease.Until = x.clock.Now().Add(time.Hour)
		x.claims[k] = c
	}
}

func (x *machine) approve() {
	if err := x.db.ReleaseUnreviewed(x.tt.Context(), x.p); err != nil {
		x.fatalf("ReleaseUnreviewed: %v", err)
	}
	clear(x.m.hold)
}

func (x *machine) held(owner string) []string {
	var out []string
	for _, k := range x.m.order {
		if c, ok := x.claims[k]; ok && c.Lease.Owner == owner && !x.m.state[k].Ended() {
			out = append(out, k)
		}
	}
	return out
}

func (x *machine) crashOne() {
	owner := pick(x.d, "holder", x.holders)
	mine := x.held(owner)
	ids, err := x.db.ReclaimDead(x.tt.Context(), []string{owner})
	if err != nil || len(ids) != len(mine) {
		x.fatalf("ReclaimDead of %s: got %v, %v, want %v", owner, ids, err, mine)
	}
	for _, k := range mine {
		x.drop(k)
		x.m.crash(k)
	}
}

func (x *machine) drain() {
	owner := pick(x.d, "holder", x.holders)
	mine := x.held(owner)
	if err := x.of(owner).Release(x.tt.Context(), owner); err != nil {
		x.fatalf("Release: %v", err)
	}
	for _, k := range mine {
		x.drop(k)
		x.m.state[k] = org.StepPending
		x.m.runs[k]--
	}
}

func (x *machine) pauseOrResume() {
	do, paused := x.db.Resume, false
	if yes(x.d, "pause", 2) {
		do, paused = x.db.Pause, true
	}
	err := do(x.tt.Context(), x.p)
	if x.m.over == org.ProjectCancelled && !paused && x.clock.Now().Sub(x.ended) <= engine.CancelUndo {
		if err != nil {
			x.fatalf("take the cancellation back: %v", err)
		}
		for _, k := range x.m.restore() {
			if _, ok := x.claims[k]; ok {
				x.drop(k)
			}
		}
		return
	}
	if x.m.ended() {
		if !errors.Is(err, org.ErrConflict) {
			x.fatalf("pause or resume of an ended project: got %v, want a conflict", err)
		}
		return
	}
	if err != nil {
		x.fatalf("pause or resume: %v", err)
	}
	x.m.pause = paused
}

// useStale tries all writes of an owner whose claim ended.
func (x *machine) useStale() {
	if len(x.stale) == 0 {
		return
	}
	c, ctx := pick(x.d, "stale", x.stale), x.tt.Context()
	db := x.of(c.Lease.Owner)
	err := db.Finish(ctx, c.Lease, completed(c.Step))
	err2 := db.SaveCheckpoint(ctx, c.Lease, work.Checkpoint{Round: 1, Stage: "claims", Output: "{}"})
	err3 := db.MarkInReview(ctx, c.Lease)
	for _, err := range []error{err, err2, err3} {
		if !errors.Is(err, org.ErrLeaseLost) {
			x.fatalf("a write with a stale claim on %s: got %v, want it refused", c.Step.Key, err)
		}
	}
}

func (x *machine) net() {
	if n, err := x.db.SafetyNet(x.tt.Context()); err != nil || n != 0 {
		x.fatalf("SafetyNet: got %d, %v, want nothing to do", n, err)
	}
}

func (x *machine) endAll() {
	ctx := x.tt.Context()
	if x.m.ended() {
		return
	}
	if yes(x.d, "fail", 2) {
		x.ok(x.db.FailProject(ctx, x.p, "model unusable"))
		x.m.end(org.StepFailed, org.ProjectFailed)
	} else {
		x.ok(x.db.Cancel(ctx, x.p))
		x.ended = x.clock.Now()
		x.m.end(org.StepCancelled, org.ProjectCancelled)
	}
}

// check compares everything.
