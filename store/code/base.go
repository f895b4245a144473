package code

import (
	"context"
	"fmt"
	"slices"

	"github.com/frasier-cos/frasier/internal/coding"
	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/store/sqldb"
)

// Branches returns what projects changed in repositories, the newest first: where an order may start beside the repository's own branch.
func (d *Code) Branches(ctx context.Context) ([]coding.Branch, error) {
	return readBranches(ctx, d.db.Read, `TRUE`)
}

func readBranches(ctx context.Context, q sqldb.Getter, where string, args ...any) ([]coding.Branch, error) {
	var rows []struct {
		Project    org.ProjectID `db:"project_id"`
		Title      string
		Repository string
		Branch     string
		Began      string `db:"base_sha"`
		Head       string `db:"head_sha"`
		Ref        string `db:"default_ref"`
		State      org.ProjectState
		Landed     int64
	}
	err := sqldb.Many(ctx, q, &rows, `
		SELECT g.project_id, p.title, r.name AS repository, g.branch, g.base_sha, g.head_sha, r.default_ref, p.state, g.landed_at AS landed
		  FROM integrations g JOIN projects p ON p.id = g.project_id JOIN repositories r ON r.id = g.repository_id
		 WHERE g.n > 0 AND r.removed = 0 AND `+where+` ORDER BY p.created_at DESC, g.project_id DESC`, args...)
	if err != nil {
		return nil, sqldb.Wrap("read the branches of projects", err)
	}
	out := make([]coding.Branch, 0, len(rows))
	for _, r := range rows {
		out = append(out, coding.Branch{
			Project: r.Project, Title: r.Title, Repository: r.Repository, Name: r.Branch, Onto: r.Ref, Began: r.Began, Head: r.Head, Landed: r.Landed > 0,
			Ended: r.State == org.ProjectCompleted || r.State == org.ProjectPartial,
		})
	}
	return out, nil
}

// MarkLanded keeps that the repository's own branch has what projects changed.
func (d *Code) MarkLanded(ctx context.Context, all []org.ProjectID) error {
	if len(all) == 0 {
		return nil
	}
	err := d.db.Write(ctx, func(t *sqldb.Tx) error {
		t.Method = "mark-landed"
		for _, p := range all {
			if err := t.Exec(`UPDATE integrations SET landed_at = ? WHERE project_id = ? AND landed_at = 0`, t.Now, p); err != nil {
				return err
			}
		}
		return nil
	})
	return sqldb.Wrap("keep that branches landed", err)
}

// beginBase settles where the changes of a new project start, as its order says. It returns the branch that the order seems to go on from without
// saying so; nil for none.
func beginBase(t *sqldb.Tx, p org.ProjectID, r coding.Repository, m org.Message, text string) (*coding.Branch, error) {
	all, err := readBranches(t.Ctx, t, `g.repository_id = ?`, r.ID)
	if err != nil {
		return nil, err
	}
	if m.Base != "" {
		b, ok := coding.FindBase(m.Base, r, all)
		if !ok {
			return nil, nil // whoever heard it has refused it, or a branch went meanwhile: then it starts where all start
		}
		return nil, chooseBase(t, p, b, coding.FromOrder)
	}
	var thread []org.ProjectID
	if err := t.All(&thread, `SELECT project_id FROM threads WHERE transport = ? AND thread = ?`, m.Channel.Transport, m.Channel.ID); err != nil {
		return nil, err
	}
	return coding.FindContinued(text, r.Name, slices.Concat(thread, []org.ProjectID{""})[0], all), nil
}

func chooseBase(t *sqldb.Tx, p org.ProjectID, b *coding.Branch, from string) error {
	on := org.ProjectID("")
	if b != nil {
		on = b.Project
	}
	return t.Exec(`UPDATE projects SET base = ?, base_from = ? WHERE id = ?`, on, from, p)
}

// AskBase keeps by which question the founder is asked where a project's changes start, and the branch that may be the answer.
func AskBase(t *sqldb.Tx, p org.ProjectID, b coding.Branch, decision string) error {
	return t.Exec(`UPDATE projects SET base = ?, base_asked = ? WHERE id = ?`, b.Project, decision, p)
}

// AnswerBase settles where the changes of a project start by the founder's answer, when the question was about that.
func AnswerBase(t *sqldb.Tx, decision string, onBranch bool) (settled bool, err error) {
	on := `''`
	if onBranch {
		on = `base`
	}
	n, err := t.Change(`UPDATE projects SET base = `+on+`, base_from = ? WHERE base_asked = ?`, coding.FromAnswer, decision)
	return n > 0, sqldb.Wrap("settle where work starts", err)
}

// readOrigin reads on which branch of ours a project's changes start, and who chose where they do; nil for the repository's own.
func readOrigin(ctx context.Context, q sqldb.Getter, p org.ProjectID) (o *coding.Origin, from string, err error) {
	var row struct {
		Base string
		From string     `db:"base_from"`
		Step org.StepID `db:"step_id"` // the branch of its change is gone on with; empty for that of the project
	}
	err = sqldb.One(ctx, q, &row, `
		SELECT p.base, p.base_from, coalesce(a.step_id, '') AS step_id FROM projects p LEFT JOIN actions a ON a.id = p.continues_pull AND a.project_id = p.base WHERE p.id = ?`, p)
	if err != nil {
		return nil, "", fmt.Errorf("read where the changes of %s start: %w", p, err)
	}
	if row.Base == "" {
		return nil, row.From, nil
	}
	var on struct {
		Title  string
		Branch string
	}
	err = sqldb.One(ctx, q, &on, `
		SELECT p.title, coalesce(g.branch, '') AS branch FROM projects p LEFT JOIN integrations g ON g.project_id = p.id WHERE p.id = ?`, row.Base)
	if sqldb.NoRow(err) {
		return &coding.Origin{Project: org.ProjectID(row.Base)}, row.From, nil
	}
	if err != nil {
		return nil, "", fmt.Errorf("read the branch of %s: %w", row.Base, err)
	}
	o = &coding.Origin{Project: org.ProjectID(row.Base), Title: on.Title, Branch: on.Branch}
	before, _, err := readOrigin(ctx, q, o.Project) // a project starts on older ones only
	if err != nil {
		return nil, "", err
	}
	merged, err := readMerged(ctx, q, o.Project)
	if i := slices.IndexFunc(merged, func(c coding.Commit) bool { return c.Step == row.Step }); row.Step != "" && i >= 0 {
		merged = merged[:i+1]
	}
	if before != nil && len(merged) > 0 && before.Head() == merged[0].Parent {
		o.Merged = before.Merged
	}
	o.Merged = append(o.Merged, merged...)
	return o, row.From, err
}
