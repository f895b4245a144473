package ticket_test

import (
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/reports"
	"github.com/frasier-cos/frasier/internal/work"
)

// Of a step that fails the thread has its question alone, and then the stop: what was sent
// back on the way is the card's, and no word of a reviewer stands in it.
func TestFailingStepIsOneQuestion(t *testing.T) {
	o := newInstance(t, t.TempDir())
	defer func() { o.ok(o.db.Close()) }()
	o.project("discord", step("a"), step("b"))
	o.keep()
	o.send()
	for o.work(true) {
		o.now = o.now.Add(time.Minute)
	}
	o.keep()
	lines, _ := o.send()
	asked, stopped := -1, -1
	for i, l := range lines {
		if strings.Contains(l, "no source") {
			t.Errorf("the thread repeats a reviewer: %s", l)
		}
		if strings.Contains(l, "decision") {
			asked = i
		}
		if strings.Contains(l, "has stopped") {
			stopped = i
		}
	}
	if asked < 0 || stopped < asked {
		t.Errorf("the thread reads:\n%s\nwant the questions, then the stop", strings.Join(lines, "\n"))
	}
}

// The end of a project and a pause are shown on its card at once, however
// lately the card was written.
func TestCardShowsAnEndAtOnce(t *testing.T) {
	for _, c := range []struct {
		name string
		do   func(*instance, org.ProjectID) error
		want string
	}{
		{"pause", func(o *instance, p org.ProjectID) error { return o.db.Pause(t.Context(), p) }, "paused"},
		{"cancel", func(o *instance, p org.ProjectID) error { return o.db.Cancel(t.Context(), p) }, "cancelled"},
		{"last step", func(o *instance, _ org.ProjectID) error {
			for o.work(false) {
			}
			return nil
		}, ": done"},
	} {
		o := newInstance(t, t.TempDir())
		p := o.project("discord", step("a"), step("b"))
		o.keep()
		o.send()
		o.work(false)
		o.now = o.now.Add(20 * time.Second)
		o.keep()
		o.send() // the card was written at this moment
		o.ok(c.do(o, p))
		o.keep()
		_, cards := o.send()
		if len(cards) != 1 || !strings.Contains(cards[0], c.want) {
			t.Errorf("%s: the card says %q, want one edit with %q at once", c.name, cards, c.want)
		}
		o.ok(o.db.Close())
	}
}

// One task is answered where it was asked for: no thread, no plan, no card,
// whatever it was taken for when it came.
func TestOneStepIsAnsweredWhereItWasAsked(t *testing.T) {
	for _, transport := range []string{"discord", "terminal"} {
		o := newInstance(t, t.TempDir())
		o.project(transport, step("a"))
		var kinds []reports.DeliveryKind
		single := false
		for more := true; more; {
			o.keep()
			o.now = o.now.Add(time.Minute)
			o.keep()
			for {
				v, err := o.db.ClaimDelivery(t.Context(), "bot", []string{transport}, time.Minute)
				if errors.Is(err, org.ErrNoWork) {
					break
				}
				o.ok(err)
				o.ok(o.db.Delivered(t.Context(), v.ID, "r-"+string(v.ID)))
				kinds, single = append(kinds, v.Kind), v.Single
			}
			more = o.work(false)
		}
		if want := []reports.DeliveryKind{reports.DeliverReply, reports.DeliverResult}; !cmp.Equal(kinds, want) || !single {
			t.Errorf("%s: said %v, as one task: %t; want %v as one task", transport, kinds, single, want)
		}
		o.ok(o.db.Close())
	}
}

// A smooth project of 13 steps in two phases is at most 8 messages in its
// thread: the plan, which is edited when the second phase is planned, the card,
// which is edited as work goes on, the turn to the second phase, the result.
func TestSmoothProjectIsQuiet(t *testing.T) {
	o := newInstance(t, t.TempDir())
	defer func() { o.ok(o.db.Close()) }()
	p := o.start("discord", org.Phase{Label: "discovery"}, org.Phase{Index: 1, Label: "writing"})
	var steps []work.PlannedStep
	for i := range 13 {
		steps = append(steps, step(string(rune('a'+i))))
	}
	o.plan(steps[:7]...)
	var posts, edits []string
	look := func() {
		o.keep()
		o.now = o.now.Add(20 * time.Second)
		o.keep()
		for {
			v, err := o.db.ClaimDelivery(t.Context(), "bot", []string{"discord"}, time.Minute)
			if errors.Is(err, org.ErrNoWork) {
				return
			}
			o.ok(err)
			o.ok(o.db.Delivered(t.Context(), v.ID, "r-"+string(v.ID)))
			switch {
			case v.Kind == reports.DeliverReply:
			case v.Replaces != "":
				edits = append(edits, string(v.Kind))
			default:
				posts = append(posts, string(v.Kind))
			}
		}
	}
	look()
	for range 2 {
		for o.work(false) {
			look()
		}
		if s, err := o.db.Project(t.Context(), string(p)); err != nil || s.State.Ended() {
			o.ok(err)
			break
		}
		o.plan(steps[7:]...)
		look()
	}
	look()
	want := []string{"card", "phase", "plan", "result"}
	if got := slices.Sorted(slices.Values(posts)); !cmp.Equal(got, want) || !slices.Contains(edits, "plan") || len(posts) > 8 {
		t.Errorf("13 smooth steps are the messages %v and the edits %v, want %v and the plan edited", posts, edits, want)
	}
	t.Logf("%d messages, %d edits", len(posts), len(edits))
}
