package report

import (
	"context"

	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/reports"
	"github.com/frasier-cos/frasier/store/sqldb"
)

// Verdicts lists what reviewers said of a project's steps, in the order of its plan.
func (d *Report) Verdicts(ctx context.Context, id org.ProjectID) ([]reports.Verdict, error) {
	var rows []struct {
		Step  org.StepID `db:"step_id"`
		Title string
		Round int
		Role  string
		Pass  bool
		Model string
		At    int64
	}
	err := sqldb.Many(ctx, d.db.Read, &rows, `
		SELECT r.step_id, s.title, r.round, r.role, r.pass, r.model, r.at FROM reviews r JOIN steps s ON s.id = r.step_id
		 WHERE s.project_id = ? ORDER BY s.seq, r.round, r.role`, id)
	out := make([]reports.Verdict, 0, len(rows))
	for _, r := range rows {
		out = append(out, reports.Verdict{Step: r.Step, Title: r.Title, Round: r.Round, Role: r.Role, Pass: r.Pass, Model: r.Model, At: sqldb.Moment(r.At)})
	}
	return out, sqldb.Wrap("list the verdicts of "+string(id), err)
}
