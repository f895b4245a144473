package report

import (
	"context"
	"fmt"
	"time"

	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/reports"
	"github.com/frasier-cos/frasier/internal/work"
	"github.com/frasier-cos/frasier/store/ledger"
	"github.com/frasier-cos/frasier/store/record"
	"github.com/frasier-cos/frasier/store/sqldb"
)

// Receipt returns what a project cost so far and how it went. Its seconds run
// from the project's start to its end, or to its last event while it goes on.
// Costs are summed as integers; calls of unknown cost are counted beside.
func (d *Report) Receipt(ctx context.Context, project org.ProjectID) (reports.Receipt, error) {
	var out reports.Receipt
	err := d.db.View(ctx, func(q sqldb.Getter) error {
		p, err := record.ProjectOf(ctx, q, project)
		if err != nil {
			return err
		}
		out = reports.Receipt{Outcome: string(p.State), Mode: "model", Steps: map[string]int{}, Models: map[string]int{}}
		if p.Offline {
			out.Mode = "offline"
		}
		spent, err := sumProjectCosts(ctx, q, project)
		if err != nil {
			return err
		}
		out.Calls, out.TokensIn, out.TokensOut = spent.Calls, spent.In, spent.Out
		out.CostUSD, out.CostUnknown = spent.Cost.USD(), spent.Unknown
		end, err := findEnd(ctx, q, p)
		if err != nil {
			return err
		}
		out.Seconds = end.Sub(p.CreatedAt).Seconds()
		if out.Foreseen, err = sumForecasts(ctx, q, project); err != nil {
			return err
		}
		return countReceipt(ctx, q, project, &out)
	})
	if err != nil {
		return reports.Receipt{}, fmt.Errorf("receipt of %s: %w", project, err)
	}
	return out, nil
}

// sumForecasts returns nil when no plan says what it was expected to take.
func sumForecasts(ctx context.Context, q sqldb.Getter, project org.ProjectID) (*work.Foreseen, error) {
	rows, err := record.MissionsIn(ctx, q, project)
	if err != nil {
		return nil, err
	}
	var sum *work.Foreseen
	for _, r := range rows {
		var n work.PlanNotes
		if !r.Planned {
			continue
		}
		if err := sqldb.FromJSON(r.Notes, &n); err != nil {
			return nil, fmt.Errorf("read plan of %s: %w", r.ID, err)
		}
		if n.Foreseen == nil {
			continue
		}
		if sum == nil {
			sum = &work.Foreseen{}
		}
		sum.Add(*n.Foreseen)
	}
	return sum, nil
}

func sumProjectCosts(ctx context.Context, q sqldb.Getter, project org.ProjectID) (org.CostLine, error) {
	var row ledger.CostRow
	err := sqldb.One(ctx, q, &row, `
		SELECT ? AS name, `+ledger.CostSums+` FROM llm_calls c WHERE c.project_id = ?`, project, project)
	return row.Line(), err
}

// findEnd returns when a project ended, or when it was last heard of.
func findEnd(ctx context.Context, q sqldb.Getter, p org.Project) (time.Time, error) {
	if !p.EndedAt.IsZero() {
		return p.EndedAt, nil
	}
	var last int64
	err := sqldb.One(ctx, q, &last, `SELECT coalesce(max(at), 0) FROM events WHERE project_id = ?`, p.ID)
	if err != nil || last < sqldb.Micros(p.CreatedAt) {
		return p.CreatedAt, err
	}
	return sqldb.Moment(last), nil
}

func countReceipt(ctx context.Context, q sqldb.Getter, project org.ProjectID, out *reports.Receipt) error {
	for _, g := range []struct {
		into  map[string]int
		query string
	}{ // of steps those that somebody asked for: putting the parts together is none of them
		{out.Steps, `SELECT state AS name, count(*) AS n FROM steps WHERE project_id = ? AND superseded = 0 AND kind <> 'assembly' GROUP BY state`},
		{out.Models, `SELECT served AS name, count(*) AS n FROM llm_calls WHERE project_id = ? AND served <> '' GROUP BY served`},
	} {
		var rows []struct {
			Name string
			N    int
		}
		if err := sqldb.Many(ctx, q, &rows, g.query, project); err != nil {
			return err
		}
		for _, r := range rows {
			g.into[r.Name] = r.N
		}
	}
	err := sqldb.One(ctx, q, &out.Reviews, `
		SELECT count(*) FROM reviews r JOIN steps s ON s.id = r.step_id WHERE s.project_id = ?`, project)
	if err != nil {
		return err
	}
	return sqldb.One(ctx, q, &out.Strikes, `
		SELECT count(*) FROM rejections j JOIN steps s ON s.id = j.step_id WHERE s.project_id = ?`, project)
}
