package corpus

import (
	"context"
	"database/sql"
	"fmt"

	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/work"
	"github.com/frasier-cos/frasier/store/sqldb"
)

// Drafts returns every version of every step's result of a project, with its
// score and audit and without its text, by round and version.
func (d *Corpus) Drafts(ctx context.Context, project org.ProjectID) (map[org.StepID][]work.Draft, error) {
	var rows []struct {
		Step    org.StepID      `db:"step_id"`
		Round   int             `db:"round"`
		Version int             `db:"version"`
		Score   sql.NullFloat64 `db:"score"`
		Met     int             `db:"points_met"`
		Asked   int             `db:"points_asked"`
		MustFix int             `db:"must_fix"`
		Chosen  bool            `db:"chosen"`
		Audit   string          `db:"audit"`
	}
	err := sqldb.Many(ctx, d.db.Read, &rows, `
		SELECT d.step_id, d.round, d.version, d.score, d.points_met, d.points_asked, d.must_fix, d.chosen, d.audit
		  FROM drafts d JOIN steps s ON s.id = d.step_id
		 WHERE s.project_id = ? ORDER BY d.step_id, d.round, d.version`, project)
	if err != nil {
		return nil, fmt.Errorf("list drafts of %s: %w", project, err)
	}
	out := map[org.StepID][]work.Draft{}
	for _, r := range rows {
		out[r.Step] = append(out[r.Step], work.Draft{
			Round: r.Round, Version: r.Version, Score: r.Score.Float64, Scored: r.Score.Valid, Points: org.Points{Met: r.Met, Asked: r.Asked}, MustFix: r.MustFix, Chosen: r.Chosen, AuditJSON: r.Audit,
		})
	}
	return out, nil
}
