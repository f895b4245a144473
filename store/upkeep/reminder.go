package upkeep

import (
	"context"
	"database/sql"
	"fmt"
	"time"

	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/reports"
	"github.com/frasier-cos/frasier/store/sqldb"
)

type reminderRow struct {
	ID        reports.ReminderID
	Transport string
	Channel   string
	Author    string
	Body      string
	Agreed    bool
	Spec      string
	Zone      string
	Waits     reports.AwaitKind
	On        string        `db:"waits_on"`
	Due       sql.NullInt64 `db:"due_at"`
	Last      sql.NullInt64 `db:"last_at"`
	Told      int
	CreatedAt int64         `db:"created_at"`
	EndedAt   sql.NullInt64 `db:"ended_at"`
}

const reminderColumns = `id, transport, channel, author, body, agreed, spec, zone, waits, waits_on, due_at, last_at, told, created_at, ended_at`

func (r reminderRow) toReminder() reports.Reminder {
	return reports.Reminder{
		ID: r.ID, Channel: org.Channel{Transport: r.Transport, ID: r.Channel}, Author: r.Author, Body: r.Body, Agreed: r.Agreed,
		Spec: r.Spec, Zone: r.Zone, Waits: r.Waits, On: r.On, Due: sqldb.NullMoment(r.Due), Last: sqldb.NullMoment(r.Last), Told: r.Told,
		CreatedAt: sqldb.Moment(r.CreatedAt), EndedAt: sqldb.NullMoment(r.EndedAt),
	}
}

func readReminders(ctx context.Context, q sqldb.Getter, where string, args ...any) ([]reports.Reminder, error) {
	var rows []reminderRow
	err := sqldb.Many(ctx, q, &rows, `SELECT `+reminderColumns+` FROM reminders WHERE `+where, args...)
	out := make([]reports.Reminder, 0, len(rows))
	for _, r := range rows {
		out = append(out, r.toReminder())
	}
	return out, err
}

func readReminder(t *sqldb.Tx, id reports.ReminderID) (reports.Reminder, error) {
	all, err := readReminders(t.Ctx, t, `id = ?`, id)
	if err == nil && len(all) == 0 {
		err = org.ErrNotFound
	}
	if err != nil {
		return reports.Reminder{}, err
	}
	return all[0], nil
}

// SaveReminder keeps a reminder and returns it with its id. The same key is one reminder,
// however often it is saved. It returns reports.ErrReminders when as many as may be are open.
// What ended a month ago, or was never answered for so long, goes.
func (d *Upkeep) SaveReminder(ctx context.Context, key string, r reports.Reminder) (reports.Reminder, error) {
	var out reports.Reminder
	err := d.db.Write(ctx, func(t *sqldb.Tx) error {
		t.Method = "save-reminder"
		known, err := readReminders(ctx, t, `key = ?`, key)
		if err != nil {
			return err
		}
		if len(known) > 0 {
			out = known[0]
			return nil
		}
		old := sqldb.Micros(sqldb.Moment(t.Now).Add(-remindersKept))
		if err := t.Exec(`DELETE FROM reminders WHERE ended_at < ? OR agreed = 0 AND created_at < ?`, old, old); err != nil {
			return err
		}
		var open int
		if err := t.Get(&open, `SELECT count(*) FROM reminders WHERE ended_at IS NULL`); err != nil {
			return err
		}
		if open >= reports.RemindersMost {
			return reports.ErrReminders
		}
		id, err := t.NextID("w")
		if err != nil {
			return err
		}
		err = t.Exec(`
			INSERT INTO reminders (id, key, transport, channel, author, body, agreed, spec, zone, waits, waits_on, due_at, created_at)
			VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
			id, key, r.Channel.Transport, r.Channel.ID, r.Author, r.Body, r.Agreed, r.Spec, r.Zone, r.Waits, r.On, sqldb.NullMicros(r.Due), t.Now)
		if err != nil {
			return err
		}
		if out, err = readReminder(t, reports.ReminderID(id)); err != nil {
			return err
		}
		return noteReminder(t, out, "set")
	})
	return out, sqldb.Wrap("save a reminder", err)
}

// noteReminder writes in the journal what became of a reminder. Its words stand in its row alone.
func noteReminder(t *sqldb.Tx, r reports.Reminder, state string) error {
	return t.Event(org.Event{
		Kind: org.EventReminder, Text: fmt.Sprintf("Reminder %s: %s", r.ID, state), Data: map[string]string{"reminder": string(r.ID), "state": state},
	})
}

// Reminders lists those that are open, the next one first and those without a time last.
func (d *Upkeep) Reminders(ctx context.Context) ([]reports.Reminder, error) {
	all, err := readReminders(ctx, d.db.Read, `ended_at IS NULL ORDER BY CASE WHEN due_at IS NULL THEN 1 ELSE 0 END, due_at, length(id), id`)
	return all, sqldb.Wrap("list reminders", err)
}

// MoveReminder has a reminder come at another time, also one that came already. One that repeats goes on
// by its rule after that, unless there is a new one. It waits for nothing any more. It returns
// org.ErrNotFound for one that is not known.
func (d *Upkeep) MoveReminder(ctx context.Context, id reports.ReminderID, due time.Time, spec string) (reports.Reminder, error) {
	var out reports.Reminder
	err := d.db.Write(ctx, func(t *sqldb.Tx) error {
		t.Method = "move-reminder"
		r, err := readReminder(t, id)
		if err != nil {
			return err
		}
		if spec == "" {
			spec = r.Spec
		}
		// Without the time at which it was told last, a clock that jumps cannot take the new time for one that is done.
		err = t.Exec(`UPDATE reminders SET due_at = ?, spec = ?, waits = '', waits_on = '', last_at = NULL, ended_at = NULL, agreed = 1 WHERE id = ?`, sqldb.Micros(due), spec, id)
		if err != nil {
			return err
		}
		if out, err = readReminder(t, id); err != nil {
			return err
		}
		return noteReminder(t, out, "moved")
	})
	return out, sqldb.Wrap("move reminder "+string(id), err)
}

// EndReminder takes a reminder away; twice changes nothing. It returns org.ErrNotFound for one that is not
// known.
func (d *Upkeep) EndReminder(ctx context.Context, id reports.ReminderID) (reports.Reminder, error) {
	var out reports.Reminder
	err := d.db.Write(ctx, func(t *sqldb.Tx) (err error) {
		t.Method = "end-reminder"
		if out, err = readReminder(t, id); err != nil || !out.EndedAt.IsZero() {
			return err
		}
		if err := t.Exec(`UPDATE reminders SET due_at = NULL, ended_at = ? WHERE id = ?`, t.Now, id); err != nil {
			return err
		}
		return noteReminder(t, out, "ended")
	})
	return out, sqldb.Wrap("end reminder "+string(id), err)
}
