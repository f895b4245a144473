package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"time"

	"github.com/frasier-cos/frasier/internal/org"
)

// usualOver is how many finished steps the usual times and costs are taken
// from.
const usualOver = 400

// Ticket returns a project as its thread shows it, as of now, on one snapshot.
func (d *DB) Ticket(ctx context.Context, id org.ProjectID, now time.Time) (org.Ticket, error) {
	out := org.Ticket{Now: now}
	err := d.view(ctx, func(q getter) (err error) {
		if out.Project, err = projectOf(ctx, q, id); err != nil {
			return err
		}
		var muted int
		if err := one(ctx, q, &muted, `SELECT coalesce(max(muted), 0) FROM threads WHERE project_id = ?`, id); err != nil {
			return err
		}
		out.Muted = muted > 0
		if err := one(ctx, q, &out.Single, `SELECT CASE WHEN `+oneTask+` THEN 1 ELSE 0 END FROM projects WHERE id = ?`, id); err != nil {
			return err
		}
		if err := ticketPlan(ctx, q, &out); err != nil {
			return err
		}
		if err := ticketWork(ctx, q, &out); err != nil {
			return err
		}
		return ticketResult(ctx, q, &out)
	})
	if err != nil {
		return out, fmt.Errorf("ticket of %s: %w", id, err)
	}
	return out, nil
}

// ticketPlan reads missions, steps, roles, notes and pictures.
func ticketPlan(ctx context.Context, q getter, out *org.Ticket) error {
	id := out.Project.ID
	missions, err := missionsIn(ctx, q, id)
	if err != nil {
		return err
	}
	out.Notes, out.Roles = map[org.MissionID]org.PlanNotes{}, map[org.MissionID][]org.RoleAssignment{}
	for _, m := range missions {
		out.Missions = append(out.Missions, m.mission())
		var n org.PlanNotes
		if err := fromJSON(m.Notes, &n); err != nil {
			return err
		}
		out.Notes[m.ID] = n
	}
	var roles []struct {
		Mission  org.MissionID `db:"mission_id"`
		Title    string
		Category string
		Why      string
		Agent    org.AgentID `db:"agent_id"`
	}
	err = many(ctx, q, &roles, `
		SELECT r.mission_id, r.title, r.category, r.why, r.agent_id
		  FROM mission_roles r JOIN missions m ON m.id = r.mission_id WHERE m.project_id = ? ORDER BY m.seq, r.n`, id)
	if err != nil {
		return fmt.Errorf("read roles: %w", err)
	}
	for _, r := range roles {
		out.Roles[r.Mission] = append(out.Roles[r.Mission], org.RoleAssignment{Title: r.Title, Category: r.Category, Why: r.Why, Agent: r.Agent})
	}
	if out.Steps, err = stepsOf(ctx, q, `project_id = ? AND superseded = 0`, id); err != nil {
		return err
	}
	if err := unbegunOf(ctx, q, out); err != nil {
		return err
	}
	out.Pictures, err = picturesOf(ctx, q, id)
	return err
}

// unbegunOf counts the items of the roadmap that no mission has begun.
func unbegunOf(ctx context.Context, q getter, out *org.Ticket) error {
	var phases []int
	err := many(ctx, q, &phases, `
		SELECT phase FROM roadmap_items
		 WHERE project_id = ? AND done = 0 AND mission > (SELECT coalesce(max(seq), -1) FROM missions WHERE project_id = ?)`, out.Project.ID, out.Project.ID)
	if err != nil {
		return fmt.Errorf("count what is not begun: %w", err)
	}
	out.Unbegun = len(phases)
	for _, p := range phases {
		if p == out.Project.Phase {
			out.Later++
		}
	}
	return nil
}

// ticketWork reads what was done, what it cost and what it waits for.
func ticketWork(ctx context.Context, q getter, out *org.Ticket) (err error) {
	id := out.Project.ID
	if out.Spent, err = spentOn(ctx, q, id); err != nil {
		return fmt.Errorf("sum costs: %w", err)
	}
	if out.Cap, err = capOf(ctx, q, id); err != nil {
		return err
	}
	if out.Costs, err = stepCosts(ctx, q, id); err != nil {
		return err
	}
	if out.Usual, err = usualOf(ctx, q); err != nil {
		return err
	}
	out.Names = map[org.AgentID]string{}
	var agents []org.Agent
	if err := many(ctx, q, &agents, `SELECT `+agentColumns+` FROM agents`); err != nil {
		return fmt.Errorf("list agents: %w", err)
	}
	for _, a := range agents {
		out.Names[a.ID] = a.Name
	}
	if out.Decisions, err = questionsOf(ctx, q, `project_id = ?`, id); err != nil {
		return err
	}
	if !out.Project.State.Ended() {
		o, err := officeOf(ctx, q, out.Now)
		if err != nil {
			return err
		}
		if out.Waiting, err = o.held(ctx, q, out.Project, out.Steps); err != nil {
			return err
		}
	}
	var moved int64
	err = one(ctx, q, &moved, `
		SELECT coalesce(max(at), 0) FROM events
		 WHERE project_id = ? AND (step_id IS NOT NULL OR mission_id IS NOT NULL OR kind = 'project_resumed')`, id)
	if err != nil {
		return fmt.Errorf("read when it moved: %w", err)
	}
	out.Moved = moment(moved)
	return ticketReviews(ctx, q, out)
}

// held says what keeps a project from going on, without the steps that simply
// run or come later.
func (o office) held(ctx context.Context, q getter, p org.Project, steps []org.Step) ([]string, error) {
	out, err := o.planning(ctx, q, p.ID)
	if err != nil {
		return nil, err
	}
	if p.State == org.ProjectPaused {
		out = append(out, "the project is paused until you resume it")
	}
	for _, s := range steps {
		reason := s.Held &^ (org.HoldMission | org.HoldCap)
		if s.State == org.StepPending && s.OpenDeps == 0 && (reason != 0 || s.Held == 0 && !o.working) {
			out = append(out, fmt.Sprintf("%q %s", s.Title, o.stepWaits(s, nil, time.Time{})))
		}
	}
	return out, nil
}

func ticketReviews(ctx context.Context, q getter, out *org.Ticket) error {
	out.Rejections, out.Reviews = map[org.StepID][]org.Rejection{}, map[org.StepID][]org.Review{}
	var rejected []struct {
		Step     org.StepID `db:"step_id"`
		Round    int
		Reviewer string
		Feedback string
	}
	err := many(ctx, q, &rejected, `
		SELECT r.step_id, r.round, r.reviewer, r.feedback FROM rejections r JOIN steps s ON s.id = r.step_id
		 WHERE s.project_id = ? ORDER BY s.seq, r.round`, out.Project.ID)
	if err != nil {
		return fmt.Errorf("read rejections: %w", err)
	}
	for _, r := range rejected {
		j := org.Rejection{Round: r.Round, Reviewer: r.Reviewer}
		if err := fromJSON(r.Feedback, &j.Feedback); err != nil {
			return err
		}
		out.Rejections[r.Step] = append(out.Rejections[r.Step], j)
	}
	if err := ticketStrikes(ctx, q, out); err != nil {
		return err
	}
	var reviews []struct {
		Step     org.StepID `db:"step_id"`
		Reviewer org.AgentID
		Role     string
		Pass     bool
		Findings string
		Model    string
	}
	err = many(ctx, q, &reviews, `
		SELECT r.step_id, r.reviewer, r.role, r.pass, r.findings, r.model FROM reviews r JOIN steps s ON s.id = r.step_id
		 WHERE s.project_id = ? AND r.round = (SELECT max(x.round) FROM reviews x WHERE x.step_id = r.step_id)
		 ORDER BY s.seq, r.at, CASE r.role WHEN 'lead' THEN 1 ELSE 0 END, r.role`, out.Project.ID)
	if err != nil {
		return fmt.Errorf("read reviews: %w", err)
	}
	for _, r := range reviews {
		v := org.Review{Reviewer: r.Reviewer, Role: r.Role, Pass: r.Pass, Model: r.Model}
		if err := fromJSON(r.Findings, &v.Findings); err != nil {
			return err
		}
		out.Reviews[r.Step] = append(out.Reviews[r.Step], v)
	}
	return nil
}

// ticketStrikes reads the lines of the journal about rejections, and the best
// draft of each step that failed.
func ticketStrikes(ctx context.Context, q getter, out *org.Ticket) error {
	out.Rejected, out.Drafts = map[org.StepID][]int64{}, map[org.StepID]string{}
	var lines []struct {
		Step org.StepID `db:"step_id"`
		Seq  int64
	}
	err := many(ctx, q, &lines, `
		SELECT step_id, seq FROM events WHERE project_id = ? AND kind = 'step_rejected' ORDER BY seq`, out.Project.ID)
	if err != nil {
		return fmt.Errorf("read rejections: %w", err)
	}
	for _, l := range lines {
		out.Rejected[l.Step] = append(out.Rejected[l.Step], l.Seq)
	}
	var drafts []struct {
		Step org.StepID `db:"step_id"`
		Body string
	}
	err = many(ctx, q, &drafts, `
		SELECT d.step_id, d.body FROM drafts d JOIN steps s ON s.id = d.step_id
		 WHERE s.project_id = ? AND s.state = 'failed' AND s.strikes > 0
		 ORDER BY d.step_id, coalesce(d.score, 0), d.chosen, d.round, d.version`, out.Project.ID)
	if err != nil {
		return fmt.Errorf("read drafts: %w", err)
	}
	for _, r := range drafts {
		out.Drafts[r.Step] = r.Body // the last is the best
	}
	return nil
}

// ticketResult reads the document and what stands behind it.
func ticketResult(ctx context.Context, q getter, out *org.Ticket) error {
	id := out.Project.ID
	for _, c := range []struct {
		into  *int
		query string
	}{
		{&out.Sources, `
			SELECT count(DISTINCT d.document_id) FROM step_documents d JOIN steps s ON s.id = d.step_id
			 WHERE s.project_id = ? AND d.document_id IS NOT NULL AND d.origin <> 'step'`},
		{&out.Checked, `SELECT count(DISTINCT c.document_id) FROM citations c JOIN steps s ON s.id = c.step_id WHERE s.project_id = ?`},
		{&out.Revisions, `
			SELECT coalesce(sum(n - 1), 0) FROM (
			       SELECT count(*) AS n FROM drafts d JOIN steps s ON s.id = d.step_id WHERE s.project_id = ?
			        GROUP BY d.step_id, d.round) AS rounds`},
	} {
		if err := one(ctx, q, c.into, c.query, id); err != nil {
			return fmt.Errorf("count what stands behind the document: %w", err)
		}
	}
	var row struct {
		Mission  org.MissionID `db:"mission_id"`
		Title    string
		Markdown string
		HTML     string
		PDF      string
		At       int64
	}
	err := one(ctx, q, &row, `
		SELECT d.mission_id, d.title, d.markdown, d.html, d.pdf, d.at FROM deliverables d JOIN missions m ON m.id = d.mission_id
		 WHERE d.project_id = ? ORDER BY m.seq DESC LIMIT 1`, id)
	if errors.Is(err, sql.ErrNoRows) {
		return nil
	}
	if err != nil {
		return fmt.Errorf("read document: %w", err)
	}
	out.Deliverable = org.Deliverable{
		Project: id, Mission: row.Mission, Title: row.Title, Markdown: row.Markdown, HTML: row.HTML, At: moment(row.At),
	}
	var before []string
	err = many(ctx, q, &before, `
		SELECT d.body FROM drafts d JOIN steps s ON s.id = d.step_id
		 WHERE s.mission_id = ? AND s.kind = 'assembly' AND s.state = 'completed' ORDER BY d.round DESC, d.version DESC LIMIT 1`, row.Mission)
	if err != nil {
		return fmt.Errorf("read the document before: %w", err)
	}
	if len(before) > 0 {
		out.Before = before[0]
	}
	out.Files = []org.File{{Name: "deliverable.md", Data: []byte(row.Markdown)}, {Name: "deliverable.pdf", SHA256: row.PDF}}
	return nil
}

// usualOf is what each sort of work took and cost lately, over all projects.
func usualOf(ctx context.Context, q getter) (org.History, error) {
	var rows []struct {
		org.Work
		Start int64
		Stop  int64
		Cost  sql.NullInt64
	}
	err := many(ctx, q, &rows, `
		SELECT s.kind, s.tier, (SELECT p.offline FROM projects p WHERE p.id = s.project_id) AS offline, s.started_at AS start, s.ended_at AS stop,
		       (SELECT sum(c.cost) FROM llm_calls c WHERE c.step_id = s.id) AS cost
		  FROM steps s WHERE `+lately+` AND s.started_at IS NOT NULL ORDER BY s.seq DESC LIMIT ?`, usualOver)
	if err != nil {
		return nil, fmt.Errorf("read what steps took: %w", err)
	}
	samples := make([]org.Sample, 0, len(rows))
	for _, r := range rows {
		samples = append(samples, org.Sample{
			Work: r.Work, Took: time.Duration(r.Stop-r.Start) * time.Microsecond, Cost: org.NanoUSD(r.Cost.Int64), Known: r.Cost.Valid,
		})
	}
	return org.UsualOf(samples), nil
}
