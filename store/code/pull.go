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
	const due = `g.push = 'there' AND p.state IN ('completed', 'partial') AND p.continues = '' AND NOT EXISTS (SELECT 1 FROM actions a WHERE a.project_id = g.project_id AND a.kind = 'open_pull')`
	var out []coding.DuePull
	err := d.db.View(ctx, func(q sqldb.Getter) error {
		var rows []struct {
			Project org.ProjectID `db:"project_id"`
			Title   string
			Text    string
			State   org.ProjectState
			Place   string
			Number  int
		}
		err := sqldb.Many(ctx, q, &rows, `
			SELECT g.project_id, p.title, m.body AS text, p.state, coalesce(i.place, '') AS place, coalesce(i.number, 0) AS number
			  FROM integrations g JOIN projects p ON p.id = g.project_id JOIN messages m ON m.id = p.message_id LEFT JOIN issues i ON i.project_id = p.id
			 WHERE `+due+` ORDER BY g.project_id`)
		if err != nil {
			return err
		}
		for _, r := range rows {
			o, err := BranchOf(ctx, q, r.Project)
			if err != nil {
				return err
			}
			if o == nil || o.Repository.Policy.Pull == "" || o.Repository.ReadOnly() || o.WentOnto() {
				continue
			}
			changes, err := readChanges(ctx, q, r.Project)
			if err != nil {
				return err
			}
			out = append(out, coding.DuePull{
				Project: r.Project, Title: r.Title, Order: *o, Changes: changes, Said: r.Text, Whole: r.State == org.ProjectCompleted, Issue: coding.IssueRef{Place: r.Place, Number: r.Number},
			})
		}
		return nil
	})
	return out, sqldb.Wrap("list the pull requests to open", err)
}

// ProofsDue returns the branches that have a pull request and at whose last commit does not stand yet whether what is said of
// them is proven.
func (d *Code) ProofsDue(ctx context.Context) ([]coding.DueProof, error) {
	var out []coding.DueProof
	err := d.db.View(ctx, func(q sqldb.Getter) error {
		var rows []struct {
			Root       org.ProjectID
			Project    org.ProjectID `db:"project_id"`
			Head       string        `db:"head_sha"`
			Connection string
			AllowedBy  string `db:"allowed_by"`
			Link       string
			Body       string
		}
		err := sqldb.Many(ctx, q, &rows, `
			SELECT a.project_id AS root, g.project_id, g.head_sha, a.connection, a.allowed_by, a.link, a.body
			  FROM actions a JOIN projects c ON c.id = a.project_id OR c.continues = a.project_id JOIN integrations g ON g.project_id = c.id
			 WHERE a.kind = 'open_pull' AND a.state = 'done' AND g.push = 'there'
			   AND NOT EXISTS (SELECT 1 FROM actions s WHERE s.key = 'proof:' || g.project_id || ':' || g.head_sha) ORDER BY a.id`)
		if err != nil {
			return err
		}
		for _, r := range rows {
			changes, err := readChain(ctx, q, r.Root, r.Project)
			if err != nil {
				return err
			}
			out = append(out, coding.DueProof{Project: r.Project, Commit: r.Head, Connection: r.Connection, AllowedBy: r.AllowedBy, Link: r.Link, Pull: []byte(r.Body), Changes: changes})
		}
		return nil
	})
	return out, sqldb.Wrap("list the commits to mark as proven", err)
}

// readChain reads the changes of a project with a pull request, and of those that went on with its branch, up to one of them.
func readChain(ctx context.Context, q sqldb.Getter, root, last org.ProjectID) ([]coding.StepChange, error) {
	if root == last {
		return readChanges(ctx, q, root)
	}
	var ids []org.ProjectID
	err := sqldb.Many(ctx, q, &ids, `
		SELECT c.id FROM projects c JOIN projects l ON l.id = ? WHERE (c.id = ? OR c.continues = ?) AND (c.created_at, c.id) <= (l.created_at, l.id) ORDER BY c.created_at, c.id`, last, root, root)
	if err != nil {
		return nil, err
	}
	var out []coding.StepChange
	for _, id := range ids {
		changes, err := readChanges(ctx, q, id)
		if err != nil {
			return nil, err
		}
		out = append(out, changes...)
	}
	return out, nil
}
