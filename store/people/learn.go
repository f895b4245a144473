package people

import (
	"context"
	"fmt"

	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/policy"
	"github.com/frasier-cos/frasier/internal/tiers"
	"github.com/frasier-cos/frasier/store/ledger"
	"github.com/frasier-cos/frasier/store/sqldb"
)

// TierRecords returns how steps fared by kind and tier, for the router: steps
// that completed or were rejected until they failed, on the tier that they
// were planned for. Steps that failed with another, and steps that a lower
// tier had to serve, say nothing about their tier and are left out. It returns
// nil while the founder's policy "router" is off, which is the default.
func (d *People) TierRecords(ctx context.Context) ([]tiers.Record, error) {
	on, err := ledger.New(d.db).Policy(ctx, policy.Router, "off")
	if err != nil || on != "on" {
		return nil, err
	}
	var rows []struct {
		Kind  org.StepKind
		Tier  org.Tier
		Ended int
		First int
		Cost  int64
	}
	err = sqldb.Many(ctx, d.db.Read, &rows, `
		SELECT s.kind, s.tier, count(*) AS ended,
		       sum(CASE WHEN s.state = 'completed' AND s.strikes = 0 THEN 1 ELSE 0 END) AS first,
		       coalesce(sum(c.cost), 0) AS cost
		  FROM steps s
		  LEFT JOIN (SELECT step_id, sum(cost) AS cost FROM llm_calls WHERE step_id IS NOT NULL GROUP BY step_id) c ON c.step_id = s.id
		 WHERE s.kind <> 'assembly' AND (s.served = s.tier OR s.served = '')
		   AND (s.state = 'completed' OR s.state = 'failed' AND s.strikes >= ?)
		 GROUP BY s.kind, s.tier ORDER BY s.kind, s.tier`, org.StrikeCap)
	if err != nil {
		return nil, fmt.Errorf("read how tiers fared: %w", err)
	}
	out := make([]tiers.Record, 0, len(rows))
	for _, r := range rows {
		out = append(out, tiers.Record{Kind: r.Kind, Tier: r.Tier, Ended: r.Ended, First: r.First, Cost: org.NanoUSD(r.Cost)})
	}
	return out, nil
}
