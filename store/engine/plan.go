package engine

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/frasier-cos/frasier/internal/forecast"
	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/prose"
	"github.com/frasier-cos/frasier/internal/reports"
	"github.com/frasier-cos/frasier/internal/work"
	"github.com/frasier-cos/frasier/store/code"
	"github.com/frasier-cos/frasier/store/corpus"
	"github.com/frasier-cos/frasier/store/ledger"
	"github.com/frasier-cos/frasier/store/memos"
	"github.com/frasier-cos/frasier/store/outbox"
	"github.com/frasier-cos/frasier/store/people"
	"github.com/frasier-cos/frasier/store/record"
	"github.com/frasier-cos/frasier/store/sqldb"
)

// loneClaim keeps what one more dead worker would fail from what else its owner
// works on: a suspect mission is planned beside no step, and none is planned
// beside a suspect step. Its parameter is the owner.
const loneClaim = ` AND (SELECT count(*) FROM steps s WHERE s.state IN ('in_progress', 'in_review') AND s.claimed_by = ? AND (s.crashes >= 2 OR missions.tries >= 2)) = 0`

// ClaimMission leases the planning of the mission that has waited longest,
// with everything a planner needs. It returns org.ErrNoWork when no mission
// waits to be planned.
func (d *Engine) ClaimMission(ctx context.Context, owner string, term time.Duration) (work.PlanningJob, error) {
	return d.Within("", work.AnyStep).ClaimMission(ctx, owner, term)
}

// ClaimMission is Engine.ClaimMission for the missions of the scope.
func (d Scope) ClaimMission(ctx context.Context, owner string, term time.Duration) (work.PlanningJob, error) {
	const waits = `state = 'planning' AND gated = 0 AND run_after <= ? AND coalesce(claim_until, 0) <= ?` + InScope + loneClaim
	now := d.db.Now().UnixMicro()
	idle, err := d.db.Idle(ctx, `SELECT count(*) FROM (SELECT 1 FROM missions WHERE `+waits+` LIMIT 1) AS waiting`, now, now, d.project, d.project, owner)
	if err != nil {
		return work.PlanningJob{}, fmt.Errorf("claim mission: %w", err)
	}
	if idle {
		return work.PlanningJob{}, org.ErrNoWork
	}
	var job work.PlanningJob
	err = d.db.Write(ctx, func(t *sqldb.Tx) error {
		t.Method = "claim-mission"
		until := t.Now + term.Microseconds()
		var m record.MissionRow
		err := t.Get(&m, `
			UPDATE missions SET claimed_by = ?, claim_until = ?, fence = fence + 1, tries = tries + 1
			 WHERE id = (SELECT id FROM missions WHERE `+waits+` ORDER BY run_after, created_at, id LIMIT 1)
			RETURNING `+record.MissionColumns, owner, until, t.Now, t.Now, d.project, d.project, owner)
		if errors.Is(err, sql.ErrNoRows) {
			return org.ErrNoWork
		}
		if err != nil {
			return err
		}
		job, err = readPlanningJob(t, m)
		job.Lease = work.MissionLease{Mission: m.ID, Owner: owner, Fence: m.Fence, Until: sqldb.Moment(until)}
		return err
	})
	if err != nil && !errors.Is(err, org.ErrNoWork) {
		err = fmt.Errorf("claim mission: %w", err)
	}
	return job, err
}

func readPlanningJob(t *sqldb.Tx, m record.MissionRow) (job work.PlanningJob, err error) {
	job.Mission = m.Mission()
	if job.Project, err = record.ProjectOf(t.Ctx, t, m.Project); err != nil {
		return job, err
	}
	if err := readJobItems(t, &job); err != nil {
		return job, err
	}
	if job.Code, err = code.Of(t.Ctx, t, job.Project.ID); err != nil {
		return job, err
	}
	if job.Project.Order, err = memos.Order(t.Ctx, t, job.Project); err != nil {
		return job, err
	}
	if job.Given, err = readDocuments(t.Ctx, t, job.Project.ID); err != nil {
		return job, err
	}
	if job.Request, err = record.RequestOf(t.Ctx, t, job.Project.Message); err != nil {
		return job, err
	}
	if job.Code {
		if job.Sketch, err = code.SketchOf(t.Ctx, t, job.Project.ID, describeOrder(job)); err != nil {
			return job, err
		}
	}
	if job.Directives, err = record.DirectivesOf(t.Ctx, t); err != nil {
		return job, err
	}
	if job.Steering, err = record.SteeringOf(t.Ctx, t, m.Project); err != nil {
		return job, err
	}
	if job.Agents, err = record.AgentsOf(t.Ctx, t); err != nil {
		return job, err
	}
	if job.Past, err = people.PlansLike(t.Ctx, t, job.Project); err != nil {
		return job, err
	}
	if job.Again, err = readPlanHistory(t, m); err != nil {
		return job, err
	}
	if err := t.Get(&job.Steps, `SELECT count(*) FROM steps WHERE project_id = ?`, m.Project); err != nil {
		return job, err
	}
	var previous []string
	err = t.All(&previous, `
		SELECT d.markdown FROM deliverables d JOIN missions m ON m.id = d.mission_id
		 WHERE d.project_id = ? AND m.seq < ? ORDER BY m.seq DESC LIMIT 1`, m.Project, m.Seq)
	if err != nil || len(previous) == 0 {
		return job, err
	}
	text := []rune(previous[0])
	job.Previous = string(text[:min(len(text), PreviousDeliverableChars)])
	return job, nil
}

// describeOrder joins the words of an order. All phases count, so that each of them is told the same.
func describeOrder(job work.PlanningJob) string {
	words := job.Project.Title + "\n" + job.Project.Goal
	for _, it := range job.All {
		words += "\n" + it.Title + "\n" + it.Detail + "\n" + strings.Join(it.Accept, "\n")
	}
	return words
}

func readJobItems(t *sqldb.Tx, job *work.PlanningJob) error {
	var all int
	if err := t.Get(&all, `SELECT count(*) FROM roadmap_items WHERE project_id = ?`, job.Project.ID); err != nil {
		return err
	}
	job.Roadmap = all > 0
	var rows []struct {
		Body    string
		Mission int
	}
	err := t.All(&rows, `SELECT body, mission FROM roadmap_items WHERE project_id = ? AND done = 0 ORDER BY n`, job.Project.ID)
	if err != nil {
		return err
	}
	done, err := findDoneItems(t, job.Project.ID)
	if err != nil {
		return err
	}
	for _, r := range rows {
		var it org.Item
		if err := sqldb.FromJSON(r.Body, &it); err != nil {
			return err
		}
		job.All = append(job.All, it)
		if r.Mission == job.Mission.Seq && !slices.Contains(done, it.Key) {
			job.Items = append(job.Items, it)
		}
	}
	return nil
}

func findDoneItems(t *sqldb.Tx, p org.ProjectID) ([]string, error) {
	var done []string
	err := t.All(&done, `
		SELECT item FROM steps WHERE project_id = ? AND superseded = 0 AND item IS NOT NULL
		 GROUP BY item HAVING sum(CASE state WHEN 'completed' THEN 0 ELSE 1 END) = 0`, p)
	return done, sqldb.Wrap("look for items that are done", err)
}

// findLeasedMission returns the mission of a lease that still holds. One that was paused while it
// was being planned may still take its plan.
func findLeasedMission(t *sqldb.Tx, l work.MissionLease) (record.MissionRow, error) {
	var m record.MissionRow
	err := t.Get(&m, `
		SELECT `+record.MissionColumns+` FROM missions
		 WHERE id = ? AND fence = ? AND claimed_by = ? AND state IN ('planning', 'paused') AND planned = 0`,
		l.Mission, l.Fence, l.Owner)
	if errors.Is(err, sql.ErrNoRows) {
		return m, org.ErrLeaseLost
	}
	return m, err
}

// DeferMission lets go of a mission that cannot be planned before until, for
// want of a model. It does not count as a try. A notice is told to the founder
// once; empty for none.
func (d *Engine) DeferMission(ctx context.Context, l work.MissionLease, until time.Time, notice string) error {
	err := d.db.Write(ctx, func(t *sqldb.Tx) error {
		t.Method = "defer-mission"
		m, err := findLeasedMission(t, l)
		if err != nil {
			return err
		}
		if notice != "" {
			if err := notifyFounder(t, m.Project, notice); err != nil {
				return err
			}
		}
		if err := outbox.StaleCard(t, m.Project); err != nil { // no line of the journal says that it waits
			return err
		}
		return t.Exec(`
			UPDATE missions SET claimed_by = NULL, claim_until = NULL, run_after = ?, tries = tries - 1 WHERE id = ?`,
			sqldb.Micros(until), l.Mission)
	})
	if err != nil {
		return fmt.Errorf("defer mission %s: %w", l.Mission, err)
	}
	return nil
}

// FailMission ends a mission that cannot be planned, and its project with it.
func (d *Engine) FailMission(ctx context.Context, l work.MissionLease, cause string) error {
	err := d.db.Write(ctx, func(t *sqldb.Tx) error {
		t.Method = "fail-mission"
		m, err := findLeasedMission(t, l)
		if err != nil {
			return err
		}
		return endMission(t, m, org.MissionFailed, cause)
	})
	if err != nil {
		return fmt.Errorf("fail mission %s: %w", l.Mission, err)
	}
	return nil
}

// SavePlan stores a mission's plan whole: steps, edges, counters, roles and
// notes, with the assembly step that joins the results, and tells the
// founder. The steps may be claimed from its commit on. It returns
// org.ErrLeaseLost to a planner whose claim was taken away, and refuses a plan
// in which org.Order finds fault.
func (d *Engine) SavePlan(ctx context.Context, l work.MissionLease, p work.Plan) error {
	err := d.db.Write(ctx, func(t *sqldb.Tx) error {
		t.Method = "save-plan"
		m, err := findLeasedMission(t, l)
		if err != nil {
			return err
		}
		project, err := record.ProjectOf(t.Ctx, t, m.Project)
		if err != nil {
			return err
		}
		return savePlan(t, m, project, p)
	})
	if err != nil {
		return fmt.Errorf("save plan of %s: %w", l.Mission, err)
	}
	return nil
}

// collectServes maps steps to the requirements they serve; nil when nobody said.
func collectServes(steps []work.PlannedStep) map[string][]string {
	var out map[string][]string
	for _, s := range steps {
		if len(s.Serves) == 0 {
			continue
		}
		if out == nil {
			out = map[string][]string{}
		}
		out[s.Key] = s.Serves
	}
	return out
}

func savePlan(t *sqldb.Tx, m record.MissionRow, project org.Project, p work.Plan) error {
	hired, err := people.Hires(t, m, p.Hires)
	if err != nil {
		return err
	}
	p = Renamed(p, hired)
	graph, err := buildGraph(t, m, project, p.Steps)
	if err != nil {
		return err
	}
	p.Notes.Serves = collectServes(p.Steps)
	notes, err := sqldb.JSONText(p.Notes)
	if err != nil {
		return err
	}
	state := org.MissionInProgress
	if m.State == org.MissionPaused {
		state = org.MissionPaused
	}
	err = t.Exec(`
		UPDATE missions SET state = ?, planned = 1, notes = ?, open_steps = ?, claimed_by = NULL, claim_until = NULL WHERE id = ?`,
		state, notes, len(graph.steps), m.ID)
	if err != nil {
		return err
	}
	for n, r := range p.Roles {
		err := t.Exec(`INSERT INTO mission_roles (mission_id, n, title, category, why, agent_id) VALUES (?, ?, ?, ?, ?, ?)`,
			m.ID, n, r.Title, r.Category, r.Why, r.Agent)
		if err != nil {
			return fmt.Errorf("role %s: %w", r.Title, err)
		}
	}
	held := org.Hold(0)
	if state == org.MissionPaused {
		held = org.HoldMission
	}
	if err := insertSteps(t, m, graph, held); err != nil {
		return err
	}
	if err := corpus.KeepStages(t, string(m.ID), m.Plans+1, p.Stages); err != nil {
		return err
	}
	if err := presentPlan(t, m, project, p); err != nil {
		return err
	}
	return failUnmet(t, m.ID)
}

func storeForecast(t *sqldb.Tx, m org.MissionID, notes work.PlanNotes, f forecast.Forecast) error {
	if f.Calls == 0 {
		return nil
	}
	expected := f.Foreseen()
	notes.Foreseen = &expected
	text, err := sqldb.JSONText(notes)
	if err != nil {
		return err
	}
	return t.Exec(`UPDATE missions SET notes = ? WHERE id = ?`, text, m)
}

// presentPlan asks the founder about a plan that was just saved, holds what waits for his answer,
// and announces the plan.
func presentPlan(t *sqldb.Tx, m record.MissionRow, project org.Project, p work.Plan) error {
	steps, err := record.StepsOf(t.Ctx, t, `mission_id = ? AND superseded = 0`, m.ID)
	if err != nil {
		return err
	}
	if err := askForPlan(t, m, project, steps); err != nil {
		return err
	}
	if err := askPlanQuestions(t, project, p.Questions); err != nil {
		return err
	}
	if err := stopAfterPlan(t, m, project); err != nil {
		return err
	}
	foreseen, err := ledger.Foresee(t, m, project, steps)
	if err != nil {
		return err
	}
	if err := storeForecast(t, m.ID, p.Notes, foreseen); err != nil {
		return err
	}
	if err := renewHolds(t, project.ID); err != nil {
		return err
	}
	if steps, err = record.StepsOf(t.Ctx, t, `mission_id = ? AND superseded = 0`, m.ID); err != nil {
		return err
	}
	if err := announcePlan(t, m, project, steps, p.Notes); err != nil {
		return err
	}
	if p.Picture != nil {
		if err := corpus.FirstPicture(t, m.ID, p.Picture); err != nil {
			return err
		}
	}
	return nil
}

func announcePlan(t *sqldb.Tx, m record.MissionRow, project org.Project, steps []org.Step, notes work.PlanNotes) error {
	t.Wake = true
	key := "plan:" + string(m.ID)
	if m.Plans > 0 {
		key += fmt.Sprintf(":%d", m.Plans)
	}
	work := 0 // without what only puts the document together, as everywhere where founders read a number of steps
	for _, s := range steps {
		if s.Kind != org.KindAssembly {
			work++
		}
	}
	err := t.Event(org.Event{
		Kind: org.EventMissionPlanned, Project: project.ID, Mission: m.ID,
		Text: fmt.Sprintf("%s is planned in %s", m.Label, prose.Count(work, "step")),
		Data: map[string]string{"quality": notes.Quality, "delivery": key},
	})
	if err != nil {
		return err
	}
	for _, s := range steps {
		if !s.Ready() {
			continue
		}
		if err := record.StepEvent(t, org.EventStepReady, s, "Ready: "+s.Title); err != nil {
			return err
		}
	}
	var one []org.ProjectID
	if err := t.All(&one, `SELECT id FROM projects WHERE id = ? AND `+record.OneTask, project.ID); err != nil {
		return fmt.Errorf("look how large %s is: %w", project.ID, err)
	}
	if len(one) > 0 {
		return nil // the reply has said what is done; a card of one step says nothing new
	}
	return outbox.Deliver(t, reports.Delivery{
		Key: key, Channel: project.Channel, Project: project.ID, Kind: reports.DeliverPlan,
		Title: project.Title, Facts: reports.Facts{Mission: m.ID}, Card: org.Card{Slot: "plan"},
	})
}

// failUnmet fails the new steps that need a step of an earlier mission which
// did not complete.
func failUnmet(t *sqldb.Tx, m org.MissionID) error {
	var unmet []struct {
		Step org.StepID `db:"step_id"`
		Need org.StepID `db:"depends_on"`
	}
	err := t.All(&unmet, `
		SELECT e.step_id, e.depends_on
		  FROM steps s JOIN step_dependencies e ON e.step_id = s.id JOIN steps n ON n.id = e.depends_on
		 WHERE s.mission_id = ? AND e.soft = 0 AND n.state IN ('failed', 'cancelled') ORDER BY s.seq, n.seq`, m)
	if err != nil {
		return err
	}
	for _, u := range unmet {
		if err := Cascade(t, u.Need); err != nil {
			return fmt.Errorf("fail %s: %w", u.Step, err)
		}
	}
	return FinishMission(t, m)
}
