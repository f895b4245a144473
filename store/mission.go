package store

import (
	"database/sql"
	"errors"
	"fmt"

	"github.com/frasier-cos/frasier/internal/org"
)

// settle ends a mission whose last step has ended, and starts what comes
// next. It does nothing to a mission that goes on or has ended already, so
// whoever calls it second changes nothing.
func (t *tx) settle(id org.MissionID) error {
	m, err := missionOf(t.ctx, t, id)
	if err != nil {
		return err
	}
	return t.settleRow(m)
}

// settleRow is settle for a mission as it stands now.
func (t *tx) settleRow(m missionRow) error {
	if err := t.alone(); err != nil {
		return err
	}
	if !m.Planned || m.State.Ended() {
		return nil
	}
	if again, err := t.replanned(m); err != nil || again {
		return err
	}
	if m.OpenSteps > 0 {
		return nil
	}
	steps, err := t.ends(m.ID)
	if err != nil {
		return err
	}
	var text int
	err = t.get(&text, `
		SELECT count(*) FROM deliverables d JOIN steps s ON s.mission_id = d.mission_id AND s.kind = 'assembly' AND s.state = 'completed'
		 WHERE d.mission_id = ?`, m.ID)
	if err != nil {
		return err
	}
	state := org.MissionOutcome(steps, text > 0)
	return t.endMission(m, state, org.MissionVerdict(state, steps, text > 0))
}

// ends reads how the steps of a mission ended, in plan order: of each what its
// mission's outcome goes by and is told with.
func (t *tx) ends(id org.MissionID) ([]org.Step, error) {
	var rows []struct {
		Title     string
		Kind      org.StepKind
		Final     bool
		Critical  bool
		State     org.StepState
		Cause     string
		CauseStep sql.NullString `db:"cause_step"`
	}
	err := t.all(&rows, `SELECT title, kind, final, critical, state, cause, cause_step FROM steps WHERE mission_id = ? AND superseded = 0 ORDER BY seq`, id)
	if err != nil {
		return nil, fmt.Errorf("read ends of %s: %w", id, err)
	}
	steps := make([]org.Step, 0, len(rows))
	for _, r := range rows {
		steps = append(steps, org.Step{
			Title: r.Title, Kind: r.Kind, Final: r.Final, Critical: r.Critical, State: r.State, Cause: r.Cause, CauseStep: org.StepID(r.CauseStep.String),
		})
	}
	return steps, nil
}

// endMission ends a mission and, by what it ended as, advances or fails the
// project.
func (t *tx) endMission(m missionRow, state org.MissionState, outcome string) error {
	err := t.exec(`
		UPDATE missions SET state = ?, outcome = ?, ended_at = ?, claimed_by = NULL, claim_until = NULL WHERE id = ?`,
		state, outcome, t.now, m.ID)
	if err != nil {
		return fmt.Errorf("end mission %s: %w", m.ID, err)
	}
	kind := org.EventMissionCompleted
	if state == org.MissionFailed {
		kind = org.EventMissionFailed
	}
	err = t.event(org.Event{
		Kind: kind, Project: m.Project, Mission: m.ID, Text: org.MissionEndText(m.Label, state, outcome),
		Data: map[string]string{"state": string(state)},
	})
	if err != nil {
		return err
	}
	var open, last int
	err = t.get(&open, `SELECT count(*) FROM missions WHERE project_id = ? AND state IN ('planning', 'in_progress', 'paused')`, m.Project)
	if err != nil || open > 0 {
		return err // another mission of the project goes on and ends it
	}
	if state == org.MissionFailed {
		return t.endProject(m.Project, org.ProjectFailed, outcome)
	}
	if err := t.get(&last, `SELECT max(seq) FROM missions WHERE project_id = ?`, m.Project); err != nil {
		return err
	}
	return t.advance(m.Project, last)
}

// advance enqueues the planning of the mission after seq, or ends the project
// when none is left.
func (t *tx) advance(id org.ProjectID, seq int) error {
	p, err := projectOf(t.ctx, t, id)
	if err != nil {
		return err
	}
	n, err := t.nextMission(id, seq)
	if errors.Is(err, errNoMission) {
		return t.finishProject(p)
	}
	if err != nil {
		return fmt.Errorf("look for the next mission of %s: %w", id, err)
	}
	if seq >= 0 && n.Phase != p.Phase {
		if err := t.enterPhase(p, n); err != nil {
			return err
		}
	}
	if err := t.exec(`UPDATE projects SET phase = ? WHERE id = ?`, n.Phase, id); err != nil {
		return err
	}
	minted, err := t.nextID("n")
	if err != nil {
		return err
	}
	state := org.MissionPlanning
	if p.State == org.ProjectPaused {
		state = org.MissionPaused
	}
	err = t.exec(`INSERT INTO missions (id, project_id, seq, phase, label, state, created_at) VALUES (?, ?, ?, ?, ?, ?, ?)`,
		minted, id, n.Seq, n.Phase, n.Label, state, t.now)
	if err != nil {
		return fmt.Errorf("start mission %s: %w", minted, err)
	}
	m := missionRow{ID: org.MissionID(minted), Project: id, Label: n.Label}
	if seq >= 0 && n.Phase != p.Phase {
		if waits, err := t.gatePhase(p, n, m.ID); err != nil || waits {
			return err
		}
	}
	return t.planningEvent(m)
}

// planningEvent says that a mission is to be planned.
func (t *tx) planningEvent(m missionRow) error {
	t.wake = true
	return t.event(org.Event{Kind: org.EventMissionPlanning, Project: m.Project, Mission: m.ID, Text: "To be planned: " + m.Label})
}

func (t *tx) enterPhase(p org.Project, n next) error {
	text := org.PhaseText(p, n.Phase)
	err := t.event(org.Event{
		Kind: org.EventPhaseAdvanced, Project: p.ID, Text: text,
		Data: map[string]string{"from": fmt.Sprint(p.Phase), "to": fmt.Sprint(n.Phase)},
	})
	if err != nil {
		return err
	}
	return t.deliver(org.Delivery{
		Key: fmt.Sprintf("phase:%s:%d", p.ID, n.Phase), Channel: p.Channel, Project: p.ID, Kind: org.DeliverPhase,
		Title: p.Title, Body: text,
	})
}

// finishProject ends a project all of whose missions have ended well enough.
func (t *tx) finishProject(p org.Project) error {
	var partial, all int
	if err := t.get(&all, `SELECT count(*) FROM missions WHERE project_id = ?`, p.ID); err != nil {
		return err
	}
	if all == 0 {
		return t.endProject(p.ID, org.ProjectFailed, org.NothingToDo)
	}
	if err := t.get(&partial, `SELECT count(*) FROM missions WHERE project_id = ? AND state <> 'completed'`, p.ID); err != nil {
		return err
	}
	var failed []string
	if err := t.all(&failed, `SELECT outcome FROM missions WHERE project_id = ? AND state = 'failed' ORDER BY seq`, p.ID); err != nil {
		return err
	}
	if len(failed) > 0 {
		return t.endProject(p.ID, org.ProjectFailed, failed[0])
	}
	missing, err := stepsOf(t.ctx, t, `project_id = ? AND state <> 'completed' AND superseded = 0`, p.ID)
	if err != nil {
		return err
	}
	state := org.ProjectCompleted
	if partial > 0 {
		state = org.ProjectPartial
	}
	return t.endProject(p.ID, state, org.ProjectVerdict(missing))
}

// endProject ends a project and tells the founder, once. A project that has
// ended already stays as it is.
func (t *tx) endProject(id org.ProjectID, state org.ProjectState, outcome string) error {
	n, err := t.change(`
		UPDATE projects SET state = ?, outcome = ?, ended_at = ? WHERE id = ? AND state IN ('active', 'paused')`,
		state, outcome, t.now, id)
	if err != nil {
		return fmt.Errorf("end project %s: %w", id, err)
	}
	if n == 0 {
		return nil
	}
	p, err := projectOf(t.ctx, t, id)
	if err != nil {
		return err
	}
	if err := t.closeQuestions(id, "the project ended", org.DecideGate); err != nil {
		return err
	}
	say := org.Delivery{Channel: p.Channel, Project: id, Title: p.Title}
	kind := org.EventProjectCompleted
	if state == org.ProjectFailed {
		kind, say.Kind, say.Key, say.Body = org.EventProjectFailed, org.DeliverFailure, "failure:"+string(id), org.FailureText(p)
	} else {
		say.Kind, say.Key, say.Body = org.DeliverResult, "result:"+string(id), org.ResultText(p)
	}
	if p.Reopened > 0 {
		say.Key += fmt.Sprintf(":%d", p.Reopened)
	}
	if say.Files, err = t.resultFiles(id); err != nil {
		return err
	}
	err = t.event(org.Event{
		Kind: kind, Project: id, Text: org.ProjectEndText(p), Data: map[string]string{"state": string(state), "delivery": say.Key},
	})
	if err != nil {
		return err
	}
	return t.deliver(say)
}

// resultFiles are the files of a project's newest document, if it has one.
func (t *tx) resultFiles(id org.ProjectID) ([]org.File, error) {
	var found []struct {
		Markdown string
		HTML     string
		PDF      string
	}
	err := t.all(&found, `
		SELECT d.markdown, d.html, d.pdf FROM deliverables d JOIN missions m ON m.id = d.mission_id
		 WHERE d.project_id = ? ORDER BY m.seq DESC LIMIT 1`, id)
	if err != nil || len(found) == 0 {
		return nil, err
	}
	return []org.File{
		{Name: "deliverable.md", Data: []byte(found[0].Markdown)},
		{Name: "deliverable.html", Data: []byte(found[0].HTML)},
		{Name: "deliverable.pdf", SHA256: found[0].PDF},
	}, nil
}
