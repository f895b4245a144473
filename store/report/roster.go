package report

import (
	"context"
	"database/sql"
	"fmt"

	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/store/people"
	"github.com/frasier-cos/frasier/store/record"
	"github.com/frasier-cos/frasier/store/sqldb"
)

// Roster returns the active agents in the order of their ids, each with what
// he is doing and what he did so far.
func (d *Report) Roster(ctx context.Context) ([]org.AgentView, error) {
	var out []org.AgentView
	err := d.db.View(ctx, func(q sqldb.Getter) error {
		agents, err := record.AgentsOf(ctx, q)
		if err != nil {
			return err
		}
		out = make([]org.AgentView, len(agents))
		at := roster{}
		for i, a := range agents {
			out[i].Agent = a
			at[a.ID] = &out[i]
		}
		if err := at.readWork(ctx, q); err != nil {
			return err
		}
		if err := at.readCareer(ctx, q); err != nil {
			return err
		}
		for i := range out {
			if _, out[i].SinceUp, err = people.TaughtBy(ctx, q, out[i].ID); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		return nil, fmt.Errorf("read roster: %w", err)
	}
	return out, nil
}

// roster is the active agents by their ids. Rows about others are passed over.
type roster map[org.AgentID]*org.AgentView

func (at roster) readWork(ctx context.Context, q sqldb.Getter) error {
	var done []struct {
		Agent     org.AgentID `db:"agent_id"`
		Completed int
		Score     float64
		Met       int `db:"points_met"`
		Asked     int `db:"points_asked"`
	}
	err := sqldb.Many(ctx, q, &done, `
		SELECT agent_id, sum(CASE state WHEN 'completed' THEN 1 ELSE 0 END) AS completed, coalesce(avg(score), 0) AS score,
		       CAST(sum(points_met) AS BIGINT) AS points_met, CAST(sum(points_asked) AS BIGINT) AS points_asked
		  FROM steps GROUP BY agent_id`)
	if err != nil {
		return err
	}
	for _, r := range done {
		if v := at[r.Agent]; v != nil {
			v.Completed, v.Score, v.Points = r.Completed, r.Score, org.Points{Met: r.Met, Asked: r.Asked}
		}
	}
	var busy []struct {
		Agent org.AgentID `db:"agent_id"`
		Title string
	}
	err = sqldb.Many(ctx, q, &busy, `SELECT agent_id, title FROM steps WHERE state IN ('in_progress', 'in_review') ORDER BY seq DESC`)
	if err != nil {
		return err
	}
	for _, b := range busy {
		if v := at[b.Agent]; v != nil {
			v.Working = b.Title
		}
	}
	var rejected []struct {
		Agent org.AgentID `db:"agent_id"`
		N     int
	}
	err = sqldb.Many(ctx, q, &rejected, `
		SELECT agent_id, count(*) AS n FROM rejections WHERE agent_id IS NOT NULL GROUP BY agent_id`)
	for _, r := range rejected {
		if v := at[r.Agent]; v != nil {
			v.Rejected = r.N
		}
	}
	return err
}

func (at roster) readCareer(ctx context.Context, q sqldb.Getter) error {
	var hired []struct {
		ID       org.AgentID
		HiredAt  sql.NullInt64 `db:"hired_at"`
		HiredFor string        `db:"hired_for"`
	}
	if err := sqldb.Many(ctx, q, &hired, `SELECT id, hired_at, hired_for FROM agents WHERE active = 1`); err != nil {
		return err
	}
	for _, h := range hired {
		if v := at[h.ID]; v != nil {
			v.Hired, v.Why = sqldb.NullMoment(h.HiredAt), h.HiredFor
		}
	}
	var skills []struct {
		Agent org.AgentID `db:"agent_id"`
		Skill string
		Used  int
	}
	if err := sqldb.Many(ctx, q, &skills, `SELECT agent_id, skill, used FROM agent_skills ORDER BY used DESC, skill`); err != nil {
		return err
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
	err := sqldb.Many(ctx, q, &versions, `SELECT agent_id, version, why FROM personas ORDER BY agent_id, version`)
	for _, p := range versions {
		if v := at[p.Agent]; v != nil {
			v.History = append(v.History, fmt.Sprintf("%d: %s", p.Version, p.Why))
		}
	}
	return err
}
