package store_test

import (
	"strings"
	"testing"
	"time"

	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/reports"
	"github.com/frasier-cos/frasier/internal/work"
)

// heldUp returns what the status says that waits.
func (o *instance) heldUp() []reports.Wait {
	o.t.Helper()
	r, _, err := o.db.Board(o.tt.Context(), o.clock.Now(), reports.BoardQuery{Bare: true})
	o.ok(err)
	return r.Waits
}

// A step that the machine's fault holds up is named once it has lasted, tells since when, is told of
// once, and is named no more when it is worked on again, also when it faults once more later.
func TestWhatWaitsIsNamedUntilItGoesOn(t *testing.T) {
	o := newInstance(t)
	p := o.start(org.NewProject{Title: "Oats"})
	o.plan(piece("a"))
	lease := o.claim(1)["a"].Lease
	began := o.clock.Now()
	fault := func(l work.Lease, wait time.Duration) {
		t.Helper()
		o.ok(o.db.Finish(t.Context(), l, work.Outcome{Next: org.StepPending, Hold: org.HoldBackoff, RunAfter: o.clock.Now().Add(wait), Fault: work.Fault{For: org.ForDisk, Why: "the disk is full"}}))
	}
	again := func(wait time.Duration) work.Lease {
		t.Helper()
		o.clock.forward(wait)
		_, err := o.db.ReleaseDue(t.Context(), o.clock.Now())
		o.ok(err)
		return o.claim(1)["a"].Lease
	}
	fault(lease, time.Minute)
	if got := o.heldUp(); len(got) != 0 {
		t.Errorf("at once %v waits, want nothing yet", got)
	}
	o.clock.forward(40 * time.Second)
	if got := o.heldUp(); len(got) != 1 || got[0].For != org.ForDisk || got[0].About != piece("a").Title || !got[0].Since.Equal(began) {
		t.Fatalf("after 40 s %+v, want the step since %s", got, began)
	}
	o.ok(o.db.Pause(t.Context(), p))
	if got := o.heldUp(); len(got) != 0 {
		t.Errorf("while the project is paused %v", got)
	}
	o.ok(o.db.Resume(t.Context(), p))
	lease = again(time.Minute)
	if got := o.heldUp(); len(got) != 0 {
		t.Errorf("while it is worked on again %v", got)
	}
	fault(lease, 10*time.Minute)
	o.clock.forward(9 * time.Minute)
	if got := o.heldUp(); len(got) != 1 || !got[0].Since.Equal(began) {
		t.Errorf("after the second fault %+v, want the same wait since %s", got, began)
	}
	for range 2 {
		o.ok(o.db.NoticeWaits(t.Context()))
	}
	told := 0
	for _, said := range o.deliveries(reports.DeliverNotice) {
		if strings.Contains(said, "waits for the disk") {
			told++
		}
	}
	if told != 1 {
		t.Errorf("it was told %d times, want once", told)
	}
	lease = again(2 * time.Minute)
	o.ok(o.db.Finish(t.Context(), lease, work.Outcome{Next: org.StepPending, Hold: org.HoldBackoff, RunAfter: o.clock.Now().Add(time.Minute)}))
	o.clock.forward(50 * time.Second)
	if got := o.heldUp(); len(got) != 0 {
		t.Errorf("after it recovered %v, though it waits for something else", got)
	}
}

// What another process finished, or nobody tries any more, is not named for long.
func TestAWaitThatNobodyTriesIsForgotten(t *testing.T) {
	o := newInstance(t)
	o.hear("hello")
	w := reports.Wait{Key: "push:p1", Kind: reports.WaitPush, About: "p1", For: org.ForNetwork, Why: "away", Since: o.clock.Now(), Next: o.clock.Now().Add(time.Minute)}
	o.ok(o.db.KeepWait(t.Context(), w))
	if !w.Due(o.clock.Now()) {
		t.Error("the first failure of a push is not told")
	}
	o.clock.forward(time.Minute)
	if got := o.heldUp(); len(got) != 1 {
		t.Errorf("after a minute %v, want the push", got)
	}
	o.clock.forward(3 * time.Minute)
	if got := o.heldUp(); len(got) != 0 {
		t.Errorf("two minutes after its next try %v", got)
	}
	o.ok(o.db.KeepWait(t.Context(), w))
	o.ok(o.db.EndWait(t.Context(), w.Key))
	if got := o.heldUp(); len(got) != 0 {
		t.Errorf("after it worked %v", got)
	}
}
