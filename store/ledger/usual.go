package ledger

import (
	"context"
	"database/sql"
	"fmt"
	"time"

	"github.com/frasier-cos/frasier/internal/forecast"
	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/work"
	"github.com/frasier-cos/frasier/store/sqldb"
)

// usualOver bounds the finished steps that the usual times and costs are taken
// from.
const usualOver = 400

// UsualOf reads what each sort of work took and cost lately, over all projects.
func UsualOf(ctx context.Context, q sqldb.Getter) (work.History, error) {
	var rows []struct {
		work.Work
		Start int64
		Stop  int64
		Cost  sql.NullInt64
		Calls int
	}
	err := sqldb.Many(ctx, q, &rows, `
		SELECT s.kind, s.tier, (SELECT p.offline FROM projects p WHERE p.id = s.project_id) AS offline, s.started_at AS start, s.ended_at AS stop,
		       (SELECT sum(c.cost) FROM llm_calls c WHERE c.step_id = s.id) AS cost,
		       (SELECT count(*) FROM llm_calls c WHERE c.step_id = s.id) AS calls
		  FROM steps s WHERE `+lately+` AND s.started_at IS NOT NULL ORDER BY s.seq DESC LIMIT ?`, usualOver)
	if err != nil {
		return nil, fmt.Errorf("read what steps took: %w", err)
	}
	samples := make([]forecast.Sample, 0, len(rows))
	for _, r := range rows {
		samples = append(samples, forecast.Sample{
			Work: r.Work, Took: time.Duration(r.Stop-r.Start) * time.Microsecond, Cost: org.NanoUSD(r.Cost.Int64), Known: r.Cost.Valid, Calls: r.Calls,
		})
	}
	return forecast.UsualOf(samples), nil
}
