package people

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"time"

	"github.com/frasier-cos/frasier/internal/learning"
	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/store/memory"
	"github.com/frasier-cos/frasier/store/sqldb"
)

// Untidy returns lessons that belong together and that the curator has not seen
// as they are, or org.ErrNoWork. Unless now is set, it waits until Frasier
// has ended CurateMissions missions or a night has passed since the last
// tidying, or remembers more than curateItems.
func (d *People) Untidy(ctx context.Context, now bool) (learning.Untidy, error) {
	var out learning.Untidy
	err := d.db.View(ctx, func(q sqldb.Getter) error {
		var last struct {
			N  int
			At int64
		}
		if err := sqldb.One(ctx, q, &last, `SELECT coalesce(max(n), 0) AS n, coalesce(max(at), 0) AS at FROM curations`); err != nil {
			return err
		}
		out.N = last.N + 1
		var ended, many int
		if err := sqldb.One(ctx, q, &ended, `SELECT count(*) FROM missions WHERE ended_at > ?`, last.At); err != nil {
			return err
		}
		if err := sqldb.One(ctx, q, &many, `SELECT count(*) FROM lessons WHERE kind = 'lesson' AND state <> 'forgotten'`); err != nil {
			return err
		}
		night := d.db.Now().Sub(sqldb.Moment(last.At)) >= 24*time.Hour && last.N > 0
		if !now && ended < CurateMissions && many <= curateItems && !night {
			return org.ErrNoWork
		}
		items, err := readItems(ctx, q)
		if err != nil {
			return err
		}
		out.All = len(items)
		for _, c := range learning.Clusters(items) {
			sum, err := hashCluster(c)
			if err != nil {
				return err
			}
			var seen int
			if err := sqldb.One(ctx, q, &seen, `SELECT count(*) FROM curations WHERE cluster = ?`, sum); err != nil {
				return err
			}
			if seen == 0 {
				out.Items = c
				return nil
			}
		}
		return org.ErrNoWork
	})
	return out, sqldb.Wrap("look for untidy lessons", err)
}

func hashCluster(items []learning.Item) (string, error) {
	seen := make([]string, len(items))
	for i, m := range items {
		seen[i] = fmt.Sprintf("%s %s %v %s", m.ID, m.State, m.Promotable(), m.Text)
	}
	body, err := sqldb.JSONText(seen)
	return sqldb.HexSum([]byte(body)), err
}

// readItems reads the lessons that are in use or may come to be, the founder's rules excepted, and
// those that are notes of their role already.
func readItems(ctx context.Context, q sqldb.Getter) ([]learning.Item, error) {
	var rows []struct {
		ID         org.LessonID
		Body       string
		State      string
		Importance int
		Agent      org.AgentID `db:"agent"`
		Category   string
		Steps      int
		Projects   int
		At         int64
	}
	err := sqldb.Many(ctx, q, &rows, `
		SELECT l.id, l.body, l.state, l.importance, coalesce(l.agent_id, '') AS agent, coalesce(a.category, '') AS category,
		       (SELECT count(*) FROM lesson_seen s WHERE s.lesson_id = l.id) AS steps,
		       (SELECT count(DISTINCT s.project_id) FROM lesson_seen s WHERE s.lesson_id = l.id) AS projects, l.created_at AS at
		  FROM lessons l LEFT JOIN steps t ON t.id = l.step_id LEFT JOIN agents a ON a.id = coalesce(l.agent_id, t.agent_id)
		 WHERE l.kind = 'lesson' AND l.state <> 'forgotten' AND NOT EXISTS (SELECT 1 FROM identity_notes n WHERE n.lesson_id = l.id)
		 ORDER BY l.created_at, length(l.id), l.id`)
	if err != nil {
		return nil, fmt.Errorf("read lessons: %w", err)
	}
	out := make([]learning.Item, 0, len(rows))
	for _, r := range rows {
		out = append(out, learning.Item{
			ID: r.ID, Text: r.Body, State: r.State, Importance: r.Importance, Agent: r.Agent, Category: r.Category,
			Steps: r.Steps, Projects: r.Projects, At: sqldb.Moment(r.At),
		})
	}
	return out, nil
}

// SaveCuration carries out operations on a cluster and keeps what stood there
// before and after. What is refused is kept beside it. It returns
// org.ErrConflict when the lessons are no longer what the curator saw.
func (d *People) SaveCuration(ctx context.Context, u learning.Untidy, ops []learning.Op, refused []string) error {
	return sqldb.Wrap("tidy lessons", d.db.Write(ctx, func(t *sqldb.Tx) error {
		t.Method = "save-curation"
		sum, err := hashCluster(u.Items)
		if err != nil {
			return err
		}
		before, err := readItemsNow(t, u.Items)
		if err != nil {
			return err
		}
		if now, err := hashCluster(before); err != nil || now != sum {
			return fmt.Errorf("they have changed: %w", org.ErrConflict)
		}
		for _, op := range ops {
			if err := runOperation(t, op, before); err != nil {
				return fmt.Errorf("%s %v: %w", op.Op, op.IDs, err)
			}
		}
		after, err := readItemsNow(t, u.Items)
		if err != nil {
			return err
		}
		c := learning.Curation{Before: before, After: after, Ops: sqldb.OrEmpty(ops), Refused: sqldb.OrEmpty(refused)}
		if c.ID, err = t.NextID("c"); err != nil {
			return err
		}
		texts := make([]string, 0, 4)
		for _, v := range []any{c.Before, c.After, c.Ops, c.Refused} {
			text, err := sqldb.JSONText(v)
			if err != nil {
				return err
			}
			texts = append(texts, text)
		}
		err = t.Exec(`
			INSERT INTO curations (id, n, cluster, before, after, ops, refused, at)
			VALUES (?, (SELECT coalesce(max(n), 0) + 1 FROM curations), ?, ?, ?, ?, ?, ?)`,
			c.ID, sum, texts[0], texts[1], texts[2], texts[3], t.Now)
		if err != nil || len(ops) == 0 {
			return err
		}
		return t.Event(org.Event{
			Kind: org.EventCurated, Text: fmt.Sprintf("Tidied %d lessons by %d changes", len(before), len(ops)), Data: map[string]string{"curation": c.ID},
		})
	}))
}

func readItemsNow(t *sqldb.Tx, items []learning.Item) ([]learning.Item, error) {
	out := make([]learning.Item, len(items))
	for i, m := range items {
		var r struct {
			Body  string
			State string
		}
		if err := t.Get(&r, `SELECT body, state FROM lessons WHERE id = ?`, m.ID); err != nil {
			return nil, fmt.Errorf("read lesson %s: %w", m.ID, err)
		}
		m.Text, m.State = r.Body, r.State
		out[i] = m
	}
	return out, nil
}

func runOperation(t *sqldb.Tx, op learning.Op, items []learning.Item) error {
	first := op.IDs[0]
	switch op.Op {
	case learning.OpPromote:
		return promoteLesson(t, first, items)
	case learning.OpEdit:
		return rewordLesson(t, first, op.Text)
	case learning.OpMerge:
		if err := rewordLesson(t, first, op.Text); err != nil {
			return err
		}
		for _, id := range op.IDs[1:] {
			err := t.Exec(`
				INSERT INTO lesson_seen (lesson_id, step_id, mission_id, project_id)
				SELECT ?, step_id, mission_id, project_id FROM lesson_seen WHERE lesson_id = ? ON CONFLICT DO NOTHING`, first, id)
			if err == nil {
				err = ForgetLesson(t, id)
			}
			if err != nil {
				return err
			}
		}
		return nil
	}
	for _, id := range op.IDs { // retire
		if err := ForgetLesson(t, id); err != nil {
			return err
		}
	}
	return nil
}

func rewordLesson(t *sqldb.Tx, id org.LessonID, text string) error {
	if err := t.Exec(`UPDATE lessons SET body = ? WHERE id = ?`, text, id); err != nil {
		return err
	}
	return memory.Remember(t, org.Memory{Kind: org.MemoryLesson, Ref: string(id), Text: text})
}

// promoteLesson makes a note of its role of a lesson, unless the role has as many as it may.
func promoteLesson(t *sqldb.Tx, id org.LessonID, items []learning.Item) error {
	for _, m := range items {
		if m.ID != id {
			continue
		}
		var size int
		if err := t.Get(&size, `SELECT coalesce(sum(length(body)), 0) FROM identity_notes WHERE category = ? AND forgotten = 0`, m.Category); err != nil {
			return err
		}
		if size+len(m.Text) > identityBytes {
			return t.Event(org.Event{Kind: org.EventNote, Text: fmt.Sprintf("The notes of %s are full, so this stays a lesson: %s", m.Category, m.Text)})
		}
		note, err := t.NextID("r")
		if err != nil {
			return err
		}
		err = t.Exec(`
			INSERT INTO identity_notes (id, category, body, lesson_id, at) VALUES (?, ?, ?, ?, ?)
			    ON CONFLICT (lesson_id, category) DO UPDATE SET forgotten = 0`, note, m.Category, m.Text, id, t.Now)
		if err != nil {
			return err
		}
		return t.Event(org.Event{Kind: org.EventNote, Text: fmt.Sprintf("A note of %s from now on: %s", m.Category, m.Text), Data: map[string]string{"note": note}})
	}
	return org.ErrNotFound
}

// NotesOf returns the newest notes of an agent's role, the oldest of them first.
func NotesOf(ctx context.Context, q sqldb.Getter, id org.AgentID) ([]string, error) {
	var out []string
	err := sqldb.Many(ctx, q, &out, `
		SELECT body FROM (SELECT n.body, n.at, n.id FROM identity_notes n JOIN agents a ON a.category = n.category
		        WHERE a.id = ? AND n.forgotten = 0 ORDER BY n.at DESC, n.id DESC LIMIT ?) newest ORDER BY at, id`, id, notesPerPrompt)
	return out, sqldb.Wrap("read notes of "+string(id), err)
}

// Curations returns the last n tidyings, the newest first.
func (d *People) Curations(ctx context.Context, n int) ([]learning.Curation, error) {
	return readCurations(ctx, d.db.Read, `1 = 1 ORDER BY n DESC LIMIT ?`, n)
}

func readCurations(ctx context.Context, q sqldb.Getter, where string, args ...any) ([]learning.Curation, error) {
	var rows []struct {
		ID, Before, After, Ops, Refused string
		At                              int64
		Undone                          bool
	}
	err := sqldb.Many(ctx, q, &rows, `SELECT id, before, after, ops, refused, at, undone FROM curations WHERE `+where, args...)
	if err != nil {
		return nil, fmt.Errorf("read tidyings: %w", err)
	}
	out := make([]learning.Curation, 0, len(rows))
	for _, r := range rows {
		c := learning.Curation{ID: r.ID, At: sqldb.Moment(r.At), Undone: r.Undone}
		err := errors.Join(sqldb.FromJSON(r.Before, &c.Before), sqldb.FromJSON(r.After, &c.After), sqldb.FromJSON(r.Ops, &c.Ops), sqldb.FromJSON(r.Refused, &c.Refused))
		if err != nil {
			return nil, fmt.Errorf("read tidying %s: %w", r.ID, err)
		}
		out = append(out, c)
	}
	return out, nil
}

// UndoCuration puts back what stood there before a tidying: texts and states,
// and takes its notes out of use. A lesson that was changed or forgotten since
// stays as it is. It returns how many were put back, and org.ErrNotFound for an
// unknown tidying; undoing twice is harmless.
func (d *People) UndoCuration(ctx context.Context, id string) (restored int, err error) {
	err = sqldb.Wrap("undo tidying "+id, d.db.Write(ctx, func(t *sqldb.Tx) error {
		t.Method, restored = "undo-curation", 0
		found, err := readCurations(ctx, t, `id = ?`, id)
		if err == nil && len(found) == 0 {
			err = org.ErrNotFound
		}
		if err != nil || found[0].Undone {
			return err
		}
		now, err := readItemsNow(t, found[0].After)
		if err != nil {
			return err
		}
		for i, m := range found[0].Before {
			left := found[0].After[i]
			if now[i].Text != left.Text || now[i].State != left.State || m.Text == left.Text && m.State == left.State {
				continue
			}
			restored++
			if err := t.Exec(`UPDATE lessons SET state = ? WHERE id = ?`, m.State, m.ID); err != nil {
				return err
			}
			if err := rewordLesson(t, m.ID, m.Text); err != nil {
				return err
			}
		}
		for _, op := range found[0].Ops {
			if op.Op == learning.OpPromote {
				if err := t.Exec(`UPDATE identity_notes SET forgotten = 1 WHERE lesson_id = ?`, op.IDs[0]); err != nil {
					return err
				}
			}
		}
		if err := t.Exec(`UPDATE curations SET undone = 1 WHERE id = ?`, id); err != nil {
			return err
		}
		return t.Event(org.Event{Kind: org.EventCurated, Text: "Taken back: tidying " + id, Data: map[string]string{
			"curation": id, "restored": strconv.Itoa(restored),
		}})
	}))
	return restored, err
}
