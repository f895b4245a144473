package store_test

import (
	"errors"
	"reflect"
	"testing"
	"time"

	"github.com/frasier-cos/frasier/internal/company"
	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/store/memos"
)

// book reads the company as the founder looks at it, ten orders a page.
func (b *bench) book(before org.MemoID) company.Book {
	b.t.Helper()
	c, err := b.db.CompanyBook(b.t.Context(), before, 10)
	b.ok(err)
	return c
}

// The founder sees each order with the messages, projects and reports that came of it, and
// from a project back to his words.
func TestCompanyBook(t *testing.T) {
	b := firm(t)
	ctx := t.Context()
	p, k1 := b.ordered()
	k4 := b.tell("And sell tea")
	c := b.book("")
	if len(c.Orders) != 2 || c.Orders[0].Root != k4.ID || c.Orders[1].Root != k1.ID || c.Older != "" || !c.On || len(c.Departments) != 5 {
		t.Fatalf("the company: %+v", c)
	}
	first, isOrder := c.Orders[1].Order()
	if !isOrder || first.Body != k1.Body || len(c.Orders[1].Memos) != 3 || len(c.Orders[1].Projects) != 1 || c.Orders[1].Projects[0].ID != p || c.Orders[1].Held {
		t.Errorf("the first order: %+v", c.Orders[1])
	}
	if n := len(c.Orders[1].Waiting()); n != 2 || len(c.Orders[0].Projects) != 0 {
		t.Errorf("%d messages of it wait, want 2", n)
	}
	th, err := b.db.CompanyThread(ctx, "k3")
	if b.ok(err); th.Root != k1.ID || len(th.Memos) != 3 {
		t.Errorf("what the third message belongs to: %+v", th)
	}
	got, err := b.db.Project(ctx, string(p))
	b.ok(err)
	why, err := b.db.CompanyReasons(ctx, got.ForMemo)
	if b.ok(err); len(why) != 2 || why[0].ID != "k2" || why[1].ID != k1.ID {
		t.Errorf("why there is the project: %+v", why)
	}
	if _, err := b.db.CompanyThread(ctx, "k99"); !errors.Is(err, org.ErrNotFound) {
		t.Errorf("a message that is not there: %v", err)
	}
	// He holds it: its project rests, though none of its messages was open.
	_, err = b.db.HoldDirective(ctx, k1.ID)
	if b.ok(err); !b.book("").Orders[1].Held || b.book("").Orders[0].Held {
		t.Error("the order that he holds is not the one that is shown as held")
	}
	_, err = b.db.HoldDirective(ctx, k4.ID)
	b.ok(err)
	before := len(b.events(org.EventMemoSettled))
	_, err = b.db.ContinueDirective(ctx, k4.ID)
	if b.ok(err); b.book("").Orders[0].Held || len(b.events(org.EventMemoSettled)) != before+1 {
		t.Error("an order that goes on is held, or no line of the journal says that it goes on")
	}
	b.sound()
}

// A director's last turns are shown with what he did, and with what was wrong where nothing
// was carried out; those to which nothing was new are not.
func TestCompanyDepartmentBook(t *testing.T) {
	b := firm(t)
	ctx := t.Context()
	b.ordered()
	b.pass(memos.SittingsApart)
	b.tell("And sell tea")
	s := b.sit(org.Business)
	b.ok(b.db.AbortSitting(ctx, s, "action 1: there is no project p99"))
	d, err := b.db.CompanyDepartment(ctx, org.Business)
	if b.ok(err); len(d.Turns) != 2 || d.Turns[0].Fault == "" || d.Turns[1].Fault != "" || len(d.Turns[1].Deeds) != 3 || !d.Turns[1].CEO || d.Turns[1].About[0] != "k1" {
		t.Errorf("Business: %+v", d.Turns)
	}
	b.pass(memos.SittingsApart)
	s = b.sit(org.Business)
	var answer []company.DirectorAction
	for _, m := range s.Memos {
		answer = append(answer, company.DirectorAction{Op: company.OpAsk, Message: string(m.ID), Subject: "Which tea?", Body: "There are two.", Items: []string{"Green", "Black"}},
			company.DirectorAction{Op: company.OpDefer, Message: string(m.ID), After: "#1", Body: "the tea decides"})
	}
	b.decide(s, answer...)
	asked, err := b.db.CompanyQuestions(ctx)
	if b.ok(err); len(asked) != 1 || asked[0].Subject != "Which tea?" || len(asked[0].Data.Options) != 2 {
		t.Errorf("asked: %+v", asked)
	}
	_, err = b.db.AnswerMemo(ctx, asked[0].ID, "Black")
	b.ok(err)
	if asked, err = b.db.CompanyQuestions(ctx); err != nil || len(asked) != 0 {
		t.Errorf("after the answer: %+v, %v", asked, err)
	}
	b.pages()
	if d.Director != "Beatrice" || len(d.Waiting) != 3 || d.Due.IsZero() {
		t.Errorf("Business: %+v", d)
	}
}

// pages reads all messages two at a time, the newest first.
func (b *bench) pages() {
	b.t.Helper()
	all, err := b.db.CompanyMessages(b.t.Context(), "", 100)
	b.ok(err)
	var paged []company.Memo
	for before := org.MemoID(""); ; before = paged[len(paged)-1].ID {
		some, err := b.db.CompanyMessages(b.t.Context(), before, 2)
		b.ok(err)
		if len(some) == 0 {
			break
		}
		paged = append(paged, some...)
	}
	if len(all) < 5 || all[len(all)-1].ID != "k1" || !reflect.DeepEqual(all, paged) {
		b.t.Errorf("%d messages, %d by pages", len(all), len(paged))
	}
	if none, err := b.db.CompanyMessages(b.t.Context(), "k999", 2); err != nil || len(none) != 0 {
		b.t.Errorf("older than one that is none: %v, %v", none, err)
	}
}

// Older orders are on the next page. A company that was never on costs one question, and one
// that is off still shows what was ordered.
func TestCompanyBookPagesAndRest(t *testing.T) {
	b := newBench(t)
	if c := b.book(""); c.On || c.Cap != 0 || c.Orders != nil {
		t.Errorf("a company that was never on: %+v", c)
	}
	if _, err := b.db.CompanyDepartment(t.Context(), org.Tech); !errors.Is(err, org.ErrNotFound) {
		t.Errorf("a department of a company that was never on: %v", err)
	}
	b.ok(b.db.CompanyOn(t.Context(), 20*org.Dollar, local()))
	for range 12 {
		b.tell("Get 30 paying roasters")
		b.pass(time.Second)
	}
	newest := b.book("")
	if len(newest.Orders) != 10 || newest.Older != "k3" || newest.Orders[0].Root != "k12" {
		t.Errorf("the newest orders: %d, older than %q", len(newest.Orders), newest.Older)
	}
	if older := b.book(newest.Older); len(older.Orders) != 2 || older.Older != "" || older.Orders[0].Root != "k2" {
		t.Errorf("the older orders: %+v", older.Orders)
	}
	b.ok(b.db.CompanyOff(t.Context()))
	if c := b.book(""); c.On || c.Cap != 20*org.Dollar || len(c.Orders) != 10 || len(c.Departments) != 0 || c.Orders[0].On {
		t.Errorf("a company that is off: %+v", c)
	}
}
