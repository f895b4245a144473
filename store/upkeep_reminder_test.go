package store_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/policy"
	"github.com/frasier-cos/frasier/internal/reports"
)

func reminder(body string, due time.Time) reports.Reminder {
	return reports.Reminder{
		Channel: org.Channel{Transport: "discord", ID: "c1"}, Author: "1000", Body: body, Agreed: true, Zone: "Europe/Berlin", Due: due,
	}
}

// remind tells what is due and returns how many reminders that were.
func (b *bench) remind() int {
	b.t.Helper()
	n, err := b.db.RunReminders(b.t.Context())
	b.ok(err)
	return n
}

// reminded lists what was said.
func (b *bench) reminded() []string {
	b.t.Helper()
	said, err := b.db.Texts(b.t.Context(), `SELECT key || ' ' || facts FROM deliveries WHERE key LIKE 'reminder:%' ORDER BY seq`)
	b.ok(err)
	return said
}

func TestAReminderComesOnce(t *testing.T) {
	b := newBench(t)
	ctx := t.Context()
	r, err := b.db.SaveReminder(ctx, "k1", reminder("Call the bank", b.now.Add(time.Hour)))
	b.ok(err)
	same, err := b.db.SaveReminder(ctx, "k1", reminder("Call the bank", b.now.Add(2*time.Hour)))
	b.ok(err)
	if r.ID != "w1" || same.ID != r.ID || !same.Due.Equal(r.Due) {
		t.Fatalf("saved %+v, then %+v; want one", r, same)
	}
	if n := b.remind(); n != 0 {
		t.Errorf("before its time: %d told", n)
	}
	b.now = b.now.Add(time.Hour + time.Second)
	if first, second := b.remind(), b.remind(); first != 1 || second != 0 {
		t.Errorf("at its time: %d, then %d; want 1, then 0", first, second)
	}
	if said := b.reminded(); len(said) != 1 || !strings.Contains(said[0], "Call the bank") || strings.Contains(said[0], `"late"`) {
		t.Errorf("said: %q", said)
	}
	if open, err := b.db.Reminders(ctx); err != nil || len(open) != 0 {
		t.Errorf("open after it came: %+v, %v", open, err)
	}
	moved, err := b.db.MoveReminder(ctx, r.ID, b.now.Add(time.Hour), "") // "in an hour", below what was said
	b.ok(err)
	if !moved.EndedAt.IsZero() {
		t.Errorf("put off: %+v", moved)
	}
	b.now = b.now.Add(26 * time.Hour) // nothing ran
	if n := b.remind(); n != 1 {
		t.Errorf("put off and missed: %d told, want 1", n)
	}
	if said := b.reminded(); len(said) != 2 || !strings.Contains(said[1], `"late":true`) || strings.Contains(said[1], `"quiet"`) {
		t.Errorf("said: %q; want the second one late", said)
	}
	if _, err := b.db.MoveReminder(ctx, "w9", b.now, ""); !errors.Is(err, org.ErrNotFound) {
		t.Errorf("got %v, want %v", err, org.ErrNotFound)
	}
}

// In quiet hours nobody is reminded; then it is told once, and says so. What repeats goes on.
func TestARemindersQuietHours(t *testing.T) {
	b := newBench(t)
	ctx := t.Context()
	b.ok(b.db.SetPolicy(ctx, policy.Zone, "UTC"))
	b.ok(b.db.SetPolicy(ctx, policy.QuietHours, "22:00-07:00"))
	night := time.Date(b.now.Year(), b.now.Month(), b.now.Day()+1, 23, 0, 0, 0, time.UTC)
	daily := reminder("Water the plants", night)
	daily.Spec, daily.Zone = "0 23 * * *", "UTC"
	r, err := b.db.SaveReminder(ctx, "k1", daily)
	b.ok(err)
	b.now = night.Add(time.Minute)
	if n := b.remind(); n != 0 {
		t.Errorf("in quiet hours: %d told", n)
	}
	b.now = night.Add(8*time.Hour + time.Minute) // 07:01
	if first, second := b.remind(), b.remind(); first != 1 || second != 0 {
		t.Errorf("after them: %d, then %d; want 1, then 0", first, second)
	}
	if said := b.reminded(); len(said) != 1 || !strings.Contains(said[0], `"late":true,"quiet":true,"again":true`) {
		t.Errorf("said: %q", said)
	}
	open, err := b.db.Reminders(ctx)
	b.ok(err)
	if len(open) != 1 || !open[0].Due.Equal(night.AddDate(0, 0, 1)) || open[0].Told != 1 {
		t.Errorf("open: %+v; want it due the next night", open)
	}
	ended, err := b.db.EndReminder(ctx, r.ID)
	b.ok(err)
	if again, err := b.db.EndReminder(ctx, r.ID); err != nil || !again.EndedAt.Equal(ended.EndedAt) && !ended.EndedAt.IsZero() {
		t.Errorf("ended again: %+v, %v", again, err)
	}
	b.now = b.now.Add(48 * time.Hour)
	if n := b.remind(); n != 0 {
		t.Errorf("after its end: %d told", n)
	}
}

// A reminder that waits comes when what it waits for has happened, and no sooner.
func TestAReminderWaits(t *testing.T) {
	b := newBench(t)
	ctx := t.Context()
	p := b.project("Oats")
	wait := func(key string, kind reports.AwaitKind, on string) {
		r := reminder("Write to Lidl", time.Time{})
		r.Waits, r.On = kind, on
		_, err := b.db.SaveReminder(ctx, key, r)
		b.ok(err)
	}
	wait("project", reports.AwaitProject, string(p))
	wait("founder", reports.AwaitFounder, "2000")
	if n := b.remind(); n != 0 {
		t.Errorf("nothing happened yet: %d told", n)
	}
	b.now = b.now.Add(time.Minute)
	_, _, err := b.db.SaveMessage(ctx, org.Message{Channel: org.Channel{Transport: "discord", ID: "c1"}, Origin: "77", Author: "2000", Text: "Here I am"})
	b.ok(err)
	if n := b.remind(); n != 1 {
		t.Errorf("the founder wrote: %d told, want 1", n)
	}
	run(t, unguarded(t, b.path), fmt.Sprintf(`UPDATE projects SET state = 'cancelled', ended_at = %d`, b.now.UnixMicro()))
	if first, second := b.remind(), b.remind(); first != 1 || second != 0 {
		t.Errorf("the project ended: %d, then %d; want 1, then 0", first, second)
	}
}

// One more than may be open is refused; one whose time was never said comes never.
func TestRemindersAreBounded(t *testing.T) {
	b := newBench(t)
	ctx := t.Context()
	for n := range reports.RemindersMost {
		r := reminder("Call", b.now.Add(time.Hour))
		r.Agreed = n > 0
		_, err := b.db.SaveReminder(ctx, fmt.Sprint("k", n), r)
		b.ok(err)
	}
	if _, err := b.db.SaveReminder(ctx, "more", reminder("Call", b.now.Add(time.Hour))); !errors.Is(err, reports.ErrReminders) {
		t.Errorf("one more: %v, want %v", err, reports.ErrReminders)
	}
	b.now = b.now.Add(2 * time.Hour)
	if n := b.remind(); n != reports.RemindersMost-1 {
		t.Errorf("%d told, want all but the one whose time nobody said", n)
	}
	_, err := b.db.MoveReminder(ctx, "w1", b.now.Add(time.Minute), "")
	b.ok(err)
	b.now = b.now.Add(time.Hour)
	if n := b.remind(); n != 1 {
		t.Errorf("%d told after its time was said, want 1", n)
	}
}

// A forgotten message takes the reminder with it that it asked for.
func TestAForgottenReminder(t *testing.T) {
	b := newBench(t)
	ctx := t.Context()
	m, _, err := b.db.SaveMessage(ctx, org.Message{Channel: org.Channel{Transport: "discord", ID: "c1"}, Origin: "77", Author: "1000", Text: "Remind me of zebrafish"})
	b.ok(err)
	_, err = b.db.ClaimMessage(ctx, "bot", time.Minute)
	b.ok(err)
	_, err = b.db.SaveTurn(ctx, org.Turn{Message: m, Route: org.ActionResponse, Reply: "I will"})
	b.ok(err)
	_, err = b.db.SaveReminder(ctx, "discord/c1/77", reminder("Zebrafish", b.now.Add(time.Hour)))
	b.ok(err)
	run(t, unguarded(t, b.path), `UPDATE deliveries SET state = 'sent', receipt = 'x', ended_at = 1`)
	b.ok(b.db.Forget(ctx, string(m)))
	if open, err := b.db.Reminders(ctx); err != nil || len(open) != 0 {
		t.Errorf("open: %+v, %v", open, err)
	}
}

// Reminders whose time nobody said for a month take no room from others.
func TestRemindersOfNobodyMakeRoom(t *testing.T) {
	b := newBench(t)
	ctx := t.Context()
	for n := range reports.RemindersMost {
		r := reminder("Call the bank", b.now.Add(24*time.Hour))
		r.Agreed = false
		_, err := b.db.SaveReminder(ctx, fmt.Sprint("k", n), r)
		b.ok(err)
	}
	if _, err := b.db.SaveReminder(ctx, "next", reminder("Call the bank", b.now.Add(time.Hour))); !errors.Is(err, reports.ErrReminders) {
		t.Errorf("one more than may be: %v", err)
	}
	b.pass(31 * 24 * time.Hour)
	if _, err := b.db.SaveReminder(ctx, "next", reminder("Call the bank", b.now.Add(time.Hour))); err != nil {
		t.Errorf("a month later: %v", err)
	}
}
