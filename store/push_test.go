package store_test

import (
	"slices"
	"testing"

	"github.com/frasier-cos/frasier/internal/coding"
	"github.com/frasier-cos/frasier/internal/org"
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
