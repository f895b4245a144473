package store_test

import (
	"testing"
	"time"

	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/reports"
)

// A card that was written is due again at the time that was given, and a change
// that came while it was written makes it due as soon as it may be written.
func TestCardIsDueAgain(t *testing.T) {
	o := newInstance(t)
	ctx := t.Context()
	p := o.start(org.NewProject{})
	line := int64(0)
	mark := func() {
		o.ok(o.db.Tell(ctx, reports.Reading{Follower: "ticket", From: line, To: line + 1}, nil, []org.ProjectID{p}))
		line++
	}
	card := func() reports.CardState {
		c, err := o.db.CardDue(ctx)
		o.ok(err)
		return c
	}
	write := func(c reports.CardState, text string, next time.Time) {
		c.N, c.Opened, c.Said, c.Text = 1, o.clock.Now(), o.clock.Now(), text
		o.ok(o.db.SaveCard(ctx, c, nil, next))
	}
	none := func(when string) {
		if c, err := o.db.CardDue(ctx); err == nil {
			t.Fatalf("%s: a card is due: %+v", when, c)
		} else {
			o.want(err, org.ErrNoWork)
		}
	}
	mark()
	write(card(), "first", o.clock.Now().Add(time.Hour))
	none("written")
	o.clock.forward(time.Hour)
	c := card()
	if c.Text != "first" || c.Project != p {
		t.Errorf("card: got %+v, want that of %s as it was written", c, p)
	}
	write(c, "second", time.Time{})
	o.clock.forward(24 * time.Hour)
	none("nothing happened")
	mark()
	c = card()
	mark()
	write(c, "third", time.Time{})
	none("written just now")
	o.clock.forward(time.Minute)
	c = card()
	if c.Text != "third" {
		t.Errorf("card after a change while it was written: got %+v, want it due", c)
	}
	write(c, "being planned", time.Time{})
	o.clock.forward(time.Hour)
	job, err := o.db.ClaimMission(ctx, "planner", time.Minute)
	o.ok(err)
	none("being planned")
	o.ok(o.db.DeferMission(ctx, job.Lease, o.clock.Now().Add(time.Hour), ""))
	if c := card(); c.Text != "being planned" {
		t.Errorf("card of a mission whose planning waits: got %+v, want it due", c)
	}
}
