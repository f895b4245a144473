package people

import (
	"context"
	"fmt"
	"slices"

	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/store/record"
	"github.com/frasier-cos/frasier/store/sqldb"
)

// SeedAgents stores the agents that an instance begins with. One that is there
// already keeps its row; when the text of its persona differs, the new text
// becomes its next version. Who joined by a file of the founder's folder leaves when the file is gone;
// what he had begun he ends. A name that somebody else has gives an *org.NameTakenError.
func (d *People) SeedAgents(ctx context.Context, agents []org.Agent) error {
	return d.db.Write(ctx, func(t *sqldb.Tx) error {
		t.Method = "seed-agents"
		for _, a := range agents {
			if err := ensureNameFree(t, a); err != nil {
				return err
			}
			err := t.Exec(`
				INSERT INTO agents (id, name, role, category, team, persona, version, reviewer)
				VALUES (?, ?, ?, ?, ?, ?, 1, ?)
				    ON CONFLICT (id) DO UPDATE SET name = excluded.name, role = excluded.role,
				       category = excluded.category, team = excluded.team, reviewer = excluded.reviewer, active = 1,
				       version = agents.version + CASE WHEN agents.persona <> excluded.persona THEN 1 ELSE 0 END, persona = excluded.persona`,
				a.ID, a.Name, a.Role, a.Category, a.Team, a.Persona, a.Reviewer)
			if err != nil {
				return fmt.Errorf("seed agent %s: %w", a.ID, err)
			}
			now, err := record.AgentOf(ctx, t, a.ID)
			if err != nil {
				return err
			}
			if err := insertPersona(t, a.ID, now.Version, now.Persona, "the text that Frasier came with"); err != nil {
				return err
			}
		}
		return dropRoles(t, agents)
	})
}

func dropRoles(t *sqldb.Tx, seeded []org.Agent) error {
	var here []org.AgentID
	if err := t.All(&here, `SELECT id FROM agents WHERE id LIKE ? AND hired_at IS NULL AND active = 1`, org.RolePrefix+"%"); err != nil {
		return err
	}
	for _, id := range here {
		if slices.ContainsFunc(seeded, func(a org.Agent) bool { return a.ID == id }) {
			continue
		}
		if err := t.Exec(`UPDATE agents SET active = 0 WHERE id = ?`, id); err != nil {
			return err
		}
	}
	return nil
}

func ensureNameFree(t *sqldb.Tx, a org.Agent) error {
	if !a.ID.IsRole() {
		return nil
	}
	var by []string
	err := t.All(&by, `SELECT role FROM agents WHERE name = ? AND id <> ?`, a.Name, a.ID)
	if err == nil && len(by) > 0 {
		err = &org.NameTakenError{Name: a.Name, By: by[0]}
	}
	return err
}

// Agents returns the active agents in the order of their ids.
func (d *People) Agents(ctx context.Context) ([]org.Agent, error) {
	return record.AgentsOf(ctx, d.db.Read)
}
