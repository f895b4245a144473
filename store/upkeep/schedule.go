package upkeep

import (
	"cmp"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"time"

	"github.com/frasier-cos/frasier/internal/calendar"
	"github.com/frasier-cos/frasier/internal/moment"
	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/prose"
	"github.com/frasier-cos/frasier/internal/reports"
	"github.com/frasier-cos/frasier/store/ledger"
	"github.com/frasier-cos/frasier/store/outbox"
	"github.com/frasier-cos/frasier/store/record"
	"github.com/frasier-cos/frasier/store/sqldb"
)

// scheduleRow has its project's title too.
type scheduleRow struct {
	ID      reports.ScheduleID
	Project org.ProjectID `db:"project_id"`
	Order   org.MessageID `db:"message_id"`
	Title   string
	Cap     int64
	Spec    string
	Zone    string
	Missed  reports.Missed
	Due     sql.NullInt64 `db:"due_at"`
	Last    sql.NullInt64 `db:"last_at"`
	Runs    int
}

func (r scheduleRow) toSchedule() reports.Schedule {
	const most = 120
	return reports.Schedule{
		ID: r.ID, Project: r.Project, Order: r.Order, Title: prose.Clip(prose.OneLine(r.Title), most, "…"), Cap: org.NanoUSD(r.Cap), Spec: r.Spec, Zone: r.Zone, Missed: r.Missed,
		Due: sqldb.NullMoment(r.Due), Last: sqldb.NullMoment(r.Last), Runs: r.Runs,
	}
}

const scheduleColumns = `c.id, coalesce(c.project_id, '') AS project_id, coalesce(c.message_id, '') AS message_id, coalesce(p.title, m.body, '') AS title,
	       coalesce(m.cap, 0) AS cap, c.spec, c.zone, c.missed, c.due_at, c.last_at, c.runs
	  FROM schedules c LEFT JOIN projects p ON p.id = c.project_id LEFT JOIN messages m ON m.id = c.message_id`

// SaveSchedule has a project, or an order that KeepOrder kept, run again by a cron
// expression and returns the schedule with its id and the time it is due first. The
// same one with the same expression and zone is one schedule. Errors of the expression
// or the zone are sentences for the founder and wrap org.ErrBadSchedule.
func (d *Upkeep) SaveSchedule(ctx context.Context, s reports.Schedule) (reports.Schedule, error) {
	var out reports.Schedule
	err := d.db.Write(ctx, func(t *sqldb.Tx) error {
		t.Method = "save-schedule"
		if s.Zone == "" {
			c, err := ledger.ClockOf(ctx, t)
			if err != nil {
				return err
			}
			s.Zone = c.Zone
		}
		due, err := findFirstDue(s, sqldb.Moment(t.Now))
		if err != nil {
			return err
		}
		if s.Order != "" {
			err = checkKept(t, s.Order)
		} else {
			_, err = record.ProjectOf(ctx, t, s.Project)
		}
		if err != nil {
			return err
		}
		if s.Missed == "" {
			s.Missed = reports.MissedOnce
		}
		var known reports.ScheduleID
		err = t.Get(&known, `
			SELECT id FROM schedules WHERE coalesce(project_id, '') = ? AND coalesce(message_id, '') = ? AND spec = ? AND zone = ? AND ended_at IS NULL`,
			s.Project, s.Order, s.Spec, s.Zone)
		if errors.Is(err, sql.ErrNoRows) {
			known, err = addSchedule(t, s, due)
		}
		if err != nil {
			return err
		}
		out, err = readSchedule(t, known)
		return err
	})
	return out, sqldb.Wrap("schedule "+cmp.Or(string(s.Project), string(s.Order)), err)
}

// findFirstDue checks an expression and returns when it is due first. A run may cost money, so that
// none may be due more often than every hour.
func findFirstDue(s reports.Schedule, now time.Time) (time.Time, error) {
	rule, err := calendar.Parse(s.Spec, s.Zone)
	if err != nil {
		return time.Time{}, fmt.Errorf("%w: %w", org.ErrBadSchedule, err)
	}
	if s.Missed != "" && s.Missed != reports.MissedOnce && s.Missed != reports.MissedSkip {
		return time.Time{}, fmt.Errorf("%w: missed runs are made up for \"once\" or not at all (\"skip\")", org.ErrBadSchedule)
	}
	first := rule.Next(now)
	const looks = 30 // a rule that is due too often is so within an hour or a day
	for at, n := first, 0; n < looks; n++ {
		next := rule.Next(at)
		if next.IsZero() {
			break
		}
		if next.Sub(at) < scheduleFloor {
			return time.Time{}, fmt.Errorf("%w: %q is due every %s; a project is run at most once in %s", org.ErrBadSchedule, s.Spec, next.Sub(at), scheduleFloor)
		}
		at = next
	}
	return first, nil
}

func addSchedule(t *sqldb.Tx, s reports.Schedule, due time.Time) (reports.ScheduleID, error) {
	id, err := t.NextID("t")
	if err != nil {
		return "", err
	}
	err = t.Exec(`
		INSERT INTO schedules (id, project_id, message_id, spec, zone, missed, due_at, created_at) VALUES (?, nullif(?, ''), nullif(?, ''), ?, ?, ?, ?, ?)`,
		id, s.Project, s.Order, s.Spec, s.Zone, s.Missed, sqldb.Micros(due), t.Now)
	if err != nil {
		return "", err
	}
	return reports.ScheduleID(id), t.Event(org.Event{
		Kind: org.EventScheduled, Project: s.Project, Text: "To be run again, first at " + moment.Mark(due, moment.Minute),
		Data: map[string]string{"schedule": id, "spec": s.Spec, "zone": s.Zone},
	})
}

func readSchedule(t *sqldb.Tx, id reports.ScheduleID) (reports.Schedule, error) {
	var row scheduleRow
	err := t.Get(&row, `SELECT `+scheduleColumns+` WHERE c.id = ?`, id)
	if errors.Is(err, sql.ErrNoRows) {
		return reports.Schedule{}, org.ErrNotFound
	}
	return row.toSchedule(), err
}

// Schedules returns the schedules that have not ended, the next one first.
func (d *Upkeep) Schedules(ctx context.Context) ([]reports.Schedule, error) {
	var rows []scheduleRow
	err := sqldb.Many(ctx, d.db.Read, &rows, `SELECT `+scheduleColumns+` WHERE c.ended_at IS NULL ORDER BY c.due_at, length(c.id), c.id`)
	if err != nil {
		return nil, fmt.Errorf("list schedules: %w", err)
	}
	out := make([]reports.Schedule, 0, len(rows))
	for _, r := range rows {
		out = append(out, r.toSchedule())
	}
	return out, nil
}

// EndSchedule stops a schedule; what it has started goes on. Ending it twice
// changes nothing.
func (d *Upkeep) EndSchedule(ctx context.Context, id reports.ScheduleID) error {
	err := d.db.Write(ctx, func(t *sqldb.Tx) error {
		t.Method = "end-schedule"
		s, err := readSchedule(t, id)
		if err != nil || s.Due.IsZero() {
			return err
		}
		if err := t.Exec(`UPDATE schedules SET due_at = NULL, ended_at = ? WHERE id = ?`, t.Now, id); err != nil {
			return err
		}
		return t.Event(org.Event{
			Kind: org.EventScheduleEnded, Project: s.Project, Text: "Not to be run again by " + string(id),
			Data: map[string]string{"schedule": string(id)},
		})
	})
	return sqldb.Wrap("end schedule "+string(id), err)
}

// RunSchedules starts the runs that are due: the message that began each
// project is heard again, as an order, and converse makes a new project of
// it. It returns how many runs were started. A clock that jumps makes no run
// twice and none late for ever.
func (d *Upkeep) RunSchedules(ctx context.Context) (int, error) {
	idle, err := d.db.Idle(ctx, `SELECT count(*) FROM (SELECT 1 FROM schedules WHERE due_at IS NOT NULL LIMIT 1) AS due`)
	if err != nil || idle {
		return 0, sqldb.Wrap("run schedules", err)
	}
	all, err := d.Schedules(ctx)
	if err != nil {
		return 0, err
	}
	now, n := d.db.Now(), 0
	var failed []error
	for _, s := range all { // one that fails keeps none of the others from being run
		ran, err := d.runDue(ctx, s, now)
		if err != nil {
			failed = append(failed, fmt.Errorf("run schedule %s: %w", s.ID, err))
		}
		if ran {
			n++
		}
	}
	return n, errors.Join(failed...)
}

// runDue runs a schedule that is due. The founder is told, once, of one that
// cannot be read; it runs again when it can, if its zone is known once more.
func (d *Upkeep) runDue(ctx context.Context, s reports.Schedule, now time.Time) (bool, error) {
	next, err := findOccurrence(s, now)
	if err != nil {
		return false, d.tellBroken(ctx, s)
	}
	if !next.Run && next.Due.Equal(s.Due) {
		return false, nil
	}
	return next.Run, d.runSchedule(ctx, s, next)
}

func (d *Upkeep) tellBroken(ctx context.Context, s reports.Schedule) error {
	key := "schedule:" + string(s.ID) + ":broken"
	untold, err := d.db.Idle(ctx, `SELECT count(*) FROM deliveries WHERE key = ?`, key)
	if err != nil || !untold {
		return err
	}
	return d.db.Write(ctx, func(t *sqldb.Tx) error {
		t.Method = "broken-schedule"
		home, err := findHome(t, s)
		if err != nil {
			return err
		}
		if s.Order != "" { // whose words may be forgotten
			s.Title = "What you ordered as " + string(s.ID)
		}
		return outbox.Deliver(t, reports.Delivery{
			Key: key, Channel: home, Project: s.Project, Kind: reports.DeliverNotice, Title: s.Title, Facts: reports.Facts{Schedule: &s},
		})
	})
}

// Where a schedule's project, or its order, was said.
func findHome(t *sqldb.Tx, s reports.Schedule) (org.Channel, error) {
	if s.Order == "" {
		p, err := record.ProjectOf(t.Ctx, t, s.Project)
		return p.Channel, err
	}
	var home struct{ Transport, Channel string }
	err := t.Get(&home, `SELECT transport, channel FROM messages WHERE id = ?`, s.Order)
	return org.Channel{Transport: home.Transport, ID: home.Channel}, err
}

func findOccurrence(s reports.Schedule, now time.Time) (calendar.Turn, error) {
	rule, err := calendar.Parse(s.Spec, s.Zone)
	if err != nil {
		return calendar.Turn{}, fmt.Errorf("schedule %s: %w", s.ID, err)
	}
	return calendar.Look(rule, s.Due, s.Last, now, s.Missed == reports.MissedSkip), nil
}

// runSchedule moves a schedule on and, when it is due, has its project's
// message, or its order, heard again. Another process that was faster leaves nothing to do.
func (d *Upkeep) runSchedule(ctx context.Context, s reports.Schedule, next calendar.Turn) error {
	return d.db.Write(ctx, func(t *sqldb.Tx) error {
		t.Method = "run-schedule"
		moved, err := t.Change(`UPDATE schedules SET due_at = ? WHERE id = ? AND due_at = ?`, sqldb.Micros(next.Due), s.ID, sqldb.Micros(s.Due))
		if err != nil || moved == 0 || !next.Run {
			return err
		}
		if err := t.Exec(`UPDATE schedules SET last_at = ?, runs = runs + 1 WHERE id = ?`, t.Now, s.ID); err != nil {
			return err
		}
		order, text := s.Order, "Heard again by "+string(s.ID) // whose words may be forgotten
		if order == "" {
			p, err := record.ProjectOf(ctx, t, s.Project)
			if err != nil {
				return err
			}
			order, text = p.Message, "Run again by its schedule: "+s.Title
		}
		m, err := copyMessage(t, order, fmt.Sprintf("%s@%d", s.ID, sqldb.Micros(s.Due)))
		if err != nil {
			return err
		}
		return t.Event(org.Event{
			Kind: org.EventScheduleRun, Project: s.Project, Message: m, Text: text,
			Data: map[string]string{"schedule": string(s.ID), "spec": s.Spec},
		})
	})
}

// copyMessage stores a copy of a message with its attachments, as an order, under the same cap and
// for the same repository.
func copyMessage(t *sqldb.Tx, of org.MessageID, origin string) (org.MessageID, error) {
	id, err := t.NextID("m")
	if err != nil {
		return "", err
	}
	err = t.Exec(`
		INSERT INTO messages (id, transport, channel, origin, author, body, explicit, state, cap, repository, said_at, received_at)
		SELECT ?, transport, channel, ?, author, body, 1, 'received', cap, repository, ?, ? FROM messages WHERE id = ?`,
		id, origin, t.Now, t.Now, of)
	if err != nil {
		return "", fmt.Errorf("hear %s again: %w", of, err)
	}
	err = t.Exec(`
		INSERT INTO attachments (message_id, n, name, content_type, size, sha256, body, note)
		SELECT ?, n, name, content_type, size, sha256, body, note FROM attachments WHERE message_id = ?`, id, of)
	if err != nil {
		return "", fmt.Errorf("hear %s again: %w", of, err)
	}
	t.Wake = true
	return org.MessageID(id), nil
}
