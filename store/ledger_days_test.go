package store_test

import (
	"fmt"
	"testing"
	"time"

	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/policy"
	"github.com/frasier-cos/frasier/internal/reports"
)

// A day of the costs is the founder's, not one in UTC: around midnight, on the
// days on which clocks change, and after he has moved.
func TestCostsByTheFoundersDay(t *testing.T) {
	for _, c := range []struct {
		name, zone, now string
		calls           []string // each costs a dollar
		want            [3]int   // today, 2 days, 3 days
		since           string   // of today
	}{
		{
			"before midnight", "America/New_York", "2026-01-16T04:59:59Z", // 23:59:59 of the 15th
			[]string{"2026-01-15T04:59:59Z", "2026-01-15T05:00:00Z", "2026-01-16T00:30:00Z"}, [3]int{2, 3, 3}, "2026-01-15T05:00:00Z",
		},
		{
			"at midnight", "America/New_York", "2026-01-16T05:00:00Z",
			[]string{"2026-01-15T04:59:59Z", "2026-01-15T05:00:00Z", "2026-01-16T00:30:00Z"},
			[3]int{0, 2, 3},
			"2026-01-16T05:00:00Z",
		},
		{
			"a day of 23 hours", "Europe/Berlin", "2026-03-29T21:59:59Z",
			[]string{"2026-03-28T22:59:59Z", "2026-03-28T23:00:00Z", "2026-03-29T21:59:58Z"},
			[3]int{2, 3, 3},
			"2026-03-28T23:00:00Z",
		},
		{
			"after a day of 23 hours", "Europe/Berlin", "2026-03-29T22:00:00Z",
			[]string{"2026-03-28T22:59:59Z", "2026-03-28T23:00:00Z", "2026-03-29T21:59:58Z"},
			[3]int{0, 2, 3},
			"2026-03-29T22:00:00Z",
		},
		{
			"a day of 25 hours", "Europe/Berlin", "2026-10-25T22:59:59Z",
			[]string{"2026-10-24T21:59:59Z", "2026-10-24T22:00:00Z", "2026-10-25T00:30:00Z", "2026-10-25T01:30:00Z"},
			[3]int{3, 4, 4},
			"2026-10-24T22:00:00Z",
		},
		{
			"ahead of UTC", "Asia/Tokyo", "2026-01-15T15:00:00Z", // 00:00 of the 16th
			[]string{"2026-01-15T14:59:59Z", "2026-01-14T15:00:00Z", "2026-01-14T14:59:59Z"}, [3]int{0, 2, 3}, "2026-01-15T15:00:00Z",
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			b := newBench(t)
			b.ok(b.db.SetPolicy(t.Context(), policy.Zone, c.zone))
			for i, at := range c.calls {
				b.now = instant(t, at)
				call := modelCall(fmt.Sprint("k", i), "")
				call.At = b.now
				b.end(usable(b.call(call), "reply", org.Dollar))
				b.ok(b.db.CountTraffic(t.Context(), []reports.Traffic{{Kind: reports.TrafficModel, Requests: 1, Sent: 10}}))
			}
			b.now = instant(t, c.now)
			got, err := b.db.Costs(t.Context(), 1, 2, 3)
			b.ok(err)
			for i, want := range c.want {
				if r := got[i]; r.Total.Calls != want || r.Total.Cost != org.NanoUSD(want)*org.Dollar {
					t.Errorf("%d days: %+v, want %d calls of a dollar", i+1, r.Total, want)
				}
				sent := int64(0)
				for _, n := range got[i].Traffic {
					sent += n.Sent
				}
				if sent != int64(want)*10 {
					t.Errorf("%d days: %d bytes sent, want %d", i+1, sent, want*10)
				}
			}
			if since := got[0].Since.UTC().Format(time.RFC3339); since != c.since {
				t.Errorf("today began at %s, want %s", since, c.since)
			}
		})
	}
}

func instant(t *testing.T, text string) time.Time {
	t.Helper()
	at, err := time.Parse(time.RFC3339, text)
	if err != nil {
		t.Fatal(err)
	}
	return at
}

// What was summed before is not shown again once the ledger says otherwise:
// a price that came late, a call that ended late, a new day.
func TestCostsAreNeverStale(t *testing.T) {
	b := newBench(t)
	p := b.project("One")
	unknown := bad(b.call(modelCall("k", p)), org.CallFailed)
	unknown.Generation = "gen-1"
	b.end(unknown)
	open := b.call(modelCall("late", p))
	b.pass(24 * time.Hour)
	want := func(when string, calls, unknown int, cost org.NanoUSD, unparsed int) {
		t.Helper()
		for range 2 { // summed, and taken from the shelf
			r, err := b.db.Costs(t.Context(), 7)
			b.ok(err)
			for _, l := range append(r[0].ByProject, r[0].Total) {
				if l.Calls != calls || l.Unknown != unknown || l.Cost != cost || l.Unparsed != unparsed {
					t.Errorf("%s: %+v, want %d calls, %d unknown, %d nano-dollars, %d unreadable", when, l, calls, unknown, cost, unparsed)
				}
			}
		}
	}
	want("at first", 2, 1, 0, 0) // the other one has no cost yet
	b.ok(b.db.RecordCost(t.Context(), "k", 1, 42))
	want("after a price came", 2, 0, 42, 0)
	end := usable(open, "reply", 0)
	end.Unparsed = true
	b.end(end)
	want("after a free call ended", 2, 0, 42, 1)
	b.end(usable(b.call(modelCall("today", p)), "reply", 7))
	want("after a call of today", 3, 0, 49, 1)
	b.pass(24 * time.Hour)
	want("on the next day", 3, 0, 49, 1)
	b.pass(6 * 24 * time.Hour)
	r, err := b.db.Costs(t.Context(), 7)
	b.ok(err)
	if r[0].Total.Calls != 0 || len(r[0].ByProject) != 0 {
		t.Errorf("a week later: %+v, want nothing", r[0])
	}
}

// Beyond the dearest hundred, projects have no titles, but are all there.
func TestCostsOfManyProjects(t *testing.T) {
	b := newBench(t)
	const n = 103
	for i := range n {
		b.end(usable(b.call(modelCall(fmt.Sprint("k", i), b.project(fmt.Sprint("Title ", i)))), "reply", org.NanoUSD(i)))
	}
	r, err := b.db.Costs(t.Context(), 1, 7)
	b.ok(err)
	all := r[0].ByProject
	if len(all) != n || len(r[1].ByProject) != n || all[0].Name != r[1].ByProject[0].Name {
		t.Fatalf("%d and %d projects, want %d twice", len(all), len(r[1].ByProject), n)
	}
	for i, l := range all {
		var id, title string
		if _, err := fmt.Sscanf(l.Name, "%s Title %s", &id, &title); (err == nil) != (i < 100) || l.Cost != org.NanoUSD(n-1-i) {
			t.Errorf("project %d of the list is %+v", i, l)
		}
	}
}

// Storage is weighed once an hour.
func TestStorageIsWeighedHourly(t *testing.T) {
	b := newBench(t)
	weigh := func() (n int64) {
		t.Helper()
		all, err := b.db.Storage(t.Context())
		b.ok(err)
		for _, l := range all {
			n += l.Bytes
		}
		return n
	}
	before := weigh()
	b.project("More")
	b.pass(59 * time.Minute)
	if got := weigh(); got != before {
		t.Errorf("%d bytes within the hour, want %d as before", got, before)
	}
	b.pass(time.Minute)
	if got := weigh(); got <= before {
		t.Errorf("%d bytes after an hour, want more than %d", got, before)
	}
}

// What went over the network for a project is told apart from what did for
// others and for none.
func TestProjectTraffic(t *testing.T) {
	b := newBench(t)
	for range 2 {
		b.ok(b.db.CountTraffic(t.Context(), []reports.Traffic{
			{Kind: reports.TrafficModel, Project: "p1", Requests: 1, Sent: 100, Received: 10},
			{Kind: reports.TrafficWeb, Project: "p1", Requests: 2, Received: 500},
			{Kind: reports.TrafficModel, Project: "p2", Requests: 1, Sent: 7},
			{Kind: reports.TrafficChat, Received: 3},
		}))
		b.pass(24 * time.Hour)
	}
	got, err := b.db.ProjectTraffic(t.Context(), "p1")
	b.ok(err)
	if len(got) != 2 || got[0] != (reports.Traffic{Kind: reports.TrafficWeb, Requests: 4, Received: 1000}) || got[1] != (reports.Traffic{Kind: reports.TrafficModel, Requests: 2, Sent: 200, Received: 20}) {
		t.Errorf("traffic of p1: %+v", got)
	}
	all, err := b.db.Costs(t.Context(), 7)
	b.ok(err)
	if len(all[0].Traffic) != 3 {
		t.Errorf("traffic of all: %+v, want three kinds", all[0].Traffic)
	}
}
