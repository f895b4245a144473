package store

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"

	"github.com/frasier-cos/frasier/internal/org"
)

// estimateFrom is how many finished steps an estimate looks back on.
const estimateFrom = 400

// Estimate says what the open steps of a project are likely to cost, from
// what finished steps of the same kind and tier cost here. Without any history
// it knows nothing and says so. An empty mission means all of the project.
func (d *DB) Estimate(ctx context.Context, project org.ProjectID, mission org.MissionID) (org.Estimate, error) {
	var out org.Estimate
	err := d.view(ctx, func(q getter) (err error) {
		out, err = estimateOf(ctx, q, project, mission)
		return err
	})
	return out, wrap("estimate "+string(project), err)
}

// histories are the sorted costs of finished steps by what tells them apart.
type histories map[string][]int64

func estimateOf(ctx context.Context, q getter, project org.ProjectID, mission org.MissionID) (org.Estimate, error) {
	var past []struct {
		Kind org.StepKind
		Tier org.Tier
		Cost int64
	}
	err := many(ctx, q, &past, `
		SELECT s.kind, s.tier, p.known + p.held AS cost
		  FROM spending p JOIN steps s ON s.id = p.subject
		 WHERE p.scope = 'step' AND s.state = 'completed' ORDER BY s.ended_at DESC LIMIT ?`, estimateFrom)
	if err != nil {
		return org.Estimate{}, fmt.Errorf("read what steps cost: %w", err)
	}
	seen := histories{}
	for _, s := range past {
		for _, key := range []string{string(s.Kind) + " " + string(s.Tier), string(s.Tier), ""} {
			seen[key] = append(seen[key], s.Cost)
		}
	}
	for _, costs := range seen {
		slices.Sort(costs)
	}
	var open []struct {
		Kind org.StepKind
		Tier org.Tier
	}
	err = many(ctx, q, &open, `
		SELECT kind, tier FROM steps
		 WHERE project_id = ? AND (? = '' OR mission_id = ?) AND state IN ('pending', 'in_progress', 'in_review')`, project, mission, mission)
	if err != nil {
		return org.Estimate{}, fmt.Errorf("read steps: %w", err)
	}
	e := org.Estimate{Steps: len(open), Past: len(past)}
	var low, spread float64
	for _, s := range open {
		costs := seen.like(s.Kind, s.Tier)
		if len(costs) == 0 {
			continue
		}
		middle, high := quantile(costs, 0.5), quantile(costs, 0.9)
		low += middle
		spread += (high - middle) * (high - middle)
	}
	if e.Known = len(past) > 0 && len(open) > 0; e.Known {
		// Steps vary on their own, so their spreads add as squares.
		e.Low, e.High = org.NanoUSD(math.Round(low)), org.NanoUSD(math.Round(low+math.Sqrt(spread)))
	}
	return e, nil
}

// like returns the costs of steps most like one: of its kind and tier when
// there are a few, else of its tier, else of all.
func (h histories) like(k org.StepKind, tier org.Tier) []int64 {
	const few = 3
	for _, key := range []string{string(k) + " " + string(tier), string(tier)} {
		if len(h[key]) >= few {
			return h[key]
		}
	}
	return h[""]
}

// quantile of sorted numbers, between its neighbours.
func quantile(sorted []int64, q float64) float64 {
	at := q * float64(len(sorted)-1)
	i := int(at)
	next := min(i+1, len(sorted)-1)
	return float64(sorted[i]) + (at-float64(i))*float64(sorted[next]-sorted[i])
}

// Storage returns how many bytes the database's parts hold, the largest first.
func (d *DB) Storage(ctx context.Context) ([]org.StorageLine, error) {
	var out []org.StorageLine
	for _, part := range []struct{ name, query string }{
		{"files and attachments", `SELECT count(*) AS n, coalesce(sum(size), 0) AS bytes FROM blobs`},
		{"documents read", `SELECT count(*) AS n, coalesce(sum(length(body)), 0) AS bytes FROM documents`},
		{"drafts and results", `SELECT count(*) AS n, coalesce(sum(length(result)), 0) + (SELECT coalesce(sum(length(body)), 0) FROM drafts) AS bytes FROM steps`},
		{"model replies", `SELECT count(*) AS n, coalesce(sum(length(reply)), 0) AS bytes FROM llm_calls`},
		{"journal", `SELECT count(*) AS n, coalesce(sum(length(body) + length(data)), 0) AS bytes FROM events`},
	} {
		var row struct{ N, Bytes int64 }
		if err := one(ctx, d.read, &row, part.query); err != nil {
			return nil, fmt.Errorf("measure %s: %w", part.name, err)
		}
		out = append(out, org.StorageLine{Name: part.name, Rows: row.N, Bytes: row.Bytes})
	}
	slices.SortStableFunc(out, func(a, b org.StorageLine) int { return cmp.Compare(b.Bytes, a.Bytes) })
	return out, nil
}
