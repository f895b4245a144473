package store_test

import (
	"errors"
	"testing"

	"github.com/frasier-cos/frasier/internal/org"
)

// A document is due for the folder once for each version. A project is shared under an
// address that it keeps until it is taken away, and a deleted one is not shown.
func TestShare(t *testing.T) {
	o := newInstance(t)
	ok := func(err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	ctx := t.Context()
	p := o.start(org.NewProject{})
	if _, err := o.db.Share(ctx, p, false, false); !errors.Is(err, org.ErrConflict) {
		t.Errorf("a project without a document: %v", err)
	}
	if _, err := o.db.Share(ctx, "p99", false, false); !errors.Is(err, org.ErrNotFound) {
		t.Errorf("an unknown one: %v", err)
	}
	if err := o.db.Unshare(ctx, p); !errors.Is(err, org.ErrNotFound) {
		t.Errorf("one that is not shared: %v", err)
	}
	if _, err := o.db.Unpublished(ctx); !errors.Is(err, org.ErrNoWork) {
		t.Errorf("nothing was made: %v", err)
	}
	o.plan(piece("a"))
	o.complete(o.claim(1)["a"])
	o.complete(o.claim(1)["assembly"])
	due, err := o.db.Unpublished(ctx)
	ok(err)
	if want := (org.Publication{Project: p, Version: 1}); due != want {
		t.Errorf("due is %+v, want %+v", due, want)
	}
	ok(o.db.Published(ctx, due, "documents/p1-oats"))
	ok(o.db.Published(ctx, due, "documents/p1-oats"))
	if _, err := o.db.Unpublished(ctx); !errors.Is(err, org.ErrNoWork) {
		t.Errorf("it is published: %v", err)
	}
	first, err := o.db.Share(ctx, p, false, false)
	ok(err)
	second, err := o.db.Share(ctx, p, true, true)
	ok(err)
	if first.Address != second.Address || len(first.Address) < 26 || !second.Cost || !second.Listed || second.Made.IsZero() {
		t.Errorf("shared as %+v, again as %+v", first, second)
	}
	before, err := o.db.LastEvent(ctx)
	ok(err)
	third, err := o.db.Share(ctx, p, true, true)
	ok(err)
	if after, err := o.db.LastEvent(ctx); third != second || after != before || err != nil {
		t.Errorf("shared the same way again: %+v instead of %+v, line %d of the journal after %d (%v)", third, second, after, before, err)
	}
	shown := func(want int) []org.Share {
		t.Helper()
		all, err := o.db.Shares(ctx)
		ok(err)
		if len(all) != want {
			t.Errorf("%d projects are shown, want %d", len(all), want)
		}
		return all
	}
	shown(1)
	ok(o.db.Archive(ctx, p))
	shown(0)
	if _, err := o.db.Share(ctx, p, false, false); !errors.Is(err, org.ErrConflict) {
		t.Errorf("a deleted one: %v", err)
	}
	ok(o.db.Unarchive(ctx, p))
	shown(0) // the address went with it, for good
	if err := o.db.Unshare(ctx, p); !errors.Is(err, org.ErrNotFound) {
		t.Errorf("take away what went with its project: %v, want that it is not shared", err)
	}
	third, err = o.db.Share(ctx, p, false, false)
	ok(err)
	if third.Address == first.Address {
		t.Error("what was taken away has its old address again")
	}
	told := map[org.EventKind]int{}
	all, err := o.db.EventsOf(ctx, p)
	ok(err)
	for _, e := range all {
		told[e.Kind]++
	}
	if told[org.EventPublished] != 1 || told[org.EventShared] != 3 || told[org.EventUnshared] != 1 {
		t.Errorf("the journal has %v", told)
	}
	o.sound()
}
