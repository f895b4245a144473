package upkeep

import (
	"context"
	"fmt"
	"strings"

	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/store/corpus"
	"github.com/frasier-cos/frasier/store/memory"
	"github.com/frasier-cos/frasier/store/people"
	"github.com/frasier-cos/frasier/store/sqldb"
)

// Forget takes something out of what Frasier remembers, by the id that
// recall and rules show: a lesson or a founder's rule ("l3") or a note of a
// role ("r2"), whose row stays so that the past can be explained, or what was
// said and answered ("m12"), whose words and files are deleted. It returns org.ErrNotFound for what does not exist, and
// org.ErrConflict for a message that an open project or a schedule works from.
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

// forgetTurn deletes the words of a message, of its files and of its answer.
func forgetTurn(t *sqldb.Tx, id org.MessageID) error {
	var known, waits int
	if err := t.Get(&known, `SELECT count(*) FROM turns WHERE message_id = ?`, id); err != nil {
		return err
	}
	if known == 0 {
		return org.ErrNotFound
	}
	var busy []string
	err := t.All(&busy, `
		SELECT p.id FROM projects p WHERE p.message_id = ?
		    AND (p.state IN ('active', 'paused') OR EXISTS (SELECT 1 FROM schedules c WHERE c.project_id = p.id AND c.ended_at IS NULL))
		 UNION SELECT p.id FROM projects p JOIN steering s ON s.project_id = p.id WHERE s.message_id = ? AND p.state IN ('active', 'paused')`, id, id)
	if err != nil {
		return err
	}
	if len(busy) > 0 {
		return fmt.Errorf("%s works from it; forget it when that has ended: %w", strings.Join(busy, ", "), org.ErrConflict)
	}
	if err := t.Get(&waits, `SELECT count(*) FROM deliveries WHERE key = ? AND state IN ('queued', 'sending')`, "reply:"+string(id)); err != nil {
		return err
	}
	if waits > 0 {
		return fmt.Errorf("its answer is on the way; forget it when that is said: %w", org.ErrConflict)
	}
	var files []string
	if err := t.All(&files, `SELECT sha256 FROM attachments WHERE message_id = ?`, id); err != nil {
		return err
	}
	for _, q := range []string{
		`DELETE FROM attachments WHERE message_id = ?`,
		`DELETE FROM turn_tags WHERE message_id = ?`,
		`DELETE FROM stages WHERE round > 0 AND subject IN (
			SELECT n.id FROM missions n JOIN steering s ON s.project_id = n.project_id WHERE s.message_id = ?)`, // they repeat it
		`DELETE FROM stages WHERE round > 0 AND subject IN (
			SELECT n.id FROM missions n JOIN projects p ON p.id = n.project_id WHERE p.message_id = ?)`,
		`DELETE FROM steering WHERE message_id = ?`,
		`DELETE FROM stages WHERE round = 0 AND at >= (SELECT at FROM turns WHERE message_id = ?)`, // later messages' too
		`UPDATE turns SET title = '', evidence = '[]', reply = '', tags = '[]' WHERE message_id = ?`,
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
	if err := t.Exec(`UPDATE deliveries SET body = '(forgotten)', title = '', card = '{}', facts = '' WHERE key IN (?, ?)`, "reply:"+string(id), "parked:"+string(id)); err != nil {
		return err
	}
	return memory.Unremember(t, org.MemoryTurn, string(id))
}
