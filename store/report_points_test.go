package store_test

import (
	"testing"

	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/work"
)

// The points of a draft are kept with it, with its step and with the agent who wrote it;
// a step that is done again has none.
func TestPointsAreKept(t *testing.T) {
	b := newBench(t)
	ctx := t.Context()
	p := b.project("Rents")
	b.plan(p, step("find"))
	c := b.claim()["find"]
	got, first := org.Points{Met: 9, Asked: 9}, org.Points{Met: 7, Asked: 9}
	o := done("Rents rose.")
	o.Score, o.Scored, o.Points = 4, true, got
	o.Drafts = []work.Draft{
		{Round: 1, Version: 1, Body: "a", Score: 3, Scored: true, Points: first, AuditJSON: "{}"},
		{Round: 1, Version: 2, Body: "b", Score: 4, Scored: true, Points: got, Chosen: true, AuditJSON: "{}"},
	}
	b.finish(c, o)
	steps, err := b.db.Steps(ctx, p)
	b.ok(err)
	drafts, err := b.db.Drafts(ctx, p)
	b.ok(err)
	if d := drafts[steps[0].ID]; steps[0].Points != got || len(d) != 2 || d[0].Points != first || d[1].Points != got {
		t.Errorf("step %s, drafts %+v; want %s and %s", steps[0].Points, d, first, got)
	}
	team, err := b.db.Roster(ctx)
	b.ok(err)
	var of org.Points
	for _, a := range team {
		of = of.Add(a.Points)
	}
	if of != got {
		t.Errorf("the team got %s, want %s", of, got)
	}
	trace, err := b.db.StepTrace(ctx, steps[0].ID)
	b.ok(err)
	if d := trace.Rounds[0].Drafts; len(d) != 2 || d[0].Points != first || d[1].Points != got {
		t.Errorf("traced drafts %+v; want %s and %s", d, first, got)
	}
	_, err = b.db.Redo(ctx, steps[0].ID, "", "founder")
	b.ok(err)
	if steps, err = b.db.Steps(ctx, p); err != nil || steps[0].Points.Counted() || steps[0].Scored {
		t.Errorf("a step that is done again has %s, %v; want none", steps[0].Points, err)
	}
	o = work.Outcome{Next: org.StepFailed, Cause: "no", Score: 3, Scored: true, Points: first}
	b.finish(b.claim()["find"], o)
	if steps, err = b.db.Steps(ctx, p); err != nil || steps[0].Points != first {
		t.Errorf("a failed step has %s, %v; want %s", steps[0].Points, err, first)
	}
}
