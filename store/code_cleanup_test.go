package store_test

import (
	"context"
	"testing"

	"github.com/frasier-cos/frasier/internal/coding"
	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/outward"
)

// cleanable is a project with a merged change, whose repository is to be cleaned.
func (o *instance) cleanable(policy coding.CleanupPolicy, end bool) org.ProjectID {
	o.t.Helper()
	ctx := context.Background()
	r := afar(true)
	r.Policy.Cleanup = policy
	_, err := o.db.AddRepository(ctx, r)
	o.ok(err)
	p := o.ordered(coded("a"))
	c := o.claim(10)["a"]
	about, err := o.db.Context(ctx, c.Step.ID)
	o.ok(err)
	_, err = o.db.PlaceStep(ctx, c.Lease, coding.Place(coding.PlaceFacts{Order: *about.Code, Tip: "c0"}))
	o.ok(err)
	o.mergeOne(c)
	if end {
		c = o.claim(1)["assembly"]
		o.ok(o.db.Finish(ctx, c.Lease, completed(c.Step)))
	}
	return p
}

func TestWhatAProjectLeftIsPutAwayOnce(t *testing.T) {
	o := newInstance(t)
	ctx := t.Context()
	due := func(when, machine string, want int) {
		t.Helper()
		all, err := o.db.CleanupsDue(ctx, machine)
		o.ok(err)
		if len(all) != want || want > 0 && (len(all[0].Changes) != 1 || all[0].Changes[0].Placed == nil) {
			t.Errorf("%s, on %s: %d, want %d", when, machine, len(all), want)
		}
	}
	p := o.cleanable(coding.CleanupPolicy{When: coding.CleanupDone, Branch: true}, false)
	due("before its end", "m1", 0)
	o.want(o.db.EndServices(ctx), org.ErrNoWork)
	c := o.claim(1)["assembly"]
	o.ok(o.db.Finish(ctx, c.Lease, completed(c.Step)))
	due("at its end", "m1", 1)
	o.ok(o.db.EndServices(ctx))
	o.want(o.db.EndServices(ctx), org.ErrNoWork)
	for range 2 {
		o.ok(o.db.KeepCleaned(ctx, coding.CleanedNow{Project: p, What: coding.CleanWorkspace, Machine: "m1", Done: "the folders of 1 step"}))
	}
	due("when it is done", "m1", 0)
	due("when another machine did it", "m2", 1)
	if all, err := o.db.BranchesDue(ctx); err != nil || len(all) != 0 {
		t.Errorf("a branch that is not merged goes: %v, %v", all, err)
	}
	o.ok(o.db.MarkLanded(ctx, []org.ProjectID{p}))
	all, err := o.db.BranchesDue(ctx)
	o.ok(err)
	if len(all) != 1 {
		t.Errorf("merged elsewhere: %v", all)
	}
	o.ok(o.db.KeepCleaned(ctx, coding.CleanedNow{Project: p, What: coding.CleanBranch}))
	if all, err := o.db.BranchesDue(ctx); err != nil || len(all) != 0 {
		t.Errorf("once more: %v, %v", all, err)
	}
	events, err := o.db.EventsOf(ctx, p)
	o.ok(err)
	n := 0
	for _, e := range events {
		if e.Kind == org.EventCleaned {
			n++
		}
	}
	if n != 1 {
		t.Errorf("%d lines say what was put away", n)
	}
	o.sound()
}

// By the setting merged, nothing goes before the pull request is merged; without a setting, nothing ever.
func TestNothingIsPutAwayBeforeItsTime(t *testing.T) {
	o := newInstance(t)
	ctx := t.Context()
	p := o.cleanable(coding.CleanupPolicy{When: coding.CleanupMerged}, true)
	a, err := o.db.ProposeAction(ctx, pullAction(p, "ada"))
	o.ok(err)
	keep := func(state outward.PullState) []coding.DueCleanup {
		t.Helper()
		o.ok(o.db.KeepPull(ctx, outward.PullRequest{Place: "github.com/acme/shop", Number: 7, Action: a.ID, Project: p, State: state}, nil))
		all, err := o.db.CleanupsDue(ctx, "m1")
		o.ok(err)
		return all
	}
	for _, state := range []outward.PullState{outward.PullOpen, outward.PullClosed, outward.PullGone} {
		if all := keep(state); len(all) != 0 {
			t.Errorf("while it is %s: %+v", state, all)
		}
	}
	if all := keep(outward.PullMerged); len(all) != 1 {
		t.Errorf("when it is merged: %+v", all)
	}

	other := newInstance(t)
	other.cleanable(coding.CleanupPolicy{}, true)
	all, err := other.db.CleanupsDue(ctx, "m1")
	other.ok(err)
	if len(all) != 0 {
		t.Errorf("without a setting: %+v", all)
	}
	other.want(other.db.EndServices(ctx), org.ErrNoWork)
}
