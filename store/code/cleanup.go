package code

import (
	"context"
	"fmt"
	"time"

	"github.com/frasier-cos/frasier/internal/coding"
	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/prose"
	"github.com/frasier-cos/frasier/store/sqldb"
)

// markCleanup notes what of a project is to be put away once it is done or merged, as was decided with the change that was just merged.
func markCleanup(t *sqldb.Tx, id org.StepID, project org.ProjectID) error {
	p, err := PlacedOf(t.Ctx, t, id)
	if err != nil || p == nil || p.Cleanup.Value.When == "" {
		return err
	}
	for _, what := range []coding.Cleaned{coding.CleanServices, coding.CleanWorkspace, coding.CleanBranch} {
		if !p.Cleanup.Value.Cleans(what) {
			continue
		}
		moment := p.Cleanup.Value.When
		if what == coding.CleanBranch { // before, it is the only place that has it
			moment = coding.CleanupMerged
		}
		if err := t.Exec(`DELETE FROM cleanups WHERE project_id = ? AND what = ?`, project, what); err != nil { // more came since
			return err
		}
		if err := t.Exec(`INSERT INTO cleanups (project_id, what, machine, moment, state, at) VALUES (?, ?, '', ?, 'due', ?)`, project, what, moment, t.Now); err != nil {
			return err
		}
	}
	return nil
}

// cleanupNow holds of a row c that is due now. What failed, and what others may still need, stays.
const cleanupNow = `c.state = 'due' AND EXISTS (SELECT 1 FROM projects p WHERE p.id = c.project_id AND (c.moment = 'done' AND p.state = 'completed' OR c.moment = 'merged' AND p.state IN ('completed', 'partial')))
	AND (c.moment = 'done' OR EXISTS (SELECT 1 FROM integrations g WHERE g.project_id = c.project_id AND g.landed_at > 0)
	  OR EXISTS (SELECT 1 FROM pulls u WHERE u.project_id = c.project_id AND u.state = 'merged') AND NOT EXISTS (SELECT 1 FROM pulls u WHERE u.project_id = c.project_id AND u.state <> 'merged'))`

// EndServices ends the services of projects whose turn it is to be put away. It returns org.ErrNoWork where there are none.
func (d *Code) EndServices(ctx context.Context) error {
	const due = `c.what = 'services' AND ` + cleanupNow
	idle, err := d.db.Idle(ctx, `SELECT count(*) FROM cleanups c WHERE `+due)
	if err == nil && idle {
		return org.ErrNoWork
	}
	if err != nil {
		return sqldb.Wrap("look for services to end", err)
	}
	return sqldb.Wrap("end the services of projects", d.db.Write(ctx, func(t *sqldb.Tx) error {
		t.Method = "end-services"
		var ids []org.ProjectID
		if err := t.All(&ids, `SELECT c.project_id FROM cleanups c WHERE `+due+` ORDER BY c.project_id`); err != nil {
			return err
		}
		for _, id := range ids {
			all, err := readShown(t.Ctx, t, `s.project_id = ? AND s.state IN ('asked', 'starting', 'ready')`, id)
			if err != nil {
				return err
			}
			n := 0
			for _, s := range all {
				if s.Service().Life == coding.LifeAlways {
					continue
				}
				n++
				if err := stopShown(t, s, coding.CauseOver, "ended: what it showed is put away"); err != nil {
					return err
				}
			}
			text := ""
			if n > 0 {
				text = prose.Count(n, "service") + " ended"
			}
			t.Wake = t.Wake || n > 0
			if err := keepCleaned(t, coding.CleanedNow{Project: id, What: coding.CleanServices, Done: text}); err != nil {
				return err
			}
		}
		return nil
	}))
}

// cleanupsFor bounds the time in which machines look for folders of a project: one that comes back later leaves them.
const cleanupsFor = 30 * 24 * time.Hour

// CleanupsDue lists the projects whose folders on a machine are to be put away now.
func (d *Code) CleanupsDue(ctx context.Context, machine string) ([]coding.DueCleanup, error) {
	const due = `c.what = 'workspace' AND c.machine = '' AND c.at > ? AND NOT EXISTS (SELECT 1 FROM cleanups m WHERE m.project_id = c.project_id AND m.what = 'workspace' AND m.machine = ?) AND ` + cleanupNow
	since := d.db.Now().Add(-cleanupsFor).UnixMicro()
	idle, err := d.db.Idle(ctx, `SELECT count(*) FROM cleanups c WHERE `+due, since, machine)
	if err != nil || idle {
		return nil, sqldb.Wrap("look for what is to be put away", err)
	}
	var out []coding.DueCleanup
	err = d.db.View(ctx, func(q sqldb.Getter) error {
		var ids []org.ProjectID
		if err := sqldb.Many(ctx, q, &ids, `SELECT c.project_id FROM cleanups c WHERE `+due+` ORDER BY c.project_id`, since, machine); err != nil {
			return err
		}
		for _, id := range ids {
			changes, err := readChanges(ctx, q, id)
			if err != nil {
				return err
			}
			out = append(out, coding.DueCleanup{Project: id, Changes: changes})
		}
		return nil
	})
	return out, sqldb.Wrap("list what is to be put away", err)
}

// BranchesDue lists the branches that are to be deleted at their forge now: their pull requests are merged there. Nothing was proposed
// for them yet.
func (d *Code) BranchesDue(ctx context.Context) ([]org.ProjectID, error) {
	const due = `c.what = 'branch' AND ` + cleanupNow
	idle, err := d.db.Idle(ctx, `SELECT count(*) FROM cleanups c WHERE `+due)
	if err != nil || idle {
		return nil, sqldb.Wrap("look for branches to delete", err)
	}
	var out []org.ProjectID
	err = sqldb.Many(ctx, d.db.Read, &out, `SELECT c.project_id FROM cleanups c WHERE `+due+` ORDER BY c.project_id`)
	return out, sqldb.Wrap("list the branches to delete", err)
}

// KeepCleaned keeps what was put away of a project, or why it stays. Said twice it is the same.
func (d *Code) KeepCleaned(ctx context.Context, c coding.CleanedNow) error {
	return sqldb.Wrap("keep what of "+string(c.Project)+" is put away", d.db.Write(ctx, func(t *sqldb.Tx) error {
		t.Method = "keep-cleaned"
		return keepCleaned(t, c)
	}))
}

func keepCleaned(t *sqldb.Tx, c coding.CleanedNow) error {
	state, reason := "done", c.Done
	if c.Kept != "" {
		state, reason = "kept", c.Kept
	}
	var n int
	if err := t.Get(&n, `SELECT count(*) FROM cleanups WHERE project_id = ? AND what = ? AND machine = ? AND state <> 'due'`, c.Project, c.What, c.Machine); err != nil || n > 0 {
		return err
	}
	err := t.Exec(`INSERT INTO cleanups (project_id, what, machine, moment, state, reason, at)
		SELECT project_id, what, ?, moment, ?, ?, ? FROM cleanups WHERE project_id = ? AND what = ? AND machine = ''
		ON CONFLICT (project_id, what, machine) DO UPDATE SET state = excluded.state, reason = excluded.reason, at = excluded.at`,
		c.Machine, state, reason, t.Now, c.Project, c.What)
	if err != nil || reason == "" {
		return err
	}
	t.Wake = true
	return t.Event(org.Event{
		Kind: org.EventCleaned, Project: c.Project, Text: fmt.Sprintf("Put away of %s: %s (%s)", c.Project, reason, c.What), Data: map[string]string{"what": string(c.What), "state": state, "reason": reason},
	})
}
