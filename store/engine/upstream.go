package engine

import (
	"context"
	"fmt"
	"slices"

	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/work"
	"github.com/frasier-cos/frasier/store/record"
	"github.com/frasier-cos/frasier/store/sqldb"
)

// UpstreamOf reads what a step is given of its project's other steps, in the order in
// which they ended: all that completed, whatever their phase, and what it builds on
// and is missing. For an assembly it is every other step, in plan order.
func UpstreamOf(ctx context.Context, q sqldb.Getter, s org.Step) ([]work.Upstream, error) {
	if s.Kind == org.KindAssembly {
		return readUpstream(ctx, q, `project_id = ? AND kind <> 'assembly' AND superseded = 0`, string(s.Project))
	}
	out, err := readUpstream(ctx, q, `
		project_id = ? AND id <> ? AND kind <> 'assembly'
		AND (superseded = 0 AND state = 'completed' OR id IN (SELECT depends_on FROM step_dependencies WHERE step_id = ?))`,
		string(s.Project), string(s.ID), string(s.ID))
	if err != nil {
		return nil, err
	}
	bases, used, err := readBases(ctx, q, s)
	if err != nil {
		return nil, err
	}
	for i := range out {
		out[i].Base, out[i].Used = bases[out[i].ID], used[out[i].ID]
	}
	slices.SortStableFunc(out, func(a, b work.Upstream) int { return a.EndedAt.Compare(b.EndedAt) })
	return out, nil
}

// readBases reads which steps of a step's project that step builds on, and which some step does
// that is no assembly.
func readBases(ctx context.Context, q sqldb.Getter, s org.Step) (bases, used map[org.StepID]bool, err error) {
	var edges []struct {
		Step org.StepID `db:"step_id"`
		Need org.StepID `db:"depends_on"`
	}
	err = sqldb.Many(ctx, q, &edges, `
		SELECT e.step_id, e.depends_on FROM step_dependencies e JOIN steps s ON s.id = e.step_id
		 WHERE s.project_id = ? AND s.kind <> 'assembly' AND s.superseded = 0`, string(s.Project))
	if err != nil {
		return nil, nil, fmt.Errorf("read what %s builds on: %w", s.ID, err)
	}
	bases, used = map[org.StepID]bool{}, map[org.StepID]bool{}
	for _, e := range edges {
		used[e.Need] = true
		if e.Step == s.ID {
			bases[e.Need] = true
		}
	}
	return bases, used, nil
}

func readUpstream(ctx context.Context, q sqldb.Getter, where string, args ...any) ([]work.Upstream, error) {
	steps, err := record.StepsOf(ctx, q, where, args...)
	if err != nil {
		return nil, err
	}
	sources, err := readSources(ctx, q, where, args...)
	if err != nil {
		return nil, err
	}
	out := make([]work.Upstream, 0, len(steps))
	for _, u := range steps {
		out = append(out, work.Upstream{
			ID: u.ID, Key: u.Key, Title: u.Title, Phase: u.Phase, Kind: u.Kind, State: u.State, Result: u.Result, Digest: u.Digest,
			Cause: u.Cause, Sources: sources[u.ID], Tier: u.Tier, Served: u.Served, Item: u.Item, Agent: u.Agent, EndedAt: u.EndedAt,
		})
	}
	return out, nil
}
