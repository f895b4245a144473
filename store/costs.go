package store

import (
	"context"
	"fmt"
	"time"

	"github.com/frasier-cos/frasier/internal/org"
)

// costRow is the spend of one group.
type costRow struct {
	Name      string
	Calls     int
	Cost      int64
	Unknown   int
	Ghosts    int
	TokensIn  int `db:"tokens_in"`
	TokensOut int `db:"tokens_out"`
}

func (r costRow) line() org.CostLine {
	return org.CostLine{
		Name: r.Name, Calls: r.Calls, Cost: org.NanoUSD(r.Cost), Unknown: r.Unknown, Ghosts: r.Ghosts,
		In: r.TokensIn, Out: r.TokensOut,
	}
}

// costSums counts a call whose cost is unknown beside the sum, never in it.
const costSums = `count(*) AS calls, coalesce(sum(c.cost), 0) AS cost, count(*) - count(c.cost) AS unknown,
	coalesce(sum(c.ghost), 0) AS ghosts, coalesce(sum(c.tokens_in), 0) AS tokens_in,
	coalesce(sum(c.tokens_out), 0) AS tokens_out`

// Spent returns the spend of all calls begun at or after since.
func (d *DB) Spent(ctx context.Context, since time.Time) (org.CostLine, error) {
	var row costRow
	err := one(ctx, d.read, &row, `
		SELECT 'total' AS name, `+costSums+` FROM llm_calls c WHERE c.started_at >= ?`, since.UnixMicro())
	if err != nil {
		return org.CostLine{}, fmt.Errorf("sum costs: %w", err)
	}
	return row.line(), nil
}

// Costs returns the spend of all calls begun at or after since, whole and by
// project, tier, agent, model and purpose, the dearest group first, and what
// went over the network. Every grouping sums to the total.
func (d *DB) Costs(ctx context.Context, since time.Time) (org.CostReport, error) {
	total, err := d.Spent(ctx, since)
	if err != nil {
		return org.CostReport{}, err
	}
	out := org.CostReport{Since: since, Total: total}
	for _, g := range []struct {
		name string
		into *[]org.CostLine
	}{
		{`coalesce(c.project_id || ' ' || p.title, 'conversation')`, &out.ByProject},
		{`c.tier`, &out.ByTier},
		{`coalesce(a.name, c.agent_id, 'no agent')`, &out.ByAgent},
		{`CASE WHEN c.served <> '' THEN c.served ELSE c.model END`, &out.ByModel},
		{`c.purpose`, &out.ByPurpose},
	} {
		var rows []costRow
		err := many(ctx, d.read, &rows, `
			SELECT `+g.name+` AS name, `+costSums+`
			  FROM llm_calls c LEFT JOIN projects p ON p.id = c.project_id LEFT JOIN agents a ON a.id = c.agent_id
			 WHERE c.started_at >= ? GROUP BY 1 ORDER BY cost DESC, calls DESC, 1`, since.UnixMicro())
		if err != nil {
			return org.CostReport{}, fmt.Errorf("sum costs: %w", err)
		}
		*g.into = lines(rows)
	}
	if out.Traffic, err = trafficSince(ctx, d.read, since); err != nil {
		return org.CostReport{}, fmt.Errorf("sum traffic: %w", err)
	}
	return out, nil
}

func lines(rows []costRow) []org.CostLine {
	out := make([]org.CostLine, 0, len(rows))
	for _, r := range rows {
		out = append(out, r.line())
	}
	return out
}
