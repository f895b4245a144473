package store_test

import (
	"context"
	"fmt"
	"slices"
	"testing"
	"time"

	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/outward"
)

// openedPull is a pull request of a project that ended, as it was seen at its forge.
func openedPull(o *instance) outward.PullRequest {
	o.t.Helper()
	ctx := context.Background()
	p := o.start(org.NewProject{})
	o.ok(o.db.Connect(ctx, github()))
	a := pullAction(p, "ada")
	a.Place, a.Order = "github.com/acme/shop", []byte(`{"head":"frasier/p1","base":"main"}`)
	_, err := o.db.ProposeAction(ctx, a)
	o.ok(err)
	c, err := o.db.ClaimAction(ctx, "w", time.Minute)
	o.ok(err)
	o.ok(o.db.EndAction(ctx, c, outward.Ending{State: outward.Done, Link: "https://github.com/acme/shop/pull/7", Answer: []byte(`{"number":7,"head":"c1"}`)}))
	o.ok(o.db.Cancel(ctx, p))
	all, err := o.db.OpenPulls(ctx)
	o.ok(err)
	if len(all) != 1 || all[0].Number != 7 || all[0].State != outward.PullOpen || all[0].Head != "c1" || !all[0].SeenAt.IsZero() {
		o.t.Fatalf("open: %+v", all)
	}
	return all[0]
}

func failure(n int, commit string) outward.KeptRemark {
	return outward.KeptRemark{Key: fmt.Sprintf("run:%d", n), Kind: outward.SaidByCheck, State: outward.RemarkDue, By: "build", Part: "checks:" + commit, Commit: commit, Spoken: outward.Spoken{Title: "build", Text: "no"}}
}

// What is told of a pull request is told once, and one that is merged is looked at no more.
func TestNewsOfAPullRequestAreToldOnce(t *testing.T) {
	o := newInstance(t)
	ctx := t.Context()
	p := openedPull(o)
	p.Review = outward.ReviewChanges
	news := []outward.PullNews{{Kind: outward.NewsChanges, What: "ada", ID: 3}}
	for range 2 {
		o.ok(o.db.KeepPull(ctx, p, news))
	}
	p.State, p.MergedBy, p.MergedAt, p.MergedAs = outward.PullMerged, "ada", o.db.Now(), "c9"
	o.ok(o.db.KeepPull(ctx, p, append(news, outward.PullNews{Kind: outward.NewsMerged, What: "ada"})))
	told := 0
	events, err := o.db.Events(ctx, 0, 1000)
	o.ok(err)
	for _, e := range events {
		if e.Kind == org.EventPull {
			told++
		}
	}
	if told != 2 {
		t.Errorf("told %d times, want 2", told)
	}
	if all, err := o.db.OpenPulls(ctx); err != nil || len(all) != 0 {
		t.Errorf("open when it is merged: %+v, %v", all, err)
	}
	if all, err := o.db.Pulls(ctx, p.Project, 10); err != nil || len(all) != 1 || all[0].MergedBy != "ada" || all[0].MergedAs != "c9" || all[0].MergedAt.IsZero() || all[0].Review != outward.ReviewChanges {
		t.Errorf("kept: %+v, %v", all, err)
	}
}

// What is said of a pull request is settled in one project, whoever begins it and however often; checks five times without a founder.
func TestARoundBeginsOnce(t *testing.T) {
	o := newInstance(t)
	ctx := t.Context()
	p := openedPull(o)
	o.ok(o.db.KeepPull(ctx, p, nil))
	for n := 1; n <= outward.RoundsMost+1; n++ {
		commit := fmt.Sprintf("c%d", n)
		for range 2 {
			o.ok(o.db.NoteRemarks(ctx, p, []outward.KeptRemark{failure(10*n, commit), failure(10*n+1, commit)}))
		}
		due, err := o.db.RoundsDue(ctx)
		o.ok(err)
		if n > outward.RoundsMost {
			if len(due) != 0 {
				t.Errorf("after %d rounds: %+v", n-1, due)
			}
			break
		}
		if len(due) != 1 || len(due[0].Remarks) != 2 || due[0].Before != n-1 || due[0].Root != p.Project {
			t.Fatalf("round %d: %+v", n, due)
		}
		b := outward.RoundBegin{Due: due[0], Text: "Mend it", Reply: "I mend it", Items: map[outward.RemarkID]string{}, Project: org.NewProject{
			Title: "Mend", Goal: "g", Mode: org.ModeResearch, Depth: org.DepthStandard, Template: org.TemplateReport, Phases: []org.Phase{{Label: "Mend"}},
		}}
		q, err := o.db.BeginRound(ctx, b)
		o.ok(err)
		_, err = o.db.BeginRound(ctx, b)
		o.want(err, org.ErrConflict)
		if due, err := o.db.RoundsDue(ctx); err != nil || len(due) != 0 {
			t.Errorf("while it is under way: %+v, %v", due, err)
		}
		o.ok(o.db.Cancel(ctx, q))
	}
	all, err := o.db.Remarks(ctx, p)
	o.ok(err)
	last := all[slices.IndexFunc(all, func(k outward.KeptRemark) bool { return k.Key == "run:61" })]
	if len(all) != 2*(outward.RoundsMost+1) || last.State != outward.RemarkShown {
		t.Fatalf("%d remarks, the last: %+v", len(all), last)
	}
	_, err = o.db.TakeRemark(ctx, "k99", "ada")
	o.want(err, org.ErrNotFound)
	for range 2 {
		k, err := o.db.TakeRemark(ctx, last.ID, "ada")
		o.ok(err)
		if k.State != outward.RemarkDue || k.AllowedBy != "ada" {
			t.Errorf("taken: %+v", k)
		}
	}
	due, err := o.db.RoundsDue(ctx)
	o.ok(err)
	o.ok(o.db.LeaveRemarks(ctx, due[0].Remarks))
	_, err = o.db.TakeRemark(ctx, last.ID, "ada")
	o.want(err, org.ErrConflict)
}

// A watch is handed out when it is due, a nudge makes it due at once, and the same delivery counts once.
func TestAWatchIsDue(t *testing.T) {
	o := newInstance(t)
	ctx := t.Context()
	const place = "github.com/acme/shop"
	w, err := o.db.ClaimWatch(ctx, place, time.Minute)
	o.ok(err)
	_, err = o.db.ClaimWatch(ctx, place, time.Minute)
	o.want(err, org.ErrNoWork)
	w.Tags, w.Whole, w.Due = map[string]string{"a": "1"}, o.db.Now(), o.db.Now().Add(time.Minute)
	w.Labels = map[int]outward.LabelSeen{3: {Who: 41}}
	o.ok(o.db.KeepWatch(ctx, w))
	_, err = o.db.ClaimWatch(ctx, place, time.Minute)
	o.want(err, org.ErrNoWork)
	for i, want := range []bool{true, false} {
		if fresh, err := o.db.Nudge(ctx, "d1", place); err != nil || fresh != want {
			t.Errorf("nudge %d: %v, %v", i, fresh, err)
		}
	}
	w, err = o.db.ClaimWatch(ctx, place, time.Minute)
	o.ok(err)
	if w.Tags["a"] != "1" || !w.Whole.IsZero() || w.Labels[3].Who != 41 {
		t.Errorf("after a nudge: %+v", w)
	}
	_, err = o.db.Nudge(ctx, "d2", place) // while it is looked at
	o.ok(err)
	w.Whole, w.Due = o.db.Now(), o.db.Now().Add(time.Minute)
	o.ok(o.db.KeepWatch(ctx, w))
	if w, err = o.db.ClaimWatch(ctx, place, time.Minute); err != nil || !w.Whole.IsZero() {
		t.Errorf("a nudge during a look: %+v, %v", w, err)
	}
}
