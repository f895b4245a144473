package store

import (
	"context"
	"database/sql"
	"fmt"

	"github.com/frasier-cos/frasier/internal/org"
)

// Roster returns the active agents in the order of their ids, each with what
// he is doing and what he did so far.
func (d *DB) Roster(ctx context.Context) ([]org.AgentView, error) {
	var out []org.AgentView
	err := d.view(ctx, func(q getter) error {
		agents, err := agentsOf(ctx, q)
		if err != nil {
			return err
		}
		var rows []struct {
			Agent     org.AgentID `db:"agent_id"`
			Completed int
			Score     float64
		}
		err = many(ctx, q, &rows, `
			SELECT agent_id, sum(CASE state WHEN 'completed' THEN 1 ELSE 0 END) AS completed, coalesce(avg(score), 0) AS score
			  FROM steps GROUP BY agent_id`)
		if err != nil {
			return err
		}
		var busy []struct {
			Agent org.AgentID `db:"agent_id"`
			Title string
		}
		err = many(ctx, q, &busy, `SELECT agent_id, title FROM steps WHERE state IN ('in_progress', 'in_review') ORDER BY seq DESC`)
		if err != nil {
			return err
		}
		var rejected []struct {
			Agent org.AgentID `db:"agent_id"`
			N     int
		}
		err = many(ctx, q, &rejected, `
			SELECT s.agent_id, count(*) AS n FROM rejections r JOIN steps s ON s.id = r.step_id GROUP BY s.agent_id`)
		if err != nil {
			return err
		}
		var more []struct {
			ID       org.AgentID
			HiredAt  sql.NullInt64 `db:"hired_at"`
			HiredFor string        `db:"hired_for"`
		}
		if err := many(ctx, q, &more, `SELECT id, hired_at, hired_for FROM agents WHERE active = 1`); err != nil {
			return err
		}
		var skills []struct {
			Agent org.AgentID `db:"agent_id"`
			Skill string
			Used  int
		}
		if err := many(ctx, q, &skills, `SELECT agent_id, skill, used FROM agent_skills ORDER BY used DESC, skill`); err != nil {
			return err
		}
		at := map[org.AgentID]*org.AgentView{}
		out = make([]org.AgentView, len(agents))
		for i, a := range agents {
			out[i].Agent = a
			at[a.ID] = &out[i]
		}
		for _, r := range rows {
			if v := at[r.Agent]; v != nil {
				v.Completed, v.Score = r.Completed, r.Score
			}
		}
		for _, b := range busy {
			if v := at[b.Agent]; v != nil {
				v.Working = b.Title
			}
		}
		for _, m := range more {
			if v := at[m.ID]; v != nil {
				v.Hired, v.Why = nullMoment(m.HiredAt), m.HiredFor
			}
		}
		for _, s := range skills {
			if v := at[s.Agent]; v != nil {
				v.Skills = append(v.Skills, org.Skill{Name: s.Skill, Used: s.Used})
			}
		}
		var versions []struct {
			Agent   org.AgentID `db:"agent_id"`
			Version int
			Why     string
		}
		if err := many(ctx, q, &versions, `SELECT agent_id, version, why FROM personas ORDER BY agent_id, version`); err != nil {
			return err
		}
		for _, p := range versions {
			if v := at[p.Agent]; v != nil {
				v.History = append(v.History, fmt.Sprintf("%d: %s", p.Version, p.Why))
			}
		}
		for i := range out {
			if _, out[i].SinceUp, err = taughtBy(ctx, q, out[i].ID); err != nil {
				return err
			}
		}
		for _, r := range rejected {
			if v := at[r.Agent]; v != nil {
				v.Rejected = r.N
			}
		}
		return nil
	})
	if err != nil {
		return nil, fmt.Errorf("read roster: %w", err)
	}
	return out, nil
}
