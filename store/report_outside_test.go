package store_test

import (
	"testing"
	"time"

	"github.com/frasier-cos/frasier/internal/mirror"
	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/outward"
	"github.com/frasier-cos/frasier/internal/reports"
)

// What waits at other services, what they refused within a day, what is still to be made in a tracker and who looked within an hour are counted.
func TestHealthOfWhatIsOutside(t *testing.T) {
	o := newInstance(t)
	ctx := t.Context()
	is := func(when string, want reports.OutsideHealth) {
		t.Helper()
		h, err := o.db.Health(ctx)
		o.ok(err)
		got := h.Outside
		got.OldestWaiting, got.OldestUnmirrored = got.OldestWaiting.Truncate(time.Minute), got.OldestUnmirrored.Truncate(time.Minute)
		if got != want {
			t.Errorf("%s: %+v, want %+v", when, got, want)
		}
	}
	is("of nothing", reports.OutsideHealth{})
	p := o.start(org.NewProject{})
	o.ok(o.db.Connect(ctx, github()))
	_, err := o.db.ProposeAction(ctx, pullAction(p, "a setting"))
	o.ok(err)
	mirrored(o)
	o.ok(o.db.BeginMirror(ctx, mirror.Linear, p, 1, "ada"))
	o.ok(o.db.NoteObjects(ctx, mirror.Linear, []mirror.Known{{Key: "project:" + string(p), Kind: mirror.Project, Project: p, ID: "there"}}))
	o.clock.forward(2 * time.Hour)
	code, err := o.db.NewCode(ctx, "ada", "terminal")
	o.ok(err)
	_, _, err = o.db.Enter(ctx, code)
	o.ok(err)
	is("while both wait", reports.OutsideHealth{Waiting: 1, Unmirrored: 1, Sessions: 1, OldestWaiting: 2 * time.Hour, OldestUnmirrored: 2 * time.Hour})
	c, err := o.db.ClaimAction(ctx, "w", time.Minute)
	o.ok(err)
	o.ok(o.db.EndAction(ctx, c, outward.Ending{State: outward.Refused, Why: "no"}))
	o.ok(o.db.KeepObjects(ctx, mirror.Linear, []mirror.Known{{Key: "project:" + string(p), Kind: mirror.Project, Project: p, ID: "there", Life: mirror.Live}}))
	is("after one was refused and one made", reports.OutsideHealth{Refused: 1, Sessions: 1})
	o.clock.forward(26 * time.Hour)
	is("a day later", reports.OutsideHealth{})
}
