package store_test

import (
	"fmt"
	"testing"
	"time"

	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/outward"
)

// What somebody orders is done once while it is still to be done, a question about it is answered by that, and behind its end it may be done again.
func TestAnOrderedActionIsDoneOnceAndAgainBehindItsEnd(t *testing.T) {
	o := newInstance(t)
	ctx := t.Context()
	p := o.start(org.NewProject{})
	o.ok(o.db.Connect(ctx, github()))
	asked := pullAction(p, "")
	asked.Key, asked.Kind = "mark_ready:a1:c0", outward.MarkReady
	asked, err := o.db.ProposeAction(ctx, asked)
	o.ok(err)
	said := 0
	order := func() outward.Action {
		t.Helper()
		said++
		a := pullAction(p, "ada")
		a.Key, a.Kind = "mark_ready:a1", outward.MarkReady
		got, err := o.db.OrderAction(ctx, a, fmt.Sprint(said))
		o.ok(err)
		return got
	}
	for range 2 {
		if got := order(); got.ID != asked.ID || got.State != outward.Allowed || got.AllowedBy != "ada" {
			t.Errorf("a question is answered by the order: %+v", got)
		}
	}
	c, err := o.db.ClaimAction(ctx, "w", time.Minute)
	o.ok(err)
	if got := order(); got.ID != asked.ID || got.State != outward.Doing {
		t.Errorf("under way: %+v", got)
	}
	o.ok(o.db.EndAction(ctx, c, outward.Ending{State: outward.Refused, Why: "x"}))
	next := order()
	if next.ID == asked.ID || next.State != outward.Allowed || order().ID != next.ID {
		t.Errorf("behind its end: %+v", next)
	}
	c, err = o.db.ClaimAction(ctx, "w", time.Minute)
	o.ok(err)
	o.ok(o.db.EndAction(ctx, c, outward.Ending{State: outward.Done}))
	said -= 2
	if got := order(); got.ID != next.ID || got.State != outward.Done { // who ordered it died before he knew
		t.Errorf("the same order carried out again: %+v", got)
	}
	other := pullAction(p, "ada")
	other.Key, other.Kind = "mark_ready:a11", outward.MarkReady
	if got, err := o.db.OrderAction(ctx, other, "9"); err != nil || got.ID == next.ID {
		t.Errorf("of another pull request: %+v, %v", got, err)
	}
	all, err := o.db.Actions(ctx, p, 10)
	o.ok(err)
	if len(all) != 3 {
		t.Errorf("%d actions", len(all))
	}
}
