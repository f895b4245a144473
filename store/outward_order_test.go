package store_test

import (
	"errors"
	"slices"
	"testing"
	"time"

	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/reports"
)

func TestAnOrderIsHeardAgainAndAgain(t *testing.T) {
	b := newBench(t)
	ctx := t.Context()
	said, _, err := b.db.SaveMessage(ctx, org.Message{Channel: local(), Origin: "1", Author: "ana", Text: "every day look at oats"})
	b.ok(err)
	_, err = b.db.SaveTurn(ctx, org.Turn{Message: said, Route: org.ActionResponse, Reply: "Shall I?"})
	b.ok(err)
	order := org.Message{Channel: local(), Origin: "1" + org.SaidMark, Author: "ana", Text: "look at oats", Cap: 3 * org.Dollar}
	kept, err := b.db.KeepOrder(ctx, order)
	b.ok(err)
	if again, err := b.db.KeepOrder(ctx, order); err != nil || again != kept {
		t.Fatalf("kept again: %s (%v), want %s", again, err, kept)
	}
	if m, err := b.db.ClaimMessage(ctx, "bot", time.Minute); !errors.Is(err, org.ErrNoWork) {
		t.Fatalf("before its yes: %+v (%v), want nothing to answer", m, err)
	}
	if _, err := b.db.SaveSchedule(ctx, reports.Schedule{Order: said, Spec: "@daily"}); !errors.Is(err, org.ErrNotFound) {
		t.Errorf("what was only said: %v, want %v", err, org.ErrNotFound)
	}
	s, err := b.db.SaveSchedule(ctx, reports.Schedule{Order: kept, Spec: "0 8 * * *", Zone: "UTC"})
	b.ok(err)
	if twice, err := b.db.SaveSchedule(ctx, reports.Schedule{Order: kept, Spec: "0 8 * * *", Zone: "UTC"}); err != nil || twice.ID != s.ID {
		t.Errorf("a yes twice: %+v (%v), want %s", twice, err, s.ID)
	}
	if s.Title != "look at oats" || s.Cap != 3*org.Dollar || s.Project != "" {
		t.Errorf("%+v, want the order's words and limit", s)
	}
	moved, err := b.db.MoveSchedule(ctx, s.ID, "30 9 * * *")
	b.ok(err)
	if moved.Due.Minute() != 30 || moved.Spec != "30 9 * * *" {
		t.Errorf("moved: %+v, want half past nine", moved)
	}
	b.pass(25 * time.Hour)
	if first, second := b.runs(), b.runs(); first != 1 || second != 0 {
		t.Fatalf("at its time: %d runs, then %d; want 1, then 0", first, second)
	}
	m, err := b.db.ClaimMessage(ctx, "bot", time.Minute)
	b.ok(err)
	if m.Text != "look at oats" || !m.Explicit || m.Cap != 3*org.Dollar {
		t.Errorf("heard: %+v, want the order under its limit", m)
	}
	b.ok(b.db.IgnoreMessage(ctx, m.ID, "seen"))
	b.ok(b.db.Plant(ctx, `UPDATE deliveries SET state = 'sent', receipt = 'r', ended_at = 1 WHERE state = 'queued'`))
	if err := b.db.Forget(ctx, string(said)); !errors.Is(err, org.ErrConflict) {
		t.Errorf("forgotten while it is done again and again: %v, want %v", err, org.ErrConflict)
	}
	b.ok(b.db.EndSchedule(ctx, s.ID))
	if _, err := b.db.MoveSchedule(ctx, s.ID, "@daily"); !errors.Is(err, org.ErrNotFound) {
		t.Errorf("one that ended was moved: %v, want %v", err, org.ErrNotFound)
	}
	b.ok(b.db.Forget(ctx, string(said)))
	if at := b.places("look at oats"); len(at) > 0 {
		t.Errorf("forgotten, it still stands in %v", at)
	}
	if r, err := b.db.Verify(ctx); err != nil || slices.ContainsFunc(r, func(c reports.CheckResult) bool { return !c.OK }) {
		t.Errorf("verify: %+v (%v)", r, err)
	}
}

func TestRunTermsAreThoseOfWhatWasDelivered(t *testing.T) {
	b := newBench(t)
	ctx := t.Context()
	if terms, err := b.db.RunTerms(ctx, ""); err != nil || len(terms.Costs) > 0 {
		t.Errorf("nothing delivered: %+v (%v)", terms, err)
	}
	p := b.project("Oats")
	b.ok(b.db.Plant(ctx, `UPDATE messages SET cap = 2000000000`))
	if terms, err := b.db.RunTerms(ctx, p); err != nil || terms.Cap != 2*org.Dollar || !slices.Equal(terms.Costs, []org.NanoUSD{0}) {
		t.Errorf("a project's own: %+v (%v), want its limit of $2 and no cost", terms, err)
	}
	if _, err := b.db.RunTerms(ctx, "p99"); !errors.Is(err, org.ErrNotFound) {
		t.Errorf("no such project: %v, want %v", err, org.ErrNotFound)
	}
	b.ok(b.db.Plant(ctx, `UPDATE projects SET state = 'completed', ended_at = ?`, b.now.Add(-time.Hour).UnixMicro()))
	if terms, err := b.db.RunTerms(ctx, ""); err != nil || len(terms.Costs) != 1 {
		t.Errorf("one delivered: %+v (%v), want one", terms, err)
	}
}
