package store

import (
	"fmt"

	"github.com/frasier-cos/frasier/internal/org"
)

// completed tells the steps that depend on a step that it has completed.
func (t *tx) completed(id org.StepID) error {
	return t.release(`SELECT step_id FROM step_dependencies WHERE depends_on = ?`, id)
}

// release takes one open dependency off each step that a query names, and
// wakes the workers when that makes one ready.
func (t *tx) release(dependants string, args ...any) error {
	var rows []stepRow
	err := t.all(&rows, `
		UPDATE steps SET open_deps = open_deps - 1 WHERE id IN (`+dependants+`) RETURNING `+stepColumns, args...)
	if err != nil {
		return fmt.Errorf("release dependants: %w", err)
	}
	for _, r := range rows {
		s, err := r.step()
		if err != nil {
			return err
		}
		if !s.Ready() {
			continue
		}
		t.wake = true
		if err := t.stepEvent(org.EventStepReady, s, "Ready: "+s.Title); err != nil {
			return err
		}
	}
	return nil
}

// ended does what the end of a step as failed or cancelled asks for: soft
// dependants stop waiting for it, and the steps that need it fail with it.
func (t *tx) ended(id org.StepID) error {
	if err := t.release(`SELECT step_id FROM step_dependencies WHERE depends_on = ? AND soft = 1`, id); err != nil {
		return err
	}
	return t.cascade(id)
}

// cascade fails every step that needs the given one, directly or through
// others, by the closure of hard dependencies. Steps that do not need it go
// on, whatever their order.
func (t *tx) cascade(root org.StepID) error {
	var from stepRow
	if err := t.get(&from, `SELECT `+stepColumns+` FROM steps WHERE id = ?`, root); err != nil {
		return fmt.Errorf("read step %s: %w", root, err)
	}
	var rows []stepRow
	err := t.all(&rows, `
		WITH RECURSIVE fallen(id) AS (
		    SELECT step_id FROM step_dependencies WHERE depends_on = ? AND soft = 0
		    UNION
		    SELECT e.step_id FROM step_dependencies e JOIN fallen f ON f.id = e.depends_on WHERE e.soft = 0)
		SELECT `+stepColumns+` FROM steps
		 WHERE id IN (SELECT id FROM fallen) AND state IN ('pending', 'in_progress', 'in_review') ORDER BY seq`, root)
	if err != nil {
		return fmt.Errorf("follow what needs %s: %w", root, err)
	}
	cause := org.CascadeCause(from.Title, from.Cause)
	for _, r := range rows {
		if err := t.end(r, org.StepFailed, cause, root); err != nil {
			return err
		}
	}
	for _, r := range rows {
		if err := t.release(`SELECT step_id FROM step_dependencies WHERE depends_on = ? AND soft = 1`, r.ID); err != nil {
			return err
		}
	}
	return nil
}

// end writes the end of one step as failed or cancelled, with its run and its
// mission's counter. It looks at no other step.
func (t *tx) end(r stepRow, state org.StepState, cause string, by org.StepID) error {
	err := t.exec(`
		UPDATE steps
		   SET state = ?, cause = ?, cause_step = ?, ended_at = ?, claimed_by = NULL, claim_until = NULL,
		       held = 0, run_after = NULL, stage = ''
		 WHERE id = ?`, state, cause, nullable(by), t.now, r.ID)
	if err != nil {
		return fmt.Errorf("end step %s: %w", r.ID, err)
	}
	if err := t.endRun(r.ID, string(state)); err != nil {
		return err
	}
	if err := t.exec(`UPDATE missions SET open_steps = open_steps - 1 WHERE id = ?`, r.Mission); err != nil {
		return err
	}
	s, err := r.step()
	if err != nil {
		return err
	}
	kind, text := org.EventStepFailed, "Failed: "
	if state == org.StepCancelled {
		kind, text = org.EventStepCancelled, "Cancelled: "
	}
	return t.stepEvent(kind, s, text+s.Title+": "+cause)
}

func (t *tx) endRun(id org.StepID, as string) error {
	err := t.exec(`UPDATE runs SET ended_at = ?, ended_as = ? WHERE step_id = ? AND ended_at IS NULL`, t.now, as, id)
	if err != nil {
		return fmt.Errorf("end run of %s: %w", id, err)
	}
	return nil
}
