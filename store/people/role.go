package people

import (
	"context"
	"fmt"
	"slices"

	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/store/record"
	"github.com/frasier-cos/frasier/store/sqldb"
)

// TakeRole has somebody join whom a repository proposes, as a founder read him: a proposal that is another by now gives
// org.ErrConflict. One who was taken before in other words has these from now on.
func (d *People) TakeRole(ctx context.Context, repository string, r org.Role, a org.Agent) error {
	err := d.db.Write(ctx, func(t *sqldb.Tx) error {
		t.Method = "take-role"
		if err := ensureProposed(t, repository, r); err != nil {
			return err
		}
		if err := ensureNameFree(t, a); err != nil {
			return err
		}
		why := "taken from " + r.Path + " of " + repository
		err := t.Exec(`
			INSERT INTO agents (id, name, role, category, team, persona, version, hired_at, hired_for) VALUES (?, ?, ?, ?, ?, ?, 1, ?, ?)
			    ON CONFLICT (id) DO UPDATE SET name = excluded.name, role = excluded.role, category = excluded.category, team = excluded.team, active = 1, hired_for = excluded.hired_for,
			       version = agents.version + CASE WHEN agents.persona <> excluded.persona THEN 1 ELSE 0 END, persona = excluded.persona`,
			a.ID, a.Name, a.Role, a.Category, a.Team, a.Persona, t.Now, why)
		if err != nil {
			return err
		}
		now, err := record.AgentOf(t.Ctx, t, a.ID)
		if err != nil {
			return err
		}
		if err := insertPersona(t, a.ID, now.Version, now.Persona, why); err != nil {
			return err
		}
		return t.Event(org.Event{
			Kind: org.EventRepository, Agent: a.ID, Text: fmt.Sprintf("%s joined the team, %s", a.Name, why),
		})
	})
	return sqldb.Wrap("take the role "+r.Name+" of "+repository, err)
}

func ensureProposed(t *sqldb.Tx, repository string, r org.Role) error {
	var texts []string
	err := t.All(&texts, `SELECT p.roles FROM proposed_roles p JOIN repositories o ON o.id = p.repository_id WHERE o.name = ? AND o.removed = 0`, repository)
	if err != nil {
		return err
	}
	for _, text := range texts {
		var all []org.Role
		if err := sqldb.FromJSON(text, &all); err != nil {
			return err
		}
		if slices.ContainsFunc(all, func(o org.Role) bool { return o.Mark() == r.Mark() }) {
			return nil
		}
	}
	return org.ErrConflict
}

// DropRole has somebody leave who was taken from a repository; what he has begun he ends. It returns org.ErrNotFound where
// nobody of that id is there.
func (d *People) DropRole(ctx context.Context, id org.AgentID) error {
	err := d.db.Write(ctx, func(t *sqldb.Tx) error {
		t.Method = "drop-role"
		a, err := record.AgentOf(t.Ctx, t, id)
		if err != nil {
			return err
		}
		n, err := t.Change(`UPDATE agents SET active = 0 WHERE id = ? AND active = 1 AND hired_at IS NOT NULL AND id LIKE ?`, id, org.RolePrefix+"%")
		if err == nil && n == 0 {
			err = org.ErrNotFound
		}
		if err != nil {
			return err
		}
		return t.Event(org.Event{Kind: org.EventRepository, Agent: id, Text: fmt.Sprintf("%s left the team", a.Name)})
	})
	return sqldb.Wrap("have "+string(id)+" leave", err)
}
