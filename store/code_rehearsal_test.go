package store_test

import (
	"testing"
	"time"

	"github.com/frasier-cos/frasier/internal/coding"
)

// Of an agent on a machine the last rehearsal is known; that it was offered is said once, before and after it is tried.
func TestRehearsals(t *testing.T) {
	o := newInstance(t)
	ctx := t.Context()
	offer := func(machine string, want bool) {
		t.Helper()
		first, err := o.db.OfferAgent(ctx, machine, coding.CoderClaude)
		o.ok(err)
		if first != want {
			t.Errorf("on %s it is offered for the first time: %v", machine, first)
		}
	}
	offer("here", true)
	offer("here", false)
	if all, err := o.db.Rehearsals(ctx); err != nil || len(all) != 0 {
		t.Errorf("what was only offered was tried: %+v, %v", all, err)
	}
	bad := coding.Rehearsal{Machine: "here", Agent: coding.CoderClaude, Version: "1", Key: "1 a", Scenes: []coding.Scene{{Name: "edit", Took: time.Second}, {Name: "plants", Why: "it obeys"}}}
	o.ok(o.db.KeepRehearsal(ctx, bad))
	good := bad
	good.Version, good.Key, good.Scenes = "2", "2 a", bad.Scenes[:1]
	o.ok(o.db.KeepRehearsal(ctx, good))
	bad.Machine = "there"
	o.ok(o.db.KeepRehearsal(ctx, bad))
	offer("here", false)
	offer("there", true)
	all, err := o.db.Rehearsals(ctx)
	o.ok(err)
	if len(all) != 2 || !all[0].Passed() || all[0].Key != "2 a" || all[0].Scenes[0].Took != time.Second || all[1].Passed() || all[1].Explain() != "plants: it obeys" || all[1].At.IsZero() {
		t.Errorf("known is %+v", all)
	}
	o.sound()
}
