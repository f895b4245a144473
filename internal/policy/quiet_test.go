package policy_test

import (
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/policy"
	"github.com/frasier-cos/frasier/internal/reports"
)

func quiet(t *testing.T, hours, pings, where string) policy.Quiet {
	t.Helper()
	p, err := policy.ParseQuiet(hours, pings, zone(t, where))
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func TestParseQuietRefusesInWords(t *testing.T) {
	for _, c := range []struct{ hours, pings string }{
		{"22-7", ""}, {"22:00", ""}, {"25:00-07:00", ""}, {"", "six"}, {"", "-1"},
	} {
		if p, err := policy.ParseQuiet(c.hours, c.pings, time.UTC); err == nil {
			t.Errorf("ParseQuiet(%q, %q): got %+v, want a sentence", c.hours, c.pings, p)
		}
	}
	p, err := policy.ParseQuiet("off", "0", time.UTC)
	if err != nil || p.Pings != 0 || p.From != p.To {
		t.Errorf("ParseQuiet(off, 0): got %+v, %v, want no quiet hours and no pings", p, err)
	}
}

func TestAttend(t *testing.T) {
	noon, night := "2026-03-02T12:00:00Z", "2026-03-02T23:30:00Z"
	decision, result := policy.Saying{Kind: reports.DeliverEscalation}, policy.Saying{Kind: reports.DeliverResult}
	for _, c := range []struct {
		name   string
		says   policy.Saying
		pinged int
		at     string
		want   policy.Attention
		until  string
	}{
		{"a decision", decision, 0, noon, policy.AttentionPing, ""},
		{"a document", result, 0, noon, policy.AttentionPing, ""},
		{"failed work", policy.Saying{Kind: reports.DeliverFailure}, 0, noon, policy.AttentionPing, ""},
		{"money", policy.Saying{Kind: reports.DeliverMoney}, 0, noon, policy.AttentionPing, ""},
		{"an agent's line", policy.Saying{Kind: reports.DeliverLine}, 0, noon, policy.AttentionSilent, ""},
		{"a plan", policy.Saying{Kind: reports.DeliverPlan}, 0, noon, policy.AttentionSilent, ""},
		{"a phase", policy.Saying{Kind: reports.DeliverPhase}, 0, noon, policy.AttentionSilent, ""},
		{"a notice", policy.Saying{Kind: reports.DeliverNotice}, 0, noon, policy.AttentionSilent, ""},
		{"a notice that asks for a ping", policy.Saying{Kind: reports.DeliverNotice, Card: org.Card{Ping: true}}, 0, noon, policy.AttentionPing, ""},
		{"a decision's card after its answer", policy.Saying{Kind: reports.DeliverEscalation, Edit: true}, 0, noon, policy.AttentionSilent, ""},
		{"an answer", policy.Saying{Kind: reports.DeliverReply}, 6, night, policy.AttentionPlain, ""},
		{"one below the budget", result, 5, noon, policy.AttentionPing, ""},
		{"a document at the budget", result, 6, noon, policy.AttentionPing, ""},
		{"a second question of the same minute", policy.Saying{Kind: reports.DeliverEscalation, Recent: true}, 0, noon, policy.AttentionSilent, ""},
		{"a stop of the same minute", policy.Saying{Kind: reports.DeliverFailure, Recent: true}, 0, noon, policy.AttentionSilent, ""},
		{"a document of the same minute", policy.Saying{Kind: reports.DeliverResult, Recent: true}, 0, noon, policy.AttentionPing, ""},
		{"a decision above the budget", decision, 7, noon, policy.AttentionPing, ""},
		{"failed work above the budget", policy.Saying{Kind: reports.DeliverFailure}, 7, noon, policy.AttentionPing, ""},
		{"a pause above the budget", policy.Saying{Kind: reports.DeliverNotice, Card: org.Card{Ping: true}}, 7, noon, policy.AttentionPing, ""},
		{"money above the budget", policy.Saying{Kind: reports.DeliverMoney}, 7, noon, policy.AttentionSpent, ""},
		{"a document at night", result, 0, night, "", "2026-03-03T07:00:00Z"},
		{"a decision at night", decision, 0, night, "", "2026-03-03T07:00:00Z"},
		{"a line at night", policy.Saying{Kind: reports.DeliverLine}, 0, night, policy.AttentionSilent, ""},
		{"a decision that blocks everything at night", policy.Saying{Kind: reports.DeliverEscalation, BlocksAll: true}, 0, night, policy.AttentionPing, ""},
		{"the same, above the budget", policy.Saying{Kind: reports.DeliverEscalation, BlocksAll: true}, 6, night, policy.AttentionPing, ""},
		{"the last minute before quiet", result, 0, "2026-03-02T21:59:59Z", policy.AttentionPing, ""},
		{"the first of quiet", result, 0, "2026-03-02T22:00:00Z", "", "2026-03-03T07:00:00Z"},
		{"the last of quiet", result, 0, "2026-03-03T06:59:59Z", "", "2026-03-03T07:00:00Z"},
		{"the first after quiet", result, 0, "2026-03-03T07:00:00Z", policy.AttentionPing, ""},
	} {
		got := quiet(t, "22:00-07:00", "", "UTC").Decide(c.says, c.pinged, moment(t, c.at))
		if got.Attention != c.want || c.until != "" && !got.Until.Equal(moment(t, c.until)) || c.until == "" && !got.Until.IsZero() {
			t.Errorf("%s: got %q until %s, want %q until %q", c.name, got.Attention, got.Until, c.want, c.until)
		}
	}
}

// TestQuietHoursWhenClocksChange: Berlin has no 02:00 to 03:00 on 29 March
// 2026 and two on 25 October.
func TestQuietHoursWhenClocksChange(t *testing.T) {
	for _, c := range []struct{ name, hours, at, until string }{
		{"a short night", "22:00-07:00", "2026-03-28T21:30:00Z", "2026-03-29T05:00:00Z"},
		{"a long night", "22:00-07:00", "2026-10-24T20:30:00Z", "2026-10-25T06:00:00Z"},
		{"an end that does not exist", "22:00-02:30", "2026-03-29T00:30:00Z", "2026-03-29T01:00:00Z"},
		{"an end that is there twice", "22:00-02:30", "2026-10-24T23:00:00Z", "2026-10-25T00:30:00Z"},
		{"the hour again", "22:00-02:30", "2026-10-25T01:10:00Z", "2026-10-25T01:30:00Z"},
		{"the only loud hour does not exist", "03:00-02:00", "2026-03-28T12:00:00Z", "2026-03-30T00:00:00Z"},
		{"within the day", "12:00-13:00", "2026-03-29T10:15:00Z", "2026-03-29T11:00:00Z"},
	} {
		got := quiet(t, c.hours, "", "Europe/Berlin").Decide(policy.Saying{Kind: reports.DeliverResult}, 0, moment(t, c.at))
		if !got.Until.Equal(moment(t, c.until)) {
			t.Errorf("%s (%s at %s): held until %s, want %s", c.name, c.hours, c.at, got.Until, c.until)
		}
	}
}

// TestQuietHoldsEndAwake: whatever the hours, the zone and the moment, a hold
// ends later than now, within three days, at a time that is not quiet.
func TestQuietHoldsEndAwake(t *testing.T) {
	zones := []string{"UTC", "Europe/Berlin", "America/New_York", "Australia/Lord_Howe", "America/Santiago", "Pacific/Apia"}
	rapid.Check(t, func(t *rapid.T) {
		where, err := time.LoadLocation(rapid.SampledFrom(zones).Draw(t, "zone"))
		if err != nil {
			t.Fatal(err)
		}
		p := policy.Quiet{
			Pings: org.PingsPerDay, Zone: where,
			From: rapid.IntRange(0, 1439).Draw(t, "from"), To: rapid.IntRange(0, 1439).Draw(t, "to"),
		}
		now := time.Unix(rapid.Int64Range(1_700_000_000, 1_900_000_000).Draw(t, "now"), 0)
		held := p.Decide(policy.Saying{Kind: reports.DeliverResult}, 0, now)
		if held.Until.IsZero() {
			if held.Attention != policy.AttentionPing {
				t.Fatalf("got %+v", held)
			}
			return
		}
		if wait := held.Until.Sub(now); wait <= 0 || wait > 72*time.Hour {
			t.Fatalf("held for %s", wait)
		}
		if again := p.Decide(policy.Saying{Kind: reports.DeliverResult}, 0, held.Until); again.Attention != policy.AttentionPing {
			t.Fatalf("held until %s, and then again until %s", held.Until, again.Until)
		}
	})
}

// Quiet hours may lie within a day, and hold from their first minute to before
// their last.
func TestQuietAtNoon(t *testing.T) {
	p := quiet(t, "12:00-14:00", "2", "UTC")
	for at, until := range map[string]string{
		"2026-03-02T11:59:59Z": "",
		"2026-03-02T12:00:00Z": "2026-03-02T14:00:00Z",
		"2026-03-02T13:59:59Z": "2026-03-02T14:00:00Z",
		"2026-03-02T14:00:00Z": "",
	} {
		got := p.Decide(policy.Saying{Kind: reports.DeliverResult}, 0, moment(t, at))
		if until == "" && got.Attention != policy.AttentionPing || until != "" && !got.Until.Equal(moment(t, until)) {
			t.Errorf("%s: got %q until %s, want until %q", at, got.Attention, got.Until, until)
		}
	}
}

func zone(t *testing.T, name string) *time.Location {
	t.Helper()
	z, err := time.LoadLocation(name)
	if err != nil {
		t.Fatal(err)
	}
	return z
}

func moment(t *testing.T, text string) time.Time {
	t.Helper()
	at, err := time.Parse(time.RFC3339, text)
	if err != nil {
		t.Fatal(err)
	}
	return at
}

func TestDayStart(t *testing.T) {
	for _, c := range []struct{ zone, at, want string }{
		{"UTC", "2026-03-02T00:00:00Z", "2026-03-02T00:00:00Z"},
		{"UTC", "2026-03-02T23:59:59Z", "2026-03-02T00:00:00Z"},
		{"Europe/Berlin", "2026-03-01T23:00:00Z", "2026-03-01T23:00:00Z"},
		{"Europe/Berlin", "2026-03-29T21:59:59Z", "2026-03-28T23:00:00Z"},
		{"America/New_York", "2026-03-02T04:59:59Z", "2026-03-01T05:00:00Z"},
	} {
		if got := quiet(t, "off", "", c.zone).DayStart(moment(t, c.at)); !got.Equal(moment(t, c.want)) {
			t.Errorf("day of %s in %s began at %s, want %s", c.at, c.zone, got, c.want)
		}
	}
}
