package code

import (
	"context"
	"fmt"

	"github.com/frasier-cos/frasier/internal/coding"
	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/prose"
	"github.com/frasier-cos/frasier/store/record"
	"github.com/frasier-cos/frasier/store/sqldb"
)

// SetIsolation keeps what a founder says of a step: whether its change stays out of his own folder. The empty
// isolation takes his word back. It returns org.ErrNotFound for a step that changes no code, and org.ErrConflict for one that has ended.
func (d *Code) SetIsolation(ctx context.Context, id org.StepID, to coding.Isolation) error {
	err := d.db.Write(ctx, func(t *sqldb.Tx) error {
		t.Method = "set-isolation"
		steps, err := record.StepsOf(t.Ctx, t, `id = ? AND id IN (SELECT step_id FROM code_steps)`, id)
		switch {
		case err != nil:
			return err
		case len(steps) == 0:
			return org.ErrNotFound
		case steps[0].State.Ended():
			return org.ErrConflict
		}
		n, err := t.Change(`UPDATE code_steps SET isolation = ? WHERE step_id = ? AND isolation <> ?`, to, id, to)
		if err != nil || n == 0 {
			return err
		}
		says := map[coding.Isolation]string{coding.Isolated: "stays out of the founder's folder", coding.NotIsolated: "comes into the founder's folder once it is merged", "": "goes by its repository"}[to]
		return record.StepEvent(t, org.EventIsolation, steps[0], "The change of "+steps[0].Title+" "+says)
	})
	return sqldb.Wrap("say where the change of "+string(id)+" goes", err)
}

// recordArrival notes that a change which was just merged comes into the founder's folder, where
// that was decided when its step began.
func recordArrival(t *sqldb.Tx, id org.StepID, project org.ProjectID) error {
	p, err := PlacedOf(t.Ctx, t, id)
	if err != nil || p == nil || p.Isolated.Value != coding.NotIsolated {
		return err
	}
	return t.Exec(`INSERT INTO arrivals (project_id, n, state, at) SELECT project_id, n, 'due', ? FROM integrations WHERE project_id = ?`, t.Now, project)
}

type arrivalRow struct {
	Project  org.ProjectID `db:"project_id"`
	N        int
	Step     org.StepID `db:"step_id"`
	State    coding.ArrivalState
	Files    int
	Obstacle coding.Obstacle
	Path     string
	At       int64
}

func (r arrivalRow) toArrival() coding.Arrival {
	return coding.Arrival{Project: r.Project, N: r.N, Step: r.Step, State: r.State, Files: r.Files, Obstacle: r.Obstacle, Path: r.Path, At: sqldb.Moment(r.At)}
}

const arrivalColumns = `a.project_id, a.n, i.step_id, a.state, a.files, a.obstacle, a.path, a.at`

func readArrivals(ctx context.Context, q sqldb.Getter, where string, args ...any) ([]coding.Arrival, error) {
	var rows []arrivalRow
	err := sqldb.Many(ctx, q, &rows, `
		SELECT `+arrivalColumns+` FROM arrivals a JOIN integration_steps i ON i.project_id = a.project_id AND i.n = a.n
		 WHERE `+where+` ORDER BY a.project_id, a.n`, args...)
	if err != nil {
		return nil, fmt.Errorf("read which changes come into a folder: %w", err)
	}
	out := make([]coding.Arrival, 0, len(rows))
	for _, r := range rows {
		out = append(out, r.toArrival())
	}
	return out, nil
}

// ArrivalOf tells how far a step's last merged change is on its way into the founder's folder; nil
// for one that stays out of it.
func ArrivalOf(ctx context.Context, q sqldb.Getter, id org.StepID) (*coding.Arrival, error) {
	all, err := readArrivals(ctx, q, `i.step_id = ?`, id)
	if err != nil || len(all) == 0 {
		return nil, err
	}
	return &all[len(all)-1], nil
}

// ArrivalsDue returns the changes that are due in folders of a machine, in the order of their branches.
func (d *Code) ArrivalsDue(ctx context.Context, machine string) ([]coding.DueArrival, error) {
	var out []coding.DueArrival
	err := d.db.View(ctx, func(q sqldb.Getter) error {
		all, err := readArrivals(ctx, q, `a.state = 'due' AND a.project_id IN (
			SELECT g.project_id FROM integrations g JOIN repositories r ON r.id = g.repository_id WHERE r.machine = ?)`, machine)
		if err != nil {
			return err
		}
		for _, a := range all {
			due := coding.DueArrival{Arrival: a}
			o, err := BranchOf(ctx, q, a.Project)
			if err != nil {
				return err
			}
			if due.Order = *o; o.Repository.ReadOnly() { // it comes once changes are allowed again
				continue
			}
			var left int
			if err := sqldb.One(ctx, q, &left, `SELECT count(*) FROM arrivals WHERE project_id = ? AND n < ? AND state = 'left'`, a.Project, a.N); err != nil {
				return err
			}
			due.Behind = left > 0
			out = append(out, due)
		}
		return nil
	})
	return out, sqldb.Wrap("list what is due in folders of "+machine, err)
}

// KeepArrival keeps what became of a change that was due in a folder. It returns org.ErrConflict when that is known already.
func (d *Code) KeepArrival(ctx context.Context, a coding.Arrival) error {
	err := d.db.Write(ctx, func(t *sqldb.Tx) error {
		t.Method = "keep-arrival"
		n, err := t.Change(`UPDATE arrivals SET state = ?, files = ?, obstacle = ?, path = ?, at = ? WHERE project_id = ? AND n = ? AND state = 'due'`,
			a.State, a.Files, a.Obstacle, a.Path, t.Now, a.Project, a.N)
		if err == nil && n == 0 {
			err = org.ErrConflict
		}
		if err != nil {
			return err
		}
		text := "The change is in the founder's folder too: " + prose.Count(a.Files, "file")
		if a.State == coding.ArrivalLeft {
			text = "The founder's folder was left as it is: " + string(a.Obstacle)
		}
		t.Wake = true
		return recordStepEvent(t, org.EventArrived, a.Step, text)
	})
	return sqldb.Wrap(fmt.Sprintf("keep what became of change %d of %s", a.N, a.Project), err)
}
