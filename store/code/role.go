package code

import (
	"context"
	"fmt"

	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/store/sqldb"
)

// KeepRoles keeps whom the files of a repository propose for the team, in the place of those before.
func (d *Code) KeepRoles(ctx context.Context, repository string, all []org.Role) error {
	text, err := sqldb.JSONText(sqldb.OrEmpty(all))
	if err != nil {
		return err
	}
	err = d.db.Write(ctx, func(t *sqldb.Tx) error {
		t.Method = "keep-roles"
		return t.Exec(`INSERT INTO proposed_roles (repository_id, roles, at) SELECT id, ?, ? FROM repositories WHERE id = ? AND removed = 0
			ON CONFLICT (repository_id) DO UPDATE SET roles = excluded.roles, at = excluded.at`, text, t.Now, repository)
	})
	return sqldb.Wrap("keep whom "+repository+" proposes", err)
}

// ProposedRoles returns whom the files of repositories propose for the team, by the repositories' names.
func (d *Code) ProposedRoles(ctx context.Context) (map[string][]org.Role, error) {
	var rows []struct{ Name, Roles string }
	err := sqldb.Many(ctx, d.db.Read, &rows, `SELECT r.name, p.roles FROM proposed_roles p JOIN repositories r ON r.id = p.repository_id WHERE r.removed = 0 ORDER BY r.name`)
	if err != nil {
		return nil, fmt.Errorf("read whom repositories propose: %w", err)
	}
	out := map[string][]org.Role{}
	for _, r := range rows {
		var all []org.Role
		if err := sqldb.FromJSON(r.Roles, &all); err != nil {
			return nil, err
		}
		if len(all) > 0 {
			out[r.Name] = all
		}
	}
	return out, nil
}
