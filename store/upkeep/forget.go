package upkeep

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/store/corpus"
	"github.com/frasier-cos/frasier/store/ledger"
	"github.com/frasier-cos/frasier/store/memory"
	"github.com/frasier-cos/frasier/store/people"
	"github.com/frasier-cos/frasier/store/sqldb"
)

// Forget takes something out of what Frasier remembers, by the id that
// recall and rules show: a lesson or a founder's rule ("l3") or a note of a
// role ("r2"), whose row stays so that the past can be explained, or what was
// said and answered ("m12"), whose words and files are deleted; of the projects
// that it began stay the title, the plan, the results and the sources they cite.
// It returns org.ErrNotFound for what does not exist, and org.ErrConflict for a message that an open project or a schedule works from.
// Forgetting twice is harmless.
func (d *Upkeep) Forget(ctx context.Context, id string) error {
	return sqldb.Wrap("forget "+id, d.db.Write(ctx, func(t *sqldb.Tx) error {
		t.Method = "forget"
		switch {
		case strings.HasPrefix(id, "m"):
			return forgetTurn(t, org.MessageID(id))
		case strings.HasPrefix(id, "r"):
			n, err := t.Change(`UPDATE identity_notes SET forgotten = 1 WHERE id = ?`, id)
			if err == nil && n == 0 {
				err = org.ErrNotFound
			}
			return err
		}
		return people.ForgetLesson(t, org.LessonID(id))
	}))
}

// forgetTurn deletes the words of a message, of its files and of its answer, and
// what was made of them on the way: the order of the projects that it began, the
// messages by which their schedules repeated it, and what their stages, models
// and searches gave. What was delivered stays, with the plan and the sources it
// cites.
func forgetTurn(t *sqldb.Tx, id org.MessageID) error {
	var known int
	if err := t.Get(&known, `SELECT count(*) FROM turns WHERE message_id = ?`, id); err != nil {
		return err
	}
	if known == 0 {
		return org.ErrNotFound
	}
	said, begun, err := findCopies(t, id)
	if err != nil {
		return err
	}
	for _, m := range said {
		if err := checkForgettable(t, m); err != nil {
			return err
		}
	}
	for _, m := range said {
		if err := forgetWords(t, m); err != nil {
			return err
		}
	}
	for _, p := range begun {
		if err := forgetOrder(t, p); err != nil {
			return fmt.Errorf("forget the order of %s: %w", p, err)
		}
	}
	return nil
}

// findCopies lists a message with the copies of it, those that schedules made and that of an order
// given as a command, and the projects that they began.
func findCopies(t *sqldb.Tx, id org.MessageID) (said []org.MessageID, begun []org.ProjectID, err error) {
	said = []org.MessageID{id}
	for i := 0; i < len(said); i++ {
		var twins []org.MessageID
		err := t.All(&twins, `
			SELECT o.id FROM messages m JOIN messages o ON o.transport = m.transport AND o.channel = m.channel AND (o.origin = m.origin || ? OR m.origin = o.origin || ?)
			 WHERE m.id = ?`, org.SaidMark, org.SaidMark, said[i])
		if err != nil {
			return nil, nil, err
		}
		for _, o := range twins {
			if !slices.Contains(said, o) {
				said = append(said, o)
			}
		}
		var projects []org.ProjectID
		if err := t.All(&projects, `SELECT id FROM projects WHERE message_id = ?`, said[i]); err != nil {
			return nil, nil, err
		}
		begun = append(begun, projects...)
		for _, p := range projects {
			var copies []org.MessageID
			err := t.All(&copies, `
				SELECT m.id FROM messages m JOIN schedules c ON c.project_id = ? AND m.origin LIKE c.id || '@%' ORDER BY m.seq`, p)
			if err != nil {
				return nil, nil, err
			}
			said = append(said, copies...)
		}
		var runs []org.MessageID
		err = t.All(&runs, `
			SELECT m.id FROM messages m JOIN schedules c ON c.message_id = ? AND m.origin LIKE c.id || '@%' ORDER BY m.seq`, said[i])
		if err != nil {
			return nil, nil, err
		}
		said = append(said, runs...)
	}
	return said, begun, nil
}

func checkForgettable(t *sqldb.Tx, id org.MessageID) error {
	var busy []string
	err := t.All(&busy, `
		SELECT p.id FROM projects p WHERE p.message_id = ?
		    AND (p.state IN ('active', 'paused') OR EXISTS (SELECT 1 FROM schedules c WHERE c.project_id = p.id AND c.ended_at IS NULL))
		 UNION SELECT p.id FROM projects p JOIN steering s ON s.project_id = p.id WHERE s.message_id = ? AND p.state IN ('active', 'paused')
		 UNION SELECT c.id FROM schedules c WHERE c.message_id = ? AND c.ended_at IS NULL`, id, id, id)
	if err != nil {
		return err
	}
	if len(busy) > 0 {
		return fmt.Errorf("%s works from it; forget it when that has ended: %w", strings.Join(busy, ", "), org.ErrConflict)
	}
	var waits int
	if err := t.Get(&waits, `SELECT count(*) FROM deliveries WHERE key = ? AND state IN ('queued', 'sending')`, "reply:"+string(id)); err != nil {
		return err
	}
	if waits > 0 {
		return fmt.Errorf("its answer is on the way; forget it when that is said: %w", org.ErrConflict)
	}
	return nil
}

func forgetWords(t *sqldb.Tx, id org.MessageID) error {
	var files []string
	if err := t.All(&files, `SELECT sha256 FROM attachments WHERE message_id = ?`, id); err != nil {
		return err
	}
	for _, q := range []string{
		`DELETE FROM readings WHERE message_id = ?`,
		`DELETE FROM attachments WHERE message_id = ?`,
		`DELETE FROM turn_tags WHERE message_id = ?`,
		`DELETE FROM stages WHERE round > 0 AND subject IN (
			SELECT n.id FROM missions n JOIN steering s ON s.project_id = n.project_id WHERE s.message_id = ?)`, // they repeat it
		`DELETE FROM steering WHERE message_id = ?`,
		`DELETE FROM stages WHERE round = 0 AND at >= (SELECT coalesce(max(at), 0) FROM turns WHERE message_id = ?)`, // later messages' too
		`UPDATE llm_calls SET reply = '' WHERE project_id IS NULL AND started_at >= (SELECT received_at FROM messages WHERE id = ?)`,
		`UPDATE sittings SET shown = '', answer = '' WHERE shown <> '' AND at >= (SELECT received_at FROM messages WHERE id = ?)`,
		`UPDATE turns SET title = '', evidence = '[]', reply = '', tags = '[]' WHERE message_id = ?`,
		`UPDATE commands AS c SET line = '(forgotten)', message = '', card = '{}', reply = CASE WHEN c.reply IS NULL THEN NULL ELSE '(forgotten)' END
		  WHERE EXISTS (SELECT 1 FROM messages m WHERE m.id = ? AND m.transport = c.transport AND m.channel = c.channel
		                   AND (m.origin = c.origin OR m.origin = c.origin || '` + org.SaidMark + `'))`,
		`UPDATE deliveries AS d SET facts = '', body = '' WHERE state IN ('sent', 'abandoned') AND kind = 'notice' AND EXISTS (SELECT 1 FROM messages m
		   JOIN reminders r ON r.key = m.transport || '/' || m.channel || '/' || m.origin WHERE m.id = ? AND d.key LIKE 'reminder:' || r.id || ':%')`,
		`DELETE FROM reminders WHERE key = (SELECT transport || '/' || channel || '/' || origin FROM messages WHERE id = ?)`,
		`UPDATE messages SET body = '' WHERE id = ?`,
	} {
		if err := t.Exec(q, id); err != nil {
			return err
		}
	}
	for _, sum := range files {
		if err := corpus.DropBlob(t, sum); err != nil {
			return err
		}
	}
	err := t.Exec(`UPDATE deliveries SET body = '(forgotten)', title = '', card = '{}', facts = '' WHERE key IN (?, ?)`, "reply:"+string(id), "parked:"+string(id))
	if err != nil {
		return err
	}
	return memory.Forget(t, org.MemoryTurn, string(id))
}

// forgetOrder deletes what a project was asked to do, in its founder's words, and
// what was made of these on the way to its document.
func forgetOrder(t *sqldb.Tx, p org.ProjectID) error {
	const ofSteps = ` WHERE step_id IN (SELECT id FROM steps WHERE project_id = ?)`
	var given []org.DocumentID
	if err := t.All(&given, `SELECT document_id FROM project_documents WHERE project_id = ?`, p); err != nil {
		return err
	}
	for _, q := range []string{
		`UPDATE projects SET goal = '(forgotten)', roadmap = '', roadmap_notes = '[]' WHERE id = ?`,
		`UPDATE phases SET task = '' WHERE project_id = ?`,
		`UPDATE roadmap_items SET body = '{"Key":"' || item || '","Title":"(forgotten)"}' WHERE project_id = ?`,
		`DELETE FROM project_documents WHERE project_id = ?`,
		`DELETE FROM project_links WHERE project_id = ?`,
		`DELETE FROM guidance WHERE project_id = ?`,
		`DELETE FROM searches WHERE project_id = ?`,
		`UPDATE replay_steps SET why = '(forgotten)' WHERE why <> '' AND project_id = ?`,
		`UPDATE llm_calls SET reply = '' WHERE project_id = ?`,
		`DELETE FROM stages WHERE subject IN (SELECT id FROM missions WHERE project_id = ?)`,
		`DELETE FROM checkpoints` + ofSteps,
		`DELETE FROM drafts` + ofSteps,
		`DELETE FROM approach_tags` + ofSteps,
		`DELETE FROM approaches` + ofSteps,
		`DELETE FROM step_documents` + ofSteps + ` AND NOT EXISTS (
			SELECT 1 FROM citations c WHERE c.step_id = step_documents.step_id AND c.document_id = step_documents.document_id)`,
	} {
		if err := t.Exec(q, p); err != nil {
			return err
		}
	}
	for _, d := range given {
		if err := dropDocument(t, d); err != nil {
			return err
		}
	}
	return ledger.DropPrompts(t, p)
}

// dropDocument deletes a document that nothing cites, read or was given.
func dropDocument(t *sqldb.Tx, id org.DocumentID) error {
	return t.Exec(`
		DELETE FROM documents WHERE id = ? AND NOT EXISTS (SELECT 1 FROM citations WHERE document_id = documents.id)
		   AND NOT EXISTS (SELECT 1 FROM step_documents WHERE document_id = documents.id)
		   AND NOT EXISTS (SELECT 1 FROM project_documents WHERE document_id = documents.id)`, id)
}
