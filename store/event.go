package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"

	"github.com/frasier-cos/frasier/internal/org"
)

// newLine is a line of the journal that is still to be written.
type newLine struct {
	org.Event
	data string
}

// event writes one line of the journal, at the end of the transaction with
// all others. At becomes the transaction's time.
func (t *tx) event(e org.Event) error {
	data := "{}"
	if e.Data != nil {
		var err error
		if data, err = jsonText(e.Data); err != nil {
			return err
		}
	}
	t.lines = append(t.lines, newLine{e, data})
	return nil
}

// journal writes the lines that are still to be written. Their numbers come
// from a row that this transaction holds until it commits, so a follower that
// has read line n never finds a smaller one later.
func (t *tx) journal() error {
	lines := t.lines
	if t.lines = nil; len(lines) == 0 {
		return nil
	}
	err := t.get(&t.line, `
		INSERT INTO counters (name, n) VALUES ('event', ?)
		    ON CONFLICT (name) DO UPDATE SET n = counters.n + excluded.n
		RETURNING n`, len(lines))
	if err != nil {
		return fmt.Errorf("number events: %w", err)
	}
	first := t.line - int64(len(lines)) + 1
	err = t.insert(`INSERT INTO events (seq, at, kind, message_id, project_id, mission_id, step_id, agent_id, attempt, body, data)`,
		len(lines), func(i int) []any {
			e := lines[i]
			return []any{
				first + int64(i), t.now, e.Kind, nullable(e.Message), nullable(e.Project), nullable(e.Mission), nullable(e.Step),
				nullable(e.Agent), e.Attempt, e.Text, e.data,
			}
		})
	return wrap("write events, the first "+string(lines[0].Kind), err)
}

// eventRow is one row of events.
type eventRow struct {
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

func (r eventRow) event() (org.Event, error) {
	e := org.Event{
		Seq: r.Seq, At: moment(r.At), Kind: r.Kind,
		Message: org.MessageID(r.Message.String), Project: org.ProjectID(r.Project.String),
		Mission: org.MissionID(r.Mission.String), Step: org.StepID(r.Step.String),
		Agent: org.AgentID(r.Agent.String), Attempt: r.Attempt, Text: r.Body,
	}
	if r.Data == "{}" {
		return e, nil
	}
	return e, fromJSON(r.Data, &e.Data)
}

func eventsOf(rows []eventRow) ([]org.Event, error) {
	out := make([]org.Event, 0, len(rows))
	for _, r := range rows {
		e, err := r.event()
		if err != nil {
			return nil, fmt.Errorf("read event %d: %w", r.Seq, err)
		}
		out = append(out, e)
	}
	return out, nil
}

// linesOf returns the rows of the journal that where selects.
func linesOf(ctx context.Context, q getter, where string, args ...any) ([]eventRow, error) {
	var rows []eventRow
	err := many(ctx, q, &rows, `
		SELECT seq, at, kind, message_id, project_id, mission_id, step_id, agent_id, attempt, body, data FROM events WHERE `+where, args...)
	return rows, err
}

// Events returns at most limit lines of the journal after line number after,
// oldest first. It reads from a snapshot: a line that commits later has a
// higher number.
func (d *DB) Events(ctx context.Context, after int64, limit int) ([]org.Event, error) {
	rows, err := linesOf(ctx, d.read, `seq > ? ORDER BY seq LIMIT ?`, after, limit)
	if err != nil {
		return nil, fmt.Errorf("read events after %d: %w", after, err)
	}
	return eventsOf(rows)
}

// EventsOf returns every line of the journal about one project, oldest first.
func (d *DB) EventsOf(ctx context.Context, project org.ProjectID) ([]org.Event, error) {
	rows, err := linesOf(ctx, d.read, `project_id = ? ORDER BY seq`, project)
	if err != nil {
		return nil, fmt.Errorf("read events of %s: %w", project, err)
	}
	return eventsOf(rows)
}

// Cursor returns how far the named follower has read the journal, 0 for one
// that never read.
func (d *DB) Cursor(ctx context.Context, name string) (int64, error) {
	var seq int64
	err := one(ctx, d.read, &seq, `SELECT seq FROM cursors WHERE name = ?`, name)
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
func (d *DB) SetCursor(ctx context.Context, name string, seq int64) error {
	return d.tx(ctx, func(t *tx) error {
		t.method = "set-cursor"
		err := t.exec(`
			INSERT INTO cursors (name, seq) VALUES (?, ?)
			    ON CONFLICT (name) DO UPDATE SET seq = excluded.seq WHERE cursors.seq < excluded.seq`, name, seq)
		if err != nil {
			return fmt.Errorf("move cursor %s: %w", name, err)
		}
		return nil
	})
}
