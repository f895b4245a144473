package store_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/frasier-cos/frasier/internal/coding"
	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/reports"
)

// afar is a repository at an address, whose branches are pushed.
func afar(push bool) coding.Repository {
	return coding.Repository{Name: "shop", Kind: coding.RepositoryURL, Source: "https://host.example/acme/shop.git", Ref: "main", Checks: []string{goTest}, Policy: coding.CodePolicy{Push: push}}
}

// A branch is pushed when its project has ended, once, and what became of it is told.
func TestPushes(t *testing.T) {
	o := newInstance(t)
	ctx := t.Context()
	_, err := o.db.AddRepository(ctx, afar(true))
	o.ok(err)
	p := o.ordered(coded("a"), coded("b"))
	claims := o.claim(10)
	for _, key := range []string{"a", "b"} {
		c := claims[key]
		about, err := o.db.Context(ctx, c.Step.ID)
		o.ok(err)
		_, err = o.db.PlaceStep(ctx, c.Lease, coding.Place(coding.PlaceFacts{Order: *about.Code, Tip: "c0"}))
		o.ok(err)
		o.mergeOne(c)
		if due, err := o.db.PushesDue(ctx); err != nil || len(due) != 0 {
			t.Errorf("while the project goes on %+v are due, %v", due, err)
		}
	}
	c := o.claim(1)["assembly"]
	o.ok(o.db.Finish(ctx, c.Lease, completed(c.Step)))
	o.wantProject(p, org.ProjectCompleted)
	due, err := o.db.PushesDue(ctx)
	o.ok(err)
	if len(due) != 1 || due[0].Project != p || len(due[0].Order.Merged) != 2 || due[0].Order.Repository.Source != afar(true).Source || due[0].Since.IsZero() {
		t.Fatalf("due are %+v", due)
	}
	late := due[0]
	late.Order.Merged = late.Order.Merged[:1]
	o.want(o.db.KeepPush(ctx, late, coding.Push{State: coding.PushThere}), org.ErrConflict)
	o.ok(o.db.KeepPush(ctx, due[0], coding.Push{State: coding.PushRefused, Why: "it is protected there"}))
	o.want(o.db.KeepPush(ctx, due[0], coding.Push{State: coding.PushThere}), org.ErrConflict)
	if due, err := o.db.PushesDue(ctx); err != nil || len(due) != 0 {
		t.Errorf("when it was refused %+v are due, %v", due, err)
	}
	o.sound()
	tk, err := o.db.Ticket(ctx, p, o.db.Now())
	o.ok(err)
	all, err := o.db.Changes(ctx, p)
	o.ok(err)
	for _, list := range [][]coding.StepChange{tk.Changes, all} {
		if len(list) != 2 || list[0].Order.Push == nil || list[0].Order.Push.State != coding.PushRefused || list[0].Order.Push.Why != "it is protected there" {
			t.Errorf("the changes are %+v", list)
		}
	}
	events, err := o.db.EventsOf(ctx, p)
	o.ok(err)
	events = slices.DeleteFunc(events, func(e org.Event) bool { return e.Kind != org.EventPushed })
	if len(events) != 1 || events[0].Step != claims["b"].Step.ID {
		t.Errorf("the journal says %+v", events)
	}
}

// What goes onto the founder's own branch is pushed under its name as it was decided, and becomes no pull request, also
// where the settings say later that branches of ours do.
func TestPushesOntoTheFoundersBranch(t *testing.T) {
	o := newInstance(t)
	ctx := t.Context()
	r := afar(true)
	r.Policy.Onto = true
	id, err := o.db.AddRepository(ctx, r)
	o.ok(err)
	p := o.ordered(coded("a"))
	c := o.claim(10)["a"]
	about, err := o.db.Context(ctx, c.Step.ID)
	o.ok(err)
	_, err = o.db.PlaceStep(ctx, c.Lease, coding.Place(coding.PlaceFacts{Order: *about.Code, Tip: "c0"}))
	o.ok(err)
	o.mergeOne(c)
	c = o.claim(1)["assembly"]
	o.ok(o.db.Finish(ctx, c.Lease, completed(c.Step)))
	due, err := o.db.PushesDue(ctx)
	o.ok(err)
	if len(due) != 1 || due[0].Order.PushedAs() != "main" || !due[0].Order.WentOnto() {
		t.Fatalf("due are %+v", due)
	}
	o.ok(o.db.KeepPush(ctx, due[0], coding.Push{State: coding.PushThere}))
	r.ID, r.Policy.Onto, r.Policy.Pull = id, false, coding.PullDraft
	o.ok(o.db.SetRepository(ctx, r))
	if pulls, err := o.db.PullsDue(ctx); err != nil || len(pulls) != 0 {
		t.Errorf("pull requests are due: %+v, %v", pulls, err)
	}
	tk, err := o.db.Ticket(ctx, p, o.db.Now())
	o.ok(err)
	all, err := o.db.Changes(ctx, p)
	o.ok(err)
	for _, list := range [][]coding.StepChange{tk.Changes, all} {
		if len(list) != 1 || list[0].Order.PushedAs() != "main" {
			t.Errorf("the changes are %+v", list)
		}
	}
}

// Nothing is pushed that nobody decided, and nothing of a project that its founder ended.
func TestWhatStaysHere(t *testing.T) {
	for name, push := range map[string]bool{"not decided": false, "cancelled": true} {
		t.Run(name, func(t *testing.T) {
			o := newInstance(t)
			ctx := t.Context()
			_, err := o.db.AddRepository(ctx, afar(push))
			o.ok(err)
			p := o.ordered(coded("a"))
			c := o.claim(1)["a"]
			about, err := o.db.Context(ctx, c.Step.ID)
			o.ok(err)
			_, err = o.db.PlaceStep(ctx, c.Lease, coding.Place(coding.PlaceFacts{Order: *about.Code, Tip: "c0"}))
			o.ok(err)
			o.mergeOne(c)
			if push {
				o.ok(o.db.Cancel(ctx, p))
			} else {
				c = o.claim(1)["assembly"]
				o.ok(o.db.Finish(ctx, c.Lease, completed(c.Step)))
				o.wantProject(p, org.ProjectCompleted)
			}
			if due, err := o.db.PushesDue(ctx); err != nil || len(due) != 0 {
				t.Errorf("due are %+v, %v", due, err)
			}
			o.sound()
		})
	}
}

// An address that somebody names in a chat is kept until a worker answers, and he is told once.
func TestRequests(t *testing.T) {
	o := newInstance(t)
	ctx := t.Context()
	ask := coding.Request{Source: afar(false).Source, Channel: org.Channel{Transport: "discord", ID: "7"}}
	other := ask
	other.Channel.ID, other.Name = "8", "far"
	for _, r := range []coding.Request{ask, ask, other} {
		o.ok(o.db.AskRepository(ctx, r))
	}
	all, err := o.db.RepositoriesAsked(ctx)
	o.ok(err)
	if len(all) != 2 || all[0].Source != ask.Source || all[0].At.IsZero() || all[0].Name+all[1].Name != "far" {
		t.Fatalf("asked for are %+v", all)
	}
	for _, r := range all {
		o.ok(o.db.AnswerRepository(ctx, r, reports.RepositoryFacts{Source: r.Source, Why: "there is none"}))
		o.want(o.db.AnswerRepository(ctx, r, reports.RepositoryFacts{Source: r.Source}), org.ErrConflict)
	}
	if all, err := o.db.RepositoriesAsked(ctx); err != nil || len(all) != 0 {
		t.Errorf("when all are answered %+v are asked for, %v", all, err)
	}
	if got := o.deliveries(reports.DeliverNotice); len(got) != 2 || !strings.Contains(got[0], "there is none") {
		t.Errorf("said is %+v", got)
	}
	o.sound()
}

// A repository that is removed takes no new work, frees its name, and leaves what was done in it.
func TestRemoveRepository(t *testing.T) {
	o := newInstance(t)
	ctx := t.Context()
	_, err := o.db.AddRepository(ctx, afar(false))
	o.ok(err)
	o.want(o.db.RemoveRepository(ctx, "nothing"), org.ErrNotFound)
	p := o.ordered(coded("a"))
	o.want(o.db.RemoveRepository(ctx, "shop"), org.ErrConflict)
	c := o.claim(1)["a"]
	o.mergeOne(c)
	c = o.claim(1)["assembly"]
	o.ok(o.db.Finish(ctx, c.Lease, completed(c.Step)))
	o.ok(o.db.RemoveRepository(ctx, "shop"))
	o.want(o.db.RemoveRepository(ctx, "shop"), org.ErrNotFound)
	if all, err := o.db.Repositories(ctx); err != nil || len(all) != 0 {
		t.Errorf("known are %+v, %v", all, err)
	}
	list, err := o.db.Changes(ctx, p)
	o.ok(err)
	if len(list) != 1 || len(list[0].Order.Merged) != 1 || list[0].Order.Repository.Source != afar(false).Source {
		t.Errorf("what was done is %+v", list)
	}
	other := afar(true)
	other.Source = "https://host.example/acme/other.git"
	_, err = o.db.AddRepository(ctx, other)
	o.ok(err)
	list, err = o.db.Changes(ctx, p)
	if o.ok(err); list[0].Order.Repository.Name == "shop" || list[0].Order.Repository.Source != afar(false).Source {
		t.Errorf("the old project is in %+v", list[0].Order.Repository)
	}
	o.sound()
}
