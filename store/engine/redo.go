package engine

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/store/code"
	"github.com/frasier-cos/frasier/store/record"
	"github.com/frasier-cos/frasier/store/sqldb"
)

// Redo has a step that has ended done again, with a note for whoever does it,
// and with it every step that failed because of it or built on its result, the
// assemblies among them. A step that failed because of another takes
// that one along. Strikes begin anew, drafts and rejections stay, open
// questions about these steps count as answered, and a project that had ended
// goes on. It returns the steps that are to be done again, in plan order;
// org.ErrNotFound for an unknown step and org.ErrConflict for one that has not
// ended, was replaced by a newer plan, or belongs to a cancelled project. by
// names who asked; note may be empty, and "tier:T3" at its beginning gives the
// step that tier.
func (d *Engine) Redo(ctx context.Context, id org.StepID, note, by string) ([]org.StepID, error) {
	var out []org.StepID
	err := d.db.Write(ctx, func(t *sqldb.Tx) (err error) {
		t.Method = "redo"
		out, err = Again(t, id, note, by)
		return err
	})
	return out, sqldb.Wrap("redo "+string(id), err)
}

// Again is Redo in a transaction.
func Again(t *sqldb.Tx, id org.StepID, note, by string) ([]org.StepID, error) {
	var r record.StepRow
	err := t.Get(&r, `SELECT `+record.StepColumns+` FROM steps WHERE id = ?`, id)
	if errors.Is(err, sql.ErrNoRows) {
		return nil, org.ErrNotFound
	}
	if err != nil {
		return nil, err
	}
	p, err := record.ProjectOf(t.Ctx, t, r.Project)
	if err != nil {
		return nil, err
	}
	switch {
	case p.State == org.ProjectCancelled:
		return nil, fmt.Errorf("its project was cancelled: %w", org.ErrConflict)
	case r.Superseded:
		return nil, fmt.Errorf("a newer plan took its place: %w", org.ErrConflict)
	case !r.State.Ended():
		return nil, fmt.Errorf("it is %s and has not ended: %w", r.State, org.ErrConflict)
	}
	if note, err = applyTierNote(t, r, note); err != nil {
		return nil, err
	}
	if err := StoreNote(t, p.ID, r.ID, note, by); err != nil {
		return nil, err
	}
	return redoSteps(t, p, r.ID, note)
}

// applyTierNote takes "tier:T3" off the beginning of a note and gives the step that tier.
func applyTierNote(t *sqldb.Tx, r record.StepRow, note string) (string, error) {
	first, rest, _ := strings.Cut(strings.TrimSpace(note), " ")
	name, ok := strings.CutPrefix(strings.ToLower(first), "tier:")
	tier := org.Tier(strings.ToUpper(name))
	if !ok || tier.Rank() < org.T1.Rank() || tier == org.TX || r.Tier == org.T0 {
		return note, nil
	}
	return rest, t.Exec(`UPDATE steps SET tier = ? WHERE id = ?`, tier, r.ID)
}

// StoreNote keeps a note for whoever does a step, in a transaction; an empty one is none.
func StoreNote(t *sqldb.Tx, p org.ProjectID, step org.StepID, note, by string) error {
	if note = strings.TrimSpace(note); note == "" {
		return nil
	}
	err := t.Exec(`
		INSERT INTO guidance (project_id, n, step_id, body, author, at)
		VALUES (?, (SELECT coalesce(max(n), 0) + 1 FROM guidance WHERE project_id = ?), ?, ?, ?, ?)`,
		p, p, sqldb.Nullable(step), note, by, t.Now)
	if err != nil {
		return fmt.Errorf("keep note: %w", err)
	}
	return nil
}

func redoSteps(t *sqldb.Tx, p org.Project, root org.StepID, note string) ([]org.StepID, error) {
	g, err := readNetwork(t.Ctx, t, p.ID)
	if err != nil {
		return nil, err
	}
	set, roots := g.selectRedo(root)
	var unplanned []org.MissionID
	if err := t.All(&unplanned, `SELECT id FROM missions WHERE project_id = ? AND planned = 0`, p.ID); err != nil {
		return nil, err
	}
	for id := range set {
		if slices.Contains(unplanned, g.at[id].Mission) {
			return nil, fmt.Errorf("its part of the project is being planned again; try when the plan is there: %w", org.ErrConflict)
		}
	}
	if err := bindAssemblies(t, g, set, roots); err != nil {
		return nil, err
	}
	var ids []org.StepID
	for _, r := range g.rows {
		if !set[r.ID] {
			continue
		}
		if err := reopenStep(t, r, p.State == org.ProjectPaused); err != nil {
			return nil, fmt.Errorf("reopen %s: %w", r.ID, err)
		}
		if r.State.Ended() {
			ids = append(ids, r.ID)
		}
	}
	if err := updateCauses(t, g, set); err != nil {
		return nil, err
	}
	answer := "to be done again"
	if note != "" {
		answer += ": " + note
	}
	if err := closeStepQuestions(t, ids, answer); err != nil {
		return nil, err
	}
	if err := reopenProject(t, p, ids); err != nil {
		return nil, err
	}
	return ids, renewHolds(t, p.ID)
}

// network holds the steps of a project, in plan order, with their edges.
type network struct {
	rows  []record.StepRow
	at    map[org.StepID]record.StepRow
	needs map[org.StepID][]org.StepID // hard
	after map[org.StepID][]org.StepID // hard and soft
}

func readNetwork(ctx context.Context, q sqldb.Getter, p org.ProjectID) (network, error) {
	g := network{at: map[org.StepID]record.StepRow{}, needs: map[org.StepID][]org.StepID{}, after: map[org.StepID][]org.StepID{}}
	err := sqldb.Many(ctx, q, &g.rows, `SELECT `+record.StepColumns+` FROM steps WHERE project_id = ? AND superseded = 0 ORDER BY seq`, p)
	if err != nil {
		return g, err
	}
	for _, r := range g.rows {
		g.at[r.ID] = r
	}
	var edges []struct {
		Step org.StepID `db:"step_id"`
		Need org.StepID `db:"depends_on"`
		Soft bool
	}
	err = sqldb.Many(ctx, q, &edges, `
		SELECT e.step_id, e.depends_on, e.soft FROM step_dependencies e JOIN steps s ON s.id = e.step_id
		 WHERE s.project_id = ? ORDER BY s.seq`, p)
	if err != nil {
		return g, err
	}
	for _, e := range edges {
		if !e.Soft {
			g.needs[e.Step] = append(g.needs[e.Step], e.Need)
		}
		g.after[e.Need] = append(g.after[e.Need], e.Step)
	}
	return g, nil
}

func isLost(s org.StepState) bool { return s == org.StepFailed || s == org.StepCancelled }

// selectRedo selects what is done again with a step: the failed steps that it needs, and all that
// come after any of these, but not those that another failed step still holds back. It also returns
// where the work begins.
func (g network) selectRedo(step org.StepID) (set map[org.StepID]bool, roots []org.StepID) {
	roots = []org.StepID{step}
	for i := 0; i < len(roots); i++ {
		for _, n := range g.needs[roots[i]] {
			if r, ok := g.at[n]; ok && isLost(r.State) && !slices.Contains(roots, n) {
				roots = append(roots, n)
			}
		}
	}
	set = map[org.StepID]bool{}
	queue := slices.Clone(roots)
	for _, r := range g.rows {
		if r.Kind == org.KindAssembly && r.Seq > g.at[step].Seq {
			queue = append(queue, r.ID) // every document from here on shows the step's result
		}
	}
	for len(queue) > 0 {
		id := queue[0]
		queue = queue[1:]
		if _, known := g.at[id]; known && !set[id] {
			set[id] = true
			queue = append(queue, g.after[id]...)
		}
	}
	for changed := true; changed; {
		changed = false
		for id := range set {
			if _, held := g.findBlocker(id, set); held && !slices.Contains(roots, id) {
				delete(set, id)
				changed = true
			}
		}
	}
	return set, roots
}

func (g network) findBlocker(id org.StepID, set map[org.StepID]bool) (record.StepRow, bool) {
	for _, n := range g.needs[id] {
		if r, ok := g.at[n]; ok && isLost(r.State) && !set[n] {
			return r, true
		}
	}
	return record.StepRow{}, false
}

// bindAssemblies lets the documents of later missions wait for what is done
// again, of which their own plan knew nothing.
func bindAssemblies(t *sqldb.Tx, g network, set map[org.StepID]bool, roots []org.StepID) error {
	for _, r := range g.rows {
		if r.Kind != org.KindAssembly || !set[r.ID] {
			continue
		}
		for _, root := range roots {
			if root == r.ID || g.at[root].Kind == org.KindAssembly {
				continue
			}
			err := t.Exec(`INSERT INTO step_dependencies (step_id, depends_on, soft) VALUES (?, ?, 1) ON CONFLICT DO NOTHING`, r.ID, root)
			if err != nil {
				return fmt.Errorf("let %s wait: %w", r.ID, err)
			}
		}
	}
	return nil
}

// reopenStep makes a step pending as if it were new. A worker that is busy
// with it finds its claim gone.
func reopenStep(t *sqldb.Tx, r record.StepRow, paused bool) error {
	if r.Kind == org.KindEngineering {
		if err := code.Reopen(t, r.ID); err != nil {
			return err
		}
	}
	done := 0
	if r.State == org.StepCompleted {
		done = 1 // the round that completed it is not done twice
		if err := archiveResult(t, r); err != nil {
			return err
		}
	}
	held := org.Hold(0)
	if paused {
		held = org.HoldMission
	}
	err := t.Exec(`
		UPDATE steps
		   SET state = 'pending', rounds = rounds + strikes + ?, strikes = 0, crashes = 0, claimed_by = NULL, claim_until = NULL,
		       stage = '', result = '', digest = '', score = NULL, points_met = 0, points_asked = 0, reviewed = '', served = '', cause = '', cause_step = NULL, advice = '',
		       ended_at = NULL, run_after = NULL, held = ?
		 WHERE id = ?`, done, held, r.ID)
	if err != nil {
		return err
	}
	if !r.State.Ended() {
		return nil
	}
	s, err := r.Step()
	if err != nil {
		return err
	}
	return record.StepEvent(t, org.EventStepReopened, s, "To be done again: "+s.Title)
}

// archiveResult makes a completed step's result a draft, and takes its citations away: they belong
// to a result.
func archiveResult(t *sqldb.Tx, r record.StepRow) error {
	if r.Kind == org.KindAssembly {
		err := t.Exec(`
			INSERT INTO drafts (step_id, round, version, body, score, must_fix, chosen, audit, at) VALUES (?, ?, 1, ?, NULL, 0, 1, '{}', ?)
			    ON CONFLICT (step_id, round, version) DO NOTHING`, r.ID, r.Round(), r.Result, t.Now)
		if err != nil {
			return err
		}
	}
	return t.Exec(`DELETE FROM citations WHERE step_id = ?`, r.ID)
}

// updateCauses gives the steps that stay failed a cause that still holds: the step that they name
// may be under way again.
func updateCauses(t *sqldb.Tx, g network, set map[org.StepID]bool) error {
	for _, r := range g.rows {
		if set[r.ID] || !isLost(r.State) || !set[org.StepID(r.CauseStep.String)] {
			continue
		}
		by, ok := g.findBlocker(r.ID, set)
		if !ok {
			continue
		}
		err := t.Exec(`UPDATE steps SET cause = ?, cause_step = ? WHERE id = ?`, CascadeCause(by.Title, by.Cause), by.ID, r.ID)
		if err != nil {
			return err
		}
	}
	return nil
}

func reopenProject(t *sqldb.Tx, p org.Project, steps []org.StepID) error {
	state, mission := org.ProjectActive, org.MissionInProgress
	if p.State == org.ProjectPaused {
		state, mission = org.ProjectPaused, org.MissionPaused
	}
	for _, id := range steps {
		err := t.Exec(`
			UPDATE missions SET state = ?, outcome = '', ended_at = NULL
			 WHERE id = (SELECT mission_id FROM steps WHERE id = ?) AND state IN ('completed', 'partial', 'failed', 'cancelled')`, mission, id)
		if err != nil {
			return fmt.Errorf("reopen mission of %s: %w", id, err)
		}
	}
	err := t.Exec(`
		UPDATE missions SET open_steps = (SELECT count(*) FROM steps s
		        WHERE s.mission_id = missions.id AND s.state IN ('pending', 'in_progress', 'in_review'))
		 WHERE project_id = ? AND planned = 1`, p.ID)
	if err != nil {
		return err
	}
	if err := t.Exec(`UPDATE steps SET open_deps = (`+CountOpen+`) WHERE project_id = ?`, p.ID); err != nil {
		return err
	}
	t.Wake = true
	return reactivateProject(t, p, state)
}

// reactivateProject counts the ends that the founder was told as such: a cancellation was his own.
func reactivateProject(t *sqldb.Tx, p org.Project, state org.ProjectState) error {
	if !p.State.Ended() {
		return nil
	}
	err := t.Exec(`
		UPDATE projects SET state = ?, outcome = '', ended_at = NULL, reopened = reopened + CASE state WHEN 'cancelled' THEN 0 ELSE 1 END, bad_replies = 0, bad_since = NULL
		 WHERE id = ?`, state, p.ID)
	if err != nil {
		return fmt.Errorf("reopen project %s: %w", p.ID, err)
	}
	return t.Event(org.Event{Kind: org.EventProjectReopened, Project: p.ID, Text: "Goes on: " + p.Title})
}
