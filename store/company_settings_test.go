package store_test

import (
	"strings"
	"testing"
	"time"

	"github.com/frasier-cos/frasier/internal/company"
	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/policy"
	"github.com/frasier-cos/frasier/internal/reports"
	"github.com/frasier-cos/frasier/worker/director"
)

// Directors think with the cheapest model but for who leads, unless the founder says otherwise.
func TestDirectorsTier(t *testing.T) {
	b := firm(t)
	ctx := t.Context()
	if got := director.Tier(company.Sitting{Mode: company.ModeDirector}); got != org.T1 {
		t.Errorf("a director thinks with %s", got)
	}
	b.tell("Get 30 paying roasters")
	s := b.sit(org.Business)
	if got := director.Tier(s); got != org.T2 {
		t.Errorf("Business leads with %s", got)
	}
	b.ok(b.db.PutBackSitting(ctx, s.Lease, 0))
	b.ok(b.db.SetPolicy(ctx, policy.CompanyTier, "T3"))
	if got := director.Tier(b.sit(org.Business)); got != org.T3 {
		t.Errorf("Business leads with %s after the founder set T3", got)
	}
}

// Management sees and holds the founder's own projects only where he lets it, and what he let
// go on stands for a week there too. It never pays for one of them, nor has one made again.
func TestManagementReaches(t *testing.T) {
	b := firm(t)
	ctx := t.Context()
	mine := b.project("Mine")
	b.pass(time.Hour)
	if err := b.managementSays(mine, "paused"); err == nil || !strings.Contains(err.Error(), "no project") {
		t.Fatalf("it reaches the founder's project: %v", err)
	}
	b.ok(b.db.SetPolicy(ctx, policy.CompanyReach, policy.CompanyReachAll))
	b.pass(time.Hour)
	b.ok(b.managementSays(mine, "paused"))
	if p, err := b.db.Project(ctx, string(mine)); err != nil || p.State != org.ProjectPaused || p.PausedBy == "" {
		t.Errorf("it is %s by %q, %v", p.State, p.PausedBy, err)
	}
	b.ok(b.db.Resume(ctx, mine))
	b.pass(time.Hour)
	if err := b.managementSays(mine, "paused"); err == nil || !strings.Contains(err.Error(), "seven days") {
		t.Errorf("it was paused within a week of the founder's word: %v", err)
	}
	b.sound()
}

// An order that is done says on its card what goes on for it, and that can be dropped.
func TestDoneOrderSaysWhatGoesOn(t *testing.T) {
	b := firm(t)
	ctx := t.Context()
	k1 := b.tell("Get 30 paying roasters")
	b.decide(b.sit(org.Business),
		company.DirectorAction{Op: company.OpSend, Message: string(k1.ID), Kind: company.MemoResearchRequest, To: "research", Subject: "Who buys", Body: "And at what price."},
		company.DirectorAction{Op: company.OpSend, Message: string(k1.ID), Kind: company.MemoCampaignRequest, To: "marketing", Subject: "A kit", Body: "A mail.", After: "#1"},
		company.DirectorAction{Op: company.OpDefer, Message: string(k1.ID), After: b.now.Add(48 * time.Hour).Format(time.DateOnly), Body: "by then it is clear"})
	s := b.sit(org.Research)
	b.decide(s, company.DirectorAction{Op: company.OpOpen, Message: string(s.Memos[0].ID), Subject: "Buyers", Body: "Who buys roasted coffee.", Cap: 3})
	all, err := b.db.Projects(ctx)
	b.ok(err)
	p := all[0].ID
	b.pass(48 * time.Hour)
	b.decide(b.sit(org.Business), company.DirectorAction{Op: company.OpDone, Message: string(k1.ID), Body: "There are none."})
	said := b.notices("company:turn:business")
	if len(said) == 0 {
		t.Fatal("nothing was said")
	}
	want := "Still going on for it: " + string(p) + " Buyers; k3, with Marketing: A kit."
	if last := said[len(said)-1]; !strings.Contains(last, want) {
		t.Errorf("the card %q, want %q in it", last, want)
	}
	if n, err := b.db.DropDirective(ctx, k1.ID); err != nil || n != 1 {
		t.Errorf("%d dropped, %v; want the kit", n, err)
	}
	if k := b.memo("k3"); k.State != company.MemoDeclined {
		t.Errorf("the kit is %s", k.State)
	}
	b.sound()
}

// The watch's alarm about a department's project reaches Management, once; one about a project
// of the founder's is his alone, and so is what is not certain.
func TestAlarmReachesManagement(t *testing.T) {
	b := firm(t)
	ctx := t.Context()
	p, k1 := b.ordered()
	b.plan(p, step("s1"))
	alarm := func(key string, p org.ProjectID, sure float64) {
		t.Helper()
		_, _, err := b.db.Raise(ctx, reports.Alert{Key: key, Signal: reports.SignalSilence, Project: p, Confidence: sure, Remedy: reports.RemedyPause, Text: "It spends without end."})
		b.ok(err)
	}
	alarm("mine", b.project("Mine"), 0.99)
	alarm("unsure", p, 0.7)
	b.ok(b.db.Cancel(ctx, b.project("Other")))
	b.nobody()
	alarm("sure", p, 0.99)
	alarm("sure", p, 0.99)
	s := b.sit(org.Management)
	if len(s.Memos) != 1 || s.Memos[0].Kind != company.MemoRisk || s.Memos[0].From != org.Research || s.Memos[0].Root != k1.ID || s.Memos[0].Project != p {
		t.Fatalf("Management is shown %+v", s.Memos)
	}
	if body := s.Memos[0].Body; body != "It spends without end." {
		t.Errorf("it reads %q", body)
	}
	b.decide(s, company.DirectorAction{Op: company.OpDone, Message: string(s.Memos[0].ID), Body: "Seen."})
	b.sound()
}

// A changed hour or zone of the weekly review holds for the next one already; a review that is
// due comes all the same.
func TestReviewMoves(t *testing.T) {
	b := firm(t)
	ctx := t.Context()
	next := func() time.Time {
		t.Helper()
		c, err := b.db.Company(ctx)
		b.ok(err)
		return c.Next.UTC()
	}
	before := next()
	b.ok(b.db.SetPolicy(ctx, policy.CompanyReview, "30 6 * * *"))
	if got := next(); got.Sub(b.now) > 24*time.Hour || got.Hour() != 6 || got.Minute() != 30 {
		t.Errorf("each day at 6:30 the next review is on %s, now is %s", got, b.now)
	}
	b.ok(b.db.SetPolicy(ctx, policy.CompanyReview, policy.CompanyReviewUsual))
	b.ok(b.db.SetPolicy(ctx, policy.Zone, "America/New_York"))
	if got := next(); got.Equal(before) || got.Weekday() != time.Monday {
		t.Errorf("in New York it is at %s as in London", got)
	}
	b.now = next().Add(time.Minute)
	b.ok(b.db.SetPolicy(ctx, policy.Zone, "UTC"))
	if got := next(); got.After(b.now) {
		t.Errorf("a review that was due waits until %s", got)
	}
	b.ok(b.db.CompanyOff(ctx))
	b.ok(b.db.SetPolicy(ctx, policy.CompanyReview, "0 9 * * *"))
	b.sound()
}
