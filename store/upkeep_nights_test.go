package store_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"github.com/frasier-cos/frasier/internal/calendar"
	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/policy"
	"github.com/frasier-cos/frasier/internal/testing/testlevel"
	"github.com/frasier-cos/frasier/store"
)

// nights are ten nights around a change of the clocks, in which a process is ended again and again.
type nights struct {
	*instance
	zone *time.Location
	end  time.Time
	draw *rand.Rand
}

// live has a process do what the clock asks for, up to the end or its death.
func (n *nights) live(t *testing.T, db *store.DB) {
	t.Helper()
	for n.clock.Now().Before(n.end) {
		if _, err := db.RunReminders(t.Context()); err != nil {
			t.Fatal(err)
		}
		if n.clock.Now().In(n.zone).Hour() >= 9 {
			if _, err := db.SendDigest(t.Context(), false, false); err != nil {
				t.Fatal(err)
			}
		}
		n.clock.forward(20 * time.Minute)
	}
}

// Ten nights over two changes of the clocks in three zones: each reminder and each day's brief comes once, however often the process that tells
// it is ended, before or after it wrote, and however long nothing runs then.
func TestRemindersSurviveKills(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ zone, first string }{
		{"Europe/Berlin", "2026-03-24"},
		{"Europe/Berlin", "2026-10-20"},
		{"America/New_York", "2026-03-03"},
		{"America/New_York", "2026-10-27"},
		{"Australia/Lord_Howe", "2026-03-31"},
		{"Australia/Lord_Howe", "2026-09-29"},
	} {
		for seed := range testlevel.Count(1, 2, 25) {
			t.Run(fmt.Sprintf("%s %s %d", strings.ReplaceAll(c.zone, "/", " "), c.first, seed), func(t *testing.T) {
				runNights(t, c.zone, c.first, uint64(seed))
			})
		}
	}
}

func runNights(t *testing.T, name, first string, seed uint64) {
	t.Helper()
	zone, err := calendar.Zone(name)
	if err != nil {
		t.Fatal(err)
	}
	begin := calendar.Begin(first, zone)
	n := &nights{instance: newInstance(t), zone: zone, draw: rand.New(rand.NewPCG(seed, 7))} //nolint:gosec // a test draws the same again
	n.clock.forward(begin.Sub(n.clock.Now()))
	n.end = begin.AddDate(0, 0, 10).Add(3 * time.Hour) // behind the last night, well before the next thing is due
	n.ok(n.db.SetPolicy(t.Context(), policy.Zone, name))
	want := n.setAll(t.Context())
	deaths := 0
	for {
		point := mortal(t, n.path, n.clock.Now, 1+n.draw.IntN(6), n.live)
		if point == "" {
			break
		}
		deaths++
		if n.draw.IntN(3) == 0 {
			n.clock.forward(time.Duration(n.draw.IntN(300)) * time.Minute) // nothing runs
		}
	}
	if _, err := n.db.RunReminders(t.Context()); err != nil {
		t.Fatal(err)
	}
	for id, times := range want {
		said, err := n.db.Texts(t.Context(), `SELECT facts FROM deliveries WHERE key LIKE 'reminder:`+id+`:%' ORDER BY seq`)
		n.ok(err)
		if len(said) != times {
			t.Errorf("%s in %s: said %d times, want %d:\n%s", id, name, len(said), times, strings.Join(said, "\n"))
		}
	}
	days, err := n.db.Texts(t.Context(), `SELECT key FROM deliveries WHERE key LIKE 'daily:%' ORDER BY key`)
	n.ok(err)
	if len(days) != 10 {
		t.Errorf("%d briefs in ten days in %s: %q", len(days), name, days)
	}
	if deaths < 20 {
		t.Errorf("the process was ended %d times, want 20 at the least", deaths)
	}
}

// setAll sets reminders of which some are due in the hour that the clocks leave out or show twice, and returns how often each is to
// come.
func (n *nights) setAll(ctx context.Context) map[string]int {
	want := map[string]int{}
	_, _, err := n.db.SaveMessage(ctx, org.Message{Channel: org.Channel{Transport: "discord", ID: "c1"}, Origin: "1", Author: "1000", Text: "Hello"})
	n.ok(err)
	begin := n.clock.Now()
	for i, spec := range []string{"0 9 * * *", "30 2 * * *", "15 2 * * *", "30 1 * * *", "0 0 * * *"} {
		rule, err := calendar.Parse(spec, n.zone.String())
		n.ok(err)
		r := reminder("Every day", rule.Next(begin))
		r.Spec, r.Zone = spec, n.zone.String()
		saved, err := n.db.SaveReminder(ctx, fmt.Sprint("daily", i), r)
		n.ok(err)
		for at := r.Due; at.Before(n.end); at = rule.Next(at) {
			want[string(saved.ID)]++
		}
	}
	for i := range 30 {
		saved, err := n.db.SaveReminder(ctx, fmt.Sprint("once", i), reminder("Once", begin.Add(time.Duration(n.draw.IntN(14_000))*time.Minute)))
		n.ok(err)
		want[string(saved.ID)] = 1
	}
	return want
}
