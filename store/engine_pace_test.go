package store_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/work"
	"github.com/frasier-cos/frasier/worker/plan"
)

// A mission that is sent back for the same reasons again and again is planned
// again: what is done stays, at most twice, and never while a question is open.
func TestMissionThatDoesNotGetOnIsPlannedAgain(t *testing.T) {
	b := newBench(t)
	ctx := t.Context()
	p := b.project("Compare desks")
	served := func(key string, needs ...string) work.PlannedStep {
		s := step(key)
		s.Serves = needs
		return s
	}
	b.plan(p, served("s1", "R1"), served("s2", "R2"), served("s3", "R2"), served("s4", "R3"))
	same := func(c work.Claim) {
		b.finish(c, work.Outcome{Next: org.StepPending, Strike: true, Feedback: []string{"the table has no date beside its prices"}})
	}
	claims := b.claim()
	b.finish(claims["s1"], done("A desk."))
	for round := range 2 {
		if round > 0 {
			claims = b.claim()
		}
		for _, key := range []string{"s2", "s3", "s4"} {
			if c, ok := claims[key]; ok {
				same(c)
			}
		}
	}
	again := b.events(org.EventMissionReplanned)
	if len(again) != 1 || !strings.Contains(again[0].Text, "did not get on 3 times") {
		t.Fatalf("planned again: %+v, want once, with the reason", again)
	}
	now := b.steps(p)
	if len(now) != 1 || now["s1"].State != org.StepCompleted {
		t.Errorf("left are %v, want what is done and nothing else", now)
	}
	job, err := b.db.ClaimMission(ctx, "planner", 60e9)
	b.ok(err)
	if job.Again == nil || !slices.Equal(plan.KeysOf(job.Again), []string{"s1"}) {
		t.Errorf("the planner is told %+v, want that s1 is done", job.Again)
	}
}

func TestProgressIsShown(t *testing.T) {
	b := newBench(t)
	ctx := t.Context()
	_, p := b.say("Compare desks", org.Turn{Route: org.ActionNewProject, Project: &org.NewProject{
		Title: "Compare desks", Goal: "Compare desks", Mode: org.ModeResearch, Depth: org.DepthStandard, Phases: []org.Phase{{Label: "the work"}},
	}})
	job, err := b.db.ClaimMission(ctx, "planner", 60e9)
	b.ok(err)
	one, two := step("s1"), step("s2")
	one.Serves, two.Serves = []string{"R1"}, []string{"R2"}
	b.ok(b.db.SavePlan(ctx, job.Lease, work.Plan{
		Notes: work.PlanNotes{Title: "Desks", Quality: "model", Needs: []work.Need{{ID: "R1", Text: "prices"}, {ID: "R2", Text: "sizes"}, {ID: "R3", Text: "colours"}}},
		Steps: []work.PlannedStep{one, two},
	}))
	claims := b.claim()
	b.finish(claims["s1"], done("Prices."))
	b.finish(claims["s2"], work.Outcome{Next: org.StepFailed, Cause: "no source", Escalation: "What now?"})
	why, err := b.db.Why(ctx, string(p))
	b.ok(err)
	if all := strings.Join(why.Reasons, "\n"); !strings.Contains(all, "progress: 1 of 3 requirements served, 1 blocked by failures") {
		t.Errorf("why says %q", all)
	}
}
