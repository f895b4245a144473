package store_test

import (
	"errors"
	"fmt"
	"testing"
	"time"

	"github.com/frasier-cos/frasier/internal/coding"
	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/work"
)

func askOf(s org.Step, n int, now time.Time) coding.RemoteAsk {
	return coding.RemoteAsk{Step: s.ID, Round: s.Round(), N: n, Intent: fmt.Appendf(nil, `{"ask": %q}`, coding.AskName(s.ID, s.Round(), n)), Until: now.Add(org.RemoteLimit)}
}

// handedFor is the change for a question, under a key of its own.
func handedFor(s org.Step, n int) coding.Handed {
	name := coding.AskName(s.ID, s.Round(), n)
	return coding.Handed{Step: s.ID, Ask: name, Key: "key-" + name, Patch: "patch of " + name, Said: "done", Realised: coding.Realised{Provider: "garage", Services: []coding.RemoteService{{Name: "web", URL: "https://garage.example"}}}}
}

// What is asked elsewhere is answered once, by a token of its repository, while it is asked: the step waits for it without anybody who
// holds it, and goes on with the answer.
func TestRemoteAsks(t *testing.T) {
	o := newInstance(t)
	ctx := t.Context()
	builder := org.Token{Name: "builder", Repository: "shop"}
	_, err := o.db.AddRepository(ctx, shop("shop"))
	o.ok(err)
	o.ordered(coded("a"))
	c := o.claim(1)["a"]
	hand := func(by org.Token, h coding.Handed, digest string, want error) bool {
		t.Helper()
		again, err := o.db.HandIn(ctx, by, h, digest)
		if !errors.Is(err, want) {
			t.Errorf("handing in %s under %s: %v, want %v", h.Ask, h.Key, err, want)
		}
		return again
	}
	if _, err := o.db.OpenAsk(ctx, "shop", c.Step.ID); !errors.Is(err, coding.ErrOver) {
		t.Errorf("before it is asked: %v", err)
	}
	hand(builder, handedFor(c.Step, 0), "sum", coding.ErrOver)
	a, err := o.db.AskRemote(ctx, c.Lease, askOf(c.Step, 0, o.db.Now()))
	if o.ok(err); a.Answered() || a.Name != "s1.1.0" {
		t.Errorf("asked: %+v", a)
	}
	o.ok(o.db.Finish(ctx, c.Lease, work.Outcome{Next: org.StepPending, Hold: org.HoldBackoff, RunAfter: a.Until, Cause: "it is asked"}))
	if _, err := o.db.AskRemote(ctx, c.Lease, askOf(c.Step, 1, o.db.Now())); !errors.Is(err, org.ErrLeaseLost) {
		t.Errorf("whoever let go of the step asks: %v", err)
	}
	if len(o.claim(1)) > 0 {
		t.Error("a step that waits for a program is claimed")
	}

	other := org.Token{Name: "other", Repository: "till"}
	hand(other, handedFor(c.Step, 0), "sum", org.ErrNotFound)
	if all, err := o.db.OpenAsks(ctx, "till"); err != nil || len(all) != 0 {
		t.Errorf("another repository's token sees %v, %v", all, err)
	}
	if all, err := o.db.OpenAsks(ctx, "shop"); err != nil || len(all) != 1 || string(all[0].Intent) != `{"ask": "s1.1.0"}` {
		t.Errorf("open: %+v, %v", all, err)
	}
	hand(builder, handedFor(c.Step, 3), "sum", org.ErrConflict)
	if hand(builder, handedFor(c.Step, 0), "sum", nil) || !hand(builder, handedFor(c.Step, 0), "sum", nil) {
		t.Error("the same key twice is not known again")
	}
	hand(builder, handedFor(c.Step, 0), "another sum", coding.ErrKeyUsed)
	late := handedFor(c.Step, 0)
	late.Key = "late"
	hand(builder, late, "sum", coding.ErrOver)

	c = o.claim(1)["a"]
	if a, err = o.db.AskRemote(ctx, c.Lease, askOf(c.Step, 0, o.db.Now())); err != nil || string(a.Patch) != "patch of s1.1.0" || a.By != "builder" || a.Realised.Services[0].Name != "web" || len(a.Intent) > 0 {
		t.Errorf("asked again: %+v, %v", a, err)
	}
	_, err = o.db.AskRemote(ctx, c.Lease, askOf(c.Step, 1, o.db.Now()))
	o.ok(err)
	o.clock.forward(org.RemoteLimit)
	hand(builder, handedFor(c.Step, 1), "sum", coding.ErrOver)
	if all, err := o.db.OpenAsks(ctx, "shop"); err != nil || len(all) != 0 {
		t.Errorf("after the time for it: %v, %v", all, err)
	}
	o.sound()
}
