package store_test

import (
	"errors"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/reports"
)

// What other prompts made of steps is kept as it was found, the newest first, of one
// project or of all; what a project was asked is not in it once that is forgotten.
func TestReplaysAreKept(t *testing.T) {
	b := newBench(t)
	p, other := b.project("One"), b.project("Two")
	first, second := b.plan(p, step("a")), b.plan(other, step("b"))
	one := reports.Replay{Projects: 2, Spent: 7_000_000_001, Steps: []reports.RenewedStep{
		{Project: p, Step: first["a"].ID, From: "synthesize/0", Before: reports.Worth{Quotes: 1, Findings: 2, Score: 3.5, Points: org.Points{Met: 7, Asked: 9}, Words: 4, Cost: 5}, Now: reports.Worth{Quotes: 6, Findings: 7, Score: 8.25, Points: org.Points{Met: 8, Asked: 8}, Words: 9, Cost: 10}},
		{Project: other, Step: second["b"].ID, From: "search/0", Why: "the words of his order"},
	}}
	two := reports.Replay{Projects: 1, Spent: 1, Steps: one.Steps[:1]}
	for i, r := range []*reports.Replay{&one, &two} {
		b.pass(time.Hour)
		id, err := b.db.SaveReplay(t.Context(), *r)
		b.ok(err)
		if want := []string{"re1", "re2"}[i]; id != want {
			t.Fatalf("SaveReplay: %s, want %s", id, want)
		}
		r.ID, r.At = id, b.now
	}
	got, err := b.db.Replay(t.Context(), "re1")
	b.ok(err)
	if diff := cmp.Diff(one, got); diff != "" {
		t.Errorf("Replay (-want +got):\n%s", diff)
	}
	_, err = b.db.Replay(t.Context(), "re3")
	if !errors.Is(err, org.ErrNotFound) {
		t.Errorf("Replay of no such id: %v, want org.ErrNotFound", err)
	}
	for _, c := range []struct {
		of   org.ProjectID
		n    int
		want []reports.Replay
	}{{"", 50, []reports.Replay{two, one}}, {"", 1, []reports.Replay{two}}, {p, 50, []reports.Replay{two, one}}, {other, 50, []reports.Replay{one}}, {"p99", 50, nil}} {
		all, err := b.db.Replays(t.Context(), c.of, c.n)
		b.ok(err)
		if diff := cmp.Diff(c.want, all); diff != "" {
			t.Errorf("Replays of %q, %d at most (-want +got):\n%s", c.of, c.n, diff)
		}
	}
	if before, now, done, failed := one.Sums(); before != one.Steps[0].Before || now != one.Steps[0].Now || done != 1 || failed != 1 {
		t.Errorf("Sums: %+v, %+v, %d done, %d failed, want those of the step that was done", before, now, done, failed)
	}
	b.ok(b.db.FailProject(t.Context(), other, "no reason"))
	b.ok(b.db.Forget(t.Context(), "m2"))
	if got, err = b.db.Replay(t.Context(), "re1"); err != nil || got.Steps[1].Why != "(forgotten)" {
		t.Errorf("after the order was forgotten: %+v, %v", got, err)
	}
}
