package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"

	"github.com/frasier-cos/frasier/internal/org"
)

// SeedAgents stores the agents that an office begins with. One that is there
// already keeps its row; when the text of its persona differs, the new text
// becomes its next version.
func (d *DB) SeedAgents(ctx context.Context, agents []org.Agent) error {
	return d.tx(ctx, func(t *tx) error {
		t.method = "seed-agents"
		for _, a := range agents {
			err := t.exec(`
				INSERT INTO agents (id, name, role, category, team, persona, version, reviewer)
				VALUES (?, ?, ?, ?, ?, ?, 1, ?)
				    ON CONFLICT (id) DO UPDATE SET name = excluded.name, role = excluded.role,
				       category = excluded.category, team = excluded.team, reviewer = excluded.reviewer,
				       version = agents.version + CASE WHEN agents.persona <> excluded.persona THEN 1 ELSE 0 END, persona = excluded.persona`,
				a.ID, a.Name, a.Role, a.Category, a.Team, a.Persona, a.Reviewer)
			if err != nil {
				return fmt.Errorf("seed agent %s: %w", a.ID, err)
			}
			now, err := agentOf(ctx, t, a.ID)
			if err != nil {
				return err
			}
			if err := t.persona(a.ID, now.Version, now.Persona, "the office's own text"); err != nil {
				return err
			}
		}
		return nil
	})
}

// agentColumns: what reviewers taught stands behind the persona, so that a new
// text of the office's own does not undo it.
const agentColumns = `id, name, role, category, team,
	CASE learned WHEN '' THEN persona ELSE persona || '

' || learned END AS persona, version, reviewer`

// Agents returns the active agents in the order of their ids.
func (d *DB) Agents(ctx context.Context) ([]org.Agent, error) { return agentsOf(ctx, d.read) }

func agentsOf(ctx context.Context, q getter) ([]org.Agent, error) {
	var out []org.Agent
	if err := many(ctx, q, &out, `SELECT `+agentColumns+` FROM agents WHERE active = 1 ORDER BY id`); err != nil {
		return nil, fmt.Errorf("list agents: %w", err)
	}
	return out, nil
}

// agentOf reads one agent, active or not.
func agentOf(ctx context.Context, q getter, id org.AgentID) (org.Agent, error) {
	var a org.Agent
	err := one(ctx, q, &a, `SELECT `+agentColumns+` FROM agents WHERE id = ?`, id)
	if errors.Is(err, sql.ErrNoRows) {
		return a, fmt.Errorf("read agent %s: %w", id, org.ErrNotFound)
	}
	if err != nil {
		return a, fmt.Errorf("read agent %s: %w", id, err)
	}
	return a, nil
}
