package store

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/frasier-cos/frasier/internal/org"
)

// release takes off each step its dependency on one that ended, if it is soft
// or all are to be, and wakes the workers for those that became ready.
func (t *tx) release(ended org.StepID, onlySoft bool) error {
	which := ``
	if onlySoft {
		which = ` AND soft = 1`
	}
	var free []stepRow
	err := t.all(&free, `
		UPDATE steps SET open_deps = open_deps - (SELECT count(*) FROM step_dependencies WHERE depends_on = ? AND step_id = steps.id`+which+`)
		 WHERE id IN (SELECT step_id FROM step_dependencies WHERE depends_on = ?`+which+`)
		RETURNING seq, id, mission_id, project_id, title, kind, agent_id, state, open_deps, held, attempt`, ended, ended)
	if err != nil {
		return fmt.Errorf("release dependants of %s: %w", ended, err)
	}
	slices.SortFunc(free, func(a, b stepRow) int { return cmp.Compare(a.Seq, b.Seq) })
	for _, r := range free {
		if err := t.rouseOne(r); err != nil {
			return err
		}
	}
	return nil
}

// rouseOne wakes the workers for a step, if it
// became ready.
func (t *tx) rouseOne(r stepRow) error {
	if r.lastOne() {
		if waits, err := t.gateDocument(r.Mission); err != nil || waits {
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
	t.wake = true
	return t.stepEvent(org.EventStepReady, s, "Ready: "+r.Title)
}

// lastOne reports whether it is an assembly that waits for no step any more.
func (r stepRow) lastOne() bool {
	return r.Kind == org.KindAssembly && r.State == org.StepPending && r.OpenDeps == 0
}

// ended does what the end of a step as failed or cancelled asks for: soft
// dependants stop waiting for it, and the steps that need it fail with it.
func (t *tx) ended(id org.StepID) error {
	if err := t.release(id, true); err != nil {
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
		if err := t.release(r.ID, true); err != nil {
			return err
		}
	}
	return nil
}

// end writes the end of one step as failed or cancelled, with its mission's
// counter. It looks at no other step.
func (t *tx) end(r stepRow, state org.StepState, cause string, by org.StepID) error {
	err := wrap("end step "+string(r.ID), t.exec(`
		UPDATE steps
		   SET state = ?, cause = ?, cause_step = ?, ended_at = ?, claimed_by = NULL, claim_until = NULL,
		       held = 0, run_after = NULL, stage = ''
		 WHERE id = ?`, state, cause, nullable(by), t.now, r.ID))
	if err != nil {
		return err
	}
	err = wrap("count down mission "+string(r.Mission), t.exec(`UPDATE missions SET open_steps = open_steps - 1 WHERE id = ?`, r.Mission))
	if err != nil {
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
