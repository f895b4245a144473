package record

import (
	"context"
	"database/sql"
	"errors"
	"fmt"

	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/store/sqldb"
)

// agentColumns: what reviewers taught stands behind the persona, so that a new
// text of the office's own does not undo it.
const AgentColumns = `id, name, role, category, team,
	CASE learned WHEN '' THEN persona ELSE persona || '

' || learned END AS persona, version, reviewer`

func AgentsOf(ctx context.Context, q sqldb.Getter) ([]org.Agent, error) {
	var out []org.Agent
	if err := sqldb.Many(ctx, q, &out, `SELECT `+AgentColumns+` FROM agents WHERE active = 1 ORDER BY id`); err != nil {
		return nil, fmt.Errorf("list agents: %w", err)
	}
	return out, nil
}

// AgentOf reads one agent, active or not.
func AgentOf(ctx context.Context, q sqldb.Getter, id org.AgentID) (org.Agent, error) {
	var a org.Agent
	err := sqldb.One(ctx, q, &a, `SELECT `+AgentColumns+` FROM agents WHERE id = ?`, id)
	if errors.Is(err, sql.ErrNoRows) {
		return a, fmt.Errorf("read agent %s: %w", id, org.ErrNotFound)
	}
	if err != nil {
		return a, fmt.Errorf("read agent %s: %w", id, err)
	}
	return a, nil
}
