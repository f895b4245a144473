package engine

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/store/record"
	"github.com/frasier-cos/frasier/store/sqldb"
)

// unblockDependants takes off each step its dependency on one that ended: if it is soft
// or all are to be. It wakes the workers for those that became ready.
func unblockDependants(t *sqldb.Tx, ended org.StepID, onlySoft bool) error {
	which := ``
	if onlySoft {
		which = ` AND soft = 1`
	}
	var free []record.StepRow
	err := t.All(&free, `
		UPDATE steps SET open_deps = open_deps - (SELECT count(*) FROM step_dependencies WHERE depends_on = ? AND step_id = steps.id`+which+`)
		 WHERE id IN (SELECT step_id FROM step_dependencies WHERE depends_on = ?`+which+`)
		RETURNING `+freedColumns, ended, ended)
	if err != nil {
		return fmt.Errorf("release dependants of %s: %w", ended, err)
	}
	return tellAllReady(t, free)
}

// freedColumns are those that matter of a step that something no longer holds up.
const freedColumns = `seq, id, mission_id, project_id, title, kind, agent_id, state, open_deps, held, attempt`

// tellAllReady tells of the steps that became ready, in the order of their plan.
func tellAllReady(t *sqldb.Tx, free []record.StepRow) error {
	slices.SortFunc(free, func(a, b record.StepRow) int { return cmp.Compare(a.Seq, b.Seq) })
	for _, r := range free {
		if err := wakeIfReady(t, r); err != nil {
			return err
		}
	}
	return nil
}

func wakeIfReady(t *sqldb.Tx, r record.StepRow) error {
	if r.LastOne() {
		if waits, err := stopBeforeDocument(t, r.Mission); err != nil || waits {
			return err
		}
	}
	s := org.Step{
		ID: r.ID, Project: r.Project, Mission: r.Mission, Agent: r.Agent, Attempt: r.Attempt,
		State: r.State, OpenDeps: r.OpenDeps, Held: r.Held,
	}
	if !s.Ready() {
		return nil
	}
	t.Wake = true
	return record.StepEvent(t, org.EventStepReady, s, "Ready: "+r.Title)
}

// applyStepEnd lets soft dependants of a failed or cancelled step go on, and fails the steps that
// need it.
func applyStepEnd(t *sqldb.Tx, id org.StepID) error {
	if err := unblockDependants(t, id, true); err != nil {
		return err
	}
	return Cascade(t, id)
}

// Cascade fails every step that needs the given one, directly or through
// others, by the closure of hard dependencies. Steps that do not need it go
// on, whatever their order.
func Cascade(t *sqldb.Tx, root org.StepID) error {
	var from record.StepRow
	if err := t.Get(&from, `SELECT `+record.StepColumns+` FROM steps WHERE id = ?`, root); err != nil {
		return fmt.Errorf("read step %s: %w", root, err)
	}
	var rows []record.StepRow
	err := t.All(&rows, `
		WITH RECURSIVE fallen(id) AS (
		    SELECT step_id FROM step_dependencies WHERE depends_on = ? AND soft = 0
		    UNION
		    SELECT e.step_id FROM step_dependencies e JOIN fallen f ON f.id = e.depends_on WHERE e.soft = 0)
		SELECT `+record.StepColumns+` FROM steps
		 WHERE id IN (SELECT id FROM fallen) AND state IN ('pending', 'in_progress', 'in_review') ORDER BY seq`, root)
	if err != nil {
		return fmt.Errorf("follow what needs %s: %w", root, err)
	}
	cause := CascadeCause(from.Title, from.Cause)
	for _, r := range rows {
		if err := endStep(t, r, org.StepFailed, cause, root); err != nil {
			return err
		}
	}
	for _, r := range rows {
		if err := unblockDependants(t, r.ID, true); err != nil {
			return err
		}
	}
	return nil
}

// endStep counts it off its mission too, and looks at no other step.
func endStep(t *sqldb.Tx, r record.StepRow, state org.StepState, cause string, by org.StepID) error {
	err := sqldb.Wrap("end step "+string(r.ID), t.Exec(`
		UPDATE steps
		   SET state = ?, cause = ?, cause_step = ?, ended_at = ?, claimed_by = NULL, claim_until = NULL,
		       held = 0, run_after = NULL, stage = ''
		 WHERE id = ?`, state, cause, sqldb.Nullable(by), t.Now, r.ID))
	if err != nil {
		return err
	}
	err = sqldb.Wrap("count down mission "+string(r.Mission), t.Exec(`UPDATE missions SET open_steps = open_steps - 1 WHERE id = ?`, r.Mission))
	if err != nil {
		return err
	}
	s, err := r.Step()
	if err != nil {
		return err
	}
	kind, text := org.EventStepFailed, "Failed: "
	if state == org.StepCancelled {
		kind, text = org.EventStepCancelled, "Cancelled: "
	}
	return record.StepEvent(t, kind, s, text+s.Title+": "+cause)
}
