package code

import (
	"context"
	"encoding/json"
	"fmt"

	"github.com/frasier-cos/frasier/internal/coding"
	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/store/sqldb"
)

// KeepRehearsal keeps how a coding agent did, in the place of what was known of it on that machine.
func (d *Code) KeepRehearsal(ctx context.Context, r coding.Rehearsal) error {
	scenes, err := sqldb.JSONText(sqldb.OrEmpty(r.Scenes))
	if err != nil {
		return err
	}
	err = d.db.Write(ctx, func(t *sqldb.Tx) error {
		t.Method = "keep-rehearsal"
		return t.Exec(`
			INSERT INTO rehearsals (machine, agent, version, agent_key, scenes, at) VALUES (?, ?, ?, ?, ?, ?)
			    ON CONFLICT (machine, agent) DO UPDATE SET version = excluded.version, agent_key = excluded.agent_key, scenes = excluded.scenes, at = excluded.at`,
			r.Machine, r.Agent, r.Version, r.Key, scenes, t.Now)
	})
	return sqldb.Wrap("keep the rehearsal of "+string(r.Agent), err)
}

// OfferAgent marks that the founder is told of a coding agent on a machine. It reports whether he was not told before.
func (d *Code) OfferAgent(ctx context.Context, machine string, agent coding.CoderKind) (first bool, err error) {
	err = d.db.Write(ctx, func(t *sqldb.Tx) error {
		t.Method = "offer-agent"
		n, err := t.Change(`
			INSERT INTO rehearsals (machine, agent, offered, at) VALUES (?, ?, 1, ?)
			    ON CONFLICT (machine, agent) DO UPDATE SET offered = 1 WHERE rehearsals.offered = 0`, machine, agent, t.Now)
		first = n > 0
		return err
	})
	return first, sqldb.Wrap("offer the agent "+string(agent), err)
}

// AgentCalls returns how many model calls agents made for a step so far.
func (d *Code) AgentCalls(ctx context.Context, step org.StepID) (int, error) {
	var n int
	err := sqldb.One(ctx, d.db.Read, &n, `SELECT count(*) FROM llm_calls WHERE step_id = ? AND purpose = ?`, step, org.StageAgent)
	return n, sqldb.Wrap("count the calls for "+string(step), err)
}

// Rehearsals returns how the coding agents did that were tried, on all machines.
func (d *Code) Rehearsals(ctx context.Context) ([]coding.Rehearsal, error) {
	var rows []struct {
		Machine string
		Agent   coding.CoderKind
		Version string
		Key     string `db:"agent_key"`
		Scenes  string
		At      int64
	}
	if err := sqldb.Many(ctx, d.db.Read, &rows, `SELECT machine, agent, version, agent_key, scenes, at FROM rehearsals WHERE agent_key <> '' ORDER BY machine, agent`); err != nil {
		return nil, fmt.Errorf("read rehearsals: %w", err)
	}
	out := make([]coding.Rehearsal, 0, len(rows))
	for _, r := range rows {
		one := coding.Rehearsal{Machine: r.Machine, Agent: r.Agent, Version: r.Version, Key: r.Key, At: sqldb.Moment(r.At)}
		if err := json.Unmarshal([]byte(r.Scenes), &one.Scenes); err != nil {
			return nil, fmt.Errorf("read the rehearsal of %s: %w", r.Agent, err)
		}
		out = append(out, one)
	}
	return out, nil
}
