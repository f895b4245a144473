package store

import (
	"database/sql"
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
	if !m.Planned || m.State.Ended() {
		return nil
	}
	if again, err := t.replanned(m); err != nil || again {
		return err
	}
	if m.OpenSteps > 0 {
		return nil
	}
	e, err := t.missionEnd(m.ID)
	if err != nil {
		return err
	}
	steps := e.ends()
	state := org.MissionOutcome(steps, e.documents > 0)
	return t.endMission(m, state, org.MissionVerdict(state, steps, e.documents > 0))
}

// missionEnd is what decides what a mission ended as.
type missionEnd struct {
	steps []struct {
		Title     string
		Kind      org.StepKind
		Final     bool
		Critical  bool
		State     org.StepState
		Cause     string
		CauseStep sql.NullString `db:"cause_step"`
	}
	documents int
}

func (t *tx) missionEnd(id org.MissionID) (e missionEnd, err error) {
	err = t.all(&e.steps, `
		SELECT title, kind, final, critical, state, cause, cause_step FROM steps WHERE mission_id = ? AND superseded = 0 ORDER BY seq`, id)
	if err != nil {
		return e, fmt.Errorf("read ends of %s: %w", id, err)
	}
	err = t.get(&e.documents, `
		SELECT count(*) FROM deliverables d JOIN steps s ON s.mission_id = d.mission_id AND s.kind = 'assembly' AND s.state = 'completed'
		 WHERE d.mission_id = ?`, id)
	return e, wrap("look for the document of "+string(id), err)
}

// ends are how the steps of a mission ended, in plan order: of each what its
// mission's outcome goes by and is told with.
func (e missionEnd) ends() []org.Step {
	steps := make([]org.Step, 0, len(e.steps))
	for _, r := range e.steps {
		steps = append(steps, org.Step{
			Title: r.Title, Kind: r.Kind, Final: r.Final, Critical: r.Critical, State: r.State, Cause: r.Cause, CauseStep: org.StepID(r.CauseStep.String),
		})
	}
	return steps
}

// endMission ends a mission and, by what it ended as, advances or fails the
// project.
func (t *tx) endMission(m missionRow, state org.MissionState, outcome string) error {
	err := wrap("end mission "+string(m.ID), t.exec(`
		UPDATE missions SET state = ?, outcome = ?, ended_at = ?, claimed_by = NULL, claim_until = NULL WHERE id = ?`,
		state, outcome, t.now, m.ID))
	if err != nil {
		return err
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
	way, err := t.ahead(m.Project)
	if err != nil || way.open() {
		return err // another mission of the project goes on and ends it
	}
	if state == org.MissionFailed {
		return t.endProject(m.Project, org.ProjectFailed, outcome)
	}
	return t.follow(way)
}

// ahead is where a project stands between two missions.
type ahead struct {
	project  org.Project
	missions []struct { // so far, in their order
		State   org.MissionState
		Outcome string
	}
	next []next // the one to come, none when all are done
}

// ahead reads where a project stands.
func (t *tx) ahead(id org.ProjectID) (way ahead, err error) {
	if way.project, err = projectOf(t.ctx, t, id); err != nil {
		return way, err
	}
	err = t.all(&way.missions, `SELECT state, outcome FROM missions WHERE project_id = ? ORDER BY seq`, id)
	if err != nil {
		return way, fmt.Errorf("read missions of %s: %w", id, err)
	}
	way.next, err = t.nextMission(id)
	return way, err
}

// open reports whether a mission goes on.
func (w ahead) open() bool { return w.have(func(s org.MissionState) bool { return !s.Ended() }) }

func (w ahead) have(is func(org.MissionState) bool) bool {
	for _, m := range w.missions {
		if is(m.State) {
			return true
		}
	}
	return false
}

// advance enqueues the planning of a project's next mission, or ends the
// project when none is left.
func (t *tx) advance(id org.ProjectID) error {
	way, err := t.ahead(id)
	if err != nil {
		return err
	}
	return t.follow(way)
}

// follow is advance for a project whose way ahead is known.
func (t *tx) follow(way ahead) error {
	if len(way.next) == 0 {
		return t.finishProject(way)
	}
	p, n := way.project, way.next[0]
	turns := len(way.missions) > 0 && n.Phase != p.Phase
	if turns {
		if err := t.enterPhase(p, n); err != nil {
			return err
		}
	}
	if err := wrap("advance project "+string(p.ID), t.exec(`UPDATE projects SET phase = ? WHERE id = ?`, n.Phase, p.ID)); err != nil {
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
	err = wrap("start mission "+minted, t.exec(`INSERT INTO missions (id, project_id, seq, phase, label, state, created_at) VALUES (?, ?, ?, ?, ?, ?, ?)`,
		minted, p.ID, n.Seq, n.Phase, n.Label, state, t.now))
	if err != nil {
		return err
	}
	m := missionRow{ID: org.MissionID(minted), Project: p.ID, Label: n.Label}
	if turns {
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
func (t *tx) finishProject(way ahead) error {
	p := way.project
	if len(way.missions) == 0 {
		return t.endProject(p.ID, org.ProjectFailed, org.NothingToDo)
	}
	for _, m := range way.missions {
		if m.State == org.MissionFailed {
			return t.endProject(p.ID, org.ProjectFailed, m.Outcome)
		}
	}
	missing, err := stepsOf(t.ctx, t, `project_id = ? AND state <> 'completed' AND superseded = 0`, p.ID)
	if err != nil {
		return err
	}
	state := org.ProjectCompleted
	if way.have(func(s org.MissionState) bool { return s != org.MissionCompleted }) {
		state = org.ProjectPartial
	}
	return t.endProject(p.ID, state, org.ProjectVerdict(missing))
}

// endProject ends a project and tells the founder, once. A project that has
// ended already stays as it is.
func (t *tx) endProject(id org.ProjectID, state org.ProjectState, outcome string) error {
	n, err := t.change(`
		UPDATE projects SET state = ?, outcome = ?, ended_at = ? WHERE id = ? AND state IN ('active', 'paused')`, state, outcome, t.now, id)
	if err != nil || n == 0 {
		return wrap("end project "+string(id), err)
	}
	p, err := projectOf(t.ctx, t, id)
	if err != nil {
		return err
	}
	if err := t.closeQuestions(id, "the project ended", org.DecideGate); err != nil {
		return err
	}
	document, err := t.newestDocument(id)
	if err != nil {
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
	if len(document) > 0 {
		say.Files = document[0].files()
	}
	err = t.event(org.Event{
		Kind: kind, Project: id, Text: org.ProjectEndText(p), Data: map[string]string{"state": string(state), "delivery": say.Key},
	})
	if err != nil {
		return err
	}
	return t.deliver(say)
}

// resultRow is a document with the hash of its PDF.
type resultRow struct {
	Markdown string
	HTML     string
	PDF      string
}

// newestDocument is a project's newest document, if it has one.
func (t *tx) newestDocument(id org.ProjectID) (found []resultRow, err error) {
	return found, wrap("read document of "+string(id), t.all(&found, `
		SELECT d.markdown, d.html, d.pdf FROM deliverables d JOIN missions m ON m.id = d.mission_id
		 WHERE d.project_id = ? ORDER BY m.seq DESC LIMIT 1`, id))
}

func (r resultRow) files() []org.File {
	return []org.File{
		{Name: "deliverable.md", Data: []byte(r.Markdown)},
		{Name: "deliverable.html", Data: []byte(r.HTML)},
		{Name: "deliverable.pdf", SHA256: r.PDF},
	}
}
