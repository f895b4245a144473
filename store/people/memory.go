package people

import (
	"context"
	"database/sql"
	"fmt"

	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/store/sqldb"
)

// Lessons returns the founder's rules and all lessons that are not forgotten,
// the most important first, of equals the oldest, and then the notes of roles.
func (d *People) Lessons(ctx context.Context) ([]org.Lesson, error) {
	var rows []struct {
		ID         org.LessonID
		Kind       string
		State      string
		Body       string
		Importance int
		Agent      sql.NullString `db:"agent_id"`
		Message    sql.NullString `db:"message_id"`
		Step       sql.NullString `db:"step_id"`
		CreatedAt  int64          `db:"created_at"`
	}
	err := sqldb.Many(ctx, d.db.Read, &rows, `
		SELECT id, kind, state, body, importance, agent_id, message_id, step_id, created_at FROM lessons
		 WHERE state <> 'forgotten' ORDER BY importance DESC, created_at, length(id), id`)
	if err != nil {
		return nil, fmt.Errorf("list lessons: %w", err)
	}
	out := make([]org.Lesson, 0, len(rows))
	for _, r := range rows {
		out = append(out, org.Lesson{
			ID: r.ID, Kind: r.Kind, State: r.State, Text: r.Body, Importance: r.Importance,
			Agent: org.AgentID(r.Agent.String), Message: org.MessageID(r.Message.String),
			Step: org.StepID(r.Step.String), At: sqldb.Moment(r.CreatedAt),
		})
	}
	var notes []struct {
		ID       org.LessonID
		Category string
		Body     string
		At       int64
	}
	err = sqldb.Many(ctx, d.db.Read, &notes, `SELECT id, category, body, at FROM identity_notes WHERE forgotten = 0 ORDER BY category, at, id`)
	if err != nil {
		return nil, fmt.Errorf("list notes: %w", err)
	}
	for _, n := range notes {
		out = append(out, org.Lesson{ID: n.ID, Kind: org.KindNote, State: "active", Text: n.Body, Role: n.Category, At: sqldb.Moment(n.At)})
	}
	return out, nil
}
