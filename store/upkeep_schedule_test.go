package store_test

import (
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/policy"
	"github.com/frasier-cos/frasier/internal/reports"
)

// runs starts what is due and returns how many runs that were.
func (b *bench) runs() int {
	b.t.Helper()
	n, err := b.db.RunSchedules(b.t.Context())
	b.ok(err)
	return n
}

func TestScheduleRunsAProjectAgain(t *testing.T) {
	b := newBench(t)
	p := b.project("Weekly")
	run(t, unguarded(t, b.path), `UPDATE messages SET cap = 2000000000, repository = 'shop'`)
	now := b.now
	s, err := b.db.SaveSchedule(t.Context(), reports.Schedule{Project: p, Spec: "30 7 * * *", Zone: "Europe/Berlin"})
	b.ok(err)
	if s.ID != "t1" || s.Missed != reports.MissedOnce || !s.Due.After(now) || s.Title != "Weekly" {
		t.Fatalf("SaveSchedule: got %+v, want t1, made up once, due in the future", s)
	}
	again, err := b.db.SaveSchedule(t.Context(), reports.Schedule{Project: p, Spec: "30 7 * * *", Zone: "Europe/Berlin"})
	b.ok(err)
	if again.ID != s.ID {
		t.Errorf("the same schedule again: got %s, want %s", again.ID, s.ID)
	}
	if n := b.runs(); n != 0 {
		t.Errorf("before its time: %d runs, want 0", n)
	}
	b.now = b.now.Add(s.Due.Sub(now) + time.Second)
	if first, second := b.runs(), b.runs(); first != 1 || second != 0 {
		t.Errorf("at its time: %d runs, then %d; want 1, then 0", first, second)
	}
	m, err := b.db.ClaimMessage(t.Context(), "bot", time.Minute)
	b.ok(err)
	if !m.Explicit || m.Text == "" {
		t.Errorf("the message heard again: %+v; want the founder's words as an order", m)
	}
	if m.Cap != 2*org.Dollar || m.Repository != "shop" {
		t.Errorf("heard again under a cap of %d for repository %q, want those of the first", m.Cap, m.Repository)
	}
	b.now = b.now.Add(72 * time.Hour) // nothing ran for three days
	if first, second := b.runs(), b.runs(); first != 1 || second != 0 {
		t.Errorf("after three days of silence: %d runs, then %d; want 1, then 0", first, second)
	}
	all, err := b.db.Schedules(t.Context())
	b.ok(err)
	if len(all) != 1 || all[0].Runs != 2 || all[0].Due.Sub(b.now) > 24*time.Hour {
		t.Errorf("Schedules: got %+v, want one with 2 runs, due within a day", all)
	}
	b.ok(b.db.EndSchedule(t.Context(), s.ID))
	b.ok(b.db.EndSchedule(t.Context(), s.ID))
	b.now = b.now.Add(48 * time.Hour)
	if n := b.runs(); n != 0 {
		t.Errorf("after its end: %d runs, want 0", n)
	}
	if err := b.db.EndSchedule(t.Context(), "t9"); !errors.Is(err, org.ErrNotFound) {
		t.Errorf("got %v, want %v", err, org.ErrNotFound)
	}
}

// What is to be skipped when missed is skipped, and a clock that was set back
// repeats and delays nothing.
func TestScheduleAfterAJump(t *testing.T) {
	b := newBench(t)
	s, err := b.db.SaveSchedule(t.Context(), reports.Schedule{Project: b.project("Skip"), Spec: "@daily", Missed: reports.MissedSkip})
	b.ok(err)
	b.now = b.now.Add(s.Due.Sub(b.now) + time.Hour)
	if n := b.runs(); n != 0 {
		t.Errorf("an hour late: %d runs, want 0", n)
	}
	b.now = b.now.Add(10 * 365 * 24 * time.Hour)
	b.runs()
	b.now = b.now.Add(-10 * 365 * 24 * time.Hour)
	b.runs()
	all, err := b.db.Schedules(t.Context())
	b.ok(err)
	if wait := all[0].Due.Sub(b.now); wait <= 0 || wait > 24*time.Hour {
		t.Errorf("after a jump of ten years and back the next run is in %s, want within a day", wait)
	}
}

func TestScheduleRefused(t *testing.T) {
	b := newBench(t)
	p := b.project("No")
	for _, s := range []reports.Schedule{
		{Project: p, Spec: "nonsense"},
		{Project: p, Spec: "*/5 * * * *"},
		{Project: p, Spec: "0,30 8 * * *"},
		{Project: p, Spec: "@daily", Zone: "Mars"},
		{Project: p, Spec: "@daily", Missed: "thrice"},
	} {
		_, err := b.db.SaveSchedule(t.Context(), s)
		if !errors.Is(err, org.ErrBadSchedule) {
			t.Errorf("got %v, want %v", err, org.ErrBadSchedule)
		}
	}
	_, err := b.db.SaveSchedule(t.Context(), reports.Schedule{Project: "p99", Spec: "@daily"})
	if !errors.Is(err, org.ErrNotFound) {
		t.Errorf("got %v, want %v", err, org.ErrNotFound)
	}
}

func TestFounderClock(t *testing.T) {
	b := newBench(t)
	c, err := b.db.FounderClock(t.Context())
	b.ok(err)
	if c != (reports.FounderClock{Zone: "UTC", Hour: org.DigestHour}) {
		t.Errorf("FounderClock without policies: %+v", c)
	}
	b.ok(b.db.SetMachineZone(t.Context(), "Pacific/Kiritimati"))
	if c, err = b.db.FounderClock(t.Context()); err != nil || c.Zone != "Pacific/Kiritimati" || c.Chosen {
		t.Errorf("FounderClock by the machine: %+v, %v", c, err)
	}
	if err := b.db.SetMachineZone(t.Context(), "Mars"); err == nil {
		t.Error("SetMachineZone(Mars) was taken")
	}
	b.ok(b.db.SetPolicy(t.Context(), policy.Zone, "America/New_York"))
	b.ok(b.db.SetMachineZone(t.Context(), "Asia/Tokyo")) // what the founder named stays
	b.ok(b.db.SetPolicy(t.Context(), policy.Digest, "19"))
	if c, err = b.db.FounderClock(t.Context()); err != nil || c.Zone != "America/New_York" || !c.Chosen || c.Hour != 19 {
		t.Errorf("FounderClock: %+v, %v", c, err)
	}
	b.ok(b.db.SetPolicy(t.Context(), policy.Digest, "off"))
	if c, err = b.db.FounderClock(t.Context()); err != nil || !c.Silent {
		t.Errorf("FounderClock with the digest off: %+v, %v", c, err)
	}
	b.ok(b.db.SetPolicy(t.Context(), policy.Zone, policy.ZoneOfMachine))
	if c, err = b.db.FounderClock(t.Context()); err != nil || c.Zone != "Asia/Tokyo" || c.Chosen {
		t.Errorf("FounderClock by the machine again: %+v, %v", c, err)
	}
	for name, value := range map[string]string{policy.Zone: "Mars", policy.Digest: "24"} {
		if err := b.db.SetPolicy(t.Context(), name, value); err == nil {
			t.Errorf("SetPolicy(%s, %s) was taken", name, value)
		}
	}
}

func TestCaps(t *testing.T) {
	b := newBench(t)
	p := b.project("Capped")
	b.ok(b.db.SetCap(t.Context(), org.Cap{Scope: org.ScopeDay, Kind: org.KindCap, Amount: 5 * org.Dollar}))
	b.ok(b.db.SetCap(t.Context(), org.Cap{Scope: org.ScopeMission, Project: p, Kind: org.KindWarn, Amount: org.Dollar}))
	b.ok(b.db.SetCap(t.Context(), org.Cap{Scope: org.ScopeDay, Kind: org.KindCap, Amount: 7 * org.Dollar}))
	all, err := b.db.Caps(t.Context())
	b.ok(err)
	if len(all) != 2 || all[0].Amount != 7*org.Dollar || all[1].Project != p {
		t.Errorf("Caps: got %+v, want $7 a day and $1 a mission of %s", all, p)
	}
	b.ok(b.db.SetCap(t.Context(), org.Cap{Scope: org.ScopeDay, Kind: org.KindCap}))
	if all, err = b.db.Caps(t.Context()); err != nil || len(all) != 1 {
		t.Errorf("Caps after one was taken away: %+v, %v", all, err)
	}
	if err := b.db.SetCap(t.Context(), org.Cap{Scope: org.ScopeDay, Project: "p99", Kind: org.KindCap, Amount: 1}); !errors.Is(err, org.ErrNotFound) {
		t.Errorf("got %v, want %v", err, org.ErrNotFound)
	}
}

// A schedule that cannot be read is told of once and keeps no other from being run.
func TestABrokenScheduleStopsNoOther(t *testing.T) {
	b := newBench(t)
	for _, title := range []string{"Broken", "Sound"} {
		_, err := b.db.SaveSchedule(t.Context(), reports.Schedule{Project: b.project(title), Spec: "@daily"})
		b.ok(err)
	}
	b.ok(b.db.Plant(t.Context(), `UPDATE schedules SET zone = 'Mars/Olympus', due_at = due_at - 1 WHERE id = 't1'`))
	for day := range 3 {
		b.pass(24 * time.Hour)
		if n := b.runs(); n != 1 {
			t.Errorf("day %d: %d runs, want that of the other", day, n)
		}
	}
	told, err := b.db.Texts(t.Context(), `SELECT facts FROM deliveries WHERE key LIKE 'schedule:%'`)
	b.ok(err)
	if len(told) != 1 || !strings.Contains(told[0], "Mars/Olympus") {
		t.Errorf("told %q, want the broken one, once", told)
	}
}
