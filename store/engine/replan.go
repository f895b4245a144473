package engine

import (
	"cmp"
	"context"
	"fmt"

	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/work"
	"github.com/frasier-cos/frasier/store/record"
	"github.com/frasier-cos/frasier/store/sqldb"
)

// Replan has what is left of a project planned again, with a note for the
// planner; completed steps stay. It takes the mission that is under way, or
// the last one of a project that has ended. A single task has no plan: its
// step is done again. A mission that is being planned begins that anew. by
// names who asked; note may be empty. It returns org.ErrConflict for a
// cancelled project and for one with nothing left to plan.
func (d *Engine) Replan(ctx context.Context, id org.ProjectID, note, by string) error {
	return d.Control(ctx, "replan", id, func(t *sqldb.Tx, p org.Project) error { return replanProject(t, p, note, by) })
}

func replanProject(t *sqldb.Tx, p org.Project, note, by string) error {
	if p.State == org.ProjectCancelled {
		return fmt.Errorf("it was cancelled: %w", org.ErrConflict)
	}
	missions, err := record.MissionsIn(t.Ctx, t, p.ID)
	if err != nil {
		return err
	}
	if len(missions) == 0 {
		return fmt.Errorf("it has nothing to plan: %w", org.ErrConflict)
	}
	m := missions[len(missions)-1]
	for _, o := range missions {
		if !o.State.Ended() {
			m = o
			break
		}
	}
	if err := StoreNote(t, p.ID, "", note, by); err != nil {
		return err
	}
	if !m.Planned && !m.State.Ended() {
		t.Wake = true
		err := t.Exec(`UPDATE missions SET claimed_by = NULL, claim_until = NULL, run_after = 0, fence = fence + 1, tries = 0 WHERE id = ?`, m.ID)
		if err != nil {
			return err
		}
		return recordReplan(t, p.ID, m, formatReplanReason(note))
	}
	left, err := findUnfinished(t, m)
	if err != nil {
		return err
	}
	switch {
	case len(left) == 0 && m.Planned:
		return fmt.Errorf("every step of it is done; have a step done again instead: %w", org.ErrConflict)
	case p.Single && len(left) > 0 && left[0].State.Ended():
		_, err := redoSteps(t, p, left[0].ID, note)
		return err
	case p.Single && len(left) > 0:
		return fmt.Errorf("it is one task and under way: %w", org.ErrConflict)
	}
	return replanMission(t, m, p, formatReplanReason(note))
}

func formatReplanReason(note string) string {
	const reason = "you asked for a new plan"
	if note == "" {
		return reason
	}
	return reason + ": " + note
}

func recordReplan(t *sqldb.Tx, p org.ProjectID, m record.MissionRow, reason string) error {
	return t.Event(org.Event{Kind: org.EventMissionReplanned, Project: p, Mission: m.ID, Text: "To be planned again: " + m.Label + ": " + reason})
}

// findUnfinished returns the steps that a new plan takes the place of: those that did not complete,
// and the completed parts of a roadmap item that did not.
func findUnfinished(t *sqldb.Tx, m record.MissionRow) ([]record.StepRow, error) {
	var rows []record.StepRow
	err := t.All(&rows, `
		SELECT `+record.StepColumns+` FROM steps
		 WHERE mission_id = ? AND superseded = 0 AND kind <> 'assembly'
		   AND (state <> 'completed' OR item IN (SELECT o.item FROM steps o WHERE o.mission_id = steps.mission_id AND o.superseded = 0
		        AND o.item IS NOT NULL AND o.state <> 'completed'))
		 ORDER BY seq`, m.ID)
	return rows, err
}

// replanMission sends a mission back to its planner. What did not complete is superseded and keeps
// its history under a key of its own.
func replanMission(t *sqldb.Tx, m record.MissionRow, p org.Project, reason string) error {
	rows, err := findUnfinished(t, m)
	if err != nil {
		return err
	}
	var assemblies []record.StepRow
	err = t.All(&assemblies, `SELECT `+record.StepColumns+` FROM steps WHERE mission_id = ? AND superseded = 0 AND kind = 'assembly' ORDER BY seq`, m.ID)
	if err != nil {
		return err
	}
	ids := make([]org.StepID, 0, len(rows))
	for _, r := range append(rows, assemblies...) {
		ids = append(ids, r.ID)
		if !r.State.Ended() {
			if err := endStep(t, r, org.StepCancelled, "planned again: "+reason, ""); err != nil {
				return err
			}
		}
		err := t.Exec(`UPDATE steps SET superseded = 1, key = ? WHERE id = ?`, fmt.Sprintf("%s~%d", r.Key, m.Plans+1), r.ID)
		if err != nil {
			return fmt.Errorf("set %s aside: %w", r.ID, err)
		}
	}
	if err := closeStepQuestions(t, ids, "planned again: "+reason); err != nil {
		return err
	}
	if err := forgetGates(t, m); err != nil {
		return err
	}
	state := org.MissionPlanning
	if p.State == org.ProjectPaused {
		state = org.MissionPaused
	}
	err = t.Exec(`
		UPDATE missions
		   SET state = ?, planned = 0, outcome = '', ended_at = NULL, open_steps = 0, claimed_by = NULL, claim_until = NULL, tries = 0,
		       run_after = 0, plans = plans + 1, again = ?
		 WHERE id = ?`, state, reason, m.ID)
	if err != nil {
		return fmt.Errorf("plan mission %s again: %w", m.ID, err)
	}
	if err := t.Exec(`DELETE FROM mission_roles WHERE mission_id = ?`, m.ID); err != nil {
		return err
	}
	if err := t.Exec(`UPDATE steps SET open_deps = (`+CountOpen+`) WHERE project_id = ?`, p.ID); err != nil {
		return err
	}
	t.Wake = true
	if err := recordReplan(t, p.ID, m, reason); err != nil {
		return err
	}
	if p.State.Ended() {
		return reactivateProject(t, p, org.ProjectActive)
	}
	return nil
}

// replanIfLost plans a mission again when all that is left of it waits for steps that failed and
// asked for it, or when it does not get on. It reports whether it did.
func replanIfLost(t *sqldb.Tx, m record.MissionRow) (bool, error) {
	var advice []string // of steps that failed and asked for a new plan
	err := t.All(&advice, `
		SELECT advice FROM steps WHERE mission_id = ? AND superseded = 0 AND state = 'failed' AND advice <> '' ORDER BY seq`, m.ID)
	if err != nil {
		return false, fmt.Errorf("read advice on %s: %w", m.ID, err)
	}
	if len(advice) == 0 {
		return replanStalled(t, m)
	}
	var busy int
	err = t.Get(&busy, `
		SELECT count(*) FROM steps
		 WHERE mission_id = ? AND superseded = 0 AND (state IN ('in_progress', 'in_review') OR state = 'pending' AND final = 0 AND kind <> 'assembly')`, m.ID)
	if err != nil || busy > 0 {
		return false, err
	}
	if yes, err := canReplan(t, m.Project); err != nil || !yes {
		return false, err
	}
	return true, replanUnasked(t, m, advice[0])
}

func canReplan(t *sqldb.Tx, id org.ProjectID) (bool, error) {
	var questions, replans int
	if err := t.Get(&questions, `SELECT count(*) FROM escalations WHERE project_id = ? AND state = 'open'`, id); err != nil {
		return false, err
	}
	if err := t.Get(&replans, `SELECT replans FROM projects WHERE id = ?`, id); err != nil {
		return false, err
	}
	p, err := record.ProjectOf(t.Ctx, t, id)
	return err == nil && MayReplan(p, replans, questions), err
}

// readPlanHistory tells the planner of a mission what was planned before; nil for a first plan.
func readPlanHistory(t *sqldb.Tx, m record.MissionRow) (*work.Again, error) {
	if m.Plans == 0 {
		return nil, nil // nil is a first plan
	}
	a := &work.Again{N: m.Plans, Reason: m.Again, Parts: map[string][]string{}}
	steps, err := record.StepsOf(t.Ctx, t, `mission_id = ? AND kind <> 'assembly' AND (state = 'completed' AND superseded = 0 OR state = 'failed' AND cause_step IS NULL)`, m.ID)
	if err != nil {
		return nil, err
	}
	for _, s := range steps {
		u := work.Upstream{ID: s.ID, Key: s.Key, Title: s.Title, Phase: s.Phase, Kind: s.Kind, State: s.State, Digest: s.Digest, Cause: s.Cause, Item: s.Item}
		if s.State == org.StepCompleted {
			a.Done = append(a.Done, u)
		} else {
			a.Failed = append(a.Failed, u)
		}
		d, err := readDiagnosis(t.Ctx, t, s.ID)
		if err != nil {
			return nil, err
		}
		if d != nil && len(d.Split) > 0 && s.State == org.StepFailed {
			a.Parts[cmp.Or(s.Item, s.Title)] = d.Split
		}
	}
	return a, nil
}
