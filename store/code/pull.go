package code

import (
	"context"

	"github.com/frasier-cos/frasier/internal/coding"
	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/store/sqldb"
)

// PullsDue returns projects that ended, whose branch is at its repository's address, whose repository wants a pull request
// of it, and for which none was thought of yet.
func (d *Code) PullsDue(ctx context.Context) ([]coding.DuePull, error) {
	const due = `g.push = 'there' AND p.state IN ('completed', 'partial') AND NOT EXISTS (SELECT 1 FROM actions a WHERE a.project_id = g.project_id AND a.kind = 'open_pull')`
	var out []coding.DuePull
	err := d.db.View(ctx, func(q sqldb.Getter) error {
		var rows []struct {
			Project org.ProjectID `db:"project_id"`
			Title   string
		}
		if err := sqldb.Many(ctx, q, &rows, `SELECT g.project_id, p.title FROM integrations g JOIN projects p ON p.id = g.project_id WHERE `+due+` ORDER BY g.project_id`); err != nil {
			return err
		}
		for _, r := range rows {
			o, err := BranchOf(ctx, q, r.Project)
			if err != nil {
				return err
			}
			if o != nil && o.Repository.Policy.Pull != "" && !o.Repository.ReadOnly() {
				out = append(out, coding.DuePull{Project: r.Project, Title: r.Title, Order: *o})
			}
		}
		return nil
	})
	return out, sqldb.Wrap("list the pull requests to open", err)
}
