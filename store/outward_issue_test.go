package store_test

import (
	"testing"
	"time"

	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/outward"
)

func issueOrder(n int) outward.IssueOrder {
	return outward.IssueOrder{Place: "acme/shop", Number: n, Repository: "shop", Channel: org.Channel{Transport: "discord", ID: "c1"}, By: "ada"}
}

func issueBegin(o outward.IssueOrder) outward.IssueBegin {
	o.Title, o.Link = "Prices", "https://github.com/acme/shop/issues/1"
	plan := &org.Roadmap{Title: "Prices", Phases: []string{"Prices"}, Items: []org.Item{{Key: "i1", Title: "Prices", Detail: "Fix it", Line: 1}}}
	return outward.IssueBegin{Order: o, Text: "Prices\n\nFix it", Reply: "On it", Cap: 5 * org.Dollar, Project: org.NewProject{
		Title: "Prices", Goal: "Fix it", Mode: org.ModeResearch, Template: org.TemplateReport, Depth: org.DepthStandard, Roadmap: plan, Phases: []org.Phase{{Label: "Prices"}},
	}}
}

// An issue orders one project, whoever asks for it and however often it is read; one that was refused may be asked for again.
func TestAnIssueOrdersOnce(t *testing.T) {
	o := newInstance(t)
	ctx := t.Context()
	asked, err := o.db.AskIssue(ctx, issueOrder(1))
	o.ok(err)
	if asked.State != outward.IssueAsked {
		t.Errorf("asked: %+v", asked)
	}
	next, err := o.db.NextIssue(ctx, time.Minute)
	o.ok(err)
	if _, err := o.db.NextIssue(ctx, time.Minute); err != org.ErrNoWork { //nolint:errorlint // as it says
		t.Errorf("two read it at once: %v", err)
	}
	o.ok(o.db.RefuseIssue(ctx, next, "It is closed."))
	o.ok(o.db.RefuseIssue(ctx, next, "It is closed."))
	again, err := o.db.AskIssue(ctx, issueOrder(1))
	o.ok(err)
	if again.State != outward.IssueAsked {
		t.Errorf("asked again: %+v", again)
	}
	p, err := o.db.BeginIssue(ctx, issueBegin(again))
	o.ok(err)
	same, err := o.db.BeginIssue(ctx, issueBegin(again))
	o.ok(err)
	if p == "" || p != same {
		t.Errorf("it orders %s and %s", p, same)
	}
	known, err := o.db.AskIssue(ctx, issueOrder(1))
	o.ok(err)
	if known.State != outward.IssueOrdered || known.Project != p {
		t.Errorf("asked for what is ordered: %+v", known)
	}
	if all, err := o.db.IssueOrders(ctx, 10); err != nil || len(all) != 1 || all[0].Title != "Prices" {
		t.Errorf("all: %+v, %v", all, err)
	}
	if due, err := o.db.AnswersDue(ctx); err != nil || len(due) != 0 {
		t.Errorf("answered before there is a plan: %+v, %v", due, err)
	}
	o.plan(piece("a"))
	c, err := o.db.Context(ctx, o.step(p, "a").ID)
	o.ok(err)
	if c.Request == "" || c.Typed != "" {
		t.Errorf("what stands at a forge counts as typed by the founder: %q of %q", c.Typed, c.Request)
	}
}

// A repository's issues order so many projects in a day and no more.
func TestIssuesOfADayEnd(t *testing.T) {
	o := newInstance(t)
	ctx := t.Context()
	for n := range outward.IssuesADay {
		_, err := o.db.AskIssue(ctx, issueOrder(n+1))
		o.ok(err)
	}
	_, err := o.db.AskIssue(ctx, issueOrder(99))
	o.want(err, org.ErrConflict)
	if same, err := o.db.AskIssue(ctx, issueOrder(1)); err != nil || same.Number != 1 {
		t.Errorf("one that was asked for: %+v, %v", same, err)
	}
	other := issueOrder(99)
	other.Place = "acme/site"
	_, err = o.db.AskIssue(ctx, other)
	o.ok(err)
	o.clock.forward(25 * time.Hour)
	_, err = o.db.AskIssue(ctx, issueOrder(99))
	o.ok(err)
}
