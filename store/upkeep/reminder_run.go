package upkeep

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/frasier-cos/frasier/internal/calendar"
	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/reports"
	"github.com/frasier-cos/frasier/store/outbox"
	"github.com/frasier-cos/frasier/store/sqldb"
)

// dueReminders selects those whose time has come or whose wait is over; its parameter is now. What is waited
// for and gone counts as over. One whose time was not said yet comes never.
const dueReminders = `ended_at IS NULL AND agreed = 1 AND (due_at <= ?
	OR waits = 'question' AND NOT EXISTS (SELECT 1 FROM escalations e WHERE e.id = waits_on AND e.state = 'open')
	OR waits = 'project' AND NOT EXISTS (SELECT 1 FROM projects p WHERE p.id = waits_on AND p.state IN ('active', 'paused'))
	OR waits = 'founder' AND EXISTS (SELECT 1 FROM messages m WHERE m.author = waits_on AND m.received_at > reminders.created_at AND m.transport NOT IN ('company', 'agent')))`

// RunReminders tells the reminders that are due, each once, and returns how many. In quiet hours none is told where
// people are pinged: it waits until they end. What was missed is told once, with the time at which it was due; one that
// repeats goes on from now.
func (d *Upkeep) RunReminders(ctx context.Context) (int, error) {
	now := d.db.Now()
	idle, err := d.db.Idle(ctx, `SELECT count(*) FROM (SELECT 1 FROM reminders WHERE `+dueReminders+` LIMIT 1) AS due`, sqldb.Micros(now))
	if err != nil || idle {
		return 0, sqldb.Wrap("tell reminders", err)
	}
	due, err := readReminders(ctx, d.db.Read, dueReminders+` ORDER BY due_at, length(id), id`, sqldb.Micros(now))
	if err != nil {
		return 0, sqldb.Wrap("tell reminders", err)
	}
	n := 0
	var failed []error
	for _, r := range due { // one that fails keeps none of the others from being told
		told, err := d.runReminder(ctx, r)
		if err != nil {
			failed = append(failed, fmt.Errorf("tell reminder %s: %w", r.ID, err))
		}
		if told {
			n++
		}
	}
	return n, errors.Join(failed...)
}

// runReminder tells one reminder and moves it on in the same transaction. Another process that was faster leaves nothing to do.
func (d *Upkeep) runReminder(ctx context.Context, r reports.Reminder) (told bool, err error) {
	err = d.db.Write(ctx, func(t *sqldb.Tx) error {
		t.Method = "run-reminder"
		told = false
		now := sqldb.Moment(t.Now)
		home, err := findReader(t, r)
		if err != nil {
			return err
		}
		quiet, err := outbox.QuietAt(t, home)
		if err != nil {
			return err
		}
		if quiet(now) {
			return nil
		}
		turn, err := findReminderTurn(r, now)
		if err != nil {
			return err
		}
		moved, err := moveOn(t, r, turn)
		if err != nil || moved == 0 || !turn.Run {
			return err
		}
		told = true
		if err := noteReminder(t, r, "told"); err != nil {
			return err
		}
		f := reports.ReminderFacts{ID: r.ID, Author: r.Author, Body: r.Body, Due: r.Due, Again: r.Spec != "", Waits: r.Waits, On: r.On}
		if r.Waits == "" && now.Sub(r.Due) > reminderGrace {
			f.Late, f.Quiet = true, quiet(r.Due)
		}
		return outbox.Deliver(t, reports.Delivery{
			Key: fmt.Sprintf("reminder:%s:%d", r.ID, r.Told+1), Channel: home, Kind: reports.DeliverNotice, Title: "Reminder",
			Facts: reports.Facts{Reminder: &f}, Card: org.Card{Ping: true},
		})
	})
	return told, err
}

// findReader returns the channel in which a reminder is told: its own, or, of one that was set on the dashboard, where nobody is pinged, in the chat in
// which its founder spoke last.
func findReader(t *sqldb.Tx, r reports.Reminder) (org.Channel, error) {
	if r.Channel.Transport != org.DashboardTransport {
		return r.Channel, nil
	}
	var channel string
	err := t.Get(&channel, `SELECT channel FROM messages WHERE transport = ? AND author = ? ORDER BY seq DESC LIMIT 1`, org.ThreadedTransport, r.Author)
	if sqldb.NoRow(err) {
		return r.Channel, nil
	}
	return org.Channel{Transport: org.ThreadedTransport, ID: channel}, err
}

// findReminderTurn says whether a reminder comes now, and when it comes next.
func findReminderTurn(r reports.Reminder, now time.Time) (calendar.Turn, error) {
	if r.Spec == "" {
		return calendar.Turn{Run: true}, nil
	}
	rule, err := calendar.Parse(r.Spec, r.Zone)
	if err != nil {
		return calendar.Turn{}, err
	}
	return calendar.Look(rule, r.Due, r.Last, now, false), nil
}

// moveOn ends a reminder that came, or has it come again.
func moveOn(t *sqldb.Tx, r reports.Reminder, turn calendar.Turn) (int64, error) {
	const same = ` WHERE id = ? AND ended_at IS NULL AND told = ? AND coalesce(due_at, 0) = ?`
	last, told := sqldb.NullMicros(r.Last), r.Told
	if turn.Run {
		last.Int64, last.Valid = t.Now, true
		told++
	}
	was := []any{r.ID, r.Told, sqldb.NullMicros(r.Due).Int64}
	if turn.Due.IsZero() {
		return t.Change(`UPDATE reminders SET due_at = NULL, last_at = ?, told = ?, ended_at = ?`+same, append([]any{last, told, t.Now}, was...)...)
	}
	return t.Change(`UPDATE reminders SET due_at = ?, last_at = ?, told = ?`+same, append([]any{sqldb.Micros(turn.Due), last, told}, was...)...)
}
