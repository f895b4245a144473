package report

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"time"

	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/reports"
	"github.com/frasier-cos/frasier/internal/work"
	"github.com/frasier-cos/frasier/store/code"
	"github.com/frasier-cos/frasier/store/corpus"
	"github.com/frasier-cos/frasier/store/engine"
	"github.com/frasier-cos/frasier/store/ledger"
	"github.com/frasier-cos/frasier/store/outward"
	"github.com/frasier-cos/frasier/store/record"
	"github.com/frasier-cos/frasier/store/sqldb"
)

// Ticket returns a project as its thread shows it, as of now, on one snapshot.
func (d *Report) Ticket(ctx context.Context, id org.ProjectID, now time.Time) (reports.Ticket, error) {
	out := reports.Ticket{Now: now}
	err := d.db.View(ctx, func(q sqldb.Getter) (err error) {
		if out.Project, err = record.ProjectOf(ctx, q, id); err != nil {
			return err
		}
		var thread struct {
			Muted  int
			Thread string
		}
		if err := sqldb.One(ctx, q, &thread, `SELECT coalesce(max(muted), 0) AS muted, coalesce(max(thread), '') AS thread FROM threads WHERE project_id = ?`, id); err != nil {
			return err
		}
		if err := sqldb.One(ctx, q, &out.First, `
			SELECT CASE WHEN EXISTS (SELECT 1 FROM missions m JOIN projects o ON o.id = m.project_id
			                          WHERE m.planned = 1 AND o.id <> p.id AND o.created_at <= p.created_at) THEN 0 ELSE 1 END
			  FROM projects p WHERE p.id = ?`, id); err != nil {
			return err
		}
		out.Muted, out.Thread = thread.Muted > 0, thread.Thread
		if err := sqldb.One(ctx, q, &out.Single, `SELECT CASE WHEN `+record.OneTask+` THEN 1 ELSE 0 END FROM projects WHERE id = ?`, id); err != nil {
			return err
		}
		if err := readTicketPlan(ctx, q, &out); err != nil {
			return err
		}
		if err := readTicketWork(ctx, q, &out); err != nil {
			return err
		}
		if out.Changes, err = code.Figures(ctx, q, out.Project); err != nil {
			return err
		}
		if out.Pulls, err = outward.PullsOf(ctx, q, id); err != nil {
			return err
		}
		return readTicketResult(ctx, q, &out)
	})
	if err != nil {
		return out, fmt.Errorf("ticket of %s: %w", id, err)
	}
	return out, nil
}

func readTicketPlan(ctx context.Context, q sqldb.Getter, out *reports.Ticket) error {
	id := out.Project.ID
	missions, err := record.MissionsIn(ctx, q, id)
	if err != nil {
		return err
	}
	out.Notes, out.Roles = map[org.MissionID]work.PlanNotes{}, map[org.MissionID][]work.RoleAssignment{}
	for _, m := range missions {
		out.Missions = append(out.Missions, m.Mission())
		var n work.PlanNotes
		if err := sqldb.FromJSON(m.Notes, &n); err != nil {
			return err
		}
		out.Notes[m.ID] = n
	}
	var reading string
	if err := sqldb.One(ctx, q, &reading, `SELECT roadmap_notes FROM projects WHERE id = ?`, id); err != nil {
		return fmt.Errorf("read what was made of the roadmap: %w", err)
	}
	if err := sqldb.FromJSON(reading, &out.Reading); err != nil {
		return err
	}
	var roles []struct {
		Mission  org.MissionID `db:"mission_id"`
		Title    string
		Category string
		Why      string
		Agent    org.AgentID `db:"agent_id"`
	}
	err = sqldb.Many(ctx, q, &roles, `
		SELECT r.mission_id, r.title, r.category, r.why, r.agent_id
		  FROM mission_roles r JOIN missions m ON m.id = r.mission_id WHERE m.project_id = ? ORDER BY m.seq, r.n`, id)
	if err != nil {
		return fmt.Errorf("read roles: %w", err)
	}
	for _, r := range roles {
		out.Roles[r.Mission] = append(out.Roles[r.Mission], work.RoleAssignment{Title: r.Title, Category: r.Category, Why: r.Why, Agent: r.Agent})
	}
	if out.Steps, err = record.StepsOf(ctx, q, `project_id = ? AND superseded = 0`, id); err != nil {
		return err
	}
	if err := countUnbegun(ctx, q, out); err != nil {
		return err
	}
	out.Pictures, err = corpus.PicturesOf(ctx, q, id)
	return err
}

func countUnbegun(ctx context.Context, q sqldb.Getter, out *reports.Ticket) error {
	var phases []int
	err := sqldb.Many(ctx, q, &phases, `
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

func readTicketWork(ctx context.Context, q sqldb.Getter, out *reports.Ticket) (err error) {
	id := out.Project.ID
	if out.Spent, err = sumProjectCosts(ctx, q, id); err != nil {
		return fmt.Errorf("sum costs: %w", err)
	}
	if out.Cap, err = ledger.CapOf(ctx, q, id); err != nil {
		return err
	}
	if out.Costs, err = ledger.StepCosts(ctx, q, id); err != nil {
		return err
	}
	if out.Usual, err = ledger.UsualOf(ctx, q); err != nil {
		return err
	}
	out.Names = map[org.AgentID]string{}
	var agents []org.Agent
	if err := sqldb.Many(ctx, q, &agents, `SELECT `+record.AgentColumns+` FROM agents`); err != nil {
		return fmt.Errorf("list agents: %w", err)
	}
	for _, a := range agents {
		out.Names[a.ID] = a.Name
	}
	if out.Decisions, err = engine.QuestionsOf(ctx, q, `project_id = ?`, id); err != nil {
		return err
	}
	if !out.Project.State.Ended() {
		o, err := readSituation(ctx, q, out.Now)
		if err != nil {
			return err
		}
		if out.Waiting, err = o.listObstacles(ctx, q, out.Project, out.Steps); err != nil {
			return err
		}
	}
	var moved int64
	err = sqldb.One(ctx, q, &moved, `
		SELECT coalesce(max(at), 0) FROM events
		 WHERE project_id = ? AND (step_id IS NOT NULL OR mission_id IS NOT NULL OR kind = 'project_resumed')`, id)
	if err != nil {
		return fmt.Errorf("read when it moved: %w", err)
	}
	out.Moved = sqldb.Moment(moved)
	return readTicketReviews(ctx, q, out)
}

// listObstacles says what keeps a project from going on, without the steps that simply run or come
// later.
func (o situation) listObstacles(ctx context.Context, q sqldb.Getter, p org.Project, steps []org.Step) ([]string, error) {
	out, err := o.describePlanning(ctx, q, p.ID)
	if err != nil {
		return nil, err
	}
	if p.State == org.ProjectPaused {
		out = append(out, "the project is paused until you resume it")
	}
	for _, s := range steps {
		reason := s.Held &^ (org.HoldMission | org.HoldCap)
		if s.State == org.StepPending && s.OpenDeps == 0 && (reason != 0 || s.Held == 0 && !o.working) {
			out = append(out, fmt.Sprintf("%q %s", s.Title, o.describeStep(s, nil, time.Time{})))
		}
	}
	return out, nil
}

func readTicketReviews(ctx context.Context, q sqldb.Getter, out *reports.Ticket) error {
	out.Rejections, out.Reviews = map[org.StepID][]work.Rejection{}, map[org.StepID][]work.Review{}
	var rejected []struct {
		Step     org.StepID `db:"step_id"`
		Round    int
		Reviewer string
		Feedback string
	}
	err := sqldb.Many(ctx, q, &rejected, `
		SELECT r.step_id, r.round, r.reviewer, r.feedback FROM rejections r JOIN steps s ON s.id = r.step_id
		 WHERE s.project_id = ? ORDER BY s.seq, r.round`, out.Project.ID)
	if err != nil {
		return fmt.Errorf("read rejections: %w", err)
	}
	for _, r := range rejected {
		j := work.Rejection{Round: r.Round, Reviewer: r.Reviewer}
		if err := sqldb.FromJSON(r.Feedback, &j.Feedback); err != nil {
			return err
		}
		out.Rejections[r.Step] = append(out.Rejections[r.Step], j)
	}
	if err := readTicketStrikes(ctx, q, out); err != nil {
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
	err = sqldb.Many(ctx, q, &reviews, `
		SELECT r.step_id, r.reviewer, r.role, r.pass, r.findings, r.model FROM reviews r JOIN steps s ON s.id = r.step_id
		 WHERE s.project_id = ? AND r.round = (SELECT max(x.round) FROM reviews x WHERE x.step_id = r.step_id)
		 ORDER BY s.seq, r.at, CASE r.role WHEN 'lead' THEN 1 ELSE 0 END, r.role`, out.Project.ID)
	if err != nil {
		return fmt.Errorf("read reviews: %w", err)
	}
	for _, r := range reviews {
		v := work.Review{Reviewer: r.Reviewer, Role: r.Role, Pass: r.Pass, Model: r.Model}
		if err := sqldb.FromJSON(r.Findings, &v.Findings); err != nil {
			return err
		}
		out.Reviews[r.Step] = append(out.Reviews[r.Step], v)
	}
	return nil
}

// readTicketStrikes reads the lines of the journal about rejections, and the best draft of each
// step that failed.
func readTicketStrikes(ctx context.Context, q sqldb.Getter, out *reports.Ticket) error {
	out.Rejected, out.Drafts = map[org.StepID][]int64{}, map[org.StepID]string{}
	var lines []struct {
		Step org.StepID `db:"step_id"`
		Seq  int64
	}
	err := sqldb.Many(ctx, q, &lines, `
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
	err = sqldb.Many(ctx, q, &drafts, `
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

func readTicketResult(ctx context.Context, q sqldb.Getter, out *reports.Ticket) error {
	id := out.Project.ID
	for _, c := range []struct {
		into  *int
		query string
	}{
		{&out.Sources, `
			SELECT count(DISTINCT d.document_id) FROM step_documents d JOIN steps s ON s.id = d.step_id
			 WHERE s.project_id = ? AND d.document_id IS NOT NULL AND d.origin <> 'step'`},
		{&out.Checked, `
			SELECT count(DISTINCT c.document_id) FROM citations c JOIN steps s ON s.id = c.step_id
			 WHERE s.project_id = ? AND EXISTS (
			       SELECT 1 FROM step_documents d JOIN steps o ON o.id = d.step_id
			        WHERE o.project_id = s.project_id AND d.document_id = c.document_id AND d.origin <> 'step')`},
		{&out.Revisions, `
			SELECT coalesce(sum(n - 1), 0) FROM (
			       SELECT count(*) AS n FROM drafts d JOIN steps s ON s.id = d.step_id WHERE s.project_id = ?
			        GROUP BY d.step_id, d.round) AS rounds`},
	} {
		if err := sqldb.One(ctx, q, c.into, c.query, id); err != nil {
			return fmt.Errorf("count what stands behind the document: %w", err)
		}
	}
	var err error
	if out.Unread, err = corpus.Unread(ctx, q, id); err != nil {
		return err
	}
	var row struct {
		Mission  org.MissionID `db:"mission_id"`
		Title    string
		Markdown string
		HTML     string
		PDF      string
		At       int64
	}
	err = sqldb.One(ctx, q, &row, `
		SELECT d.mission_id, d.title, d.markdown, d.html, d.pdf, d.at FROM deliverables d JOIN missions m ON m.id = d.mission_id
		 WHERE d.project_id = ? ORDER BY m.seq DESC LIMIT 1`, id)
	if errors.Is(err, sql.ErrNoRows) {
		return nil
	}
	if err != nil {
		return fmt.Errorf("read document: %w", err)
	}
	out.Deliverable = work.Deliverable{
		Project: id, Mission: row.Mission, Title: row.Title, Markdown: row.Markdown, HTML: row.HTML, At: sqldb.Moment(row.At),
	}
	var before []string
	err = sqldb.Many(ctx, q, &before, `
		SELECT d.body FROM drafts d JOIN steps s ON s.id = d.step_id
		 WHERE s.mission_id = ? AND s.kind = 'assembly' AND s.state = 'completed' ORDER BY d.round DESC, d.version DESC LIMIT 1`, row.Mission)
	if err != nil {
		return fmt.Errorf("read the document before: %w", err)
	}
	if len(before) > 0 {
		out.Before = before[0]
	}
	files, err := readDocumentFiles(ctx, q, row.Mission)
	if err != nil {
		return err
	}
	const atMost = 10 // files of one message
	out.Files = append([]org.File{{Name: "deliverable.md", Data: []byte(row.Markdown)}, {Name: "deliverable.pdf", SHA256: row.PDF}}, files...)
	out.Files = out.Files[:min(len(out.Files), atMost)]
	return nil
}

// readDocumentFiles returns the further files of a mission's document by their hashes.
func readDocumentFiles(ctx context.Context, q sqldb.Getter, mission org.MissionID) (found []org.File, err error) {
	err = sqldb.Many(ctx, q, &found, `SELECT name, sha256 FROM deliverable_files WHERE mission_id = ? ORDER BY n`, mission)
	if err != nil {
		return nil, fmt.Errorf("read files of the document of %s: %w", mission, err)
	}
	return found, nil
}
