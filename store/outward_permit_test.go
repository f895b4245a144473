package store_test

import (
	"errors"
	"testing"
	"time"

	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/outward"
)

// What a founder says of a project's effects holds for what is proposed, for what waits and for what he orders; what was left out because it
// was off waits for his yes once it is not, and what he left out himself stays so.
func TestWhatAFounderSaysOfASinkHolds(t *testing.T) {
	o := newInstance(t)
	ctx := t.Context()
	p := o.start(org.NewProject{})
	o.ok(o.db.Connect(ctx, github()))
	say := func(l outward.Level) {
		t.Helper()
		o.ok(o.db.SetPermit(ctx, outward.Permit{Project: p, Sink: outward.SinkPulls, Level: l, By: "ada"}))
	}
	propose := func(key, by string) outward.Action {
		t.Helper()
		a := pullAction(p, by)
		a.Key = key
		out, err := o.db.ProposeAction(ctx, a)
		o.ok(err)
		return out
	}
	now := func(key string) outward.Action { return propose(key, "") } // of a key there is one
	want := func(when, key string, s outward.State) {
		t.Helper()
		if a := now(key); a.State != s || (a.AllowedBy == "") != (s != outward.Allowed) {
			t.Errorf("%s: %+v", when, a)
		}
	}
	propose("set", "a setting")
	propose("asks", "")
	say(outward.LevelAsk)
	want("allowed by a setting, and asked first by now", "set", outward.Proposed)
	propose("later", "a setting")
	want("proposed while it is asked first", "later", outward.Proposed)
	_, err := o.db.DropAction(ctx, now("asks").ID, "ada")
	o.ok(err)
	say(outward.LevelOff)
	want("off", "set", outward.Dropped)
	propose("meanwhile", "a setting")
	want("proposed while it is off", "meanwhile", outward.Dropped)
	if _, err := o.db.ClaimAction(ctx, "w", time.Minute); !errors.Is(err, org.ErrNoWork) {
		t.Errorf("off, and in hand: %v", err)
	}
	other := pullAction(p, "ada")
	other.Key = "ordered"
	var off *outward.OffError
	if _, err := o.db.OrderAction(ctx, other, "1"); !errors.As(err, &off) || off.Permit.By != "ada" {
		t.Errorf("ordered while it is off: %v", err)
	}
	say("")
	for _, key := range []string{"set", "later", "meanwhile"} {
		want("not off any more", key, outward.Proposed)
	}
	want("left out by himself", "asks", outward.Dropped)
	say(outward.LevelAllowed)
	want("allowed", "set", outward.Allowed)
	want("left out by himself, and allowed", "asks", outward.Dropped)
	propose("first", "")
	want("proposed while it is allowed", "first", outward.Allowed)
	kept, err := o.db.Permits(ctx, p)
	if o.ok(err); len(kept) != 1 || kept[0].Level != outward.LevelAllowed || kept[0].By != "ada" {
		t.Errorf("kept: %+v", kept)
	}
}
