package calendar_test

import (
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/frasier-cos/frasier/internal/calendar"
)

func TestLook(t *testing.T) {
	daily, err := calendar.Parse("0 8 * * *", "")
	if err != nil {
		t.Fatal(err)
	}
	hourly := calendar.Every(time.Hour)
	for name, c := range map[string]struct {
		r                    calendar.Repeats
		due, last, now, want string
		run, skip            bool
	}{
		"first look":                  {daily, "", "", "2026-03-01T07:00:00Z", "2026-03-01T08:00:00Z", false, false},
		"not yet":                     {daily, "2026-03-01T08:00:00Z", "", "2026-03-01T07:00:00Z", "2026-03-01T08:00:00Z", false, false},
		"at its time":                 {daily, "2026-03-01T08:00:00Z", "", "2026-03-01T08:00:00Z", "2026-03-02T08:00:00Z", true, false},
		"days late, made up once":     {daily, "2026-03-01T08:00:00Z", "", "2026-03-05T09:00:00Z", "2026-03-06T08:00:00Z", true, false},
		"ten minutes late, no makeup": {daily, "2026-03-01T08:00:00Z", "", "2026-03-01T08:10:00Z", "2026-03-02T08:00:00Z", true, true},
		"later, no makeup":            {daily, "2026-03-01T08:00:00Z", "", "2026-03-01T08:10:01Z", "2026-03-02T08:00:00Z", false, true},
		"clock went back an hour":     {daily, "2026-03-02T08:00:00Z", "2026-03-01T08:00:10Z", "2026-03-01T07:30:00Z", "2026-03-02T08:00:00Z", false, false},
		"clock went back ten years":   {daily, "2036-03-02T08:00:00Z", "2036-03-01T08:00:10Z", "2026-03-01T07:30:00Z", "2026-03-01T08:00:00Z", false, false},
		"the rule was changed":        {daily, "2026-03-01T19:00:00Z", "2026-02-28T19:00:00Z", "2026-03-01T07:30:00Z", "2026-03-01T08:00:00Z", false, false},
		"elapsed, not yet":            {hourly, "2026-03-01T08:00:00Z", "2026-03-01T07:00:00Z", "2026-03-01T07:30:00Z", "2026-03-01T08:00:00Z", false, false},
		"elapsed, after a jump back":  {hourly, "2036-03-01T08:00:00Z", "2036-03-01T07:00:00Z", "2026-03-01T07:30:00Z", "2026-03-01T08:30:00Z", false, false},
	} {
		var due, last time.Time
		if c.due != "" {
			due = at(t, c.due)
		}
		if c.last != "" {
			last = at(t, c.last)
		}
		got := calendar.Look(c.r, due, last, at(t, c.now), c.skip)
		if got.Run != c.run || !got.Due.Equal(at(t, c.want)) {
			t.Errorf("%s: run %v, next %s; want %v, %s", name, got.Run, got.Due.Format(time.RFC3339), c.run, c.want)
		}
	}
}

// However the clock jumps, a daily duty runs at most once for each of its
// times, and waits a day at the most.
func TestLookUnderJumps(t *testing.T) {
	zone, err := calendar.Zone("America/New_York")
	if err != nil {
		t.Fatal(err)
	}
	daily, err := calendar.Parse("30 1 * * *", "America/New_York")
	if err != nil {
		t.Fatal(err)
	}
	rapid.Check(t, func(t *rapid.T) {
		now := time.Date(2026, time.Month(rapid.IntRange(1, 12).Draw(t, "month")), 1, 0, 0, 0, 0, zone)
		var due, last time.Time
		for range 60 {
			jump := rapid.SampledFrom([]time.Duration{
				30 * time.Second, time.Hour, -time.Hour, 26 * time.Hour, -3 * time.Hour, 10 * 365 * 24 * time.Hour, -10 * 365 * 24 * time.Hour,
			}).Draw(t, "jump")
			now = now.Add(jump)
			turn := calendar.Look(daily, due, last, now, false)
			if turn.Run {
				if last.After(now.Add(-time.Hour)) && !last.After(now.Add(25*time.Hour)) {
					t.Fatalf("ran at %s and again at %s", last, now)
				}
				last = now
			}
			if wait := turn.Due.Sub(now); wait <= 0 || wait > 51*time.Hour {
				t.Fatalf("at %s the next run is at %s", now, turn.Due)
			}
			due = turn.Due
		}
	})
}
