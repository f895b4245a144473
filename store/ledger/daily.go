package ledger

import (
	"context"
	"fmt"

	"github.com/frasier-cos/frasier/internal/calendar"
	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/store/sqldb"
)

// Daily returns what each tier cost on each of the founder's last days, the
// oldest day first. Days without a call are left out.
func (d *Ledger) Daily(ctx context.Context, days int) ([]org.DayCost, error) {
	var rows []struct {
		Day  string
		Tier org.Tier
		CostRow
	}
	err := d.db.View(ctx, func(q sqldb.Getter) error {
		c, err := ClockOf(ctx, q)
		if err != nil {
			return err
		}
		zone, err := calendar.Zone(c.Zone)
		if err != nil {
			return err
		}
		from := daysBefore(calendar.Day(d.db.Now(), zone), days-1)
		return sqldb.Many(ctx, q, &rows, `SELECT c.day, c.tier, '' AS name, `+CostSums+` FROM llm_calls c WHERE c.day >= ? GROUP BY c.day, c.tier ORDER BY c.day, c.tier`, from)
	})
	if err != nil {
		return nil, fmt.Errorf("sum costs by day: %w", err)
	}
	out := make([]org.DayCost, 0, len(rows))
	for _, r := range rows {
		out = append(out, org.DayCost{Day: r.Day, Tier: r.Tier, Cost: org.NanoUSD(r.Cost), Calls: r.Calls, Unknown: r.Unknown})
	}
	return out, nil
}

// ProjectCosts returns what a project cost, whole and by tier, agent, model and
// purpose, the dearest group first.
func (d *Ledger) ProjectCosts(ctx context.Context, p org.ProjectID) (org.CostReport, error) {
	out := make([]org.CostReport, 1)
	err := d.db.View(ctx, func(q sqldb.Getter) error {
		all, err := sumsOf(ctx, q, `c.project_id = ?`, p)
		if err != nil {
			return err
		}
		return fill(ctx, q, out, []sums{all})
	})
	if err != nil {
		return org.CostReport{}, fmt.Errorf("sum costs of %s: %w", p, err)
	}
	return out[0], nil
}
