package heartbeat_test

import (
	"context"
	"errors"
	"log/slog"
	"testing"
	"time"

	"github.com/frasier-cos/frasier/bot/heartbeat"
	"github.com/frasier-cos/frasier/internal/calendar"
	"github.com/frasier-cos/frasier/internal/org"
)

// newClock makes the timed jobs of one process, counting what each does.
func (c *fixture) newClock(owner string, did map[string]int, list ...heartbeat.Job) *heartbeat.Clock {
	for i := range list {
		name, do := list[i].Name, list[i].Do
		list[i].Term = time.Minute
		list[i].Do = func(ctx context.Context, now time.Time) error {
			did[name]++
			if do != nil {
				return do(ctx, now)
			}
			return nil
		}
	}
	return &heartbeat.Clock{
		Timetable: c.book.DB, Jobs: list, Owner: owner, Tick: org.HeartbeatTick, Now: c.clock, Log: slog.New(slog.DiscardHandler),
	}
}

func (c *fixture) look(h *heartbeat.Clock) {
	c.t.Helper()
	if err := h.Next(c.t.Context()); !errors.Is(err, org.ErrNoWork) {
		c.t.Fatalf("Next: %v, want org.ErrNoWork", err)
	}
}

func TestJobsAreDoneWhenDue(t *testing.T) {
	c := newFixture(t)
	did := map[string]int{}
	at := func(spec string) func(context.Context) (calendar.Repeats, error) {
		return func(context.Context) (calendar.Repeats, error) { return calendar.Parse(spec, "") }
	}
	off := func(context.Context) (calendar.Repeats, error) { return nil, nil }
	h := c.newClock("bot-1", did,
		heartbeat.Job{Name: "first", When: heartbeat.Every(time.Hour), AtOnce: true},
		heartbeat.Job{Name: "hourly", When: heartbeat.Every(time.Hour)},
		heartbeat.Job{Name: "evening", When: at("0 20 * * *"), Skip: true},
		heartbeat.Job{Name: "off", When: off})
	c.look(h)
	c.now = c.now.Add(time.Hour)
	c.look(h)
	c.look(h) // within the tick
	if did["first"] != 2 || did["hourly"] != 1 || did["evening"] != 0 {
		t.Errorf("after an hour: %v; want first twice, hourly once, evening not", did)
	}
	// A restart by another process forgets nothing and repeats nothing.
	h = &heartbeat.Clock{Timetable: h.Timetable, Jobs: h.Jobs, Owner: "bot-2", Tick: h.Tick, Now: h.Now, Log: h.Log}
	c.look(h)
	if did["first"] != 2 || did["hourly"] != 1 {
		t.Errorf("after a restart: %v; want nothing more", did)
	}
	c.now = c.now.Add(72 * time.Hour)
	c.look(h)
	if did["hourly"] != 2 || did["evening"] != 0 || did["off"] != 0 {
		t.Errorf("after three days of silence: %v; want hourly once more and evening left out", did)
	}
}

// A job that fails is tried again soon, is named in the database, and holds
// up nobody.
func TestJobThatFails(t *testing.T) {
	c := newFixture(t)
	did := map[string]int{}
	fail := errBroken
	h := c.newClock("bot-1", did,
		heartbeat.Job{Name: "broken", When: heartbeat.Every(time.Hour), AtOnce: true, Do: func(context.Context, time.Time) error { return fail }},
		heartbeat.Job{Name: "sound", When: heartbeat.Every(time.Hour), AtOnce: true})
	c.look(h)
	runs, err := c.book.JobRuns(t.Context())
	if err != nil || runs["broken"].Error != errBroken.Error() || did["sound"] != 1 {
		t.Fatalf("after a failure: %+v, %v, did %v; want its error kept and the other done", runs, err, did)
	}
	c.now = c.now.Add(6 * time.Minute)
	fail = nil
	c.look(h)
	runs, err = c.book.JobRuns(t.Context())
	if err != nil || runs["broken"].Error != "" || did["broken"] != 2 || did["sound"] != 1 {
		t.Errorf("six minutes later: %+v, %v, did %v; want it done, once more", runs, err, did)
	}
}

// Two processes that look at the same instant do a job once.
// Without room on the disk no job can be noted down: the first says so and the
// others are not asked.
func TestAFullDiskIsSaidOnce(t *testing.T) {
	c := newFixture(t)
	did := map[string]int{}
	full := func(context.Context, time.Time) error { return org.ErrDiskFull }
	h := c.newClock("bot-1", did, heartbeat.Job{Name: "first", Do: full}, heartbeat.Job{Name: "second", Do: full})
	if err := h.Next(t.Context()); !errors.Is(err, org.ErrDiskFull) {
		t.Errorf("Next: %v, want %v", err, org.ErrDiskFull)
	}
	if did["first"] != 1 || did["second"] != 0 {
		t.Errorf("asked: %v, want the first alone", did)
	}
}

func TestOneProcessDoesAJob(t *testing.T) {
	c := newFixture(t)
	did := map[string]int{}
	var second *heartbeat.Clock
	list := heartbeat.Job{Name: "backup", When: heartbeat.Every(time.Hour), AtOnce: true}
	second = c.newClock("bot-2", did, list)
	list.Do = func(context.Context, time.Time) error { c.look(second); return nil } //nolint:contextcheck // look has the test's
	c.look(c.newClock("bot-1", did, list))
	c.now = c.now.Add(time.Minute)
	c.look(second)
	if did["backup"] != 1 {
		t.Errorf("two processes did it %d times, want once", did["backup"])
	}
}

func TestJobsAfterAJump(t *testing.T) {
	c := newFixture(t)
	did := map[string]int{}
	h := c.newClock("bot-1", did, heartbeat.Job{Name: "hourly", When: heartbeat.Every(time.Hour)})
	c.look(h)
	c.now = c.now.Add(10 * 365 * 24 * time.Hour)
	c.look(h)
	c.now = c.now.Add(-10 * 365 * 24 * time.Hour)
	for range 3 {
		c.now = c.now.Add(45 * time.Minute)
		c.look(h)
	}
	if did["hourly"] != 2 {
		t.Errorf("a jump of ten years and back: done %d times, want twice", did["hourly"])
	}
}
