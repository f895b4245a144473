package store_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/frasier-cos/frasier/internal/coding"
	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/reports"
)

// Of the same code, command and settings one service is there, whoever asks; another command takes the place of it. Who asked is told once
// when it is ready, and what was stopped is not made ready.
func TestShown(t *testing.T) {
	o := newInstance(t)
	ctx := t.Context()
	of, err := o.db.AddRepository(ctx, afar(false))
	o.ok(err)
	ask := func(command string) coding.Shown {
		t.Helper()
		all := []coding.Service{{Name: "web", Port: 3000, Command: command}}
		s, err := o.db.AskShown(ctx, coding.Shown{
			Of: of, Repository: "shop", Name: "web", Branch: "main", Services: all, Key: coding.ShownKey(of, "main", all), Channel: org.Channel{Transport: "discord", ID: "7"},
		})
		o.ok(err)
		return s
	}
	one := ask("npm start")
	if again := ask("npm start"); again.ID != one.ID || !strings.HasPrefix(again.Reason, "reused") {
		t.Errorf("the same is asked for and %+v comes", again)
	}
	one.State, one.Machine, one.Owner = coding.ShownStarting, "here", "w1"
	o.ok(o.db.KeepShown(ctx, one, coding.ShownAsked))
	o.want(o.db.KeepShown(ctx, one, coding.ShownAsked), org.ErrConflict)
	one.State, one.Port, one.Commit = coding.ShownReady, 4000, "c1"
	o.ok(o.db.KeepShown(ctx, one, coding.ShownStarting))
	if got := o.deliveries(reports.DeliverNotice); len(got) != 1 || !strings.Contains(got[0], "4000") {
		t.Errorf("said is %q", got)
	}

	two := ask("npm run dev")
	if two.ID == one.ID || !strings.Contains(two.Reason, "its command") {
		t.Errorf("another command is asked for and %+v comes", two)
	}
	due, err := o.db.ShownDue(ctx, "here")
	o.ok(err)
	if len(due) != 2 || due[0].State != coding.ShownStopping || due[0].Cause != coding.CauseReplaced || due[1].ID != two.ID || due[1].Over {
		t.Fatalf("due is %+v", due)
	}
	if elsewhere, err := o.db.ShownDue(ctx, "there"); err != nil || slices.ContainsFunc(elsewhere, func(s coding.Shown) bool { return s.ID == one.ID }) {
		t.Errorf("another machine has %+v, %v", elsewhere, err)
	}
	_, err = o.db.StopShown(ctx, one.ID)
	o.want(err, org.ErrConflict)
	_, err = o.db.StopShown(ctx, "v99")
	o.want(err, org.ErrNotFound)
	_, err = o.db.StopShown(ctx, two.ID) // nobody has it yet
	o.ok(err)
	two.State = coding.ShownReady
	o.want(o.db.KeepShown(ctx, two, coding.ShownAsked, coding.ShownStarting), org.ErrConflict)

	o.ok(o.db.KeepProposals(ctx, of, []coding.Service{{Name: "web", Port: 5000, Command: "npm start"}}))
	if all, err := o.db.Proposals(ctx); err != nil || len(all[of]) != 1 {
		t.Errorf("proposed is %+v, %v", all, err)
	}
	o.ok(o.db.RemoveRepository(ctx, afar(false).Name))
	due, err = o.db.ShownDue(ctx, "here")
	o.ok(err)
	if len(due) != 1 || !due[0].Over {
		t.Errorf("of a repository that is gone, due is %+v", due)
	}
	if all, err := o.db.Proposals(ctx); err != nil || len(all) != 0 {
		t.Errorf("a repository that is gone proposes %+v, %v", all, err)
	}
	o.sound()
}
