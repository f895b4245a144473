package engine

import (
	"context"
	"fmt"
	"maps"
	"strconv"

	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/store/record"
	"github.com/frasier-cos/frasier/store/sqldb"
)

// Control runs fn on a project in one transaction with this name.
func (d *Engine) Control(ctx context.Context, method string, id org.ProjectID, fn func(t *sqldb.Tx, p org.Project) error) error {
	err := d.db.Write(ctx, func(t *sqldb.Tx) error {
		t.Method = method
		p, err := record.ProjectOf(ctx, t, id)
		if err != nil {
			return err
		}
		return fn(t, p)
	})
	return sqldb.Wrap(method+" "+string(id), err)
}

// Pause stops a project from starting anything. What is being worked on goes
// on to the end of its step. Pausing twice changes nothing; a project that
// has ended returns org.ErrConflict.
func (d *Engine) Pause(ctx context.Context, id org.ProjectID) error {
	return d.Control(ctx, "pause", id, func(t *sqldb.Tx, p org.Project) error {
		switch {
		case p.State.Ended():
			return fmt.Errorf("it is %s: %w", p.State, org.ErrConflict)
		case p.State == org.ProjectPaused && p.PausedBy == "":
			return nil
		case p.State == org.ProjectPaused: // now it is the founder who holds it
			return t.Exec(`UPDATE projects SET paused_by = '' WHERE id = ?`, id)
		}
		return Pause(t, p, "")
	})
}

// Pause stops an active project from starting anything: because the founder says so or,
// when by names a message, because Management does.
func Pause(t *sqldb.Tx, p org.Project, by org.MemoID) error {
	if err := t.Exec(`UPDATE projects SET state = 'paused', paused_by = ? WHERE id = ?`, by, p.ID); err != nil {
		return err
	}
	err := t.Exec(`UPDATE missions SET state = 'paused' WHERE project_id = ? AND state IN ('planning', 'in_progress')`, p.ID)
	if err != nil {
		return err
	}
	if err := t.Exec(`UPDATE steps SET held = held | `+record.HoldMission+` WHERE project_id = ? AND state = 'pending'`, p.ID); err != nil {
		return err
	}
	return t.Event(addOrigin(t, org.Event{Kind: org.EventProjectPaused, Project: p.ID, Text: "Paused: " + p.Title}, by))
}

// Resume lets a paused project go on, and takes a cancellation back within a
// day of it. Resuming twice changes nothing; a project that has ended otherwise
// returns org.ErrConflict.
func (d *Engine) Resume(ctx context.Context, id org.ProjectID) error {
	return d.Control(ctx, "resume", id, func(t *sqldb.Tx, p org.Project) error {
		switch {
		case p.State == org.ProjectCancelled:
			return restoreProject(t, p)
		case p.State.Ended():
			return fmt.Errorf("it is %s: %w", p.State, org.ErrConflict)
		case p.State == org.ProjectActive:
			return nil
		}
		if err := t.Exec(`UPDATE projects SET resumed_at = ? WHERE id = ?`, t.Now, id); err != nil {
			return err
		}
		return Resume(t, p, "")
	})
}

// addOrigin adds to an event by which message of Management's it came, and where the answer to a
// command tells of it.
func addOrigin(t *sqldb.Tx, e org.Event, by org.MemoID) org.Event {
	data := map[string]string{}
	maps.Copy(data, e.Data)
	if by != "" {
		data["by"], data["memo"] = org.Management.Name(), string(by)
	}
	if c, ok := org.AnswerPlace(t.Ctx); ok {
		data[org.ToldIn] = c.ID
	}
	if len(data) > 0 {
		e.Data = data
	}
	return e
}

// Resume lets a paused project go on; by is as of Pause.
func Resume(t *sqldb.Tx, p org.Project, by org.MemoID) error {
	if err := t.Exec(`UPDATE projects SET state = 'active', paused_by = '' WHERE id = ?`, p.ID); err != nil {
		return err
	}
	err := t.Exec(`
		UPDATE missions SET state = CASE planned WHEN 1 THEN 'in_progress' ELSE 'planning' END
		 WHERE project_id = ? AND state = 'paused'`, p.ID)
	if err != nil {
		return err
	}
	if err := t.Exec(`UPDATE steps SET held = held & ~`+record.HoldMission+` WHERE project_id = ? AND state = 'pending'`, p.ID); err != nil {
		return err
	}
	t.Wake = true
	return t.Event(addOrigin(t, org.Event{Kind: org.EventProjectResumed, Project: p.ID, Text: "Resumed: " + p.Title}, by))
}

// Cancel ends a project at once; a worker that is busy with one of its steps
// finds its claim gone. One that has stopped ends with its questions. Cancelling
// twice changes nothing; a project that is done returns org.ErrConflict.
func (d *Engine) Cancel(ctx context.Context, id org.ProjectID) error {
	return d.Control(ctx, "cancel", id, func(t *sqldb.Tx, p org.Project) error { return cancelProject(t, p) })
}

func cancelProject(t *sqldb.Tx, p org.Project) error {
	if p.State == org.ProjectCancelled {
		return nil
	}
	if p.State == org.ProjectFailed {
		return endStopped(t, p)
	}
	if p.State.Ended() {
		return fmt.Errorf("it is %s: %w", p.State, org.ErrConflict)
	}
	stopped, err := endOpenWork(t, p.ID, org.StepCancelled, org.MissionCancelled, cancelCause)
	if err != nil {
		return err
	}
	if err := closeQuestions(t, p.ID, cancelQuestion, org.DecideQuestion, org.DecideStrikes, org.DecidePlan, org.DecideGate); err != nil {
		return err
	}
	err = t.Exec(`UPDATE projects SET state = 'cancelled', outcome = ?, ended_at = ? WHERE id = ?`, cancelCause, t.Now, p.ID)
	if err != nil {
		return err
	}
	if err := reportProject(t, p.ID, ""); err != nil {
		return err
	}
	t.Wake = true // whoever works on it is to stop
	e := org.Event{Kind: org.EventProjectCancelled, Project: p.ID, Text: "Cancelled: " + p.Title}
	if stopped > 0 {
		e.Data = map[string]string{"in_flight": strconv.Itoa(stopped)}
	}
	return t.Event(addOrigin(t, e, ""))
}

// endStopped ends a project that has stopped, with what it asks. Why it stopped stays
// its outcome, by which restore knows it.
func endStopped(t *sqldb.Tx, p org.Project) error {
	if err := closeQuestions(t, p.ID, cancelQuestion, org.DecideQuestion, org.DecideStrikes, org.DecidePlan, org.DecideGate); err != nil {
		return err
	}
	if err := t.Exec(`UPDATE projects SET state = 'cancelled', ended_at = ? WHERE id = ?`, t.Now, p.ID); err != nil {
		return err
	}
	return t.Event(addOrigin(t, org.Event{Kind: org.EventProjectCancelled, Project: p.ID, Text: "Cancelled: " + p.Title}, ""))
}

// FailProject ends a project that cannot go on ("model unusable") with all
// its open work, and tells the founder why, once. A project that has ended
// stays as it is.
func (d *Engine) FailProject(ctx context.Context, id org.ProjectID, cause string) error {
	return d.Control(ctx, "fail-project", id, func(t *sqldb.Tx, p org.Project) error {
		if p.State.Ended() {
			return nil
		}
		if _, err := endOpenWork(t, id, org.StepFailed, org.MissionFailed, cause); err != nil {
			return err
		}
		t.Wake = true // whoever works on it is to stop
		return EndProject(t, id, org.ProjectFailed, cause)
	})
}

// endOpenWork ends the open steps and missions of a project for one cause, and counts the steps
// that were being worked on.
func endOpenWork(t *sqldb.Tx, id org.ProjectID, step org.StepState, mission org.MissionState, cause string) (stopped int, err error) {
	var rows []record.StepRow
	err = t.All(&rows, `
		SELECT `+record.StepColumns+` FROM steps
		 WHERE project_id = ? AND state IN ('pending', 'in_progress', 'in_review') ORDER BY seq`, id)
	if err != nil {
		return stopped, err
	}
	for _, r := range rows {
		if r.State != org.StepPending {
			stopped++
		}
		if err := endStep(t, r, step, cause, ""); err != nil {
			return stopped, err
		}
	}
	if err := t.Exec(`UPDATE steps SET open_deps = (`+CountOpen+`) WHERE project_id = ?`, id); err != nil {
		return stopped, err
	}
	var missions []record.MissionRow
	err = t.All(&missions, `
		UPDATE missions SET state = ?, outcome = ?, ended_at = ?, claimed_by = NULL, claim_until = NULL
		 WHERE project_id = ? AND state IN ('planning', 'in_progress', 'paused') RETURNING `+record.MissionColumns,
		mission, cause, t.Now, id)
	if err != nil {
		return stopped, err
	}
	kind := org.EventMissionFailed
	if mission == org.MissionCancelled {
		kind = org.EventMissionCancelled
	}
	for _, m := range missions {
		err := t.Event(org.Event{
			Kind: kind, Project: id, Mission: m.ID, Text: MissionEndText(m.Label, mission, cause),
			Data: map[string]string{"state": string(mission)},
		})
		if err != nil {
			return stopped, err
		}
	}
	return stopped, nil
}

// ReleaseUnreviewed lets a project's steps run that were held because no
// reviewer could be reached.
func (d *Engine) ReleaseUnreviewed(ctx context.Context, id org.ProjectID) error {
	return d.Control(ctx, "release-unreviewed", id, func(t *sqldb.Tx, _ org.Project) error {
		var rows []record.StepRow
		err := t.All(&rows, `
			UPDATE steps SET held = held & ~`+record.HoldUnreviewed+` WHERE project_id = ? AND state = 'pending' AND held & `+record.HoldUnreviewed+` <> 0
			RETURNING `+record.StepColumns, id)
		if err != nil {
			return err
		}
		for _, r := range rows {
			s, err := r.Step()
			if err != nil {
				return err
			}
			t.Wake = true
			if err := record.StepEvent(t, org.EventHoldLifted, s, "To be reviewed again: "+s.Title); err != nil {
				return err
			}
		}
		return nil
	})
}

// RetryNow ends all waits of a project before their time, because the founder
// asks for it again; models that are not asked until a time are asked again too.
func (d *Engine) RetryNow(ctx context.Context, id org.ProjectID) error {
	return d.Control(ctx, "retry-now", id, func(t *sqldb.Tx, _ org.Project) error {
		err := t.Exec(`
			UPDATE steps SET held = held & ~`+record.HoldBackoff+`, run_after = NULL WHERE project_id = ? AND state = 'pending' AND run_after IS NOT NULL`, id)
		if err != nil {
			return err
		}
		if err := t.Exec(`DELETE FROM model_traits WHERE trait = 'limit'`); err != nil {
			return err
		}
		t.Wake = true
		return t.Exec(`UPDATE missions SET run_after = 0 WHERE project_id = ? AND state = 'planning'`, id)
	})
}
