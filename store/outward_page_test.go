package store_test

import (
	"testing"
	"time"

	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/outward"
)

func notionConnection() outward.Connection {
	return outward.Connection{Name: "notion", Service: outward.Notion, Address: "https://api.notion.com", Account: "bot", Room: "page:x:", RoomName: "Projects", Sealed: []byte{1}}
}

// A document that is finished while a service is connected is due there once for each version; an order is due whatever its mode, and is one
// action however often it is said.
func TestPagesAreDue(t *testing.T) {
	o := newInstance(t)
	ctx := t.Context()
	due := func(when string, want ...string) []outward.KeptPage {
		t.Helper()
		all, err := o.db.PagesDue(ctx)
		o.ok(err)
		var got []string
		for _, p := range all {
			got = append(got, p.Key())
		}
		if len(got) != len(want) {
			t.Fatalf("%s are due %q, want %q", when, got, want)
		}
		for i := range got {
			if got[i] != want[i] {
				t.Errorf("%s are due %q, want %q", when, got, want)
			}
		}
		return all
	}
	finish := func() org.ProjectID {
		p := o.start(org.NewProject{})
		o.plan(piece("a"))
		o.run()
		return p
	}
	early := finish()
	o.ok(o.db.Connect(ctx, notionConnection()))
	due("before a document is finished")
	p := finish()
	one := due("after it", "publish_page:"+string(p)+":notion:v1")[0]
	o.ok(o.db.SwitchOff(ctx, "notion", "x"))
	due("while it is off")
	o.ok(o.db.Connect(ctx, notionConnection()))
	a, err := o.db.ProposeAction(ctx, outward.Action{Key: one.Key(), Kind: outward.PublishPage, Connection: "notion", Project: p, Place: "Notion", Order: []byte(`{}`)})
	o.ok(err)
	due("once it is proposed")

	wish := outward.PageWish{By: "ada", How: outward.PagePut, As: "m1"}
	_, err = o.db.OrderPage(ctx, p, "notion", wish)
	o.ok(err)
	_, err = o.db.OrderPage(ctx, early, "notion", outward.PageWish{By: "ada", How: outward.PagePut, As: "m2"})
	o.ok(err)
	all := due("once ordered", "publish_page:"+string(early)+":notion:v1", "publish_page:"+string(p)+":notion:v1")
	if all[1].Waits != a.ID || all[1].Waiting != outward.Proposed || all[1].Order != wish {
		t.Errorf("the page is %+v", all[1])
	}
	_, err = o.db.DropAction(ctx, a.ID, "a newer order")
	o.ok(err)
	for _, k := range all {
		_, err = o.db.OrderAction(ctx, outward.Action{Key: k.Key(), Kind: outward.PublishPage, Connection: "notion", Project: k.Project, Place: "Notion", Order: []byte(`{}`), AllowedBy: "ada"}, k.Order.As)
		o.ok(err)
		o.ok(o.db.TakePageOrder(ctx, k))
	}
	due("once these are actions")
	_, err = o.db.OrderPage(ctx, p, "notion", wish)
	o.ok(err)
	due("said again")

	c, err := o.db.ClaimAction(ctx, "w", time.Minute)
	o.ok(err)
	other, err := o.db.ProposeAction(ctx, outward.Action{Key: "trash_page:x", Kind: outward.TrashPage, Connection: "notion", Project: c.Action.Project, Place: "Notion", Order: []byte(`{}`), AllowedBy: "ada"})
	o.ok(err)
	for range 2 {
		next, err := o.db.ClaimAction(ctx, "w2", time.Minute)
		if err == nil && next.Action.ID == other.ID {
			t.Fatal("two have the same page in hand")
		}
	}
	kept := all[0]
	kept.Object, kept.Link, kept.Version, kept.Hash, kept.Mark = "id", "https://n/x", 1, "h", "a1"
	o.ok(o.db.KeepPage(ctx, kept))
	pages, err := o.db.Pages(ctx, kept.Project)
	o.ok(err)
	if len(pages) != 1 || pages[0].Object != "id" || pages[0].Version != 1 || pages[0].Mark != "a1" || pages[0].Title == "" || pages[0].At.IsZero() {
		t.Errorf("kept is %+v", pages)
	}
	page, err := o.db.OrderPage(ctx, p, "notion", outward.PageWish{By: "ada", How: outward.PageRemove, As: "m3"})
	o.ok(err)
	if page.Level != outward.LevelOff || page.Order.How != outward.PageRemove {
		t.Errorf("removed is %+v", page)
	}
	page, err = o.db.OrderPage(ctx, p, "notion", outward.PageWish{By: "ada", How: outward.PagePut, As: "m4"})
	if o.ok(err); page.Level != "" {
		t.Errorf("ordered again it is %+v", page)
	}
	o.ok(o.db.SetPermit(ctx, outward.Permit{Project: p, Sink: outward.SinkNotion, Level: outward.LevelAsk, By: "ada"}))
	page, err = o.db.OrderPage(ctx, p, "notion", outward.PageWish{By: "ada", How: outward.PagePut, As: "m5"})
	if o.ok(err); page.Level != outward.LevelAsk {
		t.Errorf("ordered while it is asked first it is %+v", page)
	}
	_, err = o.db.OrderPage(ctx, "p99", "notion", wish)
	o.want(err, org.ErrNotFound)
	o.want(o.db.KeepPage(ctx, outward.KeptPage{Project: "p99", Connection: "notion"}), org.ErrNotFound)
	o.sound()
}

// One at a time renews the access of a connection, and what somebody renewed of one that was made anew meanwhile is not kept.
func TestOneRenewsAnAccess(t *testing.T) {
	o := newInstance(t)
	ctx := t.Context()
	c := notionConnection()
	o.ok(o.db.Connect(ctx, c))
	first, err := o.db.ClaimGrant(ctx, c.Name, "a", time.Minute)
	o.ok(err)
	for _, who := range []string{"a", "b"} {
		_, err = o.db.ClaimGrant(ctx, c.Name, who, time.Minute)
		o.want(err, org.ErrConflict)
	}
	o.clock.forward(2 * time.Minute)
	second, err := o.db.ClaimGrant(ctx, c.Name, "b", time.Minute)
	o.ok(err)
	o.want(o.db.KeepGrant(ctx, c.Name, first, []byte("old"), time.Time{}), org.ErrLeaseLost)
	ends := o.clock.Now().Add(time.Hour)
	o.ok(o.db.KeepGrant(ctx, c.Name, second, []byte("new"), ends))
	kept := func() outward.Connection {
		t.Helper()
		all, err := o.db.Connections(ctx)
		o.ok(err)
		return all[0]
	}
	if k := kept(); string(k.Sealed) != "new" || !k.Ends.Equal(ends) || k.Room != c.Room || k.RoomName != c.RoomName {
		t.Errorf("kept is %+v", k)
	}
	third, err := o.db.ClaimGrant(ctx, c.Name, "a", time.Minute)
	o.ok(err)
	o.ok(o.db.Connect(ctx, c))
	o.want(o.db.KeepGrant(ctx, c.Name, third, []byte("lost"), time.Time{}), org.ErrLeaseLost)
	if k := kept(); string(k.Sealed) != string(c.Sealed) {
		t.Errorf("kept is %+v", k)
	}
	o.ok(o.db.Disconnect(ctx, c.Name))
	fourth, err := o.db.ClaimGrant(ctx, c.Name, "a", time.Minute)
	o.ok(err)
	o.want(o.db.KeepGrant(ctx, c.Name, fourth, []byte("gone"), time.Time{}), org.ErrLeaseLost)
	o.sound()
}
