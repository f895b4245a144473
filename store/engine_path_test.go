package store_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/reports"
	"github.com/frasier-cos/frasier/internal/work"
)

// The whole path: a message becomes a delivered document.
func TestPath(t *testing.T) {
	o := newInstance(t)
	p := o.start(org.NewProject{Title: "Queues"})
	final := piece("conclude")
	final.Final = true
	o.plan(piece("a"), piece("b", "a"), final)
	if got := o.claim(10); len(got) != 1 || got["a"].Step.Key != "a" {
		t.Fatalf("ready at first: got %v, want a alone", got)
	} else {
		o.complete(got["a"])
	}
	o.sound()
	o.run()
	o.wantProject(p, org.ProjectCompleted)
	o.wantState(p, map[string]org.StepState{"a": org.StepCompleted, "b": org.StepCompleted, "conclude": org.StepCompleted, "assembly": org.StepCompleted})
	if got, want := o.step(p, "conclude").DependsOn, []org.StepID{o.step(p, "a").ID, o.step(p, "b").ID}; !slices.Equal(got, want) {
		t.Errorf("the final step waits for %v, want all before it, %v", got, want)
	}
	o.wantSaid(reports.DeliverPlan, "here's the plan")
	o.wantSaid(reports.DeliverResult, "**Queues** is done.")
	o.wantSaid(reports.DeliverFailure)
	o.sound()
	if again, err := o.db.SafetyNet(t.Context()); err != nil || again != 0 {
		t.Errorf("SafetyNet after a good end: got %d, %v, want nothing to do", again, err)
	}
	o.wantSaid(reports.DeliverResult, "is done")
}

// 17 steps that will never run must not hide 13 that can.
func TestDeadStepsHideNothing(t *testing.T) {
	o := newInstance(t)
	chain := []work.PlannedStep{piece("root")}
	for i := range 17 {
		need := "root"
		if i > 0 {
			need = fmt.Sprint("z", i-1)
		}
		chain = append(chain, piece(fmt.Sprint("z", i), need))
	}
	o.start(org.NewProject{Title: "Dead"})
	o.plan(chain...)
	o.claim(1) // the root is taken and its worker never comes back
	o.start(org.NewProject{Title: "Live"})
	var live []work.PlannedStep
	for i := range 13 {
		live = append(live, piece(fmt.Sprint("live", i)))
	}
	o.plan(live...)
	got := o.claim(100)
	if len(got) != 13 {
		t.Fatalf("claimed beside 17 blocked steps: got %d, want the 13 live ones", len(got))
	}
	for key := range got {
		if !strings.HasPrefix(key, "live") {
			t.Errorf("claimed %s, want live steps only", key)
		}
	}
	o.sound()
}

// A failed step fails what needs it, at once, and nothing else.
func TestCascade(t *testing.T) {
	o := newInstance(t)
	p := o.start(org.NewProject{})
	other := piece("other")
	o.plan(piece("a"), piece("b", "a"), piece("c", "b"), other, piece("d", "other"))
	claims := o.claim(2)
	o.fail(claims["a"], "no sources were found")
	o.wantState(p, map[string]org.StepState{
		"a": org.StepFailed, "b": org.StepFailed, "c": org.StepFailed, "other": org.StepInProgress, "d": org.StepPending,
	})
	c := o.step(p, "c")
	if want := `needs "Do a", which failed: no sources were found`; c.Cause != want {
		t.Errorf("cause of c: got %q, want %q", c.Cause, want)
	}
	if want := o.step(p, "a").ID; c.CauseStep != want {
		t.Errorf("cause step of c: got %q, want the root, %q", c.CauseStep, want)
	}
	o.sound()
	o.complete(claims["other"])
	o.run()
	o.wantState(p, map[string]org.StepState{"d": org.StepCompleted, "assembly": org.StepCompleted})
	o.wantProject(p, org.ProjectFailed) // 2 of 5 are done
	o.wantSaid(reports.DeliverFailure, "no sources were found")
	o.sound()
}

// Partial: at 70 percent of the other steps and no critical one failed.
func TestPartial(t *testing.T) {
	for _, c := range []struct {
		name     string
		fails    int
		critical bool
		want     org.ProjectState
	}{
		{"7 of 10", 3, false, org.ProjectPartial},
		{"6 of 10", 4, false, org.ProjectFailed},
		{"critical", 1, true, org.ProjectFailed},
		{"none fails", 0, false, org.ProjectCompleted},
	} {
		t.Run(c.name, func(t *testing.T) {
			o := newInstance(t)
			p := o.start(org.NewProject{})
			var steps []work.PlannedStep
			for i := range 10 {
				s := piece(fmt.Sprint("s", i))
				s.Critical = c.critical
				steps = append(steps, s)
			}
			o.plan(steps...)
			claims := o.claim(10)
			for i := range 10 {
				if i < c.fails {
					o.fail(claims[fmt.Sprint("s", i)], "it could not be done")
				} else {
					o.complete(claims[fmt.Sprint("s", i)])
				}
			}
			o.run()
			o.wantProject(p, c.want)
			o.sound()
		})
	}
}

// Three kinds of dependencies: none, met and unmet, soft and hard.
func TestDependencies(t *testing.T) {
	o := newInstance(t)
	p := o.start(org.NewProject{})
	soft := piece("soft", "bad")
	soft.Soft = true
	o.plan(piece("free"), piece("bad"), piece("hard", "free"), soft)
	claims := o.claim(10)
	if len(claims) != 2 {
		t.Fatalf("ready at first: got %d, want free and bad", len(claims))
	}
	o.fail(claims["bad"], "broken")
	o.complete(claims["free"])
	got := o.claim(10)
	if len(got) != 2 || got["hard"].Step.ID == "" || got["soft"].Step.ID == "" {
		t.Fatalf("ready after both ended: got %v, want hard and soft", got)
	}
	c, err := o.db.Context(t.Context(), got["soft"].Step.ID)
	o.ok(err)
	i := slices.IndexFunc(c.Upstream, func(u work.Upstream) bool { return u.Key == "bad" })
	if i < 0 || c.Upstream[i].State != org.StepFailed || c.Upstream[i].Cause != "broken" || !c.Upstream[i].Base {
		t.Errorf("what soft is told of bad: got %+v, want its failure and cause", c.Upstream)
	}
	o.complete(got["hard"])
	o.complete(got["soft"])
	o.run()
	o.wantProject(p, org.ProjectPartial)
	o.sound()
}

// A final step with empty output cannot be counted as done.
func TestEmptyIsNotDone(t *testing.T) {
	o := newInstance(t)
	p := o.start(org.NewProject{})
	o.plan(piece("a"))
	c := o.claim(1)["a"]
	for name, out := range map[string]work.Outcome{
		"no result":      {Next: org.StepCompleted, Result: " \n\t", Reviewed: "auto"},
		"no review":      {Next: org.StepCompleted, Result: "text"},
		"no cause":       {Next: org.StepFailed},
		"no reason":      {Next: org.StepPending},
		"no end of wait": {Next: org.StepPending, Hold: org.HoldBackoff},
		"a foreign document": {
			Next: org.StepCompleted, Result: "text", Reviewed: "auto", Deliverable: &work.Deliverable{Title: "x", Markdown: "x", HTML: "x"},
		},
	} {
		if err := o.db.Finish(t.Context(), c.Lease, out); err == nil {
			t.Errorf("Finish with %s: got no error, want a refusal", name)
		}
	}
	o.wantState(p, map[string]org.StepState{"a": org.StepInProgress})
	o.complete(c)
	assembly := o.claim(1)["assembly"]
	out := completed(assembly.Step)
	out.Deliverable = nil
	if err := o.db.Finish(t.Context(), assembly.Lease, out); err == nil {
		t.Error("Finish of an assembly without a document: got no error, want a refusal")
	}
	o.wantProject(p, org.ProjectActive)
	o.sound()
}

// Whoever triggers the same end second changes nothing, and a stale
// writer is refused.
func TestFence(t *testing.T) {
	o := newInstance(t)
	p := o.start(org.NewProject{})
	o.plan(piece("a"))
	stale := o.claim(1)["a"]
	o.clock.forward(2 * term)
	ids, err := o.db.ExpireLeases(t.Context(), o.clock.Now())
	o.ok(err)
	if want := []org.StepID{stale.Step.ID}; !slices.Equal(ids, want) {
		t.Fatalf("ExpireLeases: got %v, want %v", ids, want)
	}
	fresh := o.claim(1)["a"]
	if fresh.Lease.Fence <= stale.Lease.Fence {
		t.Errorf("fence of the second claim: got %d, want more than %d", fresh.Lease.Fence, stale.Lease.Fence)
	}
	o.want(o.db.Finish(t.Context(), stale.Lease, completed(stale.Step)), org.ErrLeaseLost)
	o.want(o.db.SaveCheckpoint(t.Context(), stale.Lease, work.Checkpoint{Round: 1, Stage: "claims", Output: "{}"}), org.ErrLeaseLost)
	o.want(o.db.MarkInReview(t.Context(), stale.Lease), org.ErrLeaseLost)
	o.complete(fresh)
	o.want(o.db.Finish(t.Context(), fresh.Lease, completed(fresh.Step)), org.ErrLeaseLost)
	o.run()
	o.wantProject(p, org.ProjectCompleted)
	o.wantSaid(reports.DeliverResult, "is done")
	o.sound()
}

// A review loop ends: the third strike fails the step and asks the founder.
func TestThreeStrikes(t *testing.T) {
	o := newInstance(t)
	p := o.start(org.NewProject{})
	o.plan(piece("a"))
	for round := 1; round <= 3; round++ {
		c := o.claim(1)["a"]
		if got := c.Step.Round(); got != round {
			t.Fatalf("round of claim %d: got %d", round, got)
		}
		o.ok(o.db.MarkInReview(t.Context(), c.Lease))
		o.ok(o.db.MarkInReview(t.Context(), c.Lease))
		strikes, next := work.AfterReview(c.Step.Strikes, false)
		out := work.Outcome{
			Next: next, Strike: true, Feedback: []string{fmt.Sprint("wrong ", round)},
			Reviews: []work.Review{{Reviewer: "agent-qa", Role: "qa", Findings: []string{"wrong"}, Model: "m"}},
			Drafts:  []work.Draft{{Round: round, Version: 1, Body: "draft", Score: 2.5, Scored: round > 1, MustFix: round, Chosen: true, AuditJSON: "{}"}},
		}
		if next == org.StepFailed {
			out.Escalation = fmt.Sprintf("rejected %d times", strikes)
		}
		o.ok(o.db.Finish(t.Context(), c.Lease, out))
		o.sound()
	}
	a := o.step(p, "a")
	if a.State != org.StepFailed || a.Strikes != 3 || !strings.Contains(a.Cause, "rejected 3 times: wrong 3") {
		t.Errorf("after three strikes: got %s, %d strikes, %q; want failed, 3, the last feedback", a.State, a.Strikes, a.Cause)
	}
	got, err := o.db.Context(t.Context(), a.ID)
	o.ok(err)
	want := []work.Rejection{
		{Round: 1, Reviewer: "agent-qa", Feedback: []string{"wrong 1"}},
		{Round: 2, Reviewer: "agent-qa", Feedback: []string{"wrong 2"}},
		{Round: 3, Reviewer: "agent-qa", Feedback: []string{"wrong 3"}},
	}
	if diff := cmp.Diff(want, got.Rejections); diff != "" {
		t.Errorf("rejections (-want +got):\n%s", diff)
	}
	drafts, err := o.db.Drafts(t.Context(), p)
	o.ok(err)
	kept := []work.Draft{
		{Round: 1, Version: 1, MustFix: 1, Chosen: true, AuditJSON: "{}"},
		{Round: 2, Version: 1, Score: 2.5, Scored: true, MustFix: 2, Chosen: true, AuditJSON: "{}"},
		{Round: 3, Version: 1, Score: 2.5, Scored: true, MustFix: 3, Chosen: true, AuditJSON: "{}"},
	}
	if diff := cmp.Diff(map[org.StepID][]work.Draft{a.ID: kept}, drafts); diff != "" {
		t.Errorf("drafts (-want +got):\n%s", diff)
	}
	o.wantSaid(reports.DeliverEscalation, "didn't work out in 3 tries")
	o.run() // the mission still ends
	o.wantProject(p, org.ProjectFailed)
	o.wantSaid(reports.DeliverFailure, "needs your answer (e1)")
	o.sound()
}

// A worker that forgets to count is corrected: the third strike fails the
// step and asks the founder.
func TestThirdStrikeIsNotForgotten(t *testing.T) {
	o := newInstance(t)
	p := o.start(org.NewProject{})
	o.plan(piece("a"))
	for range org.StrikeCap {
		c := o.claim(1)["a"]
		o.ok(o.db.Finish(t.Context(), c.Lease, work.Outcome{Next: org.StepPending, Strike: true, Feedback: []string{"no source"}}))
	}
	o.wantState(p, map[string]org.StepState{"a": org.StepFailed})
	o.wantSaid(reports.DeliverEscalation, "“Do a” didn't work out in 3 tries")
	o.sound()
}
