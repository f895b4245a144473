package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"time"

	"github.com/frasier-cos/frasier/internal/calendar"
	"github.com/frasier-cos/frasier/internal/org"
)

// scheduleRow is one row of schedules with its project's title.
type scheduleRow struct {
	ID      org.ScheduleID
	Project org.ProjectID `db:"project_id"`
	Title   string
	Spec    string
	Zone    string
	Missed  org.Missed
	Due     sql.NullInt64 `db:"due_at"`
	Last    sql.NullInt64 `db:"last_at"`
	Runs    int
}

func (r scheduleRow) schedule() org.Schedule {
	return org.Schedule{
		ID: r.ID, Project: r.Project, Title: r.Title, Spec: r.Spec, Zone: r.Zone, Missed: r.Missed,
		Due: nullMoment(r.Due), Last: nullMoment(r.Last), Runs: r.Runs,
	}
}

const scheduleColumns = `c.id, c.project_id, p.title, c.spec, c.zone, c.missed, c.due_at, c.last_at, c.runs
	  FROM schedules c JOIN projects p ON p.id = c.project_id`

// SaveSchedule has a project run again by a cron expression and returns the
// schedule with its id and the time it is due first. The same project with
// the same expression and zone is one schedule. Errors of the expression or
// the zone are sentences for the founder and wrap org.ErrBadSchedule.
func (d *DB) SaveSchedule(ctx context.Context, s org.Schedule) (org.Schedule, error) {
	var out org.Schedule
	err := d.tx(ctx, func(t *tx) error {
		t.method = "save-schedule"
		if s.Zone == "" {
			c, err := clockOf(ctx, t)
			if err != nil {
				return err
			}
			s.Zone = c.Zone
		}
		due, err := firstDue(s, moment(t.now))
		if err != nil {
			return err
		}
		if _, err := projectOf(ctx, t, s.Project); err != nil {
			return err
		}
		if s.Missed == "" {
			s.Missed = org.MissedOnce
		}
		var known org.ScheduleID
		err = t.get(&known, `
			SELECT id FROM schedules WHERE project_id = ? AND spec = ? AND zone = ? AND ended_at IS NULL`, s.Project, s.Spec, s.Zone)
		if errors.Is(err, sql.ErrNoRows) {
			known, err = t.addSchedule(s, due)
		}
		if err != nil {
			return err
		}
		out, err = t.schedule(known)
		return err
	})
	return out, wrap("schedule "+string(s.Project), err)
}

// firstDue checks an expression and returns when it is due first. A run may
// cost money, so that none may be due more often than every hour.
func firstDue(s org.Schedule, now time.Time) (time.Time, error) {
	rule, err := calendar.Parse(s.Spec, s.Zone)
	if err != nil {
		return time.Time{}, fmt.Errorf("%w: %w", org.ErrBadSchedule, err)
	}
	if s.Missed != "" && s.Missed != org.MissedOnce && s.Missed != org.MissedSkip {
		return time.Time{}, fmt.Errorf("%w: missed runs are made up for \"once\" or not at all (\"skip\")", org.ErrBadSchedule)
	}
	first := rule.Next(now)
	const looks = 30 // a rule that is due too often is so within an hour or a day
	for at, n := first, 0; n < looks; n++ {
		next := rule.Next(at)
		if next.IsZero() {
			break
		}
		if next.Sub(at) < org.ScheduleFloor {
			return time.Time{}, fmt.Errorf("%w: %q is due every %s; a project is run at most once in %s", org.ErrBadSchedule, s.Spec, next.Sub(at), org.ScheduleFloor)
		}
		at = next
	}
	return first, nil
}

func (t *tx) addSchedule(s org.Schedule, due time.Time) (org.ScheduleID, error) {
	id, err := t.nextID("t")
	if err != nil {
		return "", err
	}
	err = t.exec(`
		INSERT INTO schedules (id, project_id, spec, zone, missed, due_at, created_at) VALUES (?, ?, ?, ?, ?, ?, ?)`,
		id, s.Project, s.Spec, s.Zone, s.Missed, micros(due), t.now)
	if err != nil {
		return "", err
	}
	return org.ScheduleID(id), t.event(org.Event{
		Kind: org.EventScheduled, Project: s.Project, Text: "To be run again, first at " + due.Format("2006-01-02 15:04 UTC"),
		Data: map[string]string{"schedule": id, "spec": s.Spec, "zone": s.Zone},
	})
}

func (t *tx) schedule(id org.ScheduleID) (org.Schedule, error) {
	var row scheduleRow
	err := t.get(&row, `SELECT `+scheduleColumns+` WHERE c.id = ?`, id)
	if errors.Is(err, sql.ErrNoRows) {
		return org.Schedule{}, org.ErrNotFound
	}
	return row.schedule(), err
}

// Schedules returns the schedules that have not ended, the next one first.
func (d *DB) Schedules(ctx context.Context) ([]org.Schedule, error) {
	var rows []scheduleRow
	err := many(ctx, d.read, &rows, `SELECT `+scheduleColumns+` WHERE c.ended_at IS NULL ORDER BY c.due_at, c.id`)
	if err != nil {
		return nil, fmt.Errorf("list schedules: %w", err)
	}
	out := make([]org.Schedule, 0, len(rows))
	for _, r := range rows {
		out = append(out, r.schedule())
	}
	return out, nil
}

// EndSchedule stops a schedule; what it has started goes on. Ending it twice
// changes nothing.
func (d *DB) EndSchedule(ctx context.Context, id org.ScheduleID) error {
	err := d.tx(ctx, func(t *tx) error {
		t.method = "end-schedule"
		s, err := t.schedule(id)
		if err != nil || s.Due.IsZero() {
			return err
		}
		if err := t.exec(`UPDATE schedules SET due_at = NULL, ended_at = ? WHERE id = ?`, t.now, id); err != nil {
			return err
		}
		return t.event(org.Event{
			Kind: org.EventScheduleEnded, Project: s.Project, Text: "Not to be run again by " + string(id),
			Data: map[string]string{"schedule": string(id)},
		})
	})
	return wrap("end schedule "+string(id), err)
}

// RunSchedules starts the runs that are due: the message that began each
// project is heard again, as an order, and converse makes a new project of
// it. It returns how many runs were started. A clock that jumps makes no run
// twice and none late for ever.
func (d *DB) RunSchedules(ctx context.Context) (int, error) {
	idle, err := d.idle(ctx, `SELECT count(*) FROM (SELECT 1 FROM schedules WHERE due_at IS NOT NULL LIMIT 1) AS due`)
	if err != nil || idle {
		return 0, wrap("run schedules", err)
	}
	all, err := d.Schedules(ctx)
	if err != nil {
		return 0, err
	}
	now, n := d.now(), 0
	for _, s := range all {
		next, err := turn(s, now)
		if err != nil {
			return n, err
		}
		if next.Run || !next.Due.Equal(s.Due) {
			if err := d.runSchedule(ctx, s, next); err != nil {
				return n, fmt.Errorf("run schedule %s: %w", s.ID, err)
			}
		}
		if next.Run {
			n++
		}
	}
	return n, nil
}

// turn decides whether a schedule is due.
func turn(s org.Schedule, now time.Time) (calendar.Turn, error) {
	rule, err := calendar.Parse(s.Spec, s.Zone)
	if err != nil {
		return calendar.Turn{}, fmt.Errorf("schedule %s: %w", s.ID, err)
	}
	return calendar.Look(rule, s.Due, s.Last, now, s.Missed == org.MissedSkip), nil
}

// runSchedule moves a schedule on and, when it is due, has its project's
// message heard again. Another process that was faster leaves nothing to do.
func (d *DB) runSchedule(ctx context.Context, s org.Schedule, next calendar.Turn) error {
	return d.tx(ctx, func(t *tx) error {
		t.method = "run-schedule"
		moved, err := t.change(`UPDATE schedules SET due_at = ? WHERE id = ? AND due_at = ?`, micros(next.Due), s.ID, micros(s.Due))
		if err != nil || moved == 0 || !next.Run {
			return err
		}
		if err := t.exec(`UPDATE schedules SET last_at = ?, runs = runs + 1 WHERE id = ?`, t.now, s.ID); err != nil {
			return err
		}
		p, err := projectOf(ctx, t, s.Project)
		if err != nil {
			return err
		}
		m, err := t.hearAgain(p.Message, fmt.Sprintf("%s@%d", s.ID, micros(s.Due)))
		if err != nil {
			return err
		}
		return t.event(org.Event{
			Kind: org.EventScheduleRun, Project: s.Project, Message: m, Text: "Run again by its schedule: " + s.Title,
			Data: map[string]string{"schedule": string(s.ID), "spec": s.Spec},
		})
	})
}

// hearAgain stores a copy of a message with its attachments, as an order.
func (t *tx) hearAgain(of org.MessageID, origin string) (org.MessageID, error) {
	id, err := t.nextID("m")
	if err != nil {
		return "", err
	}
	err = t.exec(`
		INSERT INTO messages (id, transport, channel, origin, author, body, explicit, state, said_at, received_at)
		SELECT ?, transport, channel, ?, author, body, 1, 'received', ?, ? FROM messages WHERE id = ?`,
		id, origin, t.now, t.now, of)
	if err != nil {
		return "", fmt.Errorf("hear %s again: %w", of, err)
	}
	err = t.exec(`
		INSERT INTO attachments (message_id, n, name, content_type, size, sha256, body, note)
		SELECT ?, n, name, content_type, size, sha256, body, note FROM attachments WHERE message_id = ?`, id, of)
	if err != nil {
		return "", fmt.Errorf("hear %s again: %w", of, err)
	}
	t.wake = true
	return org.MessageID(id), nil
}
