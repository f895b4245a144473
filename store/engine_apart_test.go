package store_test

import (
	"errors"
	"testing"
	"time"

	"github.com/frasier-cos/frasier/internal/org"
)

// A mission that one more dead planner would fail is planned beside no step,
// and no step is begun beside it, however sound that is.
func TestASuspectMissionIsApart(t *testing.T) {
	t.Parallel()
	o := newInstance(t)
	ctx := t.Context()
	o.start(org.NewProject{})
	o.plan(piece("a"), piece("b"))
	o.start(org.NewProject{})
	for range org.MaxCrashes - 1 {
		_, err := o.db.ClaimMission(ctx, "w", time.Minute)
		o.ok(err)
		_, err = o.db.ReclaimDead(ctx, []string{"w"})
		o.ok(err)
	}
	_, err := o.db.ClaimSteps(ctx, "w", time.Minute, 1)
	o.ok(err)
	if _, err := o.db.ClaimMission(ctx, "w", time.Minute); !errors.Is(err, org.ErrNoWork) {
		t.Errorf("a suspect mission beside a sound step: %v, want no work", err)
	}
	o.ok(o.db.Release(ctx, "w"))
	_, err = o.db.ClaimMission(ctx, "w", time.Minute)
	o.ok(err)
	if list, err := o.db.ClaimSteps(ctx, "w", time.Minute, 9); !errors.Is(err, org.ErrNoWork) {
		t.Errorf("%d sound steps beside a suspect mission: %v, want no work", len(list), err)
	}
}

// What one more dead worker would fail is worked on beside nothing else: steps
// and plans that share a process would otherwise be failed for one another.
func TestSuspectsAreApart(t *testing.T) {
	t.Parallel()
	o := newInstance(t)
	ctx := t.Context()
	o.start(org.NewProject{})
	o.plan(piece("a"), piece("b"))
	waiting := o.start(org.NewProject{})
	dies := func() {
		t.Helper()
		_, err := o.db.ReclaimDead(ctx, []string{"w"})
		o.ok(err)
	}
	steps := func(want int, why string) {
		t.Helper()
		got, err := o.db.ClaimSteps(ctx, "w", time.Minute, 9)
		if len(got) != want || err != nil && !errors.Is(err, org.ErrNoWork) {
			t.Errorf("%s: %d steps, %v, want %d", why, len(got), err, want)
		}
	}
	plan := func(want bool, why string) {
		t.Helper()
		_, err := o.db.ClaimMission(ctx, "w", time.Minute)
		if (err == nil) != want || err != nil && !errors.Is(err, org.ErrNoWork) {
			t.Errorf("%s: claim of a mission: %v, want one: %v", why, err, want)
		}
	}
	for range org.MaxCrashes - 1 {
		steps(2, "nothing is suspect")
		plan(true, "nothing is suspect")
		dies()
	}
	plan(true, "a suspect mission alone")
	steps(0, "beside a suspect mission")
	dies()
	steps(1, "a suspect step alone")
	o.start(org.NewProject{})
	plan(false, "beside a suspect step")
	dies()
	steps(1, "the other suspect step")
	o.wantProject(waiting, org.ProjectFailed)
}

// A message that one more death would put aside is handled beside no other, and others that
// came later wait for it, however sound they are.
func TestASuspectMessageIsApart(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	ctx := t.Context()
	hear := func(channel string) org.MessageID {
		t.Helper()
		id, _, err := b.db.SaveMessage(ctx, org.Message{Channel: org.Channel{Transport: "terminal", ID: channel}, Origin: channel, Author: "founder", Text: channel, SaidAt: b.now})
		b.ok(err)
		return id
	}
	claims := func(owner string, want org.MessageID, why string) {
		t.Helper()
		m, err := b.db.ClaimMessage(ctx, owner, time.Minute)
		if m.ID != want || (want == "") != errors.Is(err, org.ErrNoWork) {
			t.Errorf("%s: got %q, %v, want %q", why, m.ID, err, want)
		}
	}
	suspect := hear("one")
	for range org.MaxCrashes - 1 {
		claims("bot", suspect, "before its deaths")
		_, err := b.db.ReclaimDead(ctx, []string{"bot"})
		b.ok(err)
	}
	second, third := hear("two"), hear("three")
	claims("bot", suspect, "the suspect comes first")
	claims("bot", "", "nothing beside the suspect")
	claims("another", second, "another process goes on")
	b.ok(b.db.Release(ctx, "bot"))
	claims("another", "", "neither the suspect beside another message, nor what came after it")
	claims("bot", suspect, "again")
	_, err := b.db.SaveTurn(ctx, org.Turn{Message: suspect, Route: org.ActionResponse, Reply: "done"})
	b.ok(err)
	claims("bot", third, "then the others")
}
