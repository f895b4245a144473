package store_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/reports"
	"github.com/frasier-cos/frasier/internal/testing/testlevel"
	"github.com/frasier-cos/frasier/internal/work"
	"github.com/frasier-cos/frasier/store/engine"
)

// third fails a step the way a third strike does: with a question.
func (o *instance) third(key string) {
	o.t.Helper()
	for range org.StrikeCap {
		c, ok := o.claim(10)[key]
		if !ok {
			o.t.Fatalf("step %s cannot be claimed", key)
		}
		o.ok(o.db.Finish(o.tt.Context(), c.Lease, work.Outcome{Next: org.StepPending, Strike: true, Feedback: []string{"thin"}}))
	}
}

// A retry reopens the step with every step that failed because of it,
// and the project that had ended goes on to a second result.
func TestRedoAfterEscalation(t *testing.T) {
	o := newInstance(t)
	p := o.start(org.NewProject{Title: "Queues"})
	a := piece("a")
	a.Critical = true
	o.plan(a, piece("b", "a"), piece("c", "b"))
	o.third("a")
	o.run()
	o.wantProject(p, org.ProjectFailed)
	o.wantState(p, map[string]org.StepState{"a": org.StepFailed, "b": org.StepFailed, "c": org.StepFailed, "assembly": org.StepCompleted})
	ids, err := o.db.Redo(t.Context(), o.step(p, "a").ID, "look at the vendor's page", "founder")
	o.ok(err)
	if want := []org.StepID{o.step(p, "a").ID, o.step(p, "b").ID, o.step(p, "c").ID, o.step(p, "assembly").ID}; !slices.Equal(ids, want) {
		t.Errorf("reopened %v, want %v", ids, want)
	}
	o.sound()
	o.wantProject(p, org.ProjectActive)
	if open, err := o.db.Decisions(t.Context()); err != nil || len(open) != 0 {
		t.Errorf("open questions: got %v, %v, want none", open, err)
	}
	if s := o.step(p, "a"); s.Strikes != 0 || s.Round() != org.StrikeCap+1 {
		t.Errorf("a: %d strikes, round %d, want 0 and %d", s.Strikes, s.Round(), org.StrikeCap+1)
	}
	about, err := o.db.Context(t.Context(), o.step(p, "a").ID)
	o.ok(err)
	if !slices.Contains(about.Steering, "look at the vendor's page") || len(about.Rejections) != org.StrikeCap {
		t.Errorf("who does it again reads %q and %d rejections, want the note and all rejections", about.Steering, len(about.Rejections))
	}
	o.run()
	o.sound()
	o.wantProject(p, org.ProjectCompleted)
	o.wantSaid(reports.DeliverFailure, "had stopped; work on it was taken up again")
	o.wantSaid(reports.DeliverResult, "**Queues** is done.")
}

// A completed step is done again with what was built on it, and with the
// document of a later mission; what does not depend on it stays.
func TestRedoCompleted(t *testing.T) {
	o := newInstance(t)
	p := o.start(org.NewProject{Phases: []org.Phase{{Label: "one"}, {Index: 1, Label: "two"}}})
	o.plan(piece("a"), piece("b", "a"), piece("other"))
	o.run()
	o.plan(piece("later"))
	taken := o.claim(1)["later"]
	_, err := o.db.Redo(t.Context(), o.step(p, "later").ID, "", "founder")
	o.want(err, org.ErrConflict) // it is being done
	_, err = o.db.Redo(t.Context(), "s77", "", "founder")
	o.want(err, org.ErrNotFound)
	_, err = o.db.Redo(t.Context(), o.step(p, "a").ID, "", "founder")
	o.ok(err)
	o.sound()
	o.wantState(p, map[string]org.StepState{"a": org.StepPending, "b": org.StepPending, "other": org.StepCompleted, "later": org.StepInProgress})
	o.complete(taken)
	o.sound()
	if got := o.claim(10); len(got) != 1 || got["a"].Step.Round() != 2 {
		t.Fatalf("after the redo: got %v, want round 2 of a alone; the later document waits for it", got)
	} else {
		o.complete(got["a"])
	}
	o.run()
	o.sound()
	o.wantProject(p, org.ProjectCompleted)
	ids, err := o.db.Redo(t.Context(), o.step(p, "a").ID, "tier:T3 take care", "founder")
	o.ok(err)
	if got := o.step(p, "a").Tier; got != org.T3 {
		t.Errorf("tier: got %s, want T3", got)
	}
	if len(ids) != 4 {
		t.Errorf("reopened %v, want a, b and both documents", ids)
	}
	o.run()
	o.sound()
	o.wantProject(p, org.ProjectCompleted)
	o.wantSaid(reports.DeliverResult, "is done", "is done")
	o.ok(o.db.Cancel(t.Context(), o.start(org.NewProject{})))
}

// A step that failed because of another takes that one along; one that a
// second failure holds back stays failed and names it.
func TestRedoVictim(t *testing.T) {
	o := newInstance(t)
	p := o.start(org.NewProject{})
	o.plan(piece("a"), piece("x"), piece("b", "a"), piece("both", "a", "x"))
	claims := o.claim(2)
	o.fail(claims["a"], "no source")
	o.fail(claims["x"], "no access")
	o.run()
	_, err := o.db.Redo(t.Context(), o.step(p, "b").ID, "", "founder")
	o.ok(err)
	o.sound()
	o.wantState(p, map[string]org.StepState{"a": org.StepPending, "b": org.StepPending, "x": org.StepFailed, "both": org.StepFailed})
	if got := o.step(p, "both"); got.CauseStep != o.step(p, "x").ID {
		t.Errorf("both failed because of %s (%s), want x", got.CauseStep, got.Cause)
	}
	o.run()
	o.sound()
}

// A failure that carries advice is planned again: what completed stays, the
// rest is replaced; at most twice, and never beside an open question.
func TestReplanned(t *testing.T) {
	o := newInstance(t)
	p := o.start(org.NewProject{Title: "Queues"})
	o.plan(piece("good"), piece("big"), piece("after", "big"))
	claims := o.claim(2)
	o.complete(claims["good"])
	split := work.Outcome{Next: org.StepFailed, Cause: "too much for one step", Advice: "do it in two parts"}
	o.ok(o.db.Finish(t.Context(), claims["big"].Lease, split))
	o.sound()
	job, err := o.db.ClaimMission(t.Context(), "planner", term)
	o.ok(err)
	if a := job.Again; a == nil || a.Reason != "do it in two parts" || len(a.Done) != 1 || a.Done[0].Key != "good" || len(a.Failed) != 1 || a.Failed[0].Title != "Do big" {
		t.Fatalf("the planner is told %+v, want the advice, what is done and what failed", job.Again)
	}
	join := piece("big", "p1", "good")
	o.ok(o.db.SavePlan(t.Context(), job.Lease, work.Plan{Steps: []work.PlannedStep{piece("p1"), join}}))
	o.sound()
	o.run()
	o.sound()
	o.wantProject(p, org.ProjectCompleted)
	o.wantSaid(reports.DeliverPlan, "here's the plan") // the second in the place of the first
	if s, err := o.db.Steps(t.Context(), p); err != nil || len(s) != 4 {
		t.Errorf("%d steps, %v; want good, p1, big and the assembly", len(s), err)
	}
}

func TestReplanEnds(t *testing.T) {
	o := newInstance(t)
	p := o.start(org.NewProject{})
	for n := range engine.MaxReplans + 1 {
		o.plan(piece("big"))
		c := o.claim(1)["big"]
		o.ok(o.db.Finish(t.Context(), c.Lease, work.Outcome{Next: org.StepFailed, Cause: "too much", Advice: "split"}))
		o.sound()
		if got, want := o.project(p).State == org.ProjectActive && len(o.claim(1)) == 0, n < engine.MaxReplans; got != want {
			t.Fatalf("planned again after failure %d: %v, want %v", n+1, got, want)
		}
	}
	o.sql(`UPDATE steps SET state = 'pending', claimed_by = NULL, claim_until = NULL WHERE claimed_by IS NOT NULL`)
	o.run()
	o.wantProject(p, org.ProjectFailed)
	q := o.start(org.NewProject{})
	o.plan(piece("asks"))
	c := o.claim(1)["asks"]
	o.ok(o.db.Finish(t.Context(), c.Lease, work.Outcome{Next: org.StepFailed, Cause: "no", Advice: "split", Escalation: "what now?", Question: org.EscalateCapability}))
	o.run()
	o.wantProject(q, org.ProjectFailed) // the open question stops it; the first was asked when no plan was left
	if open, err := o.db.Decisions(t.Context()); err != nil || len(open) != 2 || open[0].Topic != org.EscalateCapability || open[0].Project != p || open[1].Project != q {
		t.Errorf("open questions: %+v, %v", open, err)
	}
}

// The founder may have a plan made again, whatever state it is in.
func TestReplanByFounder(t *testing.T) {
	o := newInstance(t)
	p := o.start(org.NewProject{})
	o.ok(o.db.Replan(t.Context(), p, "cheaper", "founder")) // not planned yet: the note is there
	o.plan(piece("a"), piece("b", "a"))
	stale := o.claim(1)["a"]
	o.ok(o.db.Replan(t.Context(), p, "only the north", "founder"))
	o.sound()
	o.want(o.db.Finish(t.Context(), stale.Lease, completed(stale.Step)), org.ErrLeaseLost)
	job, err := o.db.ClaimMission(t.Context(), "planner", term)
	o.ok(err)
	if !slices.Contains(job.Steering, "only the north") || !slices.Contains(job.Steering, "cheaper") {
		t.Errorf("the planner reads %q, want both notes", job.Steering)
	}
	o.ok(o.db.SavePlan(t.Context(), job.Lease, work.Plan{Steps: []work.PlannedStep{piece("n")}}))
	o.run()
	o.sound()
	o.wantProject(p, org.ProjectCompleted)
	o.want(o.db.Replan(t.Context(), p, "", "founder"), org.ErrConflict)
	o.ok(o.db.Cancel(t.Context(), o.start(org.NewProject{})))
}

// The founder is reminded of his questions after a day, three days and each
// week, of alike ones together, and never of one that is answered.
func TestAskAgain(t *testing.T) {
	o := newInstance(t)
	p := o.start(org.NewProject{Title: "Queues"})
	o.plan(piece("a"), piece("b"), piece("c"))
	for key, c := range o.claim(3) {
		topic := org.EscalateCapability
		if key == "c" {
			topic = org.EscalateBrand
		}
		o.ok(o.db.Finish(t.Context(), c.Lease, work.Outcome{Next: org.StepFailed, Cause: "no " + key, Escalation: "what about " + key + "?", Question: topic}))
	}
	want := func(n int) {
		t.Helper()
		if got, err := o.db.AskAgain(t.Context()); err != nil || got != n {
			t.Errorf("AskAgain: got %d, %v, want %d", got, err, n)
		}
	}
	day := 24 * time.Hour
	o.clock.forward(day - time.Second)
	want(0)
	o.clock.forward(time.Second)
	want(2) // a and b are folded
	want(0)
	said := o.deliveries(reports.DeliverNotice)
	if len(said) != 2 || !strings.Contains(said[0]+said[1], "2 answers") || !strings.Contains(said[0]+said[1], "what about c?") {
		t.Errorf("reminders: %q", said)
	}
	o.clock.forward(3*day - time.Second)
	want(0)
	o.clock.forward(time.Second)
	want(2)
	_, err := o.db.Redo(t.Context(), o.step(p, "c").ID, "", "founder")
	o.ok(err)
	o.clock.forward(7 * day)
	want(1)
}

// Whatever is done again and planned again in whatever order, every invariant
// holds and the project comes to its end.
func TestRedoAtRandom(t *testing.T) {
	seen, most := 0, testlevel.Count(15, 50, 100)
	if server != "" && !testlevel.Proof() {
		most = 10 // a database each
	}
	rapid.Check(t, func(draw *rapid.T) {
		if seen++; seen > most {
			return
		}
		o := newInstance(t)
		o.t = draw
		p := o.start(org.NewProject{Phases: []org.Phase{{Label: "one"}, {Index: 1, Label: "two"}}})
		plan := func() {
			var steps []work.PlannedStep
			for i, key := range []string{"a", "b", "c"} {
				s := piece(key + rapid.StringMatching("[a-z]{8}").Draw(draw, "key"))
				if i > 0 && rapid.Bool().Draw(draw, "yes") {
					s.Needs = []string{steps[i-1].Key}
				}
				s.Final = i == 2 && rapid.Bool().Draw(draw, "yes")
				steps = append(steps, s)
			}
			o.plan(steps...)
		}
		for range 25 {
			steps, err := o.db.Steps(t.Context(), p)
			o.ok(err)
			switch rapid.IntRange(0, 5).Draw(draw, "n") {
			case 0, 1:
				for _, c := range o.claim(1) {
					if c.Step.Kind == org.KindAssembly || rapid.IntRange(0, 2).Draw(draw, "n") > 0 {
						o.complete(c)
					} else {
						o.fail(c, "no")
					}
				}
			case 2:
				for _, c := range o.claim(2) {
					o.ok(o.db.Finish(t.Context(), c.Lease, work.Outcome{Next: org.StepPending, Strike: true, Advice: "again"}))
				}
			case 3:
				if len(steps) > 0 {
					_, err := o.db.Redo(t.Context(), steps[rapid.IntRange(0, len(steps)-1).Draw(draw, "n")].ID, "again", "founder")
					if err != nil {
						o.want(err, org.ErrConflict)
					}
				}
			case 4:
				if rapid.Bool().Draw(draw, "yes") {
					if err := o.db.Replan(t.Context(), p, "", "founder"); err != nil {
						o.want(err, org.ErrConflict)
					}
				}
			case 5:
				if n, err := o.db.Count(t.Context(), `SELECT count(*) FROM missions WHERE state = 'planning'`); err == nil && n > 0 {
					plan()
				}
			}
			o.sound()
		}
	})
}
