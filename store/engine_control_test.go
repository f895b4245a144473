package store_test

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/frasier-cos/frasier/internal/dag"
	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/reports"
	"github.com/frasier-cos/frasier/internal/work"
	"github.com/frasier-cos/frasier/store/engine"
)

func phases(labels ...string) []org.Phase {
	out := make([]org.Phase, 0, len(labels))
	for i, l := range labels {
		out = append(out, org.Phase{Index: i, Label: l, Task: "the " + l})
	}
	return out
}

// One mission per phase; the transaction that ends one enqueues the next,
// with the deliverable of the one before.
func TestPhases(t *testing.T) {
	o := newInstance(t)
	p := o.start(org.NewProject{Title: "Launch", Phases: phases("discovery", "design")})
	first := o.plan(piece("a"))
	o.claimAndComplete("a")
	assembly := o.claim(1)["assembly-1"]
	out := completed(assembly.Step)
	out.Deliverable.Markdown = strings.Repeat("ä", engine.PreviousDeliverableChars+50)
	o.ok(o.db.Finish(t.Context(), assembly.Lease, out))
	if got := o.project(p); got.Phase != 1 || got.State != org.ProjectActive {
		t.Fatalf("after the first phase: got phase %d, %s; want 1, active", got.Phase, got.State)
	}
	o.wantSaid(reports.DeliverPhase, "discovery is done, next is design (phase 2 of 2)")
	o.sound()
	job, err := o.db.ClaimMission(t.Context(), "planner", term)
	o.ok(err)
	if job.Mission.ID == first || job.Mission.Seq != 1 || job.Mission.Label != "design" || job.Steps != 2 {
		t.Errorf("the next mission: got %+v with %d steps before, want seq 1, design, 2", job.Mission, job.Steps)
	}
	if got := len([]rune(job.Previous)); got != engine.PreviousDeliverableChars {
		t.Errorf("the previous deliverable: got %d characters, want %d", got, engine.PreviousDeliverableChars)
	}
	o.ok(o.db.SavePlan(t.Context(), job.Lease, work.Plan{Steps: []work.PlannedStep{piece("b", "a")}}))
	o.claimAndComplete("b")
	last := o.claim(1)["assembly-2"]
	c, err := o.db.Context(t.Context(), last.Step.ID)
	o.ok(err)
	var given []string
	for _, u := range c.Upstream {
		given = append(given, u.Key)
	}
	if want := []string{"a", "b"}; !slices.Equal(given, want) {
		t.Errorf("the assembly is given %v, want every step of the project, %v", given, want)
	}
	o.complete(last)
	o.wantProject(p, org.ProjectCompleted)
	o.wantSaid(reports.DeliverResult, "**Launch** is done.")
	o.sound()
}

func (o *instance) claimAndComplete(keys ...string) {
	o.t.Helper()
	got := o.claim(len(keys))
	for _, k := range keys {
		c, found := got[k]
		if !found {
			o.t.Fatalf("claimed %v, want %s among them", got, k)
		}
		o.complete(c)
	}
}

// A step that needs a failed step of an earlier phase fails at once, with
// what needs it; the rest of its mission goes on.
func TestNeedOfEarlierPhaseFailed(t *testing.T) {
	o := newInstance(t)
	p := o.start(org.NewProject{Phases: phases("one", "two")})
	o.plan(piece("a"), piece("b"), piece("c"), piece("d"))
	claims := o.claim(4)
	o.fail(claims["a"], "blocked")
	for _, k := range []string{"b", "c", "d"} {
		o.complete(claims[k])
	}
	o.run()
	o.plan(piece("x", "a"), piece("y", "x"), piece("z", "b"))
	o.wantState(p, map[string]org.StepState{"x": org.StepFailed, "y": org.StepFailed, "z": org.StepPending})
	if got := o.step(p, "y"); got.CauseStep != o.step(p, "a").ID {
		t.Errorf("cause of y: got %s (%s), want the failed step of the first phase", got.CauseStep, got.Cause)
	}
	o.sound()
	o.run()
	o.wantProject(p, org.ProjectFailed)
	o.sound()
}

// When every step of a new plan falls, the assembly still runs and the
// mission still ends.
func TestWholePlanFalls(t *testing.T) {
	o := newInstance(t)
	p := o.start(org.NewProject{Phases: phases("one", "two")})
	o.plan(piece("a"), piece("b"), piece("c"), piece("d"))
	claims := o.claim(4)
	o.fail(claims["a"], "blocked")
	for _, k := range []string{"b", "c", "d"} {
		o.complete(claims[k])
	}
	o.run()
	o.plan(piece("x", "a"))
	o.run()
	o.wantState(p, map[string]org.StepState{"x": org.StepFailed, "assembly-2": org.StepCompleted})
	o.wantProject(p, org.ProjectFailed)
	o.sound()
}

func TestRoadmap(t *testing.T) {
	o := newInstance(t)
	r := org.Roadmap{Title: "R", Phases: []string{"Phase 1", "Phase 2", "Phase 3"}, Source: "# R", Items: []org.Item{
		{Key: "i1", Title: "ticked", Phase: 0, Done: true},
		{Key: "i2", Title: "open", Phase: 0, Needs: []string{"i1"}},
		{Key: "i3", Title: "ticked too", Phase: 1, Done: true},
		{Key: "i4", Title: "last", Phase: 2, Needs: []string{"i2", "i3"}},
	}}
	p := o.start(org.NewProject{Title: "R", Roadmap: &r})
	job, err := o.db.ClaimMission(t.Context(), "planner", term)
	o.ok(err)
	if !job.Roadmap || len(job.Items) != 1 || job.Items[0].Key != "i2" {
		t.Fatalf("items of the first mission: got %+v, want i2 alone", job.Items)
	}
	s := piece("i2", "i1")
	s.Item = "i2"
	o.ok(o.db.SavePlan(t.Context(), job.Lease, work.Plan{Steps: []work.PlannedStep{s}}))
	o.run()
	if got := o.project(p); got.Phase != 2 {
		t.Errorf("phase after the first: got %d, want 2: the second is ticked", got.Phase)
	}
	o.plan(piece("i4", "i2", "i3"))
	if got, want := o.step(p, "i4").DependsOn, []org.StepID{o.step(p, "i2").ID}; !slices.Equal(got, want) {
		t.Errorf("i4 depends on %v, want %v, across phases and without the ticked one", got, want)
	}
	o.run()
	o.wantProject(p, org.ProjectCompleted)
	o.sound()

	for i := range r.Items {
		r.Items[i].Done = true
	}
	p = o.start(org.NewProject{Title: "All ticked", Roadmap: &r})
	if got := o.wantProject(p, org.ProjectFailed); got.Outcome != engine.NothingToDo {
		t.Errorf("outcome without an open item: got %q", got.Outcome)
	}
	o.sound()
}

// 30 items of one phase are two missions; items the second needs are known, and
// how many are still to come.
func TestLongPhase(t *testing.T) {
	o := newInstance(t)
	r := org.Roadmap{Phases: []string{"P"}}
	for i := range 30 {
		r.Items = append(r.Items, org.Item{Key: fmt.Sprint("i", i), Title: fmt.Sprint("item ", i)})
	}
	r.Items[0].Needs = []string{"i29"}
	r.Phases = append(r.Phases, "Q")
	r.Items = append(r.Items, org.Item{Key: "i30", Title: "item 30", Phase: 1})
	p := o.start(org.NewProject{Roadmap: &r})
	unbegun := func(later, all int) {
		t.Helper()
		if got, err := o.db.Ticket(t.Context(), p, o.db.Now()); err != nil || got.Later != later || got.Unbegun != all {
			t.Errorf("items that are not begun: got %d, %d in all, %v; want %d, %d", got.Later, got.Unbegun, err, later, all)
		}
	}
	total := 0
	for total < len(r.Items) {
		job, err := o.db.ClaimMission(t.Context(), "planner", term)
		o.ok(err)
		var steps []work.PlannedStep
		for _, it := range job.Items {
			steps = append(steps, piece(it.Key, it.Needs...))
		}
		o.ok(o.db.SavePlan(t.Context(), job.Lease, work.Plan{Steps: steps}))
		total += len(steps)
		left := map[int][2]int{24: {6, 7}, 30: {0, 1}, 31: {0, 0}}[total]
		unbegun(left[0], left[1])
		o.run()
	}
	o.wantProject(p, org.ProjectCompleted)
	o.wantState(p, map[string]org.StepState{"assembly-1": org.StepCompleted, "assembly-2": org.StepCompleted, "assembly-3": org.StepCompleted})
	o.sound()
}

func TestPauseAndResume(t *testing.T) {
	o := newInstance(t)
	ctx := t.Context()
	p := o.start(org.NewProject{Phases: phases("one", "two")})
	job, err := o.db.ClaimMission(ctx, "planner", term)
	o.ok(err)
	o.ok(o.db.Pause(ctx, p))
	o.ok(o.db.Pause(ctx, p))
	o.ok(o.db.SavePlan(ctx, job.Lease, work.Plan{Steps: []work.PlannedStep{piece("a"), piece("b")}})) // the plan is not lost
	o.sound()
	if got := o.claim(5); got != nil {
		t.Fatalf("claimed from a paused project: %v", got)
	}
	o.ok(o.db.Resume(ctx, p))
	claims := o.claim(5)
	o.ok(o.db.Pause(ctx, p))
	o.ok(o.db.Finish(ctx, claims["a"].Lease, work.Outcome{Next: org.StepPending, Strike: true}))
	o.complete(claims["b"])
	o.sound()
	if got := o.claim(5); got != nil {
		t.Fatalf("claimed from a paused project: %v", got)
	}
	if got, err := o.db.SafetyNet(ctx); err != nil || got > 0 {
		t.Errorf("SafetyNet: got %v, %v; a paused project waits for the founder", got, err)
	}
	o.ok(o.db.Resume(ctx, p))
	o.ok(o.db.Resume(ctx, p))
	o.claimAndComplete("a")
	assembly := o.claim(1)["assembly-1"]
	o.ok(o.db.Pause(ctx, p))
	o.complete(assembly) // the phase ends while the project is paused
	o.sound()
	_, err = o.db.ClaimMission(ctx, "planner", term)
	o.want(err, org.ErrNoWork)
	o.ok(o.db.Resume(ctx, p))
	o.plan(piece("c"))
	o.run()
	o.wantProject(p, org.ProjectCompleted)
	o.want(o.db.Pause(ctx, p), org.ErrConflict)
	o.want(o.db.Resume(ctx, "p99"), org.ErrNotFound)
	o.sound()
}

func TestCancel(t *testing.T) {
	o := newInstance(t)
	p := o.start(org.NewProject{})
	o.plan(piece("a"), piece("b", "a"))
	c := o.claim(1)["a"]
	o.ok(o.db.Cancel(t.Context(), p))
	o.ok(o.db.Cancel(t.Context(), p))
	o.want(o.db.Finish(t.Context(), c.Lease, completed(c.Step)), org.ErrLeaseLost)
	o.wantState(p, map[string]org.StepState{"a": org.StepCancelled, "b": org.StepCancelled, "assembly": org.StepCancelled})
	if got := o.claim(5); got != nil {
		t.Errorf("claimed from a cancelled project: %v", got)
	}
	o.wantProject(p, org.ProjectCancelled)
	o.sound()
}

func TestFailProject(t *testing.T) {
	o := newInstance(t)
	p := o.start(org.NewProject{Title: "Hopeless"})
	o.plan(piece("a"), piece("b", "a"))
	o.claim(1)
	for range 2 {
		o.ok(o.db.FailProject(t.Context(), p, "model unusable"))
	}
	o.wantProject(p, org.ProjectFailed)
	o.wantSaid(reports.DeliverFailure, "**Hopeless** has stopped: I couldn't finish “Do a” (model unusable).")
	o.sound()
}

func TestPlanningFails(t *testing.T) {
	o := newInstance(t)
	ctx := t.Context()
	p := o.start(org.NewProject{})
	job, err := o.db.ClaimMission(ctx, "planner", term)
	o.ok(err)
	later := o.clock.Now().Add(time.Minute)
	o.ok(o.db.DeferMission(ctx, job.Lease, later, ""))
	_, err = o.db.ClaimMission(ctx, "planner", term)
	o.want(err, org.ErrNoWork)
	o.clock.forward(time.Minute)
	again, err := o.db.ClaimMission(ctx, "planner", term)
	o.ok(err)
	o.want(o.db.FailMission(ctx, job.Lease, "stale"), org.ErrLeaseLost)
	o.ok(o.db.FailMission(ctx, again.Lease, "no plan can be made"))
	o.wantProject(p, org.ProjectFailed)
	o.wantSaid(reports.DeliverFailure, "no plan can be made")
	o.sound()
}

// A notice is told once for the project, whoever hands it in, again and again.
func TestNoticeIsToldOnce(t *testing.T) {
	o := newInstance(t)
	p := o.start(org.NewProject{Title: "Unpaid"})
	job, err := o.db.ClaimMission(t.Context(), "planner", term)
	o.ok(err)
	o.ok(o.db.DeferMission(t.Context(), job.Lease, o.clock.Now().Add(time.Minute), "Planning waits."))
	o.wantSaid(reports.DeliverNotice, "**Unpaid**: Planning waits.")
	o.ok(o.db.RetryNow(t.Context(), p))
	o.plan(piece("a"), piece("b"))
	for range 2 {
		for _, c := range o.claim(2) {
			o.ok(o.db.Finish(t.Context(), c.Lease, work.Outcome{
				Next: org.StepPending, Hold: org.HoldBackoff, RunAfter: o.clock.Now().Add(time.Minute), Notice: "The work waits.",
			}))
		}
		o.clock.forward(time.Minute)
		_, err := o.db.ReleaseDue(t.Context(), o.clock.Now())
		o.ok(err)
	}
	o.wantSaid(reports.DeliverNotice, "Planning waits.", "**Unpaid**: The work waits.")
	for _, c := range o.claim(2) {
		o.ok(o.db.Finish(t.Context(), c.Lease, work.Outcome{Next: org.StepPending, Hold: org.HoldBackoff, RunAfter: o.clock.Now().Add(time.Minute)}))
	}
	o.ok(o.db.RetryNow(t.Context(), p))
	if got := o.claim(5); len(got) != 2 {
		t.Errorf("claimed after RetryNow: %v, want both steps", got)
	}
	o.sound()
}

// A plan is saved whole or not at all.
func TestBadPlansAreRefused(t *testing.T) {
	o := newInstance(t)
	p := o.start(org.NewProject{})
	job, err := o.db.ClaimMission(t.Context(), "planner", term)
	o.ok(err)
	stranger := piece("b")
	stranger.Agent = "agent-nobody"
	for name, c := range map[string]struct {
		steps []work.PlannedStep
		want  error
	}{
		"no steps":        {nil, org.ErrConflict},
		"a cycle":         {[]work.PlannedStep{piece("a", "b"), piece("b", "a")}, dag.ErrCycle},
		"an unknown need": {[]work.PlannedStep{piece("a", "zzz")}, dag.ErrUnknownStep},
		"a double key":    {[]work.PlannedStep{piece("a"), piece("a")}, dag.ErrDuplicate},
		"our own key":     {[]work.PlannedStep{piece("assembly")}, dag.ErrDuplicate},
		"a stranger":      {[]work.PlannedStep{piece("a"), stranger}, nil},
	} {
		err := o.db.SavePlan(t.Context(), job.Lease, work.Plan{Steps: c.steps})
		if err == nil || c.want != nil && !errors.Is(err, c.want) {
			t.Errorf("SavePlan with %s: got %v, want a refusal (%v)", name, err, c.want)
		}
	}
	steps, err := o.db.Steps(t.Context(), p)
	o.ok(err)
	if len(steps) > 0 {
		t.Errorf("steps after refused plans: got %d, want none", len(steps))
	}
	o.sound()
	o.ok(o.db.SavePlan(t.Context(), job.Lease, work.Plan{Steps: []work.PlannedStep{piece("a")}}))
	o.want(o.db.SavePlan(t.Context(), job.Lease, work.Plan{Steps: []work.PlannedStep{piece("b")}}), org.ErrLeaseLost)
	o.sound()
}

// A step that kills its workers fails, as does a mission that kills its
// planners; what a stopping worker gives back is no attempt.
func TestPoison(t *testing.T) {
	o := newInstance(t)
	ctx := t.Context()
	p := o.start(org.NewProject{})
	o.plan(piece("a"), piece("b", "a"))
	o.claim(1)
	o.ok(o.db.Release(ctx, owner))
	if got := o.step(p, "a"); got.Attempt != 0 || got.State != org.StepPending || got.Crashes != 0 {
		t.Errorf("after a drain: got attempt %d, %s, %d crashes; want 0, pending, 0", got.Attempt, got.State, got.Crashes)
	}
	for range org.MaxCrashes {
		o.claim(1)
		o.clock.forward(2 * term)
		_, err := o.db.ExpireLeases(ctx, o.clock.Now())
		o.ok(err)
		o.sound()
	}
	o.wantState(p, map[string]org.StepState{"a": org.StepFailed, "b": org.StepFailed})
	if got := o.step(p, "a").Cause; !strings.Contains(got, "died 3 times") {
		t.Errorf("cause of a: got %q", got)
	}
	p = o.start(org.NewProject{})
	for range org.MaxCrashes {
		_, err := o.db.ClaimMission(ctx, "planner", term)
		o.ok(err)
		o.clock.forward(2 * term)
		_, err = o.db.ExpireLeases(ctx, o.clock.Now())
		o.ok(err)
	}
	o.wantProject(p, org.ProjectFailed)
	o.sound()
}

func TestRenew(t *testing.T) {
	o := newInstance(t)
	p := o.start(org.NewProject{})
	o.plan(piece("a"), piece("b"))
	o.claim(2)
	o.clock.forward(term - time.Second)
	held, err := o.db.Renew(t.Context(), owner, term)
	o.ok(err)
	if len(held) != 2 {
		t.Fatalf("Renew: got %v, want both steps", held)
	}
	o.clock.forward(term - time.Second)
	if ids, err := o.db.ExpireLeases(t.Context(), o.clock.Now()); err != nil || len(ids) > 0 {
		t.Errorf("ExpireLeases after a renewal: got %v, %v, want none", ids, err)
	}
	o.ok(o.db.Cancel(t.Context(), p))
	if held, err := o.db.Renew(t.Context(), owner, term); err != nil || len(held) > 0 {
		t.Errorf("Renew after the steps were taken away: got %v, %v, want none", held, err)
	}
}

// The heartbeat's net catches what a transaction left, and only once.
func TestSafetyNet(t *testing.T) {
	o := newInstance(t)
	p := o.start(org.NewProject{Phases: phases("one", "two")})
	o.plan(piece("a"))
	o.run()
	o.sql(`DELETE FROM missions WHERE state = 'planning'`)
	for _, want := range []int{1, 0} {
		if got, err := o.db.SafetyNet(t.Context()); err != nil || got != want {
			t.Fatalf("SafetyNet: got %d, %v, want %d", got, err, want)
		}
	}
	o.plan(piece("b"), piece("c", "b"))
	o.sql(
		`UPDATE steps SET state = 'failed', cause = 'gone', ended_at = 1 WHERE key = 'b'`,
		`UPDATE missions SET open_steps = open_steps - 1 WHERE seq = 1`,
		`UPDATE steps SET open_deps = open_deps - 1 WHERE key = 'assembly-2'`,
	)
	for _, want := range []int{1, 0} {
		if got, err := o.db.SafetyNet(t.Context()); err != nil || got != want {
			t.Fatalf("SafetyNet after a failure: got %d, %v, want %d", got, err, want)
		}
	}
	o.wantState(p, map[string]org.StepState{"c": org.StepFailed})
	o.run()
	o.wantProject(p, org.ProjectFailed)
	o.sound()
}

func TestHoldBeat(t *testing.T) {
	o := newInstance(t)
	ask := func(who string, want bool) {
		t.Helper()
		got, err := o.db.HoldJob(t.Context(), "tick", who, term)
		o.ok(err)
		if got != want {
			t.Errorf("HoldJob by %s: got %v, want %v", who, got, want)
		}
	}
	ask("one", true)
	ask("two", false)
	ask("one", true)
	o.clock.forward(term)
	ask("two", true)
	ask("one", false)
	o.ok(o.db.Release(t.Context(), "two")) // it stopped
	ask("one", true)
	_, err := o.db.ReclaimDead(t.Context(), []string{"two"})
	o.ok(err)
	ask("three", false)
	_, err = o.db.ReclaimDead(t.Context(), []string{"one"})
	o.ok(err)
	ask("three", true)
	o.ok(o.db.Seen(t.Context(), "one", "worker"))
	o.ok(o.db.Seen(t.Context(), "one", "worker"))
}
