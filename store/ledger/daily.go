package ledger

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/reports"
	"github.com/frasier-cos/frasier/store/sqldb"
)

// Daily returns what each tier cost on each of the founder's last days, the
// oldest day first. Days without a call are left out.
func (d *Ledger) Daily(ctx context.Context, days int) ([]reports.DayCost, error) {
	var all sums
	err := d.db.View(ctx, func(q sqldb.Getter) error {
		_, today, err := d.readToday(ctx, q)
		if err != nil {
			return err
		}
		past, err := d.kept.sumBetween(ctx, q, computeDayBefore(today, days-1), today)
		if err != nil {
			return err
		}
		now, err := d.kept.sumBetween(ctx, q, today, lastDay)
		all = past.addSums(now)
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("sum costs by day: %w", err)
	}
	out := make([]reports.DayCost, 0, len(all.groups[byDay]))
	for name, r := range all.groups[byDay] {
		day, tier, _ := strings.Cut(name, " ")
		out = append(out, reports.DayCost{Day: day, Tier: org.Tier(tier), Cost: org.NanoUSD(r.Cost), Calls: r.Calls, Unknown: r.Unknown})
	}
	slices.SortFunc(out, func(a, b reports.DayCost) int { return cmp.Or(cmp.Compare(a.Day, b.Day), cmp.Compare(a.Tier, b.Tier)) })
	return out, nil
}

// ProjectCosts returns what a project cost, whole and by tier, agent, model and
// purpose, the dearest group first.
func (d *Ledger) ProjectCosts(ctx context.Context, p org.ProjectID) (reports.CostReport, error) {
	out := make([]reports.CostReport, 1)
	err := d.db.View(ctx, func(q sqldb.Getter) error {
		all, err := readSums(ctx, q, `c.project_id = ?`, p)
		if err != nil {
			return err
		}
		return fillReports(ctx, q, out, []sums{all})
	})
	if err != nil {
		return reports.CostReport{}, fmt.Errorf("sum costs of %s: %w", p, err)
	}
	return out[0], nil
}
