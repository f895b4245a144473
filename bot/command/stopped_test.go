package command_test

import (
	"testing"
	"time"

	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/work"
)

// A project that has stopped is called so everywhere, and can be ended, alone and with
// all others that have; for a day that is taken back, with what it asked.
func TestStoppedProjectsAreEnded(t *testing.T) {
	o := newFixture(t)
	for _, title := range []string{"Oats market", "Rye market", "Barley market"} {
		o.start(title)
		o.plan(step("prices", "Find the price of "+title))
		if title == "Barley market" {
			break // it runs
		}
		for range org.StrikeCap {
			c := o.claim(1)["prices"]
			o.now = o.now.Add(time.Minute)
			o.ok(o.db.Finish(t.Context(), c.Lease, work.Outcome{Next: org.StepPending, Strike: true, Feedback: []string{"no source for the price"}}))
		}
		o.finish()
	}
	o.sees(o.give("status"), "▸ **Barley market** (p3)", "❗ **Rye market** (p2): stopped", "❗ **Oats market** (p1): stopped")
	o.sees(o.give("pause p1"), "**Oats market** (p1) has stopped and waits for you (e1)")
	in := o.give("inbox")
	if b := in.Card.Buttons; b[len(b)-1].Label != "End all 2" || b[len(b)-1].Command != "cancel stopped" {
		t.Errorf("the inbox has the buttons %+v, want one that ends both", b)
	}
	o.sees(o.give("cancel p1"), "End **Oats market** (p1)? It has stopped and waits for you")
	o.sees(o.give("cancel stopped"), "End 2 projects that stopped")
	o.sees(o.give("cancel all"), "Cancel all your open projects (1) and the 2 that stopped?")
	o.sees(o.give("cancel p1 sure=yes"), "Cancelled **Oats market** (p1)")
	o.sees(o.give("cancel stopped sure=yes"), "Cancelled **Rye market** (p2)")
	o.sees(o.give("inbox"), "Nothing waits for you")
	if p, err := o.db.Project(t.Context(), "p3"); err != nil || p.State != org.ProjectActive {
		t.Errorf("what runs is %s, %v; want it to run on", p.State, err)
	}
	o.sees(o.give("resume p1"), "Resumed **Oats market** (p1)")
	o.sees(o.give("inbox"), "Question for you (e1, project p1)")
	if p, err := o.db.Project(t.Context(), "p1"); err != nil || p.State != org.ProjectFailed || p.Outcome == "" {
		t.Errorf("taken back it is %s (%s), %v; want it stopped as it was", p.State, p.Outcome, err)
	}
	checks, err := o.db.Verify(t.Context())
	o.ok(err)
	for _, c := range checks {
		if !c.OK {
			t.Errorf("verify: %s: %s", c.Name, c.Detail)
		}
	}
}
