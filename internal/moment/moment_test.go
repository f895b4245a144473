package moment_test

import (
	"testing"
	"time"
	_ "time/tzdata"

	"github.com/frasier-cos/frasier/internal/moment"
)

func zone(t *testing.T, name string) *time.Location {
	t.Helper()
	z, err := time.LoadLocation(name)
	if err != nil {
		t.Fatal(err)
	}
	return z
}

func at(t *testing.T, text string) time.Time {
	t.Helper()
	m, err := time.Parse(time.RFC3339, text)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

func TestTextNamesTheZone(t *testing.T) {
	for _, c := range []struct{ at, zone, minute, day, today string }{
		{"2026-11-27T14:33:00Z", "UTC", "27 Nov 2026 14:33 UTC", "27 November 2026", "Friday 2026-11-27"},
		{"2026-11-27T14:33:00Z", "Pacific/Kiritimati", "28 Nov 2026 04:33 UTC+14", "28 November 2026", "Saturday 2026-11-28 where the founder is (Pacific/Kiritimati)"},
		{"2026-12-31T11:30:00Z", "Pacific/Tongatapu", "1 Jan 2027 00:30 UTC+13", "1 January 2027", "Friday 2027-01-01 where the founder is (Pacific/Tongatapu)"},
		{"2026-11-28T04:59:59Z", "America/New_York", "27 Nov 2026 23:59 EST", "27 November 2026", "Friday 2026-11-27 where the founder is (America/New_York)"},
		{"2026-11-28T05:00:00Z", "America/New_York", "28 Nov 2026 00:00 EST", "28 November 2026", "Saturday 2026-11-28 where the founder is (America/New_York)"},
		{"2026-03-29T00:59:00Z", "Europe/Berlin", "29 Mar 2026 01:59 CET", "29 March 2026", "Sunday 2026-03-29 where the founder is (Europe/Berlin)"},
		{"2026-03-29T01:00:00Z", "Europe/Berlin", "29 Mar 2026 03:00 CEST", "29 March 2026", "Sunday 2026-03-29 where the founder is (Europe/Berlin)"},
		{"2026-10-25T00:30:00Z", "Europe/Berlin", "25 Oct 2026 02:30 CEST", "25 October 2026", "Sunday 2026-10-25 where the founder is (Europe/Berlin)"},
		{"2026-10-25T01:30:00Z", "Europe/Berlin", "25 Oct 2026 02:30 CET", "25 October 2026", "Sunday 2026-10-25 where the founder is (Europe/Berlin)"},
		{"2026-11-27T14:33:00Z", "Asia/Kathmandu", "27 Nov 2026 20:18 UTC+0545", "27 November 2026", "Friday 2026-11-27 where the founder is (Asia/Kathmandu)"},
	} {
		m, z := at(t, c.at), zone(t, c.zone)
		for got, want := range map[string]string{
			moment.Text(m, moment.Minute, z):                          c.minute,
			moment.Text(m, moment.Day, z):                             c.day,
			moment.Today(m, z):                                        c.today,
			moment.Spell("due "+moment.Mark(m, moment.Minute)+".", z): "due " + c.minute + ".",
			moment.Spell("due "+moment.Mark(m, moment.Day)+".", z):    "due " + c.day + ".",
		} {
			if got != want {
				t.Errorf("%s in %s: got %q, want %q", c.at, c.zone, got, want)
			}
		}
	}
}

// Marks are spelled as a chat has them, as a page escapes them and as JSON does;
// what only looks like one stays.
func TestSpellFindsMarks(t *testing.T) {
	for in, want := range map[string]string{
		"<t:1772452800:f>":             "2 Mar 2026 12:00 UTC",
		"&lt;t:1772452800:D&gt;":       "2 March 2026",
		`\u003ct:1772452800:T\u003e`:   "12:00:00 UTC",
		"<t:1772452800>":               "2 Mar 2026 12:00 UTC",
		"<t:1772452800:f":              "<t:1772452800:f",
		"<t:soon:f> <table> t:1 <@12>": "<t:soon:f> <table> t:1 <@12>",
		"<t:99999999999999:f>":         "<t:99999999999999:f>",
	} {
		if got := moment.Spell(in, nil); got != want {
			t.Errorf("Spell(%q) = %q, want %q", in, got, want)
		}
	}
}

func TestWholeLeavesNoPartOfAMark(t *testing.T) {
	text := "due <t:1772452800:f> at the latest"
	for n := range len(text) + 1 {
		got := moment.Whole(text[:n])
		if got != text[:n] && got != "due " || got == text[:n] && n > len("due ") && n < len("due <t:1772452800:f>") {
			t.Errorf("Whole(%q) = %q", text[:n], got)
		}
	}
}
