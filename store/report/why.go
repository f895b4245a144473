package report

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/prose"
	"github.com/frasier-cos/frasier/internal/reports"
	"github.com/frasier-cos/frasier/internal/tiers"
	"github.com/frasier-cos/frasier/internal/work"
	"github.com/frasier-cos/frasier/store/code"
	"github.com/frasier-cos/frasier/store/engine"
	"github.com/frasier-cos/frasier/store/journal"
	"github.com/frasier-cos/frasier/store/ledger"
	"github.com/frasier-cos/frasier/store/memos"
	"github.com/frasier-cos/frasier/store/record"
	"github.com/frasier-cos/frasier/store/sqldb"
)

// Why explains a step or a project. The subject is the id of a step, the id of
// a project, the key of a step (of the newest project that has it, or
// "p3/key"), or the beginning of a project's title, looked for in this order.
// It returns org.ErrNotFound when there is no such thing.
func (d *Report) Why(ctx context.Context, subject string) (reports.WhyReport, error) {
	subject = strings.TrimSpace(subject)
	step, err := d.findStep(ctx, subject)
	if err != nil {
		return reports.WhyReport{}, fmt.Errorf("why %s: %w", subject, err)
	}
	var project org.Project
	if step == "" {
		if project, err = d.Project(ctx, subject); errors.Is(err, org.ErrNotFound) {
			return reports.WhyReport{}, &org.UnknownError{What: "step or project", Name: subject}
		} else if err != nil {
			return reports.WhyReport{}, fmt.Errorf("why %s: %w", subject, err)
		}
	}
	var out reports.WhyReport
	err = d.db.View(ctx, func(q sqldb.Getter) error {
		o, err := readSituation(ctx, q, d.db.Now())
		if err != nil {
			return err
		}
		if step != "" {
			out, err = o.explainStep(ctx, q, step)
		} else {
			out, err = o.explainProject(ctx, q, project.ID)
		}
		return err
	})
	if err != nil {
		return reports.WhyReport{}, fmt.Errorf("why %s: %w", subject, err)
	}
	return out, nil
}

// findStep takes an id or a key; it returns an empty id when there is none or the name is a
// project's id.
func (d *Report) findStep(ctx context.Context, name string) (org.StepID, error) {
	project, key, qualified := strings.Cut(name, "/")
	if !qualified {
		project, key = "", name
	}
	var id org.StepID
	err := sqldb.One(ctx, d.db.Read, &id, `
		SELECT id FROM steps
		 WHERE (id = ? OR (key = ? AND (? = '' OR project_id = ?)))
		   AND NOT EXISTS (SELECT 1 FROM projects WHERE id = ?)
		 ORDER BY id = ? DESC, seq DESC LIMIT 1`,
		name, key, project, strings.ToLower(project), name, name)
	if errors.Is(err, sql.ErrNoRows) {
		return "", nil
	}
	return id, err
}

func (o situation) explainStep(ctx context.Context, q sqldb.Getter, id org.StepID) (reports.WhyReport, error) {
	var out reports.WhyReport
	found, err := record.StepsOf(ctx, q, `id = ?`, id)
	if err != nil {
		return out, err
	}
	s := found[0]
	p, err := record.ProjectOf(ctx, q, s.Project)
	if err != nil {
		return out, err
	}
	out.Subject = fmt.Sprintf("%s %q of %s %q", s.ID, s.Title, p.ID, p.Title)
	out.State = string(s.State)
	if out.Reasons, err = o.listStepReasons(ctx, q, s); err != nil {
		return out, err
	}
	if out.Calls, err = readCallLines(ctx, q, `step_id = ?`, id); err != nil {
		return out, err
	}
	cited, err := readCitations(ctx, q, `s.id = ?`, id)
	if err != nil {
		return out, err
	}
	for _, c := range cited {
		out.Sources = append(out.Sources, c.Citation)
	}
	if out.Reviews, err = readVerdicts(ctx, q, id); err != nil {
		return out, err
	}
	if out.Rejected, err = engine.RejectionsBefore(ctx, q, id); err != nil {
		return out, err
	}
	if out.Upstream, err = engine.UpstreamOf(ctx, q, s); err != nil {
		return out, err
	}
	if out.Decisions, err = readDecisions(ctx, q, `project_id = ? AND step_id = ?`, s.Project, id); err != nil {
		return out, err
	}
	if out.Placed, err = code.PlacedOf(ctx, q, id); err != nil {
		return out, err
	}
	if out.Placed != nil {
		if out.Spent, err = readSpending(ctx, q, id); err != nil {
			return out, err
		}
	}
	if out.Arrival, err = code.ArrivalOf(ctx, q, id); err != nil {
		return out, err
	}
	m, err := record.MissionOf(ctx, q, s.Mission)
	if err != nil {
		return out, err
	}
	if err := sqldb.FromJSON(m.Notes, &out.Notes); err != nil {
		return out, err
	}
	if s.Kind != org.KindAssembly {
		out.Reasons = append(out.Reasons, tiers.Reason(s, out.Notes))
	}
	return out, nil
}

// listStepReasons puts the most direct first.
func (o situation) listStepReasons(ctx context.Context, q sqldb.Getter, s org.Step) ([]string, error) {
	var out []string
	switch s.State {
	case org.StepCompleted:
		out = append(out, "approved: "+s.Reviewed)
	case org.StepFailed, org.StepCancelled:
		out = append(out, s.Cause)
		roots, err := traceCauses(ctx, q, s)
		if err != nil {
			return nil, err
		}
		out = append(out, roots...)
	case org.StepPending, org.StepInProgress, org.StepInReview:
		steps, err := record.StepsOf(ctx, q, `project_id = ?`, s.Project)
		if err != nil {
			return nil, err
		}
		since, err := readClaimStarts(ctx, q, s.Project)
		if err != nil {
			return nil, err
		}
		out = append(out, "it "+o.describeStep(s, indexSteps(steps), since[s.ID]))
	}
	if s.Scored {
		out = append(out, "its draft got "+org.SayPoints(s.Points, s.Score))
	}
	if s.Served != "" && s.Served.Rank() < s.Tier.Rank() {
		out = append(out, fmt.Sprintf("asked for %s, served by %s", s.Tier, s.Served))
	}
	if s.Strikes > 0 {
		out = append(out, fmt.Sprintf("rejected %s of %d", prose.CountOf(s.Strikes, "time", "times"), org.StrikeCap))
	}
	if s.Crashes > 0 {
		out = append(out, fmt.Sprintf("its worker stopped in the middle %s", prose.CountOf(s.Crashes, "time", "times")))
	}
	var unread []struct {
		URL     string
		Failure string
	}
	err := sqldb.Many(ctx, q, &unread, `
		SELECT url, failure FROM step_documents WHERE step_id = ? AND failure <> '' ORDER BY n`, s.ID)
	if err != nil {
		return nil, fmt.Errorf("list unread documents of %s: %w", s.ID, err)
	}
	for _, u := range unread {
		out = append(out, fmt.Sprintf("%s could not be read: %s", u.URL, u.Failure))
	}
	told, err := readTold(ctx, q, s.ID)
	return append(out, told...), err
}

// readTold reads what the step's stages tell of themselves: claims that its research did not take as they came, and the like.
func readTold(ctx context.Context, q sqldb.Getter, id org.StepID) ([]string, error) {
	var out []string
	for _, stage := range org.Stages() {
		if stage.Tells == "" {
			continue
		}
		var rows []struct{ Output string }
		err := sqldb.Many(ctx, q, &rows, `SELECT output FROM checkpoints WHERE step_id = ? AND stage = ? ORDER BY round, seq`, id, stage.Name)
		if err != nil {
			return nil, fmt.Errorf("read the stage %s of %s: %w", stage.Name, id, err)
		}
		for _, r := range rows {
			lines, err := readField(r.Output, stage.Tells)
			if err != nil {
				return nil, fmt.Errorf("read what %s of %s tells: %w", stage.Name, id, err)
			}
			for _, l := range lines {
				if l != "" && !slices.Contains(out, l) {
					out = append(out, l)
				}
			}
		}
	}
	return out, nil
}

// readField reads a field of a stage's result that holds a text or a list of texts; what was kept without it has none.
func readField(output, field string) ([]string, error) {
	var fields map[string]json.RawMessage
	if err := sqldb.FromJSON(output, &fields); err != nil {
		return nil, err
	}
	raw, ok := fields[field]
	if !ok {
		return nil, nil
	}
	var line string
	if json.Unmarshal(raw, &line) == nil {
		return []string{line}, nil
	}
	var lines []string
	return lines, sqldb.FromJSON(string(raw), &lines)
}

// traceCauses follows a failure to the step that began it.
func traceCauses(ctx context.Context, q sqldb.Getter, s org.Step) ([]string, error) {
	var out []string
	seen := map[org.StepID]bool{s.ID: true}
	for next := s.CauseStep; next != "" && !seen[next]; {
		seen[next] = true
		found, err := record.StepsOf(ctx, q, `id = ?`, next)
		if err != nil {
			return nil, err
		}
		c := found[0]
		out = append(out, fmt.Sprintf("%s %q is %s: %s", c.ID, c.Title, c.State, c.Cause))
		next = c.CauseStep
	}
	return out, nil
}

// explainProject tells a project's state, what it waits for, what failed, and the calls that were
// made for it beside its steps.
func (o situation) explainProject(ctx context.Context, q sqldb.Getter, id org.ProjectID) (reports.WhyReport, error) {
	var out reports.WhyReport
	p, err := record.ProjectOf(ctx, q, id)
	if err != nil {
		return out, err
	}
	out.Subject, out.State = fmt.Sprintf("%s %q", p.ID, p.Title), string(p.State)
	if out.Reasons, err = explainOrder(ctx, q, p); err != nil {
		return out, err
	}
	if p.Outcome != "" {
		out.Reasons = append(out.Reasons, p.Outcome)
	}
	status, err := o.readStatus(ctx, q, p)
	if err != nil {
		return out, err
	}
	for _, d := range status.Decisions {
		out.Reasons = append(out.Reasons, "waits for your decision: "+d)
	}
	out.Reasons = append(out.Reasons, status.Waiting...)
	failed, err := record.StepsOf(ctx, q, `project_id = ? AND state = 'failed' AND cause_step IS NULL AND superseded = 0`, id)
	if err != nil {
		return out, err
	}
	for _, s := range failed {
		out.Reasons = append(out.Reasons, fmt.Sprintf("%s %q failed: %s", s.ID, s.Title, s.Cause))
	}
	if out.Calls, err = readCallLines(ctx, q, `project_id = ? AND step_id IS NULL`, id); err != nil {
		return out, err
	}
	if out.Decisions, err = readDecisions(ctx, q, `project_id = ?`, id); err != nil {
		return out, err
	}
	missions, err := record.MissionsIn(ctx, q, id)
	if err != nil || len(missions) == 0 {
		return out, err
	}
	last := missions[len(missions)-1]
	progress, err := engine.ProgressOf(ctx, q, last)
	if err != nil {
		return out, err
	}
	if said := progress.String(); said != "" {
		out.Reasons = append(out.Reasons, said)
	}
	return out, sqldb.FromJSON(last.Notes, &out.Notes)
}

// explainOrder leads from a department's project to what the founder said, a line each.
func explainOrder(ctx context.Context, q sqldb.Getter, p org.Project) ([]string, error) {
	if p.OpenedBy == "" {
		return nil, nil
	}
	out := []string{fmt.Sprintf("%s ordered it", p.OpenedBy.Name())}
	reasons, err := memos.Reasons(ctx, q, p.ForMemo)
	for _, m := range reasons {
		if m.From == org.Founder {
			out = append(out, fmt.Sprintf("because of %s, your words: %s", m.ID, m.Body))
		} else {
			out = append(out, fmt.Sprintf("because of %s from %s: %s", m.ID, m.From.Name(), m.Subject))
		}
	}
	return out, err
}

func readCallLines(ctx context.Context, q sqldb.Getter, where string, arg any) ([]reports.CallLine, error) {
	var rows []ledger.CallRow
	err := sqldb.Many(ctx, q, &rows, `SELECT `+ledger.CallColumns+` FROM llm_calls WHERE `+where+` ORDER BY seq`, arg)
	if err != nil {
		return nil, fmt.Errorf("read calls: %w", err)
	}
	out := make([]reports.CallLine, 0, len(rows))
	for _, r := range rows {
		model := r.Served
		if model == "" {
			model = r.Model
		}
		out = append(out, reports.CallLine{
			Purpose: r.Purpose, Asked: r.TierAsked, Served: r.Tier, Model: model, State: r.State,
			Cost: org.NanoUSD(r.Cost.Int64), CostSource: r.CostSource, Error: r.Error, At: sqldb.Moment(r.StartedAt),
		})
	}
	return out, nil
}

func readVerdicts(ctx context.Context, q sqldb.Getter, id org.StepID) ([]work.Review, error) {
	var rows []struct {
		Reviewer org.AgentID
		Role     string
		Pass     bool
		Findings string
		Model    string
	}
	err := sqldb.Many(ctx, q, &rows, `
		SELECT reviewer, role, pass, findings, model FROM reviews WHERE step_id = ? ORDER BY round, at, role`, id)
	if err != nil {
		return nil, fmt.Errorf("read reviews of %s: %w", id, err)
	}
	out := make([]work.Review, 0, len(rows))
	for _, r := range rows {
		v := work.Review{Reviewer: r.Reviewer, Role: r.Role, Pass: r.Pass, Model: r.Model}
		if err := sqldb.FromJSON(r.Findings, &v.Findings); err != nil {
			return nil, err
		}
		out = append(out, v)
	}
	return out, nil
}

// readDecisions leaves out the lines of the journal that only say that work went on.
func readDecisions(ctx context.Context, q sqldb.Getter, where string, args ...any) ([]org.Event, error) {
	var rows []journal.EventRow
	err := sqldb.Many(ctx, q, &rows, `
		SELECT seq, at, kind, message_id, project_id, mission_id, step_id, agent_id, attempt, body, data
		  FROM events WHERE `+where+` AND kind NOT IN ('stage_done', 'step_ready', 'step_started') ORDER BY seq`, args...)
	if err != nil {
		return nil, fmt.Errorf("read decisions: %w", err)
	}
	return journal.EventsOf(rows)
}
