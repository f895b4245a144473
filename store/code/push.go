package code

import (
	"context"
	"fmt"

	"github.com/frasier-cos/frasier/internal/coding"
	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/store/sqldb"
)

// markPush notes whether the branch of a project is pushed with the change that was just merged, as
// it was decided when its step began.
func markPush(t *sqldb.Tx, id org.StepID, project org.ProjectID) error {
	p, err := PlacedOf(t.Ctx, t, id)
	if err != nil {
		return err
	}
	to := coding.PushState("")
	var as string
	if err := t.Get(&as, `SELECT pushes_as FROM projects WHERE id = ?`, project); err != nil {
		return err
	}
	if p != nil && p.Push.Value || as != "" { // a pull request waits for what goes on its branch
		to = coding.PushDue
	}
	if as == "" && p != nil && p.Onto.Value != "" {
		if err := t.Exec(`UPDATE projects SET pushes_as = ? WHERE id = ?`, p.Onto.Value, project); err != nil {
			return err
		}
	}
	return t.Exec(`UPDATE integrations SET push = ?, push_why = '', push_at = ? WHERE project_id = ?`, to, t.Now, project)
}

// readPush returns nil for a branch that stays here.
func readPush(ctx context.Context, q sqldb.Getter, p org.ProjectID) (*coding.Push, error) {
	var rows []struct {
		Push coding.PushState
		Why  string `db:"push_why"`
		At   int64  `db:"push_at"`
	}
	err := sqldb.Many(ctx, q, &rows, `SELECT push, push_why, push_at FROM integrations WHERE project_id = ? AND push <> ''`, p)
	if err != nil || len(rows) == 0 {
		return nil, sqldb.Wrap("read whether the branch of "+string(p)+" is pushed", err)
	}
	return &coding.Push{State: rows[0].Push, Why: rows[0].Why, At: sqldb.Moment(rows[0].At)}, nil
}

// PushesDue returns the branches that are due at the addresses of their repositories: of projects that ended with
// a result, or failed with something merged. What a founder cancelled stays here.
func (d *Code) PushesDue(ctx context.Context) ([]coding.DuePush, error) {
	var out []coding.DuePush
	err := d.db.View(ctx, func(q sqldb.Getter) error {
		var ids []org.ProjectID
		err := sqldb.Many(ctx, q, &ids, `
			SELECT g.project_id FROM integrations g JOIN projects p ON p.id = g.project_id
			 WHERE g.push = 'due' AND p.state IN ('completed', 'partial', 'failed') ORDER BY g.project_id`)
		if err != nil {
			return err
		}
		for _, id := range ids {
			o, err := BranchOf(ctx, q, id)
			if err != nil {
				return err
			}
			if o != nil && !o.Repository.ReadOnly() { // else it goes once changes are allowed again
				out = append(out, coding.DuePush{Project: id, Order: *o, Since: o.Push.At})
			}
		}
		return nil
	})
	return out, sqldb.Wrap("list the branches to push", err)
}

// KeepPush keeps what became of a project's branch at its repository's address, as it was with its last change. It
// returns org.ErrConflict when that is known already, or more was merged meanwhile.
func (d *Code) KeepPush(ctx context.Context, due coding.DuePush, to coding.Push) error {
	err := d.db.Write(ctx, func(t *sqldb.Tx) error {
		t.Method = "keep-push"
		n, err := t.Change(`UPDATE integrations SET push = ?, push_why = ?, push_at = ? WHERE project_id = ? AND head_sha = ? AND push = 'due'`,
			to.State, to.Why, t.Now, due.Project, due.Order.Base())
		if err == nil && n == 0 {
			err = org.ErrConflict
		}
		if err != nil {
			return err
		}
		text := fmt.Sprintf("The branch %s is pushed", due.Order.PushedAs())
		if to.State == coding.PushRefused {
			text = fmt.Sprintf("The branch %s could not be pushed: %s", due.Order.PushedAs(), to.Why)
		}
		t.Wake = true
		merged := due.Order.Merged
		return recordStepEvent(t, org.EventPushed, merged[len(merged)-1].Step, text)
	})
	return sqldb.Wrap("keep what became of the branch of "+string(due.Project), err)
}
