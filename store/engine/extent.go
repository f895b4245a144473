package engine

import (
	"context"
	"database/sql"
	"fmt"
	"time"

	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/question"
	"github.com/frasier-cos/frasier/store/sqldb"
)

// RedoExtent lists the steps that Redo of some steps of a project would do again, in plan
// order and without the assemblies, and what that may cost and take, judged by the rounds
// that they had. Nothing is changed.
func (d *Engine) RedoExtent(ctx context.Context, p org.ProjectID, ids []org.StepID) ([]org.Step, question.Effort, error) {
	var out []org.Step
	var effort question.Effort
	err := d.db.View(ctx, func(q sqldb.Getter) (err error) {
		out, effort, err = ExtentOf(ctx, q, p, ids)
		return err
	})
	return out, effort, sqldb.Wrap("look what would be done again", err)
}

// ExtentOf is RedoExtent in a transaction.
func ExtentOf(ctx context.Context, q sqldb.Getter, p org.ProjectID, ids []org.StepID) (out []org.Step, effort question.Effort, err error) {
	g, err := readNetwork(ctx, q, p)
	if err != nil {
		return nil, effort, err
	}
	all := map[org.StepID]bool{}
	for _, id := range ids {
		set, _ := g.selectRedo(id)
		for s := range set {
			all[s] = true
		}
	}
	for _, r := range g.rows {
		if !all[r.ID] || r.Kind == org.KindAssembly || !r.State.Ended() {
			continue
		}
		s, err := r.Step()
		if err != nil {
			return nil, effort, err
		}
		out = append(out, s)
		var cost sql.NullInt64
		if err := sqldb.One(ctx, q, &cost, `SELECT sum(cost) FROM llm_calls WHERE step_id = ?`, r.ID); err != nil {
			return nil, effort, fmt.Errorf("sum costs of %s: %w", r.ID, err)
		}
		rounds := int64(max(1, r.Rounds+r.Strikes))
		effort.Cost += org.NanoUSD(cost.Int64 / rounds)
		effort.Known = effort.Known || cost.Valid
		if r.StartedAt.Valid && r.EndedAt.Valid {
			effort.Time += time.Duration((r.EndedAt.Int64-r.StartedAt.Int64)/rounds) * time.Microsecond
		}
	}
	return out, effort, nil
}

// LeftOut lists the steps of a project that failed and that a founder then chose to leave
// out: nothing but his naming one has it done after all.
func (d *Engine) LeftOut(ctx context.Context, p org.ProjectID) ([]org.StepID, error) {
	var out []org.StepID
	err := d.db.View(ctx, func(q sqldb.Getter) error {
		return sqldb.Many(ctx, q, &out, `
			SELECT e.step_id FROM escalations e JOIN steps s ON s.id = e.step_id
			 WHERE e.project_id = ? AND e.state = 'answered' AND e.safe <> '' AND e.answer = e.safe AND e.gate_id = '' AND s.state = 'failed'`, p)
	})
	return out, sqldb.Wrap("list what was left out", err)
}
