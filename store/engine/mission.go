package engine

import (
	"database/sql"
	"fmt"

	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/reports"
	"github.com/frasier-cos/frasier/store/ledger"
	"github.com/frasier-cos/frasier/store/memos"
	"github.com/frasier-cos/frasier/store/outbox"
	"github.com/frasier-cos/frasier/store/record"
	"github.com/frasier-cos/frasier/store/sqldb"
)

// FinishMission ends a mission whose last step has ended, and starts what comes
// next. It does nothing to a mission that goes on or has ended already, so
// whoever calls it second changes nothing.
func FinishMission(t *sqldb.Tx, id org.MissionID) error {
	m, err := record.MissionOf(t.Ctx, t, id)
	if err != nil {
		return err
	}
	return finishMissionRow(t, m)
}

func finishMissionRow(t *sqldb.Tx, m record.MissionRow) error {
	if !m.Planned || m.State.Ended() {
		return nil
	}
	if again, err := replanIfLost(t, m); err != nil || again {
		return err
	}
	if m.OpenSteps > 0 {
		return nil
	}
	if err := t.Alone(); err != nil {
		return err
	}
	e, err := readMissionEnd(t, m.ID)
	if err != nil {
		return err
	}
	steps := e.toSteps()
	state := MissionOutcome(steps, e.documents > 0)
	return endMission(t, m, state, MissionVerdict(state, steps, e.documents > 0))
}

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

func readMissionEnd(t *sqldb.Tx, id org.MissionID) (e missionEnd, err error) {
	err = t.All(&e.steps, `
		SELECT title, kind, final, critical, state, cause, cause_step FROM steps WHERE mission_id = ? AND superseded = 0 ORDER BY seq`, id)
	if err != nil {
		return e, fmt.Errorf("read ends of %s: %w", id, err)
	}
	err = t.Get(&e.documents, `
		SELECT count(*) FROM deliverables d JOIN steps s ON s.mission_id = d.mission_id AND s.kind = 'assembly' AND s.state = 'completed'
		 WHERE d.mission_id = ?`, id)
	return e, sqldb.Wrap("look for the document of "+string(id), err)
}

// toSteps fills only what the mission's outcome goes by and is told with, in plan order.
func (e missionEnd) toSteps() []org.Step {
	steps := make([]org.Step, 0, len(e.steps))
	for _, r := range e.steps {
		steps = append(steps, org.Step{
			Title: r.Title, Kind: r.Kind, Final: r.Final, Critical: r.Critical, State: r.State, Cause: r.Cause, CauseStep: org.StepID(r.CauseStep.String),
		})
	}
	return steps
}

// endMission advances or fails the project too, by what the mission ended as.
func endMission(t *sqldb.Tx, m record.MissionRow, state org.MissionState, outcome string) error {
	err := sqldb.Wrap("end mission "+string(m.ID), t.Exec(`
		UPDATE missions SET state = ?, outcome = ?, ended_at = ?, claimed_by = NULL, claim_until = NULL WHERE id = ?`,
		state, outcome, t.Now, m.ID))
	if err != nil {
		return err
	}
	kind := org.EventMissionCompleted
	if state == org.MissionFailed {
		kind = org.EventMissionFailed
	}
	err = t.Event(org.Event{
		Kind: kind, Project: m.Project, Mission: m.ID, Text: MissionEndText(m.Label, state, outcome),
		Data: map[string]string{"state": string(state)},
	})
	if err != nil {
		return err
	}
	way, err := readCourse(t, m.Project)
	if err != nil || way.hasOpenMission() {
		return err // another mission of the project goes on and ends it
	}
	if state == org.MissionFailed {
		return EndProject(t, m.Project, org.ProjectFailed, outcome)
	}
	return startNextMission(t, way)
}

type projectCourse struct {
	project  org.Project
	missions []struct { // so far, in their order
		State   org.MissionState
		Outcome string
	}
	next []upcomingMission // the one to come, none when all are done
}

func readCourse(t *sqldb.Tx, id org.ProjectID) (way projectCourse, err error) {
	if way.project, err = record.ProjectOf(t.Ctx, t, id); err != nil {
		return way, err
	}
	err = t.All(&way.missions, `SELECT state, outcome FROM missions WHERE project_id = ? ORDER BY seq`, id)
	if err != nil {
		return way, fmt.Errorf("read missions of %s: %w", id, err)
	}
	way.next, err = findNextMission(t, id)
	return way, err
}

func (w projectCourse) hasOpenMission() bool {
	return w.hasMission(func(s org.MissionState) bool { return !s.Ended() })
}

func (w projectCourse) hasMission(is func(org.MissionState) bool) bool {
	for _, m := range w.missions {
		if is(m.State) {
			return true
		}
	}
	return false
}

// Advance enqueues the planning of a project's next mission, or ends the
// project when none is left.
func Advance(t *sqldb.Tx, id org.ProjectID) error {
	way, err := readCourse(t, id)
	if err != nil {
		return err
	}
	return startNextMission(t, way)
}

func startNextMission(t *sqldb.Tx, way projectCourse) error {
	if len(way.next) == 0 {
		return finishProject(t, way)
	}
	p, n := way.project, way.next[0]
	enters := len(way.missions) > 0 && n.Phase != p.Phase
	if enters {
		if err := enterPhase(t, p, n); err != nil {
			return err
		}
	}
	if err := sqldb.Wrap("advance project "+string(p.ID), t.Exec(`UPDATE projects SET phase = ? WHERE id = ?`, n.Phase, p.ID)); err != nil {
		return err
	}
	minted, err := t.NextID("n")
	if err != nil {
		return err
	}
	state := org.MissionPlanning
	if p.State == org.ProjectPaused {
		state = org.MissionPaused
	}
	err = sqldb.Wrap("start mission "+minted, t.Exec(`INSERT INTO missions (id, project_id, seq, phase, label, state, created_at) VALUES (?, ?, ?, ?, ?, ?, ?)`,
		minted, p.ID, n.Seq, n.Phase, n.Label, state, t.Now))
	if err != nil {
		return err
	}
	m := record.MissionRow{ID: org.MissionID(minted), Project: p.ID, Label: n.Label}
	if enters {
		if waits, err := stopBeforePhase(t, p, n, m.ID); err != nil || waits {
			return err
		}
	}
	return recordPlanning(t, m)
}

func recordPlanning(t *sqldb.Tx, m record.MissionRow) error {
	t.Wake = true
	return t.Event(org.Event{Kind: org.EventMissionPlanning, Project: m.Project, Mission: m.ID, Text: "To be planned: " + m.Label})
}

func enterPhase(t *sqldb.Tx, p org.Project, n upcomingMission) error {
	err := t.Event(org.Event{
		Kind: org.EventPhaseAdvanced, Project: p.ID, Text: fmt.Sprintf("%s enters phase %d", p.Title, n.Phase+1),
		Data: map[string]string{"from": fmt.Sprint(p.Phase), "to": fmt.Sprint(n.Phase)},
	})
	if err != nil {
		return err
	}
	return outbox.Deliver(t, reports.Delivery{
		Key: fmt.Sprintf("phase:%s:%d", p.ID, n.Phase), Channel: p.Channel, Project: p.ID, Kind: reports.DeliverPhase,
		Title: p.Title, Facts: reports.Facts{Phase: n.Phase},
	})
}

// finishProject ends a project all of whose missions have ended well enough.
func finishProject(t *sqldb.Tx, way projectCourse) error {
	p := way.project
	if len(way.missions) == 0 {
		return EndProject(t, p.ID, org.ProjectFailed, NothingToDo)
	}
	for _, m := range way.missions {
		if m.State == org.MissionFailed {
			return EndProject(t, p.ID, org.ProjectFailed, m.Outcome)
		}
	}
	missing, err := record.StepsOf(t.Ctx, t, `project_id = ? AND state <> 'completed' AND superseded = 0`, p.ID)
	if err != nil {
		return err
	}
	state := org.ProjectCompleted
	if way.hasMission(func(s org.MissionState) bool { return s != org.MissionCompleted }) {
		state = org.ProjectPartial
	}
	return EndProject(t, p.ID, state, ProjectVerdict(missing))
}

// EndProject ends a project and tells the founder, once. A project that has
// ended already stays as it is.
func EndProject(t *sqldb.Tx, id org.ProjectID, state org.ProjectState, outcome string) error {
	n, err := t.Change(`
		UPDATE projects SET state = ?, outcome = ?, ended_at = ? WHERE id = ? AND state IN ('active', 'paused')`, state, outcome, t.Now, id)
	if err != nil || n == 0 {
		return sqldb.Wrap("end project "+string(id), err)
	}
	p, err := record.ProjectOf(t.Ctx, t, id)
	if err != nil {
		return err
	}
	if err := closeQuestions(t, id, "the project ended", org.DecideGate); err != nil {
		return err
	}
	document, err := findNewestDocument(t, id)
	if err != nil {
		return err
	}
	text := ""
	if len(document) > 0 {
		text = document[0].Markdown
	}
	if p.OpenedBy != "" {
		if err := reportProject(t, id, text); err != nil {
			return err
		}
	}
	say := reports.Delivery{Channel: p.Channel, Project: id, Title: p.Title}
	kind := org.EventProjectCompleted
	if state == org.ProjectFailed {
		kind, say.Kind, say.Key, say.Facts = org.EventProjectFailed, reports.DeliverFailure, "failure:"+string(id), reports.Facts{Ended: true}
	} else {
		say.Kind, say.Key, say.Facts = reports.DeliverResult, "result:"+string(id), reports.Facts{Ended: true}
	}
	if p.Reopened > 0 {
		say.Key += fmt.Sprintf(":%d", p.Reopened)
	}
	if len(document) > 0 {
		say.Files = document[0].toFiles()
	}
	err = t.Event(org.Event{
		Kind: kind, Project: id, Text: ProjectEndText(p), Data: map[string]string{"state": string(state), "delivery": say.Key},
	})
	if err != nil {
		return err
	}
	return outbox.Deliver(t, say)
}

func reportProject(t *sqldb.Tx, id org.ProjectID, document string) error {
	p, err := record.ProjectOf(t.Ctx, t, id)
	if err != nil || p.OpenedBy == "" {
		return err
	}
	spent, err := ledger.SpentOn(t.Ctx, t, id)
	if err != nil {
		return err
	}
	return memos.Report(t, p, p.Reopened, spent, document)
}

type resultRow struct {
	Mission  org.MissionID `db:"mission_id"`
	Markdown string
	HTML     string
	PDF      string
	forms    []org.File // further ones, by their hashes
}

func findNewestDocument(t *sqldb.Tx, id org.ProjectID) (found []resultRow, err error) {
	err = t.All(&found, `
		SELECT d.mission_id, d.markdown, d.html, d.pdf FROM deliverables d JOIN missions m ON m.id = d.mission_id
		 WHERE d.project_id = ? ORDER BY m.seq DESC LIMIT 1`, id)
	if err == nil && len(found) > 0 {
		// A message holds ten files, three of which are the document.
		err = t.All(&found[0].forms, `SELECT name, sha256 FROM deliverable_files WHERE mission_id = ? ORDER BY n LIMIT 7`, found[0].Mission)
	}
	return found, sqldb.Wrap("read document of "+string(id), err)
}

func (r resultRow) toFiles() []org.File {
	return append([]org.File{
		{Name: "deliverable.md", Data: []byte(r.Markdown)},
		{Name: "deliverable.html", Data: []byte(r.HTML)},
		{Name: "deliverable.pdf", SHA256: r.PDF},
	}, r.forms...)
}
