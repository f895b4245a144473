package people

import (
	"context"
	"fmt"

	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/store/record"
	"github.com/frasier-cos/frasier/store/sqldb"
)

// SeedAgents stores the agents that an instance begins with. One that is there
// already keeps its row; when the text of its persona differs, the new text
// becomes its next version.
func (d *People) SeedAgents(ctx context.Context, agents []org.Agent) error {
	return d.db.Write(ctx, func(t *sqldb.Tx) error {
		t.Method = "seed-agents"
		for _, a := range agents {
			err := t.Exec(`
				INSERT INTO agents (id, name, role, category, team, persona, version, reviewer)
				VALUES (?, ?, ?, ?, ?, ?, 1, ?)
				    ON CONFLICT (id) DO UPDATE SET name = excluded.name, role = excluded.role,
				       category = excluded.category, team = excluded.team, reviewer = excluded.reviewer,
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
		return nil
	})
}

// Agents returns the active agents in the order of their ids.
func (d *People) Agents(ctx context.Context) ([]org.Agent, error) {
	return record.AgentsOf(ctx, d.db.Read)
}
