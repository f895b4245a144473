package store_test

import (
	"errors"
	"fmt"
	"slices"
	"testing"
	"time"

	"github.com/frasier-cos/frasier/internal/company"
	"github.com/frasier-cos/frasier/internal/org"
	sittings "github.com/frasier-cos/frasier/store/company"
	"github.com/frasier-cos/frasier/store/memos"
)

// firm is a company that is on, with 20 dollars a week.
func firm(t *testing.T) *bench {
	t.Helper()
	b := newBench(t)
	b.ok(b.db.CompanyOn(t.Context(), 20*org.Dollar, local()))
	return b
}

// tell gives the company an order.
func (b *bench) tell(words string) company.Memo {
	b.t.Helper()
	b.said++
	m, err := b.db.TellCompany(b.t.Context(), fmt.Sprint("o", b.said), words)
	b.ok(err)
	return m
}

// sit claims the next turn, which is to be that of a department.
func (b *bench) sit(want org.Department) company.Sitting {
	b.t.Helper()
	s, err := b.db.ClaimSitting(b.t.Context(), "worker-1", time.Hour)
	if err != nil || s.Lease.Department != want {
		b.t.Fatalf("the turn of %q (%v), want that of %s", s.Lease.Department, err, want)
	}
	return s
}

// nobody wants no director to be due.
func (b *bench) nobody() {
	b.t.Helper()
	if s, err := b.db.ClaimSitting(b.t.Context(), "worker-1", time.Hour); !errors.Is(err, org.ErrNoWork) {
		b.t.Fatalf("the turn of %q (%v), want none", s.Lease.Department, err)
	}
}

// decide saves an answer.
func (b *bench) decide(s company.Sitting, actions ...company.DirectorAction) {
	b.t.Helper()
	b.decideAs(s, company.DirectorReply{Summary: "So be it.", Actions: actions})
}

func (b *bench) decideAs(s company.Sitting, r company.DirectorReply) {
	b.t.Helper()
	b.ok(b.db.SaveSitting(b.t.Context(), s, r))
}

func (b *bench) memo(id org.MemoID) company.Memo {
	b.t.Helper()
	m, err := b.db.Memo(b.t.Context(), id)
	b.ok(err)
	return m
}

// sound wants every invariant to hold.
func (b *bench) sound() {
	b.t.Helper()
	all, err := b.db.Verify(b.t.Context())
	b.ok(err)
	for _, r := range all {
		if !r.OK {
			b.t.Errorf("verify: %s: %s", r.Name, r.Detail)
		}
	}
}

// ordered has R&D open a project for an order of the founder's, for at most three dollars.
func (b *bench) ordered() (org.ProjectID, company.Memo) {
	b.t.Helper()
	k1 := b.tell("Get 30 paying roasters")
	b.decide(b.sit(org.Business),
		company.DirectorAction{Op: company.OpSend, Message: string(k1.ID), Kind: company.MemoResearchRequest, To: "research", Subject: "Who buys", Body: "And at what price."},
		company.DirectorAction{Op: company.OpSend, Message: string(k1.ID), Kind: company.MemoCampaignRequest, To: "marketing", Subject: "A kit", Body: "A mail.", After: "#1"},
		company.DirectorAction{Op: company.OpDefer, Message: string(k1.ID), After: "#1", Body: "the kit needs the prices"})
	s := b.sit(org.Research)
	b.decide(s, company.DirectorAction{Op: company.OpOpen, Message: string(s.Memos[0].ID), Subject: "Buyers", Body: "Who buys roasted coffee.", Cap: 3})
	all, err := b.db.Projects(b.t.Context())
	b.ok(err)
	return all[len(all)-1].ID, k1
}

// managementSays has Management say how a project does, at a review of its own.
func (b *bench) managementSays(p org.ProjectID, status string) error {
	b.t.Helper()
	ctx := b.t.Context()
	b.ok(b.db.ReviewCompany(ctx))
	for {
		s, err := b.db.ClaimSitting(ctx, "worker-1", time.Hour)
		b.ok(err)
		if s.Lease.Department != org.Management {
			b.ok(b.db.PutBackSitting(ctx, s.Lease, 24*time.Hour))
			continue
		}
		all := []company.DirectorAction{
			{Op: company.OpSend, Kind: company.MemoProgress, To: "business", Project: string(p), Subject: status + b.now.String()[:19], Body: "The price decides.", Status: status},
		}
		for _, m := range s.Memos {
			all = append(all, company.DirectorAction{Op: company.OpDone, Message: string(m.ID), Body: "seen"})
		}
		err = b.db.SaveSitting(ctx, s, company.DirectorReply{Summary: "x", Actions: all})
		if err != nil {
			b.ok(b.db.AbortSitting(ctx, s, err.Error()))
		}
		return err
	}
}

// What the founder tells leads to orders, a project with a cap and a report by code, and what
// waited for that goes on.
func TestCompanyFromOrderToReport(t *testing.T) {
	b := firm(t)
	ctx := t.Context()
	p, k1 := b.ordered()
	b.nobody()
	if m := b.memo("k3"); m.State != company.MemoDeferred || m.Waits != "k2" || m.Root != k1.ID {
		t.Errorf("the kit: %+v", m)
	}
	got, err := b.db.Project(ctx, string(p))
	b.ok(err)
	status, err := b.db.ProjectStatus(ctx, p, b.now)
	b.ok(err)
	if got.OpenedBy != org.Research || got.ForMemo != "k2" || status.Cap != 3*org.Dollar || got.Channel != local() {
		t.Errorf("the project: opened by %s for %s, cap %s, in %v", got.OpenedBy, got.ForMemo, status.Cap, got.Channel)
	}
	w, err := b.db.Why(ctx, string(p))
	if b.ok(err); len(w.Reasons) < 3 || w.Reasons[0] != "R&D ordered it" || w.Reasons[2] != "because of k1, your words: Get 30 paying roasters" {
		t.Errorf("why: %q", w.Reasons)
	}
	c, err := b.db.Company(ctx)
	b.ok(err)
	if c.Money.Bound != 3*org.Dollar || c.Money.Left() != 15*org.Dollar {
		t.Errorf("bound %s, left %s; want $3 of $20, of which $2 are for thinking", c.Money.Bound, c.Money.Left())
	}
	b.paid("call", p, org.Dollar)
	b.ok(b.db.FailProject(ctx, p, "no source could be read"))
	report := b.memo("k4")
	if report.Kind != company.MemoFindings || report.To != org.Business || report.ReplyTo != "k2" || report.Project != p {
		t.Errorf("the report: %+v", report)
	}
	if m := b.memo("k3"); m.State != company.MemoDeferred {
		t.Errorf("the kit is %s before Business has judged the report", m.State)
	}
	b.nobody() // Business thought just now
	b.pass(memos.SittingsApart)
	s := b.sit(org.Business)
	if len(s.Memos) != 2 || s.Mode != company.ModeCEO {
		t.Errorf("Business is shown %+v as %s", s.Memos, s.Mode)
	}
	b.decide(s, company.DirectorAction{Op: company.OpDone, Message: "k4", Body: "noted"}, company.DirectorAction{Op: company.OpDone, Message: "k1", Body: "there are none"})
	if m := b.memo("k3"); m.State != company.MemoOpen {
		t.Errorf("the kit is %s after Business has settled the report", m.State)
	}
	if s = b.sit(org.Marketing); len(s.Heard) != 1 || s.Heard[0].ID != "k4" {
		t.Errorf("Marketing hears %+v", s.Heard)
	}
	if c, err = b.db.Company(ctx); err != nil || c.Money.Spent != org.Dollar || c.Money.Left() != 17*org.Dollar {
		t.Errorf("spent %s, left %s, %v", c.Money.Spent, c.Money.Left(), err)
	}
	if said := b.notices("company:turn"); len(said) != 3 {
		t.Errorf("cards: %q", said)
	}
	b.sound()
}

// What waits for an answer that is declined falls, and whoever would have had it never hears it.
func TestWhatWaitsForADeclinedAnswerFalls(t *testing.T) {
	b := firm(t)
	p, k1 := b.ordered()
	b.ok(b.db.FailProject(t.Context(), p, "no source could be read"))
	b.pass(memos.SittingsApart)
	b.decide(b.sit(org.Business),
		company.DirectorAction{Op: company.OpDecline, Message: "k4", Body: "it answers nothing"},
		company.DirectorAction{Op: company.OpDone, Message: string(k1.ID), Body: "nothing can be found out"})
	if m := b.memo("k3"); m.State != company.MemoDeclined || m.Reason != "the answer that it waited for was declined: it answers nothing" {
		t.Errorf("the kit: %+v", m)
	}
	b.pass(memos.SittingsApart)
	b.nobody()
	b.sound()
}

// All routes are the table's, and both refuse every other.
func TestMemoRoutes(t *testing.T) {
	b := firm(t)
	kinds := map[company.MemoKind]bool{}
	for _, r := range company.MemoRules() {
		kinds[r.Kind] = true
	}
	if len(kinds) != 17 {
		t.Fatalf("%d kinds of messages, want 17", len(kinds))
	}
	parties := append(org.Departments(), org.Founder)
	stored := map[company.MemoRoute]bool{}
	for _, w := range company.MemoRoutes() {
		if stored[w] {
			t.Errorf("%v is there twice", w)
		}
		stored[w] = true
	}
	n := 0
	for kind := range kinds {
		for _, from := range parties {
			for _, to := range parties {
				n++
				w := company.MemoRoute{Kind: kind, Sender: from, To: to}
				_, ok := company.RuleFor(w)
				err := b.db.Plant(t.Context(), `
					INSERT INTO memos (id, key, kind, sender, recipient, reserved, subject, body, state, made_by, expires_at, created_at)
					VALUES (?, ?, ?, ?, ?, 'org-ops-reserved', 's', 'b', 'open', 'code', 0, 0)`, fmt.Sprint("x", n), fmt.Sprint("x", n), kind, from, to)
				if ok != stored[w] || ok != (err == nil) {
					t.Errorf("%v: rule %v, route %v, database %v", w, ok, stored[w], err)
				}
			}
		}
	}
	if n != 17*6*6 {
		t.Errorf("%d ways were tried", n)
	}
}

// An answer with one bad action leaves nothing behind but the record of the attempt; after
// three the message is stuck, and the founder is told.
func TestCompanyAllOrNothing(t *testing.T) {
	b := firm(t)
	ctx := t.Context()
	b.tell("Get 30 paying roasters")
	bad := company.DirectorReply{Summary: "x", Actions: []company.DirectorAction{
		{Op: company.OpSend, Message: "k1", Kind: company.MemoResearchRequest, To: "research", Subject: "Who buys", Body: "And at what price."},
		{Op: company.OpNote, Body: "one"},
		{Op: company.OpSend, Message: "k1", Kind: company.MemoResearchRequest, To: "research", Project: "p99", Subject: "Who", Body: "Else."},
		{Op: company.OpDefer, Message: "k1", After: "#1", Body: "later"},
	}}
	for try := 1; try <= sittings.SittingTries; try++ {
		s := b.sit(org.Business)
		before := b.rows()
		if err := b.db.SaveSitting(ctx, s, bad); err == nil {
			t.Fatal("it was saved")
		}
		b.unchanged(before, "an answer with a fault")
		b.ok(b.db.AbortSitting(ctx, s, "action 3: there is no project p99"))
		if err := b.db.SaveSitting(ctx, s, bad); !errors.Is(err, org.ErrLeaseLost) {
			t.Errorf("after the turn: %v", err)
		}
	}
	if m := b.memo("k1"); m.State != company.MemoStuck {
		t.Errorf("the order is %s", m.State)
	}
	b.nobody()
	if said := b.notices("company:stuck"); len(said) != 1 {
		t.Errorf("told %q", said)
	}
	b.sound()
}

// Management may let a project rest and go on; what the founder said stands for a week.
func TestTheFoundersWordStands(t *testing.T) {
	b := firm(t)
	ctx := t.Context()
	p, _ := b.ordered()
	says := func(status string) error { return b.managementSays(p, status) }
	state := func() (org.ProjectState, org.MemoID) {
		b.t.Helper()
		got, err := b.db.Project(ctx, string(p))
		b.ok(err)
		return got.State, got.PausedBy
	}
	b.ok(says("at_risk"))
	b.pass(time.Hour)
	b.ok(says("paused"))
	if is, by := state(); is != org.ProjectPaused || by == "" {
		t.Fatalf("it is %s by %q", is, by)
	}
	b.pass(time.Hour)
	b.ok(says("in_progress"))
	if is, _ := state(); is != org.ProjectActive {
		t.Fatalf("it is %s", is)
	}
	b.pass(time.Hour)
	b.ok(says("paused"))
	b.ok(b.db.Resume(ctx, p))
	b.pass(6 * 24 * time.Hour)
	if err := says("paused"); err == nil {
		t.Error("it was paused within a week of the founder's word")
	}
	b.pass(2 * 24 * time.Hour)
	b.ok(says("paused"))
	b.ok(b.db.Pause(ctx, p)) // now he holds it
	b.pass(time.Hour)
	if err := says("in_progress"); err == nil {
		t.Error("it goes on although the founder paused it")
	}
	if is, by := state(); is != org.ProjectPaused || by != "" {
		t.Errorf("it is %s by %q", is, by)
	}
	b.sound()
}

// A company that was never on, or is off again, leaves no row behind when a worker looks
// whether a director is due, and nothing is asked of a model.
func TestCompanyOffCostsNothing(t *testing.T) {
	b := newBench(t)
	look := func(when string) {
		t.Helper()
		before := b.rows()
		for range 10 {
			b.pass(8 * 24 * time.Hour) // also when a weekly review would be due
			b.nobody()
		}
		b.unchanged(before, "looking while the company is "+when)
	}
	look("not on yet")
	b.ok(b.db.CompanyOn(t.Context(), 20*org.Dollar, local()))
	b.tell("Get 30 paying roasters")
	b.ok(b.db.CompanyOff(t.Context()))
	look("off again")
}

// Off means off: no turn, no order; on again goes on where it was.
func TestCompanyOff(t *testing.T) {
	b := newBench(t)
	ctx := t.Context()
	b.nobody()
	if _, err := b.db.TellCompany(ctx, "1", "x"); !errors.Is(err, org.ErrConflict) {
		t.Errorf("told before it was on: %v", err)
	}
	b.ok(b.db.CompanyOn(ctx, 20*org.Dollar, local()))
	b.nobody()
	b.tell("Sell more")
	b.ok(b.db.CompanyOff(ctx))
	b.nobody()
	b.ok(b.db.CompanyOn(ctx, 10*org.Dollar, local()))
	s := b.sit(org.Business)
	b.ok(b.db.CompanyOff(ctx)) // in the middle of a turn, which may end
	b.decide(s, company.DirectorAction{Op: company.OpDone, Message: "k1", Body: "sold"})
	b.nobody()
	b.sound()
}

// Two directors write back and forth until code ends it.
func TestPingPongEnds(t *testing.T) {
	b := firm(t)
	b.tell("Sell more")
	about, to := "k1", org.Research
	b.decide(b.sit(org.Business),
		company.DirectorAction{Op: company.OpSend, Message: about, Kind: company.MemoResearchRequest, To: "research", Subject: "Look", Body: "Please."},
		company.DirectorAction{Op: company.OpDefer, Message: about, After: "#1", Body: "first"})
	for n := 0; ; n++ {
		b.pass(memos.SittingsApart)
		s := b.sit(to)
		i := slices.IndexFunc(s.Memos, func(m company.Memo) bool { return m.Kind != company.MemoDirective })
		back := company.DirectorAction{Op: company.OpSend, Message: string(s.Memos[i].ID), Kind: company.MemoBudgetRequest, To: "business", Subject: fmt.Sprint("More ", n), Body: "Please.", Cap: 1}
		if to == org.Business {
			back = company.DirectorAction{Op: company.OpSend, Message: string(s.Memos[i].ID), Kind: company.MemoResearchRequest, To: "research", Subject: fmt.Sprint("Look ", n), Body: "Again."}
		}
		actions := []company.DirectorAction{back}
		for _, m := range s.Memos {
			if m.Kind == company.MemoDirective {
				actions = append(actions, company.DirectorAction{Op: company.OpDefer, Message: string(m.ID), After: "#1", Body: "it waits"})
			}
		}
		b.decide(s, actions...)
		if said := b.notices("company:stuck"); len(said) > 0 {
			if n != sittings.PingPong-1 {
				t.Errorf("it ended after %d messages", n+1)
			}
			break
		}
		if n > sittings.PingPong {
			t.Fatal("it never ends")
		}
		if to = org.Research; n%2 == 0 {
			to = org.Business
		}
	}
	b.sound()
}

// A director's calls are bounded by a tenth of the week's budget, to the nano-dollar.
func TestThinkingIsBounded(t *testing.T) {
	b := firm(t)
	think := func(key string, reserve org.NanoUSD) (org.ModelCall, error) {
		c := modelCall(key, "")
		c.Agent, c.Reserve = org.Business.Agent(), reserve
		_, _, err := b.db.BeginCall(t.Context(), c)
		return c, err
	}
	_, err := think("1", 2*org.Dollar+1)
	if !errors.Is(err, org.ErrBudget) {
		t.Errorf("more than the share: %v", err)
	}
	c, err := think("2", 2*org.Dollar)
	b.ok(err)
	if _, err := think("3", 1); !errors.Is(err, org.ErrBudget) {
		t.Errorf("a nano-dollar more: %v", err)
	}
	b.end(usable(org.CallEnd{Key: c.Key, Try: 1}, "r", org.Dollar))
	if _, err = think("4", org.Dollar); err != nil {
		t.Errorf("what is left: %v", err)
	}
	b.pass(7 * 24 * time.Hour)
	if _, err = think("5", 2*org.Dollar); err != nil {
		t.Errorf("in the next week: %v", err)
	}
}

// What the founder holds waits with its projects, and goes on where it was.
func TestCompanyHeld(t *testing.T) {
	b := firm(t)
	ctx := t.Context()
	p, k1 := b.ordered()
	b.ok(b.db.Cancel(ctx, b.project("Mine"))) // wakes nobody
	k9 := b.tell("And sell tea")
	for range 2 {
		if n, err := b.db.HoldDirective(ctx, k1.ID); err != nil || n != 1 {
			t.Fatalf("%d projects rest, %v", n, err)
		}
	}
	if got, err := b.db.Project(ctx, string(p)); err != nil || got.State != org.ProjectPaused || got.PausedBy != "" {
		t.Errorf("the project is %s by %q, %v", got.State, got.PausedBy, err)
	}
	if _, err := b.db.HoldDirective(ctx, k9.ID); err != nil {
		t.Fatal(err)
	}
	b.nobody()
	if _, err := b.db.ContinueDirective(ctx, k9.ID); err != nil {
		t.Fatal(err)
	}
	if s := b.sit(org.Business); len(s.Memos) != 1 || s.Memos[0].ID != k9.ID {
		t.Errorf("Business is shown %+v", s.Memos)
	}
	for range 2 {
		if _, err := b.db.ContinueDirective(ctx, k1.ID); err != nil {
			t.Fatal(err)
		}
	}
	if got, err := b.db.Project(ctx, string(p)); err != nil || got.State != org.ProjectActive || got.Resumed.IsZero() {
		t.Errorf("the project is %s, %v", got.State, err)
	}
	b.sound()
}

// The weekly review comes once, whatever the clock does, with a brief for the founder; a
// quiet company says nothing.
func TestCompanyWeeklyReview(t *testing.T) {
	b := firm(t)
	ctx := t.Context()
	reviewed := func() int {
		t.Helper()
		n := 0
		for {
			s, err := b.db.ClaimSitting(ctx, "worker-1", time.Hour)
			if errors.Is(err, org.ErrNoWork) {
				return n
			}
			b.ok(err)
			if s.Review {
				n++
			}
			actions := []company.DirectorAction{}
			for _, m := range s.Memos {
				actions = append(actions, company.DirectorAction{Op: company.OpDone, Message: string(m.ID), Body: "noted"})
			}
			b.ok(b.db.SaveSitting(ctx, s, company.DirectorReply{Summary: "So be it.", Actions: actions}))
		}
	}
	c, err := b.db.Company(ctx)
	if b.ok(err); c.Next.Weekday() != time.Monday || c.Next.Hour() != 8 {
		t.Fatalf("the next review is on %s", c.Next)
	}
	b.now = c.Next.Add(-time.Minute)
	if n := reviewed(); n != 0 {
		t.Errorf("%d directors review before it is time", n)
	}
	b.now = c.Next
	if n := reviewed(); n != 5 {
		t.Errorf("%d directors review, want 5", n)
	}
	if said := b.notices("company:week"); len(said) != 0 {
		t.Errorf("a quiet week: %q", said)
	}
	b.now = c.Next.Add(-48 * time.Hour) // set back, and forward again
	reviewed()
	b.now = c.Next.Add(time.Hour)
	if n := reviewed(); n != 0 {
		t.Errorf("%d directors review again", n)
	}
	b.tell("Sell more")
	reviewed()
	b.pass(7*24*time.Hour - time.Minute)
	reviewed()
	if said := b.notices("company:week"); len(said) != 1 {
		t.Errorf("told %q, want one brief", said)
	}
	b.sound()
}
