package code

import (
	"context"

	"github.com/frasier-cos/frasier/internal/coding"
	"github.com/frasier-cos/frasier/store/record"
	"github.com/frasier-cos/frasier/store/sqldb"
)

// Runs returns the steps of open projects that change code and have not ended, in plan order: how far each
// is, without what its checks wrote.
func (d *Code) Runs(ctx context.Context) ([]coding.CodeRun, error) {
	out, err := d.readRuns(ctx, `superseded = 0 AND state IN ('pending', 'in_progress', 'in_review') AND id IN (SELECT step_id FROM code_steps)
		AND project_id IN (SELECT id FROM projects WHERE state IN ('active', 'paused'))`)
	return out, sqldb.Wrap("list who works on code", err)
}

// Workspaces returns the steps whose work on code has begun, of all projects that are not deleted, in plan order.
func (d *Code) Workspaces(ctx context.Context) ([]coding.CodeRun, error) {
	out, err := d.readRuns(ctx, `superseded = 0 AND id IN (SELECT step_id FROM code_steps WHERE handle <> '')
		AND project_id IN (SELECT id FROM projects WHERE archived_at = 0)`)
	return out, sqldb.Wrap("list work on code", err)
}

func (d *Code) readRuns(ctx context.Context, where string) ([]coding.CodeRun, error) {
	var out []coding.CodeRun
	err := d.db.View(ctx, func(q sqldb.Getter) error {
		steps, err := record.StepsOf(ctx, q, where)
		if err != nil {
			return err
		}
		for _, s := range steps {
			r := coding.CodeRun{Change: coding.StepChange{Step: s}}
			err := sqldb.One(ctx, q, &r.Repository, `
				SELECT r.name FROM projects p JOIN repositories r ON r.id = p.repository_id WHERE p.id = ?`, s.Project)
			if err != nil {
				return err
			}
			err = sqldb.One(ctx, q, &r.Turns, `SELECT count(*) FROM checkpoints WHERE step_id = ? AND round = ? AND stage = 'turn'`, s.ID, s.Round())
			if err != nil {
				return err
			}
			if r.Change.Placed, err = PlacedOf(ctx, q, s.ID); err != nil {
				return err
			}
			if r.Change.Remote, err = HandedOf(ctx, q, s.ID); err != nil {
				return err
			}
			trials, err := readTrials(ctx, q, `'' AS tail`, `step_id = ?`, s.ID)
			if err != nil {
				return err
			}
			r.Change.Trials = trials[s.ID]
			out = append(out, r)
		}
		return nil
	})
	return out, err
}
