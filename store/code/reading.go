package code

import (
	"context"

	"github.com/frasier-cos/frasier/internal/coding"
	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/store/sqldb"
)

// readingOf returns the pull request of somebody else that a project reads; nil for a project that changes code. One that is read anew by another project by now
// has no commit: nothing is read of it, and nothing is changed by its words.
func readingOf(ctx context.Context, q sqldb.Getter, p org.ProjectID) (*coding.Reading, error) {
	var rows []coding.Reading
	err := sqldb.Many(ctx, q, &rows, `SELECT place, number, head, base, title, author FROM pull_reviews WHERE project_id = ?
		UNION ALL SELECT '', 0, '', '', '', '' FROM events WHERE project_id = ? AND kind = ? AND data LIKE '%"review":%'
		ORDER BY number DESC LIMIT 1`, p, p, org.EventIssue)
	if err != nil || len(rows) == 0 {
		return nil, sqldb.Wrap("look what "+string(p)+" reads", err)
	}
	return &rows[0], nil
}

// KeepFound keeps what a step found that read a pull request, as the answer with which it ends: nothing is to be changed here.
func KeepFound(t *sqldb.Tx, id org.StepID, p org.ProjectID, f coding.Found, words string) error {
	text, err := sqldb.JSONText(f)
	if err != nil {
		return err
	}
	if err := t.Exec(`UPDATE pull_reviews SET state = 'found', found = ? WHERE project_id = ? AND state IN ('begun', 'found', 'shown')`, text, p); err != nil {
		return err
	}
	t.Wake = true
	answer, err := sqldb.JSONText(coding.Answer{Text: words, Tree: f.Head, Read: true})
	if err != nil {
		return err
	}
	return t.Exec(`UPDATE code_steps SET answer = ? WHERE step_id = ?`, answer, id)
}
