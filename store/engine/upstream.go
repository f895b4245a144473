package engine

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/work"
	"github.com/frasier-cos/frasier/store/record"
	"github.com/frasier-cos/frasier/store/sqldb"
)

// UpstreamOf reads what a step depends on directly; for an assembly, every
// other step of the project in plan order; for a step that begins a later phase,
// what the phase before it found.
func UpstreamOf(ctx context.Context, q sqldb.Getter, s org.Step) ([]work.Upstream, error) {
	if s.Kind == org.KindAssembly {
		return upstream(ctx, q, `project_id = ? AND kind <> 'assembly' AND superseded = 0`, string(s.Project))
	}
	out, err := upstream(ctx, q, `id IN (SELECT depends_on FROM step_dependencies WHERE step_id = ?)`, string(s.ID))
	if err != nil || len(out) > 0 || s.Phase == 0 {
		return out, err
	}
	return phaseBefore(ctx, q, s.Mission)
}

// upstream reads the steps that a condition selects, with the sources they cite.
func upstream(ctx context.Context, q sqldb.Getter, where, arg string) ([]work.Upstream, error) {
	steps, err := record.StepsOf(ctx, q, where, arg)
	if err != nil {
		return nil, err
	}
	sources, err := sourcesOf(ctx, q, where, arg)
	if err != nil {
		return nil, err
	}
	out := make([]work.Upstream, 0, len(steps))
	for _, u := range steps {
		out = append(out, work.Upstream{
			ID: u.ID, Key: u.Key, Title: u.Title, Phase: u.Phase, Kind: u.Kind, State: u.State, Result: u.Result, Digest: u.Digest,
			Cause: u.Cause, Sources: sources[u.ID], Tier: u.Tier, Served: u.Served, Item: u.Item,
		})
	}
	return out, nil
}

// phaseBefore reads the results of the mission before another one in short,
// PreviousDeliverableChars in all, each with the sources that it still cites.
func phaseBefore(ctx context.Context, q sqldb.Getter, m org.MissionID) ([]work.Upstream, error) {
	out, err := upstream(ctx, q, `
		kind <> 'assembly' AND superseded = 0 AND state = 'completed' AND mission_id = (
		    SELECT b.id FROM missions b JOIN missions m ON m.project_id = b.project_id AND b.seq < m.seq WHERE m.id = ? ORDER BY b.seq DESC LIMIT 1)`, string(m))
	left := PreviousDeliverableChars
	for i := range out {
		u := &out[i]
		u.Result = clip(cmp.Or(u.Digest, u.Result), left/(len(out)-i))
		u.Digest = ""
		left -= len([]rune(u.Result))
		u.Sources = slices.DeleteFunc(u.Sources, func(c work.Citation) bool { return !strings.Contains(u.Result, c.Passage) })
	}
	return out, err
}

// clip cuts a text to so many characters, behind a sentence or a line: half a
// figure is a wrong one.
func clip(text string, most int) string {
	r := []rune(text)
	if len(r) <= most {
		return text
	}
	cut := string(r[:most])
	return cut[:max(strings.LastIndex(cut, "\n"), strings.LastIndex(cut, ". ")+1, 0)]
}
