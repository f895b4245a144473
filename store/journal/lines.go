package journal

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"slices"

	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/store/sqldb"
)

// EventRow is one row of events.
type EventRow struct {
	Seq     int64
	At      int64
	Kind    org.EventKind
	Message sql.NullString `db:"message_id"`
	Project sql.NullString `db:"project_id"`
	Mission sql.NullString `db:"mission_id"`
	Step    sql.NullString `db:"step_id"`
	Agent   sql.NullString `db:"agent_id"`
	Attempt int
	Body    string
	Data    string
}

func (r EventRow) toEvent() (org.Event, error) {
	e := org.Event{
		Seq: r.Seq, At: sqldb.Moment(r.At), Kind: r.Kind,
		Message: org.MessageID(r.Message.String), Project: org.ProjectID(r.Project.String),
		Mission: org.MissionID(r.Mission.String), Step: org.StepID(r.Step.String),
		Agent: org.AgentID(r.Agent.String), Attempt: r.Attempt, Text: r.Body,
	}
	if r.Data == "{}" {
		return e, nil
	}
	return e, sqldb.FromJSON(r.Data, &e.Data)
}

// EventsOf converts rows of the journal.
func EventsOf(rows []EventRow) ([]org.Event, error) {
	out := make([]org.Event, 0, len(rows))
	for _, r := range rows {
		e, err := r.toEvent()
		if err != nil {
			return nil, fmt.Errorf("read event %d: %w", r.Seq, err)
		}
		out = append(out, e)
	}
	return out, nil
}

// LinesOf returns the rows of the journal that where selects.
func LinesOf(ctx context.Context, q sqldb.Getter, where string, args ...any) ([]EventRow, error) {
	var rows []EventRow
	err := sqldb.Many(ctx, q, &rows, `
		SELECT seq, at, kind, message_id, project_id, mission_id, step_id, agent_id, attempt, body, data FROM events WHERE `+where, args...)
	return rows, err
}

// numberedLines is LinesOf for whoever goes by the numbers of lines: those that
// wait for theirs get them first. What is committed in between is left for the next
// look.
func (d *Journal) numberedLines(ctx context.Context, where string, args ...any) ([]EventRow, error) {
	waits := func(r EventRow) bool { return !sqldb.Numbered(r.Seq) }
	rows, err := LinesOf(ctx, d.db.Read, where, args...)
	if err != nil || !slices.ContainsFunc(rows, waits) {
		return rows, err
	}
	if err := d.db.NumberLines(ctx); err != nil {
		return nil, err
	}
	rows, err = LinesOf(ctx, d.db.Read, where, args...)
	return slices.DeleteFunc(rows, waits), err
}

// Events returns at most limit lines of the journal after line number after,
// oldest first. A line that commits later has a higher number.
func (d *Journal) Events(ctx context.Context, after int64, limit int) ([]org.Event, error) {
	rows, err := d.numberedLines(ctx, `seq > ? ORDER BY seq LIMIT ?`, after, limit)
	if err != nil {
		return nil, fmt.Errorf("read events after %d: %w", after, err)
	}
	return EventsOf(rows)
}

// LastEvent returns the number of the journal's last line, 0 before the first.
func (d *Journal) LastEvent(ctx context.Context) (int64, error) {
	if err := d.db.NumberLines(ctx); err != nil {
		return 0, err
	}
	var n []int64
	err := sqldb.Many(ctx, d.db.Read, &n, `SELECT n FROM counters WHERE name = 'event'`)
	if err != nil || len(n) == 0 {
		return 0, sqldb.Wrap("read the journal's length", err)
	}
	return n[0], nil
}

// EventsOf returns every line of the journal about one project, oldest first.
func (d *Journal) EventsOf(ctx context.Context, project org.ProjectID) ([]org.Event, error) {
	rows, err := d.numberedLines(ctx, `project_id = ? ORDER BY seq`, project)
	if err != nil {
		return nil, fmt.Errorf("read events of %s: %w", project, err)
	}
	return EventsOf(rows)
}

// EventsAfter returns at most n lines of the journal about one project after line
// number after, oldest first.
func (d *Journal) EventsAfter(ctx context.Context, project org.ProjectID, after int64, n int) ([]org.Event, error) {
	rows, err := d.numberedLines(ctx, `project_id = ? AND seq > ? ORDER BY seq LIMIT ?`, project, after, n)
	if err != nil {
		return nil, fmt.Errorf("read events of %s after %d: %w", project, after, err)
	}
	return EventsOf(rows)
}

// Cursor returns how far the named follower has read the journal, 0 for one
// that never read.
func (d *Journal) Cursor(ctx context.Context, name string) (int64, error) {
	var seq int64
	err := sqldb.One(ctx, d.db.Read, &seq, `SELECT seq FROM cursors WHERE name = ?`, name)
	if errors.Is(err, sql.ErrNoRows) {
		return 0, nil
	}
	if err != nil {
		return 0, fmt.Errorf("read cursor %s: %w", name, err)
	}
	return seq, nil
}

// SetCursor records that the named follower has read the journal up to line
// seq. A cursor never moves back.
func (d *Journal) SetCursor(ctx context.Context, name string, seq int64) error {
	return d.db.WriteBeside(ctx, func(t *sqldb.Tx) error {
		t.Method = "set-cursor"
		err := t.Exec(`
			INSERT INTO cursors (name, seq) VALUES (?, ?)
			    ON CONFLICT (name) DO UPDATE SET seq = excluded.seq WHERE cursors.seq < excluded.seq`, name, seq)
		if err != nil {
			return fmt.Errorf("move cursor %s: %w", name, err)
		}
		return nil
	})
}
