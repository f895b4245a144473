package ledger

import (
	"context"
	"fmt"

	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/store/sqldb"
)

// StepCosts returns what each step of a project has cost so far. Steps whose
// calls are all of unknown cost are left out.
func (d *Ledger) StepCosts(ctx context.Context, project org.ProjectID) (map[org.StepID]org.NanoUSD, error) {
	return StepCosts(ctx, d.db.Read, project)
}

// StepCosts sums what each step of a project cost so far.
func StepCosts(ctx context.Context, q sqldb.Getter, project org.ProjectID) (map[org.StepID]org.NanoUSD, error) {
	var rows []struct {
		Step org.StepID `db:"step_id"`
		Cost int64      `db:"cost"`
	}
	err := sqldb.Many(ctx, q, &rows, `
		SELECT step_id, sum(cost) AS cost FROM llm_calls
		 WHERE project_id = ? AND step_id IS NOT NULL AND cost IS NOT NULL GROUP BY step_id`, project)
	if err != nil {
		return nil, fmt.Errorf("read costs of %s: %w", project, err)
	}
	out := make(map[org.StepID]org.NanoUSD, len(rows))
	for _, r := range rows {
		out[r.Step] = org.NanoUSD(r.Cost)
	}
	return out, nil
}

// Answered reports whether any model ever answered a call for the project, of
// whatever use the answer was.
func (d *Ledger) Answered(ctx context.Context, project org.ProjectID) (bool, error) {
	var yes bool
	if err := sqldb.One(ctx, d.db.Read, &yes, `SELECT answered FROM projects WHERE id = ?`, project); err != nil {
		return false, fmt.Errorf("read project %s: %w", project, err)
	}
	return yes, nil
}
