package code

import (
	"context"
	"slices"

	"github.com/frasier-cos/frasier/internal/coding"
	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/outward"
	"github.com/frasier-cos/frasier/store/sqldb"
)

// PullsDue returns projects that ended, whose branch is at its repository's address, whose repository wants a pull request
// of it, and for which none was thought of yet; where each change has one of its own, the next of them, once that before it is there.
func (d *Code) PullsDue(ctx context.Context) ([]coding.DuePull, error) {
	const opened = `SELECT 1 FROM actions a WHERE a.project_id = g.project_id AND a.kind = 'open_pull'`
	const due = `g.push = 'there' AND p.state IN ('completed', 'partial') AND p.continues = '' AND (NOT EXISTS (` + opened + `)
		OR EXISTS (` + opened + ` AND a.step_id <> '') AND NOT EXISTS (` + opened + ` AND a.state <> 'done')
		   AND EXISTS (SELECT 1 FROM integration_steps i WHERE i.project_id = g.project_id AND NOT EXISTS (` + opened + ` AND a.step_id = i.step_id)))`
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
			next := coding.DuePull{
				Project: r.Project, Title: r.Title, Order: *o, Changes: changes, Said: r.Text, Whole: r.State == org.ProjectCompleted, Issue: coding.IssueRef{Place: r.Place, Number: r.Number},
			}
			ok := true
			if o.Apart {
				if ok, err = cutToNext(ctx, q, &next); err != nil {
					return err
				}
			}
			if ok {
				out = append(out, next)
			}
		}
		return nil
	})
	return out, sqldb.Wrap("list the pull requests to open", err)
}

// cutToNext leaves of a project the first change that has no pull request yet, on the branch of the one before it; false where all have theirs.
func cutToNext(ctx context.Context, q sqldb.Getter, p *coding.DuePull) (ok bool, err error) {
	var done []org.StepID
	if err := sqldb.Many(ctx, q, &done, `SELECT step_id FROM actions WHERE project_id = ? AND kind = 'open_pull'`, p.Project); err != nil {
		return false, err
	}
	all := p.Order.PushedBranches()
	i := slices.IndexFunc(all, func(b coding.BranchAt) bool { return !slices.Contains(done, b.Step) })
	if i < 0 {
		return false, nil
	}
	if p.Step = all[i].Step; i > 0 {
		p.Below = all[i-1].Name
	}
	p.Whole = p.Whole && i == len(all)-1
	p.Changes = coding.ChangesOf(p.Changes, p.Step)
	p.Order.Merged = slices.DeleteFunc(slices.Clone(p.Order.Merged), func(c coding.Commit) bool { return c.Step != p.Step })
	return true, nil
}

// ProofsDue returns the branches that have a pull request and at whose last commit does not stand yet whether what is said of
// them is proven.
func (d *Code) ProofsDue(ctx context.Context) ([]coding.DueProof, error) {
	var out []coding.DueProof
	err := d.db.View(ctx, func(q sqldb.Getter) error {
		var rows []struct {
			Action     outward.ActionID `db:"id"`
			Step       org.StepID       `db:"step_id"`
			Root       org.ProjectID
			Project    org.ProjectID `db:"project_id"`
			Head       string
			Connection string
			AllowedBy  string `db:"allowed_by"`
			Link       string
			Body       string
		}
		err := sqldb.Many(ctx, q, &rows, `
			SELECT x.id, x.step_id, x.root, x.project_id, x.head, x.connection, x.allowed_by, x.link, x.body FROM (
			SELECT a.id, a.step_id, a.project_id AS root, g.project_id, a.connection, a.allowed_by, a.link, a.body,
			       CASE WHEN a.step_id <> '' AND c.id = a.project_id
			            THEN (SELECT i.commit_sha FROM integration_steps i WHERE i.project_id = c.id AND i.step_id = a.step_id ORDER BY i.n DESC LIMIT 1) ELSE g.head_sha END AS head
			  FROM actions a JOIN projects c ON c.id = a.project_id OR c.continues = a.project_id AND c.continues_pull IN ('', a.id) JOIN integrations g ON g.project_id = c.id
			 WHERE a.kind = 'open_pull' AND a.state = 'done' AND g.push = 'there') x
			 WHERE NOT EXISTS (SELECT 1 FROM actions s WHERE s.key = 'proof:' || x.project_id || ':' || x.head) ORDER BY x.id`)
		if err != nil {
			return err
		}
		for _, r := range rows {
			changes, err := readChain(ctx, q, chain{r.Root, r.Project, r.Action, r.Step})
			if err != nil {
				return err
			}
			out = append(out, coding.DueProof{Project: r.Project, Commit: r.Head, Connection: r.Connection, AllowedBy: r.AllowedBy, Link: r.Link, Pull: []byte(r.Body), Changes: changes})
		}
		return nil
	})
	return out, sqldb.Wrap("list the commits to mark as proven", err)
}

// chain names what is on the branch of a pull request: of its project all changes or those of one step, and the projects that went on with it, up to
// the last.
type chain struct {
	root, last org.ProjectID
	pull       outward.ActionID
	step       org.StepID // empty for all
}

func readChain(ctx context.Context, q sqldb.Getter, of chain) ([]coding.StepChange, error) {
	if of.root == of.last {
		all, err := readChanges(ctx, q, of.root)
		return coding.ChangesOf(all, of.step), err
	}
	var ids []org.ProjectID
	err := sqldb.Many(ctx, q, &ids, `
		SELECT c.id FROM projects c JOIN projects l ON l.id = ? WHERE (c.id = ? OR c.continues = ? AND c.continues_pull IN ('', ?)) AND (c.created_at, c.id) <= (l.created_at, l.id) ORDER BY c.created_at, c.id`,
		of.last, of.root, of.root, of.pull)
	if err != nil {
		return nil, err
	}
	var out []coding.StepChange
	for _, id := range ids {
		changes, err := readChanges(ctx, q, id)
		if err != nil {
			return nil, err
		}
		if id == of.root {
			changes = coding.ChangesOf(changes, of.step)
		}
		out = append(out, changes...)
	}
	return out, nil
}
