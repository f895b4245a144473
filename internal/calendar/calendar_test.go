package calendar_test

import (
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/frasier-cos/frasier/internal/calendar"
)

func at(t *testing.T, text string) time.Time {
	t.Helper()
	out, err := time.Parse(time.RFC3339, text)
	if err != nil {
		t.Fatal(err)
	}
	return out
}

func TestNext(t *testing.T) {
	for _, c := range []struct{ spec, zone, after, want string }{
		{"0 8 * * *", "", "2026-03-01T07:59:59Z", "2026-03-01T08:00:00Z"},
		{"0 8 * * *", "", "2026-03-01T08:00:00Z", "2026-03-02T08:00:00Z"},
		{"0 8 * * 1", "Europe/Berlin", "2026-11-21T12:00:00Z", "2026-11-23T07:00:00Z"},
		// New York, 8 March 2026: 02:00 to 03:00 does not exist.
		{"30 2 * * *", "America/New_York", "2026-03-08T05:00:00Z", "2026-03-08T07:00:00Z"},
		{"30 2 * * *", "America/New_York", "2026-03-08T07:00:00Z", "2026-03-09T06:30:00Z"},
		// 1 November 2026: 01:00 to 02:00 is there twice, the first counts.
		{"30 1 * * *", "America/New_York", "2026-11-01T04:00:00Z", "2026-11-01T05:30:00Z"},
		{"30 1 * * *", "America/New_York", "2026-11-01T05:30:00Z", "2026-11-02T06:30:00Z"},
		{"30 1 * * *", "America/New_York", "2026-11-01T06:10:00Z", "2026-11-02T06:30:00Z"},
		// Every hour is every hour that passes.
		{"0 * * * *", "America/New_York", "2026-11-01T05:00:00Z", "2026-11-01T06:00:00Z"},
		{"@hourly", "Europe/Berlin", "2026-03-29T00:30:00Z", "2026-03-29T01:00:00Z"},
		{"@monthly", "", "2026-01-31T00:00:00Z", "2026-02-01T00:00:00Z"},
		// Lord Howe moves its clocks by half an hour.
		{"15 2 * * *", "Australia/Lord_Howe", "2026-10-03T14:00:00Z", "2026-10-03T15:30:00Z"},
	} {
		r, err := calendar.Parse(c.spec, c.zone)
		if err != nil {
			t.Errorf("Parse(%q, %q): %v", c.spec, c.zone, err)
			continue
		}
		if got := r.Next(at(t, c.after)); !got.Equal(at(t, c.want)) {
			t.Errorf("%q in %q after %s: %s, want %s", c.spec, c.zone, c.after, got.Format(time.RFC3339), c.want)
		}
	}
}

func TestWhatCannotBeParsed(t *testing.T) {
	for _, c := range [][2]string{
		{"", ""},
		{"0 8 * *", ""},
		{"61 8 * * *", ""},
		{"0 8 * * *", "Mars/Base"},
		{"0 8 * * *", "Local"},
		{"@every 1s", ""},
		{"CRON_TZ=Mars/Base 0 8 * * *", ""},
		{"0 0 30 2 *", ""},
		{"monday", ""},
	} {
		if r, err := calendar.Parse(c[0], c[1]); err == nil {
			t.Errorf("Parse(%q, %q) gave a rule, next %s; want an error", c[0], c[1], r.Next(time.Unix(0, 0)))
		}
	}
}

// A daily rule is due once on each day of the year, whatever the clocks do,
// from wherever one asks.
func TestOnceEachDay(t *testing.T) {
	for _, name := range []string{"America/New_York", "Europe/Berlin", "Australia/Lord_Howe"} {
		zone, err := calendar.Zone(name)
		if err != nil {
			t.Fatal(err)
		}
		rapid.Check(t, func(t *rapid.T) {
			minute, hour := rapid.IntRange(0, 59).Draw(t, "minute"), rapid.IntRange(0, 23).Draw(t, "hour")
			r, err := calendar.Parse(time.Date(2026, 1, 1, hour, minute, 0, 0, time.UTC).Format("4 15 * * *"), name)
			if err != nil {
				t.Fatal(err)
			}
			seen := map[string]int{}
			now := time.Date(2026, 1, 1, 0, 0, 0, 0, zone).Add(-time.Second)
			end := time.Date(2027, 1, 1, 0, 0, 0, 0, zone)
			for {
				next := r.Next(now)
				if !next.After(now) {
					t.Fatalf("%s: next after %s is %s", name, now, next)
				}
				if between := now.Add(time.Duration(rapid.Int64Range(0, int64(next.Sub(now))-1).Draw(t, "ask"))); !r.Next(between).Equal(next) {
					t.Fatalf("%s: asked at %s next is %s, asked at %s it is %s", name, now, next, between, r.Next(between))
				}
				if !next.Before(end) {
					break
				}
				seen[calendar.Day(next, zone)]++
				now = next
			}
			if len(seen) != 365 {
				t.Fatalf("%s at %02d:%02d: due on %d days of 365", name, hour, minute, len(seen))
			}
			for day, n := range seen {
				if n != 1 {
					t.Fatalf("%s at %02d:%02d: due %d times on %s", name, hour, minute, n, day)
				}
			}
		})
	}
}

// A day begins with its first moment, also where clocks change at midnight.
func TestBegin(t *testing.T) {
	for _, c := range []struct{ zone, day, want string }{
		{"UTC", "2026-03-01", "2026-03-01T00:00:00Z"},
		{"Asia/Kolkata", "2026-03-01", "2026-02-28T18:30:00Z"},
		{"Europe/Berlin", "2026-03-29", "2026-03-28T23:00:00Z"},  // forward at 02:00
		{"Europe/Berlin", "2026-10-26", "2026-10-25T23:00:00Z"},  // the day after the one of 25 hours
		{"America/Havana", "2026-03-08", "2026-03-08T05:00:00Z"}, // forward at 00:00: it begins at 01:00
		{"America/Havana", "2026-11-01", "2026-11-01T04:00:00Z"}, // back at 01:00: 00:00 comes twice
		{"Africa/Cairo", "2026-04-24", "2026-04-23T22:00:00Z"},   // forward at 00:00
		{"Africa/Cairo", "2026-10-30", "2026-10-29T22:00:00Z"},   // back at 24:00: 23:00 comes twice
		{"Asia/Amman", "2021-10-29", "2021-10-28T21:00:00Z"},     // back at 01:00, east of Greenwich: 00:00 comes twice
		{"Australia/Lord_Howe", "2026-10-04", "2026-10-03T13:30:00Z"},
		{"UTC", "", "0001-01-01T00:00:00Z"},
	} {
		zone, err := calendar.Zone(c.zone)
		if err != nil {
			t.Fatal(err)
		}
		if got := calendar.Begin(c.day, zone).UTC().Format(time.RFC3339); got != c.want {
			t.Errorf("%s in %s begins at %s, want %s", c.day, c.zone, got, c.want)
		}
	}
	for _, name := range []string{"America/Havana", "Africa/Cairo", "Australia/Lord_Howe", "Asia/Kathmandu", "America/New_York"} {
		zone, err := calendar.Zone(name)
		if err != nil {
			t.Fatal(err)
		}
		for at := time.Date(2026, 1, 1, 12, 0, 0, 0, time.UTC); at.Year() == 2026; at = at.AddDate(0, 0, 1) {
			day := calendar.Day(at, zone)
			first := calendar.Begin(day, zone)
			if calendar.Day(first, zone) != day || calendar.Day(first.Add(-time.Second), zone) >= day {
				t.Errorf("%s in %s begins at %s, which is not its first moment", day, name, first)
			}
		}
	}
}
