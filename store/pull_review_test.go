package store_test

import (
	"testing"
	"time"

	"github.com/frasier-cos/frasier/internal/coding"
	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/outward"
	"github.com/frasier-cos/frasier/internal/work"
)

// readPull has a pull request of somebody else asked for and begun to be read, and returns its project and its one step.
func (o *instance) readPull(head string) (org.ProjectID, work.Claim) {
	o.t.Helper()
	ctx := o.tt.Context()
	asked, err := o.db.AskReview(ctx, outward.Reading{Place: "github.com/acme/shop", Number: 34, Repository: "shop", Channel: channel, By: "ada"})
	o.ok(err)
	if asked.State != outward.ReadingAsked {
		o.tt.Fatalf("it is not read: %+v", asked)
	}
	next, err := o.db.NextReview(ctx, time.Minute)
	o.ok(err)
	next.Head, next.Base, next.Title, next.Author = head, "main", "Prices", "bob"
	plan := &org.Roadmap{Title: "Review", Phases: []string{"all"}, Items: []org.Item{{Key: "read", Title: "Review", Code: true}}}
	p, err := o.db.BeginReview(ctx, outward.ReadingBegin{Reading: next, Text: "Review", Reply: "On it.", Project: org.NewProject{
		Title: "Review", Goal: "Review", Mode: org.ModeResearch, Depth: org.DepthStandard, Roadmap: plan, Phases: []org.Phase{{Label: "all"}},
	}})
	o.ok(err)
	step := coded("read")
	step.Patches = nil
	o.plan(step)
	c, ok := o.claim(1)["read"]
	if !ok {
		o.tt.Fatal("nobody reads it")
	}
	return p, c
}

// readsAt is the commit of the pull request that a step reads; whether it reads one at all.
func (o *instance) readsAt(step org.StepID) (head string, reads bool) {
	o.t.Helper()
	about, err := o.db.Context(o.tt.Context(), step)
	o.ok(err)
	if about.Code == nil || about.Code.Reading == nil {
		return "", false
	}
	return about.Code.Reading.Head, true
}

// A pull request whose reading came to nothing is read anew, as every such end says. The project before reads nothing any more, and above all changes no
// code by a stranger's words.
func TestAPullRequestIsReadAnewAfterAFailure(t *testing.T) {
	o := newInstance(t)
	ctx := t.Context()
	_, err := o.db.AddRepository(ctx, shop("shop"))
	o.ok(err)
	first, c := o.readPull("c1")
	same, err := o.db.AskReview(ctx, outward.Reading{Place: "github.com/acme/shop", Number: 34, Repository: "shop", Channel: channel, By: "ada"})
	o.ok(err)
	if same.State != outward.ReadingBegun || same.Project != first {
		t.Errorf("asked for while it is read: %+v", same)
	}
	o.fail(c, "the pull request was written anew since")
	o.run()
	second, again := o.readPull("c2")
	if head, reads := o.readsAt(c.Step.ID); !reads || head != "" {
		t.Errorf("the step of %s before reads %q, %v", first, head, reads)
	}
	if head, _ := o.readsAt(again.Step.ID); head != "c2" {
		t.Errorf("%s reads %q", second, head)
	}
	one := coding.ProvedFinding{ReviewFinding: coding.ReviewFinding{File: "a", Text: "x"}}
	found := work.Outcome{
		Next: org.StepCompleted, Result: "# One\n", Digest: "One", Reviewed: "each finding by its test",
		Found: &coding.Found{Base: "b", Head: "c2", Findings: []coding.ProvedFinding{one}},
	}
	o.ok(o.db.Finish(ctx, again.Lease, found))
	o.run()
	all, err := o.db.OrderedReviews(ctx, 10)
	o.ok(err)
	if len(all) != 1 || all[0].State != outward.ReadingFound {
		t.Fatalf("read: %+v", all)
	}
	o.ok(o.db.ShowReview(ctx, all[0]))
	_, err = o.db.Redo(ctx, again.Step.ID, "", "ada")
	o.ok(err)
	o.ok(o.db.Finish(ctx, o.claim(1)["read"].Lease, found)) // done again, its end is kept like the first
}

// A day holds so many readings, and not so many pull requests: one that is read twice counts twice. What was refused counts for nothing.
func TestReadingsOfADayEnd(t *testing.T) {
	o := newInstance(t)
	ctx := t.Context()
	_, err := o.db.AddRepository(ctx, shop("shop"))
	o.ok(err)
	one := outward.Reading{Place: "github.com/acme/shop", Number: 34, Repository: "shop", Channel: channel, By: "ada"}
	asked, err := o.db.AskReview(ctx, one)
	o.ok(err)
	o.ok(o.db.RefuseReview(ctx, asked, "it is closed"))
	for range outward.IssuesADay {
		o.clock.forward(time.Minute)
		_, c := o.readPull("c1")
		o.fail(c, "the pull request was written anew since")
		o.run()
	}
	o.clock.forward(time.Minute)
	_, err = o.db.AskReview(ctx, one)
	o.want(err, org.ErrConflict)
	o.clock.forward(25 * time.Hour)
	_, err = o.db.AskReview(ctx, one)
	o.ok(err)
}
