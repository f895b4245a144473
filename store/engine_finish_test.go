package store_test

import (
	"strings"
	"testing"
	"time"

	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/work"
)

// An outcome that contradicts itself is refused, changes nothing, and the claim
// is still held: its owner hands in another.
func TestFinishRefusesAnOutcomeThatContradictsItself(t *testing.T) {
	b := newBench(t)
	p := b.project("Oats")
	b.plan(p, step("a"))
	c := b.claim()["a"]
	document := &work.Deliverable{Title: "T", Markdown: "m", HTML: "<p>", PDF: []byte("%PDF")}
	for says, o := range map[string]work.Outcome{
		"without a result":                {Next: org.StepCompleted, Reviewed: "auto", Result: " \n"},
		"without a word on its review":    {Next: org.StepCompleted, Result: "done"},
		"comes from the assembly":         {Next: org.StepCompleted, Result: "done", Reviewed: "auto", Deliverable: document},
		"without a cause":                 {Next: org.StepFailed},
		"without a rejection or a hold":   {Next: org.StepPending},
		"not until when":                  {Next: org.StepPending, Hold: org.HoldBackoff},
		"a claim does not end as":         {Next: org.StepInProgress, Result: "done", Reviewed: "auto"},
		"a claim does not end as cancell": {Next: org.StepCancelled},
		"unknown state":                   {Next: "asleep"},
	} {
		if err := b.db.Finish(t.Context(), c.Lease, o); err == nil || !strings.Contains(err.Error(), "contradicts itself") || !strings.Contains(err.Error(), says) {
			t.Errorf("%+v: %v, want it refused as %q", o, err, says)
		}
		if s := b.steps(p)["a"]; s.State != org.StepInProgress || s.Strikes != 0 {
			t.Fatalf("after %q: %s with %d strikes, want it in progress as before", says, s.State, s.Strikes)
		}
	}
	b.finish(c, work.Outcome{Next: org.StepPending, Hold: org.HoldBackoff, RunAfter: b.now.Add(time.Minute)})
	b.pass(2 * time.Minute)
	_, err := b.db.ReleaseDue(t.Context(), b.now)
	b.ok(err)
	b.finish(b.claim()["a"], done("Oats cost 212 euros."))
	if s := b.steps(p)["a"]; s.State != org.StepCompleted {
		t.Errorf("the right outcome: %s, want completed", s.State)
	}
}

// A step that is done again loses the citations of the round before: they are
// those of a text that is no more.
func TestRedoDropsTheCitations(t *testing.T) {
	b := newBench(t)
	ctx := t.Context()
	p := b.project("Oats")
	s := b.plan(p, step("a"), step("b"))["a"]
	doc := page("https://example.com/1", "Oats cost 212 euros.")
	b.ok(b.db.SaveDocument(ctx, s.ID, doc, ""))
	claims := b.claim()
	o := done("Oats cost 212 euros [S1:p1].")
	o.Citations = []work.Citation{{Claim: "Oats cost 212 euros", Quote: "Oats cost 212 euros.", Document: doc.ID, Title: doc.Title, URL: doc.URL, End: 20, Passage: "S1:p1", FetchedAt: b.now}}
	b.finish(claims["a"], o)
	count := func() int {
		n, err := b.db.Count(ctx, `SELECT count(*) FROM citations`)
		b.ok(err)
		return n
	}
	if n := count(); n != 1 {
		t.Fatalf("%d citations, want 1", n)
	}
	_, err := b.db.Redo(ctx, s.ID, "look again", "founder")
	b.ok(err)
	if n := count(); n != 0 {
		t.Errorf("%d citations of a step that is done again, want none", n)
	}
}
