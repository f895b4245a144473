package ledger

import (
	"context"
	"database/sql"
	"fmt"
	"time"

	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/store/sqldb"
)

// UnknownCosts returns at most n calls that ended at or after since and whose
// cost nobody knows: first those that the provider knows by a name, the newest
// first.
func (d *Ledger) UnknownCosts(ctx context.Context, since time.Time, n int) ([]org.UnknownCost, error) {
	var rows []struct {
		Key        string `db:"call_key"`
		Try        int    `db:"try_no"`
		Purpose    string
		Project    sql.NullString `db:"project_id"`
		Step       sql.NullString `db:"step_id"`
		Model      string
		Generation string
		Reserve    int64
		StartedAt  int64 `db:"started_at"`
	}
	err := sqldb.Many(ctx, d.db.Read, &rows, `
		SELECT call_key, try_no, purpose, project_id, step_id, model, generation, reserve, started_at FROM llm_calls
		 WHERE cost IS NULL AND ended_at IS NOT NULL AND ended_at >= ? ORDER BY CASE WHEN generation = '' THEN 1 ELSE 0 END, ended_at DESC, seq DESC LIMIT ?`,
		sqldb.Micros(since), n)
	if err != nil {
		return nil, fmt.Errorf("list unknown costs: %w", err)
	}
	out := make([]org.UnknownCost, 0, len(rows))
	for _, r := range rows {
		out = append(out, org.UnknownCost{
			Key: r.Key, Try: r.Try, Purpose: r.Purpose, Project: org.ProjectID(r.Project.String), Step: org.StepID(r.Step.String),
			Model: r.Model, Generation: r.Generation, Reserve: org.NanoUSD(r.Reserve), At: sqldb.Moment(r.StartedAt),
		})
	}
	return out, nil
}

// RecordCost records what a call cost after all, as its provider says. A cost
// that is known already stays as it is.
func (d *Ledger) RecordCost(ctx context.Context, key string, try int, cost org.NanoUSD) error {
	err := d.db.Write(ctx, func(t *sqldb.Tx) error {
		t.Method = "record-cost"
		var row CallRow
		err := t.Get(&row, `SELECT `+CallColumns+` FROM llm_calls WHERE call_key = ? AND try_no = ?`, key, try)
		if sqldb.NoRow(err) {
			return org.ErrNotFound
		}
		if err != nil || row.Cost.Valid || row.State == org.CallPending {
			return err
		}
		if err := t.Exec(`UPDATE llm_calls SET cost = ?, cost_source = 'provider' WHERE seq = ?`, int64(cost), row.Seq); err != nil {
			return err
		}
		return recordCost(t, row, sql.NullInt64{Int64: int64(cost), Valid: true})
	})
	return sqldb.Wrap("record the cost of "+key, err)
}
