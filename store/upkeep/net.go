package upkeep

import (
	"context"
	"fmt"

	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/store/engine"
	"github.com/frasier-cos/frasier/store/sqldb"
)

// Seen records that a process is alive and what it is ("bot", "worker"), and
// forgets those that have been silent for long.
func (d *Upkeep) Seen(ctx context.Context, owner, role string) error {
	err := d.db.WriteBeside(ctx, func(t *sqldb.Tx) error {
		t.Method = "seen"
		err := t.Exec(`DELETE FROM workers WHERE seen < ? OR (seen < ? AND holder LIKE 'tool-%')`,
			t.Now-ProcessForgotten.Microseconds(), t.Now-org.LeaseTerm.Microseconds())
		if err != nil {
			return err
		}
		return t.Exec(`
			INSERT INTO workers (holder, role, seen) VALUES (?, ?, ?)
			    ON CONFLICT (holder) DO UPDATE SET role = excluded.role, seen = excluded.seen`, owner, role, t.Now)
	})
	return sqldb.Wrap("record "+owner, err)
}

// StalledProjects selects active projects that nothing will ever move: no mission is
// open, or the open one has no open step left. Paused projects wait for the
// founder and are never stalled.
const StalledProjects = `
	projects.state IN ('active', 'paused') AND projects.state <> 'paused'
	AND NOT EXISTS (SELECT 1 FROM missions m
	                 WHERE m.project_id = projects.id AND (m.state IN ('planning', 'paused') OR (m.state = 'in_progress' AND m.open_steps > 0)))`

// SafetyNet does what the transactions that end steps and missions do
// already, for the case that one did not: it fails the steps whose needs
// failed, ends missions whose steps have all ended, and gives an active
// project without an open mission its next one, in this order. It returns
// how many things it had to do; 0 is the rule.
func (d *Upkeep) SafetyNet(ctx context.Context) (int, error) {
	blocked := `
		SELECT DISTINCT e.depends_on
		  FROM steps s JOIN step_dependencies e ON e.step_id = s.id JOIN steps n ON n.id = e.depends_on
		 WHERE s.state = 'pending' AND e.soft = 0 AND n.state IN ('failed', 'cancelled')
		   AND s.mission_id IN (SELECT id FROM missions WHERE state IN ('planning', 'in_progress', 'paused'))`
	idle, err := d.db.Idle(ctx, `
		SELECT (SELECT count(*) FROM (`+blocked+`) AS blocked) + (SELECT count(*) FROM projects WHERE `+StalledProjects+`)
		     + (SELECT count(*) FROM missions WHERE state IN ('planning', 'in_progress', 'paused') AND planned = 1 AND open_steps = 0)`)
	if err != nil || idle {
		return 0, sqldb.Wrap("cast the safety net", err)
	}
	n := 0
	err = d.db.Write(ctx, func(t *sqldb.Tx) error {
		t.Method = "safety-net"
		n = 0
		var roots []org.StepID
		if err := t.All(&roots, blocked); err != nil {
			return err
		}
		for _, id := range roots {
			n++
			if err := engine.Cascade(t, id); err != nil {
				return err
			}
		}
		did, err := catchUp(t)
		n += did
		return err
	})
	if err != nil {
		return 0, fmt.Errorf("cast the safety net: %w", err)
	}
	return n, nil
}

func catchUp(t *sqldb.Tx) (int, error) {
	n := 0
	var over []org.MissionID
	err := t.All(&over, `SELECT id FROM missions WHERE state IN ('planning', 'in_progress', 'paused') AND planned = 1 AND open_steps = 0`)
	if err != nil {
		return n, err
	}
	for _, id := range over {
		n++
		if err := engine.FinishMission(t, id); err != nil {
			return n, err
		}
	}
	var idle []struct {
		ID  org.ProjectID
		Seq int
	}
	err = t.All(&idle, `
		SELECT id, coalesce((SELECT max(seq) FROM missions WHERE project_id = projects.id), -1) AS seq
		  FROM projects WHERE `+StalledProjects)
	if err != nil {
		return n, err
	}
	for _, p := range idle {
		n++
		if err := reviveProject(t, p.ID, p.Seq); err != nil {
			return n, err
		}
	}
	return n, nil
}

// reviveProject advances a project after its last mission, or fails it with that
// mission.
func reviveProject(t *sqldb.Tx, id org.ProjectID, seq int) error {
	var failed []string
	err := t.All(&failed, `
		SELECT outcome FROM missions WHERE project_id = ? AND seq = ? AND state IN ('failed', 'cancelled')`, id, seq)
	if err != nil {
		return err
	}
	if len(failed) > 0 {
		return engine.EndProject(t, id, org.ProjectFailed, failed[0])
	}
	return engine.Advance(t, id)
}
