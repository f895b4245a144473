package engine

import (
	"context"
	"database/sql"
	"errors"
	"fmt"

	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/store/record"
	"github.com/frasier-cos/frasier/store/sqldb"
)

// Drop leaves a step out that has not ended: what needed it goes on without it, and it
// counts neither as done nor as missing. It returns the titles of what waited for it.
// Dropping twice changes nothing. org.ErrConflict says that it cannot be left out: it has
// ended, the document is its result, or it is critical, or nothing else is left.
func (d *Engine) Drop(ctx context.Context, id org.StepID, why string) ([]string, error) {
	var left []string
	err := d.db.Write(ctx, func(t *sqldb.Tx) error {
		t.Method = "drop-step"
		var r record.StepRow
		err := t.Get(&r, `SELECT `+record.StepColumns+` FROM steps WHERE id = ?`, id)
		if errors.Is(err, sql.ErrNoRows) {
			return org.ErrNotFound
		}
		if err != nil {
			return err
		}
		if err := t.All(&left, `SELECT title FROM steps WHERE id IN (SELECT step_id FROM step_dependencies WHERE depends_on = ?) AND kind <> 'assembly' ORDER BY seq`, id); err != nil {
			return err
		}
		if r.Superseded && r.State == org.StepCancelled {
			return nil
		}
		if err := checkDroppable(t, r); err != nil {
			return err
		}
		return dropStep(t, r, DropCause(why))
	})
	return left, sqldb.Wrap("drop "+string(id), err)
}

func checkDroppable(t *sqldb.Tx, r record.StepRow) error {
	p, err := record.ProjectOf(t.Ctx, t, r.Project)
	if err != nil {
		return err
	}
	var others int
	err = t.Get(&others, `SELECT count(*) FROM steps WHERE mission_id = ? AND id <> ? AND superseded = 0 AND kind <> 'assembly' AND final = 0`, r.Mission, r.ID)
	switch {
	case err != nil:
		return err
	case p.State.Ended():
		return fmt.Errorf("its project has ended: %w", org.ErrConflict)
	case r.State.Ended() || r.Superseded:
		return fmt.Errorf("it has ended: %w", org.ErrConflict)
	case r.Final || r.Kind == org.KindAssembly:
		return fmt.Errorf("the document is made there: %w", org.ErrConflict)
	case r.Critical:
		return fmt.Errorf("everything else stands on it: %w", org.ErrConflict)
	case others == 0:
		return fmt.Errorf("nothing would be left to do; cancel the project instead: %w", org.ErrConflict)
	}
	return nil
}

func dropStep(t *sqldb.Tx, r record.StepRow, cause string) error {
	// Whoever needed it needs it no more, but is told what is missing.
	if err := t.Exec(`UPDATE step_dependencies SET soft = 1 WHERE depends_on = ?`, r.ID); err != nil {
		return err
	}
	if err := closeWhere(t, r.Project, "the step was dropped", `step_id = ?`, r.ID); err != nil {
		return err
	}
	if err := endStep(t, r, org.StepCancelled, cause, ""); err != nil {
		return err
	}
	if err := t.Exec(`UPDATE steps SET superseded = 1, key = key || '~dropped' WHERE id = ?`, r.ID); err != nil {
		return err
	}
	if r.Item.Valid { // later phases that need the item find it done with
		err := t.Exec(`
			UPDATE roadmap_items SET done = 1 WHERE project_id = ? AND item = ?
			   AND NOT EXISTS (SELECT 1 FROM steps s WHERE s.project_id = roadmap_items.project_id AND s.item = roadmap_items.item AND s.superseded = 0)`,
			r.Project, r.Item.String)
		if err != nil {
			return fmt.Errorf("leave item %s out: %w", r.Item.String, err)
		}
	}
	s, err := r.Step()
	if err != nil {
		return err
	}
	if err := record.StepEvent(t, org.EventStepDropped, s, "Left out: "+s.Title); err != nil {
		return err
	}
	if err := unblockDependants(t, r.ID, true); err != nil {
		return err
	}
	t.Wake = true // whoever works on it is to stop
	return FinishMission(t, r.Mission)
}
