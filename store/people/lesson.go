package people

import (
	"context"
	"database/sql"
	"fmt"
	"time"

	"github.com/frasier-cos/frasier/internal/learning"
	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/store/memory"
	"github.com/frasier-cos/frasier/store/record"
	"github.com/frasier-cos/frasier/store/sqldb"
)

// Importance of a lesson that nobody weighed: one learnt from a rejection
// counts more: a rejection is evidence, an impression is none. Our choice.
const (
	ordinaryLesson = 4
	rejectedLesson = 6
)

// lessonsCompared limits how many lessons, the newest, a new one is compared with. An agent that
// has more learnt most of them long ago, and the curator merges what says the same. Our choice: a
// thousand take some 10 ms.
const lessonsCompared = 1000

// Seen holds what the comparison of a new lesson with the others gave, which takes too long for a
// transaction.
type Seen struct {
	lesson string // the one that says the same; empty for none
	newest int64  // when the newest was learnt that it was compared with
}

// SeenLesson looks for the lesson that says the same as what a step taught, also
// among those that were forgotten: they stay so.
func SeenLesson(ctx context.Context, q sqldb.Getter, step org.StepID, text string) (Seen, error) {
	text, _ = learning.Trick(text)
	if text == "" {
		return Seen{}, nil
	}
	return compareLesson(ctx, q, text, `(agent_id IS NULL OR agent_id = (SELECT agent_id FROM steps WHERE id = ?))`, step)
}

func compareLesson(ctx context.Context, q sqldb.Getter, text, where string, args ...any) (Seen, error) {
	var rows []struct {
		ID   string
		Body string
		At   int64 `db:"created_at"`
	}
	err := sqldb.Many(ctx, q, &rows, `
		SELECT id, body, created_at FROM lessons WHERE kind = 'lesson' AND `+where+` ORDER BY created_at DESC, id LIMIT ?`, append(args, lessonsCompared)...)
	if err != nil || len(rows) == 0 {
		return Seen{}, sqldb.Wrap("compare lessons", err)
	}
	s := Seen{newest: rows[0].At}
	for _, r := range rows {
		if learning.Same(r.Body, text) {
			s.lesson = r.ID // of several the oldest
		}
	}
	return s, nil
}

// Lesson keeps what a step taught. The same lesson again is one lesson that
// was seen again: recurrence in another mission makes it active, and a trick
// that recurs often enough is told to everybody.
func Lesson(t *sqldb.Tx, r record.StepRow, text string, seen Seen) error {
	text, trick := learning.Trick(text)
	if text == "" {
		return nil
	}
	id, err := ensureLesson(t, r, text, trick, seen)
	if err != nil {
		return err
	}
	err = t.Exec(`
		INSERT INTO lesson_seen (lesson_id, step_id, mission_id, project_id) VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING`,
		id, r.ID, r.Mission, r.Project)
	if err != nil {
		return fmt.Errorf("see lesson %s: %w", id, err)
	}
	var where struct{ Steps, Missions, Projects int }
	err = t.Get(&where, `
		SELECT count(*) AS steps, count(DISTINCT mission_id) AS missions, count(DISTINCT project_id) AS projects
		  FROM lesson_seen WHERE lesson_id = ?`, id)
	if err != nil {
		return err
	}
	p := learning.Promote(trick, where.Steps, where.Missions, where.Projects)
	if !p.Active {
		return nil
	}
	n, err := t.Change(`UPDATE lessons SET state = 'active' WHERE id = ? AND state = 'candidate'`, id)
	if err != nil {
		return err
	}
	if n > 0 {
		if err := t.Event(org.Event{Kind: org.EventLessonActive, Project: r.Project, Step: r.ID, Agent: r.Agent, Text: "Learnt: " + text}); err != nil {
			return err
		}
	}
	if p.Shared {
		return t.Exec(`UPDATE lessons SET agent_id = NULL WHERE id = ?`, id)
	}
	return nil
}

// ensureLesson returns the lesson that was seen, or one that was written down since by another
// step; it writes down one that is new.
func ensureLesson(t *sqldb.Tx, r record.StepRow, text string, trick bool, seen Seen) (string, error) {
	if seen.lesson == "" {
		since, err := compareLesson(t.Ctx, t, text, `(agent_id IS NULL OR agent_id = ?) AND created_at >= ?`, r.Agent, seen.newest)
		if err != nil {
			return "", err
		}
		seen = since
	}
	if seen.lesson != "" {
		return seen.lesson, nil
	}
	id, err := t.NextID("l")
	if err != nil {
		return "", err
	}
	importance := ordinaryLesson
	if r.Strikes > 0 {
		importance = rejectedLesson
	}
	err = t.Exec(`
		INSERT INTO lessons (id, kind, state, body, importance, agent_id, step_id, trick, created_at)
		VALUES (?, 'lesson', 'candidate', ?, ?, ?, ?, ?, ?)`, id, text, importance, r.Agent, r.ID, trick, t.Now)
	if err != nil {
		return "", fmt.Errorf("keep lesson: %w", err)
	}
	return id, memory.Remember(t, org.Memory{Kind: org.MemoryLesson, Ref: id, Text: text})
}

// LessonsFor returns the active lessons of an agent and of everybody that fit a task best.
func LessonsFor(ctx context.Context, q sqldb.Getter, s org.Step, now time.Time) ([]string, error) {
	var rows []struct {
		ID         org.LessonID
		Body       string
		Importance int
		CreatedAt  int64 `db:"created_at"`
	}
	err := sqldb.Many(ctx, q, &rows, `
		SELECT id, body, importance, created_at FROM lessons
		 WHERE kind = 'lesson' AND state = 'active' AND (agent_id = ? OR agent_id IS NULL)
		   AND NOT EXISTS (SELECT 1 FROM identity_notes n JOIN agents a ON a.category = n.category
		                    WHERE n.lesson_id = lessons.id AND n.forgotten = 0 AND a.id = ?)
		 ORDER BY importance DESC, created_at DESC, id LIMIT 200`, s.Agent, s.Agent)
	if err != nil {
		return nil, fmt.Errorf("read lessons of %s: %w", s.Agent, err)
	}
	all := make([]learning.Lesson, 0, len(rows))
	for _, r := range rows {
		all = append(all, learning.Lesson{ID: r.ID, Text: r.Body, Importance: r.Importance, At: sqldb.Moment(r.CreatedAt)})
	}
	return learning.Rank(all, s.Title+" "+s.Goal, now), nil
}

// ForgetLesson takes a lesson away.
func ForgetLesson(t *sqldb.Tx, id org.LessonID) error {
	n, err := t.Change(`UPDATE lessons SET state = 'forgotten' WHERE id = ?`, id)
	if err == nil && n == 0 {
		err = org.ErrNotFound
	}
	for _, kind := range []string{org.MemoryDirective, org.MemoryLesson} {
		if err == nil {
			err = memory.Unremember(t, kind, string(id))
		}
	}
	return err
}

// Lessons returns the founder's rules and all lessons that are not forgotten,
// the most important first, of equals the oldest, and then the notes of roles.
func (d *People) Lessons(ctx context.Context) ([]learning.Lesson, error) {
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
	out := make([]learning.Lesson, 0, len(rows))
	for _, r := range rows {
		out = append(out, learning.Lesson{
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
	err = sqldb.Many(ctx, d.db.Read, &notes, `SELECT id, category, body, at FROM identity_notes WHERE forgotten = 0 ORDER BY category, at, length(id), id`)
	if err != nil {
		return nil, fmt.Errorf("list notes: %w", err)
	}
	for _, n := range notes {
		out = append(out, learning.Lesson{ID: n.ID, Kind: learning.KindNote, State: "active", Text: n.Body, Role: n.Category, At: sqldb.Moment(n.At)})
	}
	return out, nil
}
