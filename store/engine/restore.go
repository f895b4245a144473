package engine

import (
	"fmt"
	"time"

	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/store/record"
	"github.com/frasier-cos/frasier/store/sqldb"
)

// Why a cancelled project's steps, missions and questions ended.
const (
	cancelCause    = "cancelled by the founder"
	cancelQuestion = "the project was cancelled"
)

// restoreProject takes a cancellation back within CancelUndo of it: what was cancelled with the
// project is to be done again, and what it asked is asked again. What had ended before stays as it
// is. A later one returns org.ErrConflict.
func restoreProject(t *sqldb.Tx, p org.Project) error {
	if t.Now-p.EndedAt.UnixMicro() > int64(CancelUndo/time.Microsecond) {
		return fmt.Errorf("it was cancelled more than a day ago: %w", org.ErrConflict)
	}
	if p.Outcome != cancelCause { // it had stopped before
		return restoreStopped(t, p)
	}
	var rows []record.StepRow
	err := t.All(&rows, `
		SELECT `+record.StepColumns+` FROM steps
		 WHERE project_id = ? AND state = 'cancelled' AND cause = ? AND superseded = 0 ORDER BY seq`, p.ID, cancelCause)
	if err != nil {
		return err
	}
	for _, r := range rows {
		if err := reopenStep(t, r, false); err != nil {
			return fmt.Errorf("reopen %s: %w", r.ID, err)
		}
	}
	err = t.Exec(`
		UPDATE missions SET state = CASE planned WHEN 1 THEN 'in_progress' ELSE 'planning' END, outcome = '', ended_at = NULL
		 WHERE project_id = ? AND state = 'cancelled' AND outcome = ?`, p.ID, cancelCause)
	if err != nil {
		return err
	}
	if err := reopenQuestions(t, p.ID); err != nil {
		return err
	}
	if err := reopenProject(t, p, nil); err != nil {
		return err
	}
	return renewHolds(t, p.ID)
}

func restoreStopped(t *sqldb.Tx, p org.Project) error {
	if err := reopenQuestions(t, p.ID); err != nil {
		return err
	}
	if err := t.Exec(`UPDATE projects SET state = 'failed' WHERE id = ?`, p.ID); err != nil {
		return err
	}
	return t.Event(addOrigin(t, org.Event{Kind: org.EventProjectResumed, Project: p.ID, Text: "Waits for you again: " + p.Title}, ""))
}

func reopenQuestions(t *sqldb.Tx, id org.ProjectID) error {
	return t.Exec(`
		UPDATE escalations SET state = 'open', answer = '', decided_by = '', ended_at = NULL
		 WHERE project_id = ? AND state = 'answered' AND answer = ?`, id, cancelQuestion)
}
