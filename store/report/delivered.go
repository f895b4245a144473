package report

import (
	"context"
	"fmt"

	"github.com/jmoiron/sqlx"

	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/store/sqldb"
)

// Reports returns the newest documents of the last n projects that delivered
// one, the newest first, without HTML and PDF, and of the projects given the
// newest of each besides.
func (d *Report) Reports(ctx context.Context, n int, besides []org.ProjectID) ([]org.Report, error) {
	var rows []struct {
		Project  org.ProjectID `db:"project_id"`
		Title    string
		Markdown string
		Reopened int
		At       int64
	}
	if len(besides) == 0 {
		besides = []org.ProjectID{""} // a list of none is no SQL
	}
	query, args, err := sqlx.In(`
		SELECT d.project_id, d.title, d.markdown, p.reopened, d.at
		  FROM deliverables d JOIN projects p ON p.id = d.project_id
		 WHERE d.at = (SELECT max(l.at) FROM deliverables l WHERE l.project_id = d.project_id)
		   AND (d.project_id IN (?) OR d.project_id IN (SELECT l.project_id FROM deliverables l GROUP BY l.project_id ORDER BY max(l.at) DESC LIMIT ?))
		 ORDER BY d.at DESC`, besides, n)
	if err != nil {
		return nil, sqldb.Wrap("list documents", err)
	}
	if err := sqldb.Many(ctx, d.db.Read, &rows, query, args...); err != nil {
		return nil, sqldb.Wrap("list documents", err)
	}
	out := make([]org.Report, 0, len(rows))
	for _, r := range rows {
		key := "result:" + string(r.Project)
		if r.Reopened > 0 {
			key += fmt.Sprintf(":%d", r.Reopened)
		}
		out = append(out, org.Report{Project: r.Project, Title: r.Title, Markdown: r.Markdown, Delivery: key, At: sqldb.Moment(r.At)})
	}
	return out, nil
}
