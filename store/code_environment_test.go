package store_test

import (
	"strings"
	"testing"
	"time"

	"github.com/frasier-cos/frasier/internal/coding"
	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/reports"
)

// An environment that somebody asked for stays due until he is told what came of it, once; what was called off stays so.
func TestEnvironments(t *testing.T) {
	o := newInstance(t)
	ctx := t.Context()
	id, err := o.db.AddRepository(ctx, afar(false))
	o.ok(err)
	o.want(o.db.CancelEnvironment(ctx, id), org.ErrConflict)
	o.ok(o.db.AskEnvironment(ctx, coding.Environment{Repository: id, Asked: org.Channel{Transport: "discord", ID: "7"}, Again: true}))
	due, err := o.db.EnvironmentsDue(ctx, "anywhere")
	o.ok(err)
	if len(due) != 1 || due[0].Repository != id || !due[0].Again || due[0].Asked.ID != "7" {
		t.Fatalf("due is %+v", due)
	}
	tried := coding.Environment{
		Repository: id, Machine: "here", State: coding.EnvironmentTried, Commit: "c1", Setup: coding.Setup{Key: "k", Bytes: 3},
		Checks: []coding.CheckState{{Name: "go test ./...", Good: true, Passed: 3}},
	}
	o.ok(o.db.KeepEnvironment(ctx, tried))
	o.ok(o.db.KeepEnvironment(ctx, tried)) // nobody is told twice
	if got := o.deliveries(reports.DeliverNotice); len(got) != 1 || !strings.Contains(got[0], "go test") {
		t.Errorf("said is %+v", got)
	}
	all, err := o.db.Environments(ctx)
	o.ok(err)
	if e := all[id]; e.State != coding.EnvironmentTried || e.Setup.Key != "k" || len(e.Checks) != 1 || e.Commit != "c1" {
		t.Errorf("known is %+v", e)
	}
	o.ok(o.db.AskEnvironment(ctx, coding.Environment{Repository: id}))
	o.ok(o.db.CancelEnvironment(ctx, id))
	o.want(o.db.KeepEnvironment(ctx, tried), org.ErrConflict)
	if due, err := o.db.EnvironmentsDue(ctx, "anywhere"); err != nil || len(due) != 0 {
		t.Errorf("what was called off is due: %+v, %v", due, err)
	}
	o.ok(o.db.AskEnvironment(ctx, coding.Environment{Repository: id}))
	due, err = o.db.EnvironmentsDue(ctx, "anywhere")
	o.ok(err)
	o.clock.forward(time.Second)
	o.ok(o.db.AskEnvironment(ctx, coding.Environment{Repository: id, Asked: org.Channel{Transport: "discord", ID: "7"}}))
	tried.At = due[0].At
	o.want(o.db.KeepEnvironment(ctx, tried), org.ErrConflict) // somebody asked anew, perhaps for other checks
	if due, err = o.db.EnvironmentsDue(ctx, "anywhere"); err != nil || len(due) != 1 || due[0].Asked.ID != "7" {
		t.Errorf("what was asked anew is not due: %+v, %v", due, err)
	}
	tried.At = due[0].At
	o.ok(o.db.KeepEnvironment(ctx, tried))
	o.ok(o.db.RemoveRepository(ctx, afar(false).Name))
	if all, err := o.db.Environments(ctx); err != nil || len(all) != 0 {
		t.Errorf("of a repository that is gone %+v is known, %v", all, err)
	}
	o.sound()
}
