package people

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/prose"
	"github.com/frasier-cos/frasier/internal/work"
	"github.com/frasier-cos/frasier/store/record"
	"github.com/frasier-cos/frasier/store/sqldb"
)

// Hires stores who joins with a plan, each with a persona at once, and
// returns the ids they got by the ids the planner gave them.
func Hires(t *sqldb.Tx, m record.MissionRow, list []work.Hire) (map[org.AgentID]org.AgentID, error) {
	got := map[org.AgentID]org.AgentID{}
	for _, h := range list {
		a := h.Agent
		id, name := a.ID, a.Name
		for n := 2; ; n++ {
			var taken int
			if err := t.Get(&taken, `SELECT count(*) FROM agents WHERE id = ? OR name = ?`, id, name); err != nil {
				return nil, err
			}
			if taken == 0 {
				break
			}
			id, name = org.AgentID(fmt.Sprintf("%s-%d", a.ID, n)), fmt.Sprintf("%s %d", a.Name, n)
		}
		got[a.ID] = id
		err := t.Exec(`
			INSERT INTO agents (id, name, role, category, team, persona, version, hired_at, hired_for) VALUES (?, ?, ?, ?, ?, ?, 1, ?, ?)`,
			id, name, a.Role, a.Category, a.Team, a.Persona, t.Now, h.Why)
		if err != nil {
			return nil, fmt.Errorf("hire %s: %w", name, err)
		}
		if err := insertPersona(t, id, 1, a.Persona, "hired: "+h.Why); err != nil {
			return nil, err
		}
		err = t.Event(org.Event{
			Kind: org.EventAgentHired, Project: m.Project, Mission: m.ID, Agent: id, Text: formatHired(name, a.Role, h.Why),
			Data: map[string]string{"name": name, "role": a.Role},
		})
		if err != nil {
			return nil, err
		}
	}
	return got, nil
}

func insertPersona(t *sqldb.Tx, id org.AgentID, version int, body, why string) error {
	err := t.Exec(`
		INSERT INTO personas (agent_id, version, body, why, at) VALUES (?, ?, ?, ?, ?) ON CONFLICT (agent_id, version) DO NOTHING`,
		id, version, body, why, t.Now)
	if err != nil {
		return fmt.Errorf("keep persona %d of %s: %w", version, id, err)
	}
	return nil
}

// TaughtBy reads the rejections of an agent's work since he was last taught,
// a line of feedback each, oldest first, and their number.
func TaughtBy(ctx context.Context, q sqldb.Getter, id org.AgentID) (feedback []string, n int, err error) {
	var rows []string
	err = sqldb.Many(ctx, q, &rows, `
		SELECT r.feedback FROM rejections r JOIN steps s ON s.id = r.step_id
		 WHERE r.agent_id = ? AND r.at > (SELECT trained_at FROM agents WHERE id = ?) ORDER BY r.at, s.seq, r.round`, id, id)
	if err != nil {
		return nil, 0, fmt.Errorf("read rejections of %s: %w", id, err)
	}
	for _, r := range rows {
		var lines []string
		if err := sqldb.FromJSON(r, &lines); err != nil {
			return nil, 0, err
		}
		feedback = append(feedback, lines...)
	}
	return feedback, len(rows), nil
}

// SaveTraining adds what an agent was taught to his persona, as its next
// version. from is the version that the teaching began with: when another
// worker taught him meanwhile, nothing is changed. Nobody is let go.
func (d *People) SaveTraining(ctx context.Context, id org.AgentID, from int, learned string) error {
	err := d.db.Write(ctx, func(t *sqldb.Tx) error {
		t.Method = "save-training"
		n, err := t.Change(`UPDATE agents SET learned = ?, version = version + 1, trained_at = ? WHERE id = ? AND version = ?`, learned, t.Now, id, from)
		if err != nil || n == 0 {
			return err
		}
		a, err := record.AgentOf(ctx, t, id)
		if err != nil {
			return err
		}
		if err := insertPersona(t, id, a.Version, a.Persona, "taught after rejections"); err != nil {
			return err
		}
		return t.Event(org.Event{Kind: org.EventAgentTrained, Agent: id, Text: formatTrained(a.Name, org.UpskillAt), Data: map[string]string{"version": fmt.Sprint(a.Version)}})
	})
	return sqldb.Wrap("save training of "+string(id), err)
}

// Skilled counts the skills that a completed step called for, always in one order: two steps that end at once would else each wait for
// a row that the other has.
func Skilled(t *sqldb.Tx, agent org.AgentID, skills []string) error {
	for _, s := range slices.Sorted(slices.Values(skills)) {
		err := t.Exec(`
			INSERT INTO agent_skills (agent_id, skill, used) VALUES (?, ?, 1)
			    ON CONFLICT (agent_id, skill) DO UPDATE SET used = agent_skills.used + 1`, agent, s)
		if err != nil {
			return fmt.Errorf("count skill %s of %s: %w", s, agent, err)
		}
	}
	return nil
}

// Approach keeps how a step was gone about.
func Approach(t *sqldb.Tx, r record.StepRow, o work.Outcome) error {
	if o.Approach == nil {
		return nil
	}
	body, err := sqldb.JSONText(o.Approach)
	if err != nil {
		return err
	}
	err = sqldb.Wrap("keep approach", t.Exec(`
		INSERT INTO approaches (step_id, agent_id, body, score, rejected, at) VALUES (?, ?, ?, ?, ?, ?)
		    ON CONFLICT (step_id) DO UPDATE SET agent_id = excluded.agent_id, body = excluded.body, score = excluded.score,
		       rejected = excluded.rejected, at = excluded.at`,
		r.ID, r.Agent, body, record.Score(o.Score, o.Scored), o.Next == org.StepFailed, t.Now))
	if err != nil {
		return err
	}
	for _, tag := range o.Approach.Tags {
		err := sqldb.Wrap("tag approach", t.Exec(`INSERT INTO approach_tags (tag, agent_id, step_id) VALUES (?, ?, ?) ON CONFLICT DO NOTHING`, tag, r.Agent, r.ID))
		if err != nil {
			return err
		}
	}
	return nil
}

// PastOf reads how an agent went about steps like this one: at most two that
// went well and one that did not, only his own.
func PastOf(ctx context.Context, q sqldb.Getter, s org.Step) (worked, avoid []work.Approach, err error) {
	tags := prose.Tags(s.Title + " " + s.Goal)
	if len(tags) == 0 {
		return nil, nil, nil
	}
	args := []any{s.Agent, string(s.ID)}
	for _, t := range tags {
		args = append(args, t)
	}
	var rows []struct {
		Body     string
		Score    float64
		Scored   bool
		Rejected bool
	}
	err = sqldb.Many(ctx, q, &rows, `
		SELECT a.body, coalesce(a.score, 0) AS score, CASE WHEN a.score IS NULL THEN 0 ELSE 1 END AS scored, a.rejected
		  FROM approaches a JOIN (SELECT step_id, count(*) AS n FROM approach_tags
		        WHERE agent_id = ? AND step_id <> ? AND tag IN (?`+strings.Repeat(", ?", len(tags)-1)+`) GROUP BY step_id) g ON g.step_id = a.step_id
		 ORDER BY g.n DESC, a.at DESC, a.step_id LIMIT 20`, args...)
	if err != nil {
		return nil, nil, fmt.Errorf("read approaches of %s: %w", s.Agent, err)
	}
	for _, r := range rows {
		var a work.Approach
		if err := sqldb.FromJSON(r.Body, &a); err != nil {
			return nil, nil, err
		}
		switch {
		case !r.Rejected && r.Scored && r.Score >= approachWorked && len(worked) < 2:
			worked = append(worked, a)
		case (r.Rejected || r.Scored && r.Score <= approachFailed) && len(avoid) < 1:
			avoid = append(avoid, a)
		}
	}
	return worked, avoid, nil
}

// PlansLike returns outlines of plans that went well for requests like this
// one, newest first, at most three.
func PlansLike(ctx context.Context, q sqldb.Getter, p org.Project) ([]string, error) {
	tags := prose.Tags(p.Title + " " + p.Goal)
	var rows []struct {
		Mission org.MissionID `db:"id"`
		Title   string
		Goal    string
	}
	err := sqldb.Many(ctx, q, &rows, `
		SELECT m.id, projects.title, projects.goal FROM missions m JOIN projects ON projects.id = m.project_id
		 WHERE m.state = 'completed' AND m.project_id <> ? AND projects.single = 0 ORDER BY m.ended_at DESC, m.id LIMIT 40`, p.ID)
	if err != nil {
		return nil, fmt.Errorf("read past plans: %w", err)
	}
	var out []string
	for _, r := range rows {
		shared := 0
		for _, t := range prose.Tags(r.Title + " " + r.Goal) {
			for _, mine := range tags {
				if t == mine {
					shared++
				}
			}
		}
		if shared == 0 || len(out) == 3 {
			continue
		}
		var steps []string
		if err := sqldb.Many(ctx, q, &steps, `SELECT title FROM steps WHERE mission_id = ? AND superseded = 0 AND kind <> 'assembly' ORDER BY seq LIMIT 12`, r.Mission); err != nil {
			return nil, err
		}
		out = append(out, r.Title+": "+strings.Join(steps, "; "))
	}
	return out, nil
}
