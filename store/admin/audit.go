package admin

import (
	"context"
	"fmt"

	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/store/engine"
	"github.com/frasier-cos/frasier/store/sqldb"
)

// AuditCounters counts again what open steps and missions still wait for, puts
// right each counter that differs, and writes a line in the journal for it. It
// returns how many were wrong. None ever should be: every method keeps the
// counters in its own transaction. A wrong one would leave a step waiting for
// ever, or start it too early, so it is looked for at each start and hourly.
func (d *Admin) AuditCounters(ctx context.Context) (int, error) {
	const waits = `SELECT count(*) FROM steps s WHERE s.mission_id = missions.id AND s.state IN ('pending', 'in_progress', 'in_review')`
	const steps = `FROM steps WHERE state = 'pending' AND open_deps <> (` + engine.CountOpen + `)`
	const missions = `FROM missions WHERE state IN ('in_progress', 'paused') AND open_steps <> (` + waits + `)`
	var wrong int
	err := d.db.View(ctx, func(q sqldb.Getter) error {
		return sqldb.One(ctx, q, &wrong, `SELECT (SELECT count(*) `+steps+`) + (SELECT count(*) `+missions+`)`)
	})
	if err != nil {
		return 0, fmt.Errorf("audit counters: %w", err)
	}
	if wrong == 0 {
		return 0, nil
	}
	err = d.db.Write(ctx, func(t *sqldb.Tx) error {
		t.Method, wrong = "audit-counters", 0
		var found []struct {
			ID      string
			Project org.ProjectID `db:"project_id"`
		}
		if err := t.All(&found, `SELECT id, project_id `+steps+` ORDER BY seq`); err != nil {
			return fmt.Errorf("audit steps: %w", err)
		}
		if err := t.Exec(`UPDATE steps SET open_deps = (` + engine.CountOpen + `) WHERE state = 'pending' AND open_deps <> (` + engine.CountOpen + `)`); err != nil {
			return fmt.Errorf("mend steps: %w", err)
		}
		for _, f := range found {
			err := t.Event(org.Event{Kind: org.EventCounterMended, Project: f.Project, Step: org.StepID(f.ID), Text: "A counter was wrong and was put right: what step " + f.ID + " waits for"})
			if err != nil {
				return err
			}
		}
		wrong += len(found)
		if err := t.All(&found, `SELECT id, project_id `+missions+` ORDER BY id`); err != nil {
			return fmt.Errorf("audit missions: %w", err)
		}
		if err := t.Exec(`UPDATE missions SET open_steps = (` + waits + `) WHERE state IN ('in_progress', 'paused') AND open_steps <> (` + waits + `)`); err != nil {
			return fmt.Errorf("mend missions: %w", err)
		}
		for _, f := range found {
			err := t.Event(org.Event{Kind: org.EventCounterMended, Project: f.Project, Mission: org.MissionID(f.ID), Text: "A counter was wrong and was put right: how many steps of mission " + f.ID + " are open"})
			if err != nil {
				return err
			}
		}
		wrong += len(found)
		t.Wake = true
		return nil
	})
	return wrong, err
}
