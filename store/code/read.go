package code

import (
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/frasier-cos/frasier/internal/coding"
	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/store/corpus"
	"github.com/frasier-cos/frasier/store/record"
	"github.com/frasier-cos/frasier/store/sqldb"
)

// Changes returns what the steps of a project changed, in plan order.
func (d *Code) Changes(ctx context.Context, p org.ProjectID) ([]coding.StepChange, error) {
	var out []coding.StepChange
	err := d.db.View(ctx, func(q sqldb.Getter) (err error) {
		out, err = readChanges(ctx, q, p)
		return err
	})
	return out, sqldb.Wrap("read changes of "+string(p), err)
}

func readChanges(ctx context.Context, q sqldb.Getter, p org.ProjectID) ([]coding.StepChange, error) {
	steps, err := record.StepsOf(ctx, q, `project_id = ? AND id IN (SELECT step_id FROM code_steps)`, p)
	if err != nil || len(steps) == 0 {
		return nil, err
	}
	branch, err := readMerged(ctx, q, p)
	if err != nil {
		return nil, err
	}
	out := make([]coding.StepChange, 0, len(steps))
	for _, s := range steps {
		c := coding.StepChange{Step: s}
		o, err := OrderOf(ctx, q, s.ID)
		if err != nil {
			return nil, err
		}
		if o == nil {
			continue // its repository is gone
		}
		c.Order = *o
		if err := readChange(ctx, q, &c, branch); err != nil {
			return nil, err
		}
		trials, err := readTrials(ctx, q, `tail`, `step_id = ?`, s.ID)
		if err != nil {
			return nil, err
		}
		c.Trials = trials[s.ID]
		out = append(out, c)
	}
	return out, nil
}

// Figures are the same without the patches, what stands around the steps and what the
// checks wrote; of a step that gave its place to a newer plan only what was merged.
func Figures(ctx context.Context, q sqldb.Getter, p org.Project) ([]coding.StepChange, error) {
	var rows []struct {
		Step string `db:"step_id"`
		changeRow
		N          int
		Merged     string
		At         int64
		Repository string
		Source     string
		PushAs     string `db:"pushes_as"`
	}
	err := sqldb.Many(ctx, q, &rows, `
		SELECT c.step_id, `+changeColumns+`, coalesce(m.n, 0) AS n, coalesce(m.tree, '') AS merged, coalesce(m.at, 0) AS at, r.name AS repository, r.source, p.pushes_as
		  FROM code_steps c JOIN steps s ON s.id = c.step_id JOIN projects p ON p.id = s.project_id JOIN repositories r ON r.id = p.repository_id
		  LEFT JOIN integration_steps m ON m.project_id = s.project_id AND m.step_id = c.step_id
		 WHERE s.project_id = ? AND (s.superseded = 0 OR m.n IS NOT NULL) ORDER BY s.seq`, p.ID)
	if err != nil || len(rows) == 0 {
		return nil, sqldb.Wrap("read the changes of "+string(p.ID), err)
	}
	steps, err := record.StepsOf(ctx, q, `project_id = ? AND id IN (SELECT step_id FROM code_steps)`, p.ID)
	if err != nil {
		return nil, err
	}
	trials, err := readTrials(ctx, q, `'' AS tail`, `step_id IN (SELECT id FROM steps WHERE project_id = ?)`, p.ID)
	if err != nil {
		return nil, err
	}
	on, err := readArrivals(ctx, q, `a.project_id = ?`, p.ID)
	if err != nil {
		return nil, err
	}
	push, err := readPush(ctx, q, p.ID)
	if err != nil {
		return nil, err
	}
	out := make([]coding.StepChange, 0, len(rows))
	for _, r := range rows {
		id := org.StepID(r.Step)
		c := coding.StepChange{Trials: trials[id], Order: coding.CodeOrder{Branch: coding.BranchName(p.ID, p.Title), PushAs: r.PushAs, Push: push, Repository: coding.Repository{Name: r.Repository, Source: r.Source}}}
		if i := slices.IndexFunc(steps, func(s org.Step) bool { return s.ID == id }); i >= 0 {
			c.Step = steps[i]
		}
		if err := r.fillChange(&c); err != nil {
			return nil, err
		}
		if c.Remote, err = HandedOf(ctx, q, id); err != nil {
			return nil, err
		}
		if r.N > 0 {
			c.Merged = &coding.Commit{N: r.N, Step: id, Tree: r.Merged, At: time.Unix(r.At, 0).UTC()}
		}
		if i := slices.IndexFunc(on, func(a coding.Arrival) bool { return a.Step == id && a.N == r.N }); i >= 0 {
			c.Arrival = &on[i]
		}
		out = append(out, c)
	}
	return out, nil
}

type changeRow struct {
	Base     string `db:"base_sha"`
	Tree     string
	Files    int
	Added    int
	Deleted  int
	Red      string
	Findings string
	Decision string
	Answer   string
	Proven   coding.ChangeKind
	Kind     coding.ChangeKind `db:"change_kind"`
	KindFrom string            `db:"kind_from"`
}

const changeColumns = `c.base_sha, c.tree, c.files, c.added, c.deleted, c.red, c.findings, c.decision, c.answer, c.proven, c.kind AS change_kind, c.kind_from`

func (r changeRow) fillChange(c *coding.StepChange) (err error) {
	if c.Placed, err = parsePlacement(r.Decision); err != nil {
		return err
	}
	if c.Answer, err = parseAnswer(r.Answer); err != nil {
		return err
	}
	c.Order.Kind, c.Proven = coding.NamedKind(r.Kind, r.KindFrom), r.Proven
	c.Base, c.Tree, c.Files, c.Added, c.Deleted, c.Red = r.Base, r.Tree, r.Files, r.Added, r.Deleted, r.Red
	return sqldb.FromJSON(r.Findings, &c.Findings)
}

func readChange(ctx context.Context, q sqldb.Getter, c *coding.StepChange, branch []coding.Commit) error {
	var row struct {
		changeRow
		Patch string
	}
	err := sqldb.One(ctx, q, &row, `SELECT `+changeColumns+`, coalesce(c.patch, '') AS patch FROM code_steps c WHERE c.step_id = ?`, c.Step.ID)
	if err == nil {
		err = row.fillChange(c)
	}
	if err != nil {
		return fmt.Errorf("read the change of %s: %w", c.Step.ID, err)
	}
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
	if c.Remote, err = HandedOf(ctx, q, c.Step.ID); err != nil {
		return err
	}
	c.Arrival, err = ArrivalOf(ctx, q, c.Step.ID)
	return err
}

// readTrials reads trials by their steps; where takes one argument, and tail is the column of what
// the checks wrote.
func readTrials(ctx context.Context, q sqldb.Getter, tail, where string, arg any) (map[org.StepID][]coding.Trial, error) {
	var rows []struct {
		Step     org.StepID `db:"step_id"`
		Round    int
		Phase    string
		N        int
		Name     string
		Tree     string
		Exit     int
		Reason   string
		Passed   int
		Skipped  int
		Failing  string
		Missing  string
		Services string
		Tail     string
		MS       int64
		At       int64
	}
	err := sqldb.Many(ctx, q, &rows, `
		SELECT step_id, round, phase, n, name, tree, exit, reason, passed, skipped, failing, missing, services, `+tail+`, ms, at
		  FROM trials WHERE `+where+`
		 ORDER BY at, round, -- trials of one second are in the order of their phases
		       CASE phase WHEN '`+coding.TrialBefore+`' THEN 0 WHEN '`+coding.TrialRed+`' THEN 1 WHEN '`+coding.TrialGreen+`' THEN 2 ELSE 3 END, n`, arg)
	if err != nil {
		return nil, fmt.Errorf("read trials of %v: %w", arg, err)
	}
	out := map[org.StepID][]coding.Trial{}
	for _, r := range rows {
		t := coding.Trial{
			Phase: r.Phase, N: r.N, Name: r.Name, Tree: r.Tree, Exit: r.Exit, Reason: r.Reason, Passed: r.Passed, Skipped: r.Skipped,
			Tail: r.Tail, MS: r.MS, At: sqldb.Moment(r.At), Round: r.Round,
		}
		if err := sqldb.FromJSON(r.Failing, &t.Failing); err != nil {
			return nil, err
		}
		if err := sqldb.FromJSON(r.Missing, &t.Missing); err != nil {
			return nil, err
		}
		if err := sqldb.FromJSON(r.Services, &t.Services); err != nil {
			return nil, err
		}
		out[r.Step] = append(out[r.Step], t)
	}
	return out, nil
}
