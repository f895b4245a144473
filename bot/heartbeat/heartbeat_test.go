package heartbeat_test

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/frasier-cos/frasier/bot/heartbeat"
	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/testing/storetest"
	"github.com/frasier-cos/frasier/internal/work"
	"github.com/frasier-cos/frasier/store"
)

// book is a store that keeps the order of the jobs and fails those named.
type book struct {
	*store.DB
	did  []string
	fail map[string]bool
}

var errBroken = errors.New("broken")

func (b *book) note(job string) error {
	b.did = append(b.did, job)
	if b.fail[job] {
		return fmt.Errorf("%s: %w", job, errBroken)
	}
	return nil
}

// ExpireLeases notes the job and does it.
func (b *book) ExpireLeases(ctx context.Context, now time.Time) ([]org.StepID, error) {
	if err := b.note("expire"); err != nil {
		return nil, err
	}
	return b.DB.ExpireLeases(ctx, now)
}

// ReleaseDue notes the job and does it.
func (b *book) ReleaseDue(ctx context.Context, now time.Time) (int, error) {
	if err := b.note("release"); err != nil {
		return 0, err
	}
	return b.DB.ReleaseDue(ctx, now)
}

// SafetyNet notes the job and does it.
func (b *book) SafetyNet(ctx context.Context) (int, error) {
	if err := b.note("net"); err != nil {
		return 0, err
	}
	return b.DB.SafetyNet(ctx)
}

// CloseLateCalls notes the job and does it.
func (b *book) CloseLateCalls(ctx context.Context, grace time.Duration) (int, error) {
	if err := b.note("calls"); err != nil {
		return 0, err
	}
	return b.DB.CloseLateCalls(ctx, grace)
}

type fixture struct {
	t    *testing.T
	now  time.Time
	book *book
}

func newFixture(t *testing.T) *fixture {
	t.Helper()
	c := &fixture{t: t, now: time.Date(2026, 3, 1, 9, 0, 0, 0, time.UTC), book: &book{fail: map[string]bool{}}}
	db, err := store.Open(t.Context(), store.Options{Path: storetest.Path(t), Now: c.clock})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := db.Close(); err != nil {
			t.Error(err)
		}
	})
	c.book.DB = db
	err = db.SeedAgents(t.Context(), []org.Agent{{ID: "agent-a", Name: "A", Role: "Analyst", Category: "research", Team: "team", Persona: "p"}})
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func (c *fixture) clock() time.Time { return c.now }

func (c *fixture) newHeartbeat(owner string) *heartbeat.Heartbeat {
	return &heartbeat.Heartbeat{
		Records: c.book, Owner: owner, Role: "bot", Tick: org.HeartbeatTick, Now: c.clock, Log: slog.New(slog.DiscardHandler),
	}
}

// lease has a step claimed by a worker that then falls silent.
func (c *fixture) lease() org.StepID {
	c.t.Helper()
	ctx := c.t.Context()
	m, _, err := c.book.SaveMessage(ctx, org.Message{Channel: org.Channel{Transport: "terminal", ID: "f"}, Origin: "1", Author: "founder", Text: "x"})
	if err != nil {
		c.t.Fatal(err)
	}
	_, err = c.book.SaveTurn(ctx, org.Turn{Message: m, Route: org.ActionProposal, Reply: "r", Project: &org.NewProject{
		Title: "T", Goal: "g", Mode: org.ModeResearch, Depth: org.DepthStandard, Phases: []org.Phase{{Label: "T"}},
	}})
	if err != nil {
		c.t.Fatal(err)
	}
	job, err := c.book.ClaimMission(ctx, "worker-1", time.Minute)
	if err != nil {
		c.t.Fatal(err)
	}
	err = c.book.SavePlan(ctx, job.Lease, work.Plan{Steps: []work.PlannedStep{{
		Key: "s1", Title: "S", Goal: "g", Kind: org.KindResearch, Depth: org.DepthStandard, Agent: "agent-a", Tier: org.T1,
	}}})
	if err != nil {
		c.t.Fatal(err)
	}
	claims, err := c.book.ClaimSteps(ctx, "worker-1", org.LeaseTerm, 1)
	if err != nil {
		c.t.Fatal(err)
	}
	return claims[0].Step.ID
}

func TestBeat(t *testing.T) {
	c := newFixture(t)
	step := c.lease()
	h := c.newHeartbeat("bot-1")
	if err := h.Next(t.Context()); err != nil {
		t.Fatalf("first beat: %v", err)
	}
	if want := []string{"expire", "release", "net", "calls"}; !slices.Equal(c.book.did, want) {
		t.Errorf("jobs %q, want %q in this order", c.book.did, want)
	}
	c.now = c.now.Add(org.HeartbeatTick - time.Millisecond)
	if err := h.Next(t.Context()); !errors.Is(err, org.ErrNoWork) || len(c.book.did) != 4 {
		t.Errorf("before the tick: %v after %d jobs; want org.ErrNoWork and none more", err, len(c.book.did))
	}
	c.now = c.now.Add(org.LeaseTerm)
	if err := h.Next(t.Context()); err != nil {
		t.Fatalf("beat after the lease's end: %v", err)
	}
	steps, err := c.book.Steps(t.Context(), "p1")
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range steps {
		if s.ID == step && s.State != org.StepPending {
			t.Errorf("the step of a silent worker is %s, want pending again", s.State)
		}
	}
}

// One process beats; another takes over when the first falls silent.
func TestOneHeartBeats(t *testing.T) {
	c := newFixture(t)
	first, second := c.newHeartbeat("bot-1"), c.newHeartbeat("bot-2")
	if err := first.Next(t.Context()); err != nil {
		t.Fatalf("first: %v", err)
	}
	if err := second.Next(t.Context()); !errors.Is(err, org.ErrNoWork) || len(c.book.did) != 4 {
		t.Errorf("second beside the first: %v after %d jobs; want org.ErrNoWork, and four", err, len(c.book.did))
	}
	c.now = c.now.Add(3 * org.HeartbeatTick)
	if err := second.Next(t.Context()); err != nil || len(c.book.did) != 8 {
		t.Errorf("second after the first's silence: %v after %d jobs; want its own beat", err, len(c.book.did))
	}
}

// A job that fails keeps none of the others from being done, and is named.
func TestEveryDutyIsDone(t *testing.T) {
	for _, broken := range []string{"expire", "release", "net", "calls"} {
		c := newFixture(t)
		c.book.fail[broken] = true
		err := c.newHeartbeat("bot-1").Next(t.Context())
		if !errors.Is(err, errBroken) || !strings.Contains(err.Error(), broken) || len(c.book.did) != 4 {
			t.Errorf("with %s broken: %v after %q; want it named and all four tried", broken, err, c.book.did)
		}
	}
}

// Seen fails when the test says so.
func (b *book) Seen(ctx context.Context, owner, role string) error {
	if b.fail["seen"] {
		return errBroken
	}
	if until, limited := ctx.Deadline(); !limited || time.Until(until) > org.HeartbeatTick/2 {
		return errors.New("a sign of life waits for ever for a database that is kept busy")
	}
	return b.DB.Seen(ctx, owner, role)
}

// An outage of the database is told once when it lasts, and once when it is
// over.
func TestAnOutageIsToldOnceAndSoIsItsEnd(t *testing.T) {
	c := newFixture(t)
	h := c.newHeartbeat("bot-1")
	var told []time.Duration
	h.Outage = func(_ context.Context, took time.Duration) error { told = append(told, took); return nil }
	for _, fails := range []bool{false, true, false, true, true, true, false, false} {
		c.book.fail = map[string]bool{"seen": fails}
		if err := h.Next(t.Context()); (err != nil) != fails {
			t.Fatalf("Next with a database that fails %v: %v", fails, err)
		}
		c.now = c.now.Add(org.HeartbeatTick)
	}
	if want := []time.Duration{0, 3 * org.HeartbeatTick}; !slices.Equal(told, want) {
		t.Errorf("told %v, want %v", told, want)
	}
}
