package report

import (
	"context"
	"database/sql"
	"fmt"

	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/reports"
	"github.com/frasier-cos/frasier/internal/work"
	"github.com/frasier-cos/frasier/store/engine"
	"github.com/frasier-cos/frasier/store/ledger"
	"github.com/frasier-cos/frasier/store/record"
	"github.com/frasier-cos/frasier/store/sqldb"
)

// StepTrace returns how a step was done: calls with their prompts and replies,
// saved stages, drafts and verdicts by round, on one snapshot.
func (d *Report) StepTrace(ctx context.Context, id org.StepID) (reports.StepTrace, error) {
	var out reports.StepTrace
	err := d.db.View(ctx, func(q sqldb.Getter) error {
		found, err := record.StepsOf(ctx, q, `id = ?`, id)
		if err != nil {
			return err
		}
		if len(found) == 0 {
			return org.ErrNotFound
		}
		out.Step = found[0]
		t := tracer{ctx: ctx, q: q, step: id, trace: &out}
		for _, read := range []func() error{t.readCalls, t.readStages, t.readDrafts, t.readReviews, t.readRejections} {
			if err := read(); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		return out, fmt.Errorf("trace of step %s: %w", id, err)
	}
	return out, nil
}

// tracer puts what it reads of a step into its rounds.
type tracer struct {
	ctx   context.Context // it lives as long as one call
	q     sqldb.Getter
	step  org.StepID
	trace *reports.StepTrace
}

// ensureRound makes rounds up to the one of a number, from 1. Calls without one belong to the
// first.
func (t *tracer) ensureRound(n int) *reports.RoundTrace {
	n = max(n, 1)
	for len(t.trace.Rounds) < n {
		t.trace.Rounds = append(t.trace.Rounds, reports.RoundTrace{N: len(t.trace.Rounds) + 1})
	}
	return &t.trace.Rounds[n-1]
}

func (t *tracer) readCalls() error {
	var rows []struct {
		ledger.CallRow
		Round int
	}
	if err := sqldb.Many(t.ctx, t.q, &rows, `SELECT `+ledger.CallColumns+`, round FROM llm_calls WHERE step_id = ? ORDER BY seq`, t.step); err != nil {
		return fmt.Errorf("read calls: %w", err)
	}
	prompts, err := ledger.PromptsOf(t.ctx, t.q, t.step)
	if err != nil {
		return err
	}
	for _, r := range rows {
		round := t.ensureRound(r.Round)
		round.Calls = append(round.Calls, reports.CallTrace{
			Seq: r.Seq, Try: r.Try, Round: r.Round, Purpose: r.Purpose, Asked: r.TierAsked, Served: r.Tier, Model: r.Model, Answered: r.Served, Provider: r.Provider,
			State: r.State, Error: r.Error, Prompt: prompts[r.Seq], Reply: r.Reply, In: r.TokensIn, Out: r.TokensOut, Cached: r.Cached, Reasoning: r.Reasoning,
			Cost: org.NanoUSD(r.Cost.Int64), CostSource: r.CostSource, Unparsed: r.Unparsed, At: sqldb.Moment(r.StartedAt), EndedAt: sqldb.NullMoment(r.EndedAt),
		})
	}
	return nil
}

func (t *tracer) readStages() error {
	var rows []struct {
		Round, Seq    int
		Stage, Output string
		Input         string `db:"input_hash"`
		At            int64
		Setup         string
	}
	if err := sqldb.Many(t.ctx, t.q, &rows, `SELECT round, stage, seq, input_hash, output, at, setup FROM checkpoints WHERE step_id = ? ORDER BY round, at, seq`, t.step); err != nil {
		return fmt.Errorf("read stages: %w", err)
	}
	for _, r := range rows {
		round := t.ensureRound(r.Round)
		round.Stages = append(round.Stages, work.Checkpoint{Step: t.step, Round: r.Round, Stage: r.Stage, Seq: r.Seq, InputHash: r.Input, Output: r.Output, At: sqldb.Moment(r.At), Setup: r.Setup})
	}
	return nil
}

func (t *tracer) readDrafts() error {
	var rows []struct {
		Round, Version int
		Body, Audit    string
		Score          sql.NullFloat64
		Met            int `db:"points_met"`
		Asked          int `db:"points_asked"`
		MustFix        int `db:"must_fix"`
		Chosen         bool
	}
	if err := sqldb.Many(t.ctx, t.q, &rows, `SELECT round, version, body, score, points_met, points_asked, must_fix, chosen, audit FROM drafts WHERE step_id = ? ORDER BY round, version`, t.step); err != nil {
		return fmt.Errorf("read drafts: %w", err)
	}
	for _, r := range rows {
		round := t.ensureRound(r.Round)
		round.Drafts = append(round.Drafts, work.Draft{
			Round: r.Round, Version: r.Version, Body: r.Body, Score: r.Score.Float64, Scored: r.Score.Valid, Points: org.Points{Met: r.Met, Asked: r.Asked}, MustFix: r.MustFix, Chosen: r.Chosen, AuditJSON: r.Audit,
		})
	}
	return nil
}

func (t *tracer) readReviews() error {
	var rows []struct {
		Round                 int
		Reviewer              org.AgentID
		Role, Findings, Model string
		Pass                  bool
	}
	if err := sqldb.Many(t.ctx, t.q, &rows, `SELECT round, reviewer, role, pass, findings, model FROM reviews WHERE step_id = ? ORDER BY round, at, role`, t.step); err != nil {
		return fmt.Errorf("read reviews: %w", err)
	}
	for _, r := range rows {
		v := work.Review{Reviewer: r.Reviewer, Role: r.Role, Pass: r.Pass, Model: r.Model}
		if err := sqldb.FromJSON(r.Findings, &v.Findings); err != nil {
			return err
		}
		round := t.ensureRound(r.Round)
		round.Reviews = append(round.Reviews, v)
	}
	return nil
}

func (t *tracer) readRejections() error {
	all, err := engine.RejectionsBefore(t.ctx, t.q, t.step)
	for _, j := range all {
		t.ensureRound(j.Round).Rejection = j
	}
	return err
}

// Versions returns every document of a project, the oldest first, without its
// PDF and files: those of its missions, and what a document was before it was
// made again.
func (d *Report) Versions(ctx context.Context, project org.ProjectID) ([]work.Deliverable, error) {
	var rows []struct {
		Mission         org.MissionID `db:"mission_id"`
		Title, Markdown string
		HTML            string
		At              int64
	}
	err := sqldb.Many(ctx, d.db.Read, &rows, `
		SELECT m.id AS mission_id, v.title, r.body AS markdown, '' AS html, r.at
		  FROM drafts r JOIN steps s ON s.id = r.step_id JOIN missions m ON m.id = s.mission_id JOIN deliverables v ON v.mission_id = m.id
		 WHERE s.project_id = ? AND s.kind = 'assembly' AND r.body <> v.markdown
		UNION ALL
		SELECT mission_id, title, markdown, html, at FROM deliverables WHERE project_id = ?
		 ORDER BY at`, project, project)
	if err != nil {
		return nil, fmt.Errorf("list documents of %s: %w", project, err)
	}
	out := make([]work.Deliverable, 0, len(rows))
	for _, r := range rows {
		out = append(out, work.Deliverable{Project: project, Mission: r.Mission, Title: r.Title, Markdown: r.Markdown, HTML: r.HTML, At: sqldb.Moment(r.At)})
	}
	return out, nil
}
