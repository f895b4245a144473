// Package record holds the rows that several subjects of the store read:
// projects, missions, steps, agents, messages.
package record

import (
	"context"
	"database/sql"
	"errors"
	"fmt"

	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/reports"
	"github.com/frasier-cos/frasier/store/sqldb"
)

// StepColumns are those of StepRow.
const StepColumns = `seq, id, mission_id, project_id, key, item, title, goal, kind, depth, role, category, agent_id, tier,
	phase, grp, final, critical, grave, instead, entities, acceptance, state, open_deps, held, run_after, priority, strikes, attempt, crashes,
	fence, claim_until, stage, result, digest, score, points_met, points_asked, reviewed, served, cause, cause_step, started_at, ended_at, rounds,
	superseded, advice`

// StepRow is one row of steps.
type StepRow struct {
	Seq        int64
	ID         org.StepID
	Mission    org.MissionID `db:"mission_id"`
	Project    org.ProjectID `db:"project_id"`
	Key        string
	Item       sql.NullString
	Title      string
	Goal       string
	Kind       org.StepKind
	Depth      org.Depth
	Role       string
	Category   string
	Agent      org.AgentID `db:"agent_id"`
	Tier       org.Tier
	Phase      int
	Group      int `db:"grp"`
	Final      bool
	Critical   bool
	Grave      bool
	Instead    string
	Entities   string
	Acceptance string
	State      org.StepState
	OpenDeps   int `db:"open_deps"`
	Held       org.Hold
	RunAfter   sql.NullInt64 `db:"run_after"`
	Priority   int64
	Strikes    int
	Attempt    int
	Crashes    int
	Fence      int64
	ClaimUntil sql.NullInt64 `db:"claim_until"`
	Stage      string
	Result     string
	Digest     string
	Score      sql.NullFloat64
	Met        int `db:"points_met"`
	Asked      int `db:"points_asked"`
	Reviewed   string
	Served     org.Tier
	Cause      string
	CauseStep  sql.NullString `db:"cause_step"`
	StartedAt  sql.NullInt64  `db:"started_at"`
	EndedAt    sql.NullInt64  `db:"ended_at"`
	Rounds     int
	Superseded bool
	Advice     string
}

// Round returns the number of the step's present round, from 1.
func (r StepRow) Round() int { return r.Rounds + r.Strikes + 1 }

// Step converts the row, without what it depends on.
func (r StepRow) Step() (org.Step, error) {
	s := org.Step{
		ID: r.ID, Mission: r.Mission, Project: r.Project, Key: r.Key, Item: r.Item.String, Title: r.Title, Goal: r.Goal, Kind: r.Kind,
		Depth: r.Depth, Role: r.Role, Category: r.Category, Agent: r.Agent, Tier: r.Tier, Phase: r.Phase, Group: r.Group,
		Final: r.Final, Critical: r.Critical, Grave: r.Grave, Instead: r.Instead, State: r.State, Held: r.Held, RunAfter: sqldb.NullMoment(r.RunAfter),
		OpenDeps: r.OpenDeps, Strikes: r.Strikes, Attempt: r.Attempt, Crashes: r.Crashes, Result: r.Result,
		Digest: r.Digest, Score: r.Score.Float64, Scored: r.Score.Valid, Points: org.Points{Met: r.Met, Asked: r.Asked}, Reviewed: r.Reviewed, Cause: r.Cause,
		CauseStep: org.StepID(r.CauseStep.String), Served: r.Served, StartedAt: sqldb.NullMoment(r.StartedAt),
		EndedAt: sqldb.NullMoment(r.EndedAt), Stage: r.Stage, Rounds: r.Rounds,
	}
	var err error
	if s.Entities, err = sqldb.Listed[string](r.Entities); err != nil {
		return s, fmt.Errorf("read entities of %s: %w", r.ID, err)
	}
	if s.Acceptance, err = sqldb.Listed[org.Criterion](r.Acceptance); err != nil {
		return s, fmt.Errorf("read acceptance of %s: %w", r.ID, err)
	}
	return s, nil
}

// StepsOf reads the steps that a condition on steps selects, in plan order,
// each with what it depends on.
func StepsOf(ctx context.Context, q sqldb.Getter, where string, args ...any) ([]org.Step, error) {
	var rows []StepRow
	var edges []struct {
		Step org.StepID `db:"step_id"`
		Need org.StepID `db:"depends_on"`
	}
	if err := sqldb.Many(ctx, q, &rows, `SELECT `+StepColumns+` FROM steps WHERE `+where+` ORDER BY seq`, args...); err != nil {
		return nil, fmt.Errorf("read steps: %w", err)
	}
	err := sqldb.Many(ctx, q, &edges, `
		SELECT e.step_id, e.depends_on
		  FROM step_dependencies e JOIN steps n ON n.id = e.depends_on
		 WHERE e.step_id IN (SELECT id FROM steps WHERE `+where+`) ORDER BY n.seq`, args...)
	if err != nil {
		return nil, fmt.Errorf("read dependencies: %w", err)
	}
	needs := map[org.StepID][]org.StepID{}
	for _, e := range edges {
		needs[e.Step] = append(needs[e.Step], e.Need)
	}
	steps := make([]org.Step, 0, len(rows))
	for _, r := range rows {
		s, err := r.Step()
		if err != nil {
			return nil, err
		}
		s.DependsOn = needs[s.ID]
		steps = append(steps, s)
	}
	return steps, nil
}

// projectColumns name the table, so that they may stand in a join.
const projectColumns = `projects.id, projects.message_id, projects.transport, projects.channel, projects.title, projects.goal,
	projects.state, projects.outcome, projects.mode, projects.template, projects.depth, projects.single, projects.offline, projects.phase,
	projects.created_at, projects.ended_at, projects.reopened, projects.opened_by, projects.for_memo, projects.health, projects.paused_by,
	projects.resumed_at, projects.archived_at, projects.ordered_by`

type projectRow struct {
	ID        org.ProjectID
	Message   org.MessageID `db:"message_id"`
	Transport string
	Channel   string
	Title     string
	Goal      string
	State     org.ProjectState
	Outcome   string
	Mode      org.Mode
	Template  org.Template
	Depth     org.Depth
	Single    bool
	Offline   bool
	Phase     int
	CreatedAt int64         `db:"created_at"`
	EndedAt   sql.NullInt64 `db:"ended_at"`
	Reopened  int
	OpenedBy  org.Department `db:"opened_by"`
	ForMemo   org.MemoID     `db:"for_memo"`
	Health    string
	PausedBy  org.MemoID `db:"paused_by"`
	ResumedAt int64      `db:"resumed_at"`
	Archived  int64      `db:"archived_at"`
	OrderedBy string     `db:"ordered_by"`
}

func (r projectRow) toProject() org.Project {
	p := org.Project{
		ID: r.ID, Title: r.Title, Goal: r.Goal, State: r.State, Outcome: r.Outcome, Mode: r.Mode, Template: r.Template, Depth: r.Depth,
		Single: r.Single, Offline: r.Offline, Phase: r.Phase, Channel: org.Channel{Transport: r.Transport, ID: r.Channel},
		Message: r.Message, CreatedAt: sqldb.Moment(r.CreatedAt), EndedAt: sqldb.NullMoment(r.EndedAt), Reopened: r.Reopened,
		OpenedBy: r.OpenedBy, ForMemo: r.ForMemo, Health: r.Health, PausedBy: r.PausedBy, Archived: r.Archived > 0, OrderedBy: r.OrderedBy,
	}
	if r.ResumedAt > 0 {
		p.Resumed = sqldb.Moment(r.ResumedAt)
	}
	return p
}

type phaseRow struct {
	Project org.ProjectID `db:"project_id"`
	Index   int           `db:"idx"`
	Label   string
	Task    string
}

// ProjectsOf reads the projects that a condition selects, oldest first, each
// with its phases.
func ProjectsOf(ctx context.Context, q sqldb.Getter, where string, args ...any) ([]org.Project, error) {
	var rows []projectRow
	err := sqldb.Many(ctx, q, &rows, `SELECT `+projectColumns+` FROM projects WHERE `+where+` ORDER BY created_at, length(id), id`, args...)
	if err != nil {
		return nil, fmt.Errorf("read projects: %w", err)
	}
	var phases []phaseRow
	err = sqldb.Many(ctx, q, &phases, `
		SELECT project_id, idx, label, task FROM phases
		 WHERE project_id IN (SELECT id FROM projects WHERE `+where+`) ORDER BY idx`, args...)
	if err != nil {
		return nil, fmt.Errorf("read phases: %w", err)
	}
	out := make([]org.Project, 0, len(rows))
	at := map[org.ProjectID]int{}
	for i, r := range rows {
		out = append(out, r.toProject())
		at[r.ID] = i
	}
	for _, f := range phases {
		i, found := at[f.Project]
		if !found {
			continue // it was started between the two questions
		}
		out[i].Phases = append(out[i].Phases, org.Phase{Index: f.Index, Label: f.Label, Task: f.Task})
	}
	return out, nil
}

// ProjectOf reads one project.
func ProjectOf(ctx context.Context, q sqldb.Getter, id org.ProjectID) (org.Project, error) {
	found, err := ProjectsOf(ctx, q, `projects.id = ?`, id)
	if err != nil {
		return org.Project{}, err
	}
	if len(found) == 0 {
		return org.Project{}, fmt.Errorf("project %s: %w", id, org.ErrNotFound)
	}
	return found[0], nil
}

// MissionRow is one row of missions.
type MissionRow struct {
	ID        org.MissionID
	Project   org.ProjectID `db:"project_id"`
	Seq       int
	Phase     int
	Label     string
	State     org.MissionState
	Planned   bool
	Outcome   string
	Notes     string
	OpenSteps int `db:"open_steps"`
	Fence     int64
	Tries     int
	Plans     int
	Again     string
}

// MissionColumns are those of MissionRow.
const MissionColumns = `id, project_id, seq, phase, label, state, planned, outcome, notes, open_steps, fence, tries, plans, again`

// Mission converts the row.
func (r MissionRow) Mission() org.Mission {
	return org.Mission{
		ID: r.ID, Project: r.Project, Phase: r.Phase, Label: r.Label, Seq: r.Seq, State: r.State, Outcome: r.Outcome,
	}
}

// MissionOf reads one mission; org.ErrNotFound when there is none.
func MissionOf(ctx context.Context, q sqldb.Getter, id org.MissionID) (MissionRow, error) {
	var m MissionRow
	err := sqldb.One(ctx, q, &m, `SELECT `+MissionColumns+` FROM missions WHERE id = ?`, id)
	if errors.Is(err, sql.ErrNoRows) {
		return m, fmt.Errorf("mission %s: %w", id, org.ErrNotFound)
	}
	if err != nil {
		return m, fmt.Errorf("read mission %s: %w", id, err)
	}
	return m, nil
}

// LastOne reports whether it is an assembly that waits for no step any more.
func (r StepRow) LastOne() bool {
	return r.Kind == org.KindAssembly && r.State == org.StepPending && r.OpenDeps == 0
}

// Score stores an unscored value as NULL.
func Score(v float64, scored bool) sql.NullFloat64 { return sql.NullFloat64{Float64: v, Valid: scored} }

// ProjectLines names projects as a list does.
func ProjectLines(all []org.Project) []reports.ProjectLine {
	out := make([]reports.ProjectLine, 0, len(all))
	for _, p := range all {
		out = append(out, reports.ProjectLine{ID: p.ID, Title: p.Title, State: p.State})
	}
	return out
}
