package store_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/question"
	"github.com/frasier-cos/frasier/internal/work"
)

// An answer and what it asks for are one: both are there, or neither.
func TestAnAnswerIsCarriedOutWithIt(t *testing.T) {
	b := newBench(t)
	ctx := t.Context()
	p := b.project("Prices")
	b.plan(p, step("a"))
	d := b.thirdStrike(p)
	got, err := b.db.Decide(ctx, d.ID, "d look at the 2025 list", "ana")
	b.ok(err)
	if s := b.steps(p)["a"]; s.State != org.StepPending || len(got.Again) == 0 || got.Again[0] != s.ID {
		t.Errorf("after the answer the step is %s and %v are done again, want it pending and named", s.State, got.Again)
	}
	again, err := b.db.Decide(ctx, d.ID, "d look at the 2025 list", "ana")
	b.ok(err)
	if n := len(b.events(org.EventStepReopened)); n != 1 || len(again.Again) != 0 {
		t.Errorf("the same answer twice reopened the step %d times (%v), want once", n, again.Again)
	}
}

func TestAnAnswerThatCannotBeCarriedOutStaysOpen(t *testing.T) {
	b := newBench(t)
	ctx := t.Context()
	p := b.project("Prices")
	b.plan(p, step("a"))
	d := b.thirdStrike(p)
	run(t, unguarded(t, b.path), `UPDATE missions SET planned = 0 WHERE project_id = '`+string(p)+`'`)
	got, err := b.db.Decide(ctx, d.ID, "d try again", "ana")
	if !errors.Is(err, org.ErrConflict) || !got.Open() {
		t.Fatalf("Decide while its part is planned again: %+v, %v, want %v and an open decision", got, err, org.ErrConflict)
	}
	if open, err := b.db.Decisions(ctx); err != nil || len(open) != 1 {
		t.Errorf("open decisions: %v, %v, want the one", open, err)
	}
	if n := len(b.events(org.EventDecided)); n != 0 {
		t.Errorf("%d decisions in the journal, want none", n)
	}
}

// What the founder answers to an agent's question reaches the agent: the step
// is tried again with his words.
func TestAnAgentsQuestionIsAnsweredInWords(t *testing.T) {
	b := newBench(t)
	ctx := t.Context()
	p := b.project("Prices")
	b.plan(p, step("a"))
	c := b.claim()["a"]
	b.ok(b.db.Finish(ctx, c.Lease, work.Outcome{Next: org.StepFailed, Cause: "the budget is missing", Question: org.EscalateAmbiguity, Escalation: "What is the budget?"}))
	open, err := b.db.Decisions(ctx)
	b.ok(err)
	if len(open) != 1 || len(open[0].Options) != 2 || open[0].Safe != question.HelpSafe {
		t.Fatalf("open decisions: %+v, want one question with a safe answer", open)
	}
	_, err = b.db.Decide(ctx, open[0].ID, "It is 500 euros", "ana")
	b.ok(err)
	again := b.claim()
	if len(again) != 1 {
		t.Fatalf("%d steps are claimed after the answer, want the one", len(again))
	}
	about, err := b.db.Context(ctx, again["a"].Step.ID)
	b.ok(err)
	if !strings.Contains(strings.Join(about.Steering, "\n"), "It is 500 euros") {
		t.Errorf("the step is told %+v, want the founder's words", about.Steering)
	}
}
