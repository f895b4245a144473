package code

import (
	"context"
	"fmt"

	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/store/corpus"
	"github.com/frasier-cos/frasier/store/record"
	"github.com/frasier-cos/frasier/store/sqldb"
)

// Changes returns what the steps of a project changed, in plan order.
func (d *Code) Changes(ctx context.Context, p org.ProjectID) ([]org.StepChange, error) {
	var out []org.StepChange
	err := d.db.View(ctx, func(q sqldb.Getter) (err error) {
		out, err = changes(ctx, q, p)
		return err
	})
	return out, sqldb.Wrap("read changes of "+string(p), err)
}

func changes(ctx context.Context, q sqldb.Getter, p org.ProjectID) ([]org.StepChange, error) {
	steps, err := record.StepsOf(ctx, q, `project_id = ? AND id IN (SELECT step_id FROM code_steps)`, p)
	if err != nil || len(steps) == 0 {
		return nil, err
	}
	branch, err := merged(ctx, q, p)
	if err != nil {
		return nil, err
	}
	out := make([]org.StepChange, 0, len(steps))
	for _, s := range steps {
		c := org.StepChange{Step: s}
		o, err := OrderOf(ctx, q, s.ID)
		if err != nil {
			return nil, err
		}
		if o == nil {
			continue // its repository is gone
		}
		c.Order = *o
		if err := changeOf(ctx, q, &c, branch); err != nil {
			return nil, err
		}
		if c.Trials, err = trialsOf(ctx, q, s.ID); err != nil {
			return nil, err
		}
		out = append(out, c)
	}
	return out, nil
}

func changeOf(ctx context.Context, q sqldb.Getter, c *org.StepChange, branch []org.Commit) error {
	var row struct {
		Base    string `db:"base_sha"`
		Tree    string
		Patch   string
		Files   int
		Added   int
		Deleted int
		Red     string
	}
	err := sqldb.One(ctx, q, &row, `
		SELECT base_sha, tree, coalesce(patch, '') AS patch, files, added, deleted, red FROM code_steps WHERE step_id = ?`, c.Step.ID)
	if err != nil {
		return fmt.Errorf("read the change of %s: %w", c.Step.ID, err)
	}
	c.Base, c.Tree, c.Files, c.Added, c.Deleted, c.Red = row.Base, row.Tree, row.Files, row.Added, row.Deleted, row.Red
	if row.Patch != "" {
		if c.Patch, err = corpus.BlobOf(ctx, q, row.Patch); err != nil {
			return err
		}
	}
	for _, m := range branch {
		if m.Step == c.Step.ID {
			c.Merged = &m
		}
	}
	return nil
}

func trialsOf(ctx context.Context, q sqldb.Getter, id org.StepID) ([]org.Trial, error) {
	var rows []struct {
		Round   int
		Phase   string
		N       int
		Name    string
		Tree    string
		Exit    int
		Reason  string
		Passed  int
		Skipped int
		Failing string
		Missing string
		Tail    string
		MS      int64
		At      int64
	}
	err := sqldb.Many(ctx, q, &rows, `
		SELECT round, phase, n, name, tree, exit, reason, passed, skipped, failing, missing, tail, ms, at
		  FROM trials WHERE step_id = ? ORDER BY at, n`, id)
	if err != nil {
		return nil, fmt.Errorf("read trials of %s: %w", id, err)
	}
	out := make([]org.Trial, 0, len(rows))
	for _, r := range rows {
		t := org.Trial{
			Phase: r.Phase, N: r.N, Name: r.Name, Tree: r.Tree, Exit: r.Exit, Reason: r.Reason, Passed: r.Passed, Skipped: r.Skipped,
			Tail: r.Tail, MS: r.MS, At: sqldb.Moment(r.At), Round: r.Round,
		}
		if err := sqldb.FromJSON(r.Failing, &t.Failing); err != nil {
			return nil, err
		}
		if err := sqldb.FromJSON(r.Missing, &t.Missing); err != nil {
			return nil, err
		}
		out = append(out, t)
	}
	return out, nil
}
