package code

import (
	"context"
	"fmt"

	"github.com/frasier-cos/frasier/internal/coding"
	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/work"
	"github.com/frasier-cos/frasier/store/record"
	"github.com/frasier-cos/frasier/store/sqldb"
)

func readRivals(ctx context.Context, q sqldb.Getter, id org.StepID) ([]coding.Rival, error) {
	var rows []struct {
		N      int
		Coder  coding.CoderKind
		Tier   org.Tier
		By     string `db:"said_by"`
		At     int64
		Result coding.RivalResult
		Why    string
		Patch  []byte
	}
	err := sqldb.Many(ctx, q, &rows, `SELECT n, coder, tier, said_by, at, result, why, patch FROM rivals WHERE step_id = ? ORDER BY n`, id)
	var out []coding.Rival
	for _, r := range rows {
		out = append(out, coding.Rival{N: r.N, Coder: r.Coder, Tier: r.Tier, By: r.By, At: sqldb.Moment(r.At), Result: r.Result, Why: r.Why, Patch: r.Patch})
	}
	return out, sqldb.Wrap("read who competes over "+string(id), err)
}

// Rivals returns who makes the change of a step against each other, with the patches of those that were not taken.
func (d *Code) Rivals(ctx context.Context, id org.StepID) ([]coding.Rival, error) {
	return readRivals(ctx, d.db.Read, id)
}

// SetRivals keeps who makes the change of a step against each other, instead of those that were named before; none takes that back. It returns
// org.ErrNotFound for a step that changes no code, and org.ErrConflict for one that has begun.
func (d *Code) SetRivals(ctx context.Context, id org.StepID, all []coding.Rival, who string) error {
	return sqldb.Wrap("have several make the change of "+string(id), d.db.Write(ctx, func(t *sqldb.Tx) error {
		t.Method = "set-rivals"
		steps, err := record.StepsOf(t.Ctx, t, `id = ? AND id IN (SELECT step_id FROM code_steps)`, id)
		switch {
		case err != nil:
			return err
		case len(steps) == 0:
			return org.ErrNotFound
		case steps[0].State != org.StepPending || steps[0].Round() > 1:
			return org.ErrConflict
		}
		if err := t.Exec(`DELETE FROM rivals WHERE step_id = ?`, id); err != nil {
			return err
		}
		says := "nobody competes over it any more"
		for i, r := range all {
			says = fmt.Sprintf("%d make it against each other", len(all))
			if err := t.Exec(`INSERT INTO rivals (step_id, n, coder, tier, said_by, at) VALUES (?, ?, ?, ?, ?, ?)`, id, i+1, r.Coder, r.Tier, who, t.Now); err != nil {
				return err
			}
		}
		return record.StepEvent(t, org.EventIsolation, steps[0], "The change of "+steps[0].Title+": "+says)
	}))
}

// KeepRivals keeps what became of each change, with the patches of those that were not taken. It returns org.ErrLeaseLost when somebody else has
// the step.
func (d *Code) KeepRivals(ctx context.Context, l work.Lease, all []coding.Rival) error {
	return sqldb.Wrap("keep who won over "+string(l.Step), d.db.Write(ctx, func(t *sqldb.Tx) error {
		t.Method = "keep-rivals"
		if err := checkLease(t, l); err != nil {
			return err
		}
		for _, r := range all {
			var patch []byte
			if r.Result != coding.RivalWon {
				patch = r.Patch
			}
			if err := t.Exec(`UPDATE rivals SET result = ?, why = ?, patch = ? WHERE step_id = ? AND n = ?`, r.Result, r.Why, patch, l.Step, r.N); err != nil {
				return err
			}
		}
		return nil
	}))
}
