package engine

import (
	"fmt"
	"strings"

	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/work"
	"github.com/frasier-cos/frasier/store/people"
	"github.com/frasier-cos/frasier/store/record"
	"github.com/frasier-cos/frasier/store/sqldb"
)

func completeStep(t *sqldb.Tx, r record.StepRow, o work.Outcome) error {
	err := t.Exec(`
		UPDATE steps
		   SET state = 'completed', ended_at = ?, result = ?, digest = ?, score = ?, points_met = ?, points_asked = ?, reviewed = ?, served = ?,
		       stage = '', claimed_by = NULL, claim_until = NULL
		 WHERE id = ?`, t.Now, o.Result, o.Digest, record.Score(o.Score, o.Scored), o.Points.Met, o.Points.Asked, o.Reviewed, o.Served, r.ID)
	if err != nil {
		return fmt.Errorf("complete step: %w", err)
	}
	if err := storeOutputs(t, r, o); err != nil {
		return err
	}
	if err := recordCompletion(t, r); err != nil {
		return err
	}
	if err := people.Skilled(t, r.Agent, o.Skills); err != nil {
		return err
	}
	if t.Alone() != nil {
		return sqldb.Wrap("note the end of "+string(r.ID), t.Exec(`INSERT INTO step_ends (step_id) VALUES (?)`, r.ID))
	}
	if err := unblockDependants(t, r.ID, false); err != nil {
		return err
	}
	return countDown(t, r)
}

func storeOutputs(t *sqldb.Tx, r record.StepRow, o work.Outcome) error {
	err := t.Insert(`INSERT INTO citations (step_id, n, claim, quote, document_id, title, url, start, stop, passage, fetched_at)`,
		len(o.Citations), func(i int) []any {
			c := o.Citations[i]
			return []any{r.ID, i, c.Claim, c.Quote, c.Document, c.Title, c.URL, c.Start, c.End, c.Passage, sqldb.Micros(c.FetchedAt)}
		})
	if err != nil {
		return fmt.Errorf("keep citations of %s: %w", r.ID, err)
	}
	if o.Deliverable == nil {
		return nil
	}
	for _, m := range o.Mended {
		if err := storeMended(t, r, m); err != nil {
			return err
		}
	}
	return storeDeliverable(t, r, *o.Deliverable)
}

// storeMended makes a changed result the next version of its step. One that is no longer completed
// is left alone.
func storeMended(t *sqldb.Tx, r record.StepRow, m work.Mended) error {
	var round []int
	err := t.All(&round, `
		UPDATE steps SET result = ?, digest = ? WHERE id = ? AND project_id = ? AND state = 'completed'
		RETURNING rounds + strikes + 1`, m.Result, m.Digest, m.Step, r.Project)
	if err != nil || len(round) == 0 {
		return sqldb.Wrap("change result of "+string(m.Step), err)
	}
	if err := t.Exec(`UPDATE drafts SET chosen = 0 WHERE step_id = ? AND round = ?`, m.Step, round[0]); err != nil {
		return sqldb.Wrap("change drafts of "+string(m.Step), err)
	}
	return sqldb.Wrap("keep changed draft of "+string(m.Step), t.Exec(`
		INSERT INTO drafts (step_id, round, version, body, score, must_fix, chosen, audit, at)
		SELECT ?, ?, (SELECT coalesce(max(version), 0) + 1 FROM drafts WHERE step_id = ? AND round = ?), ?, NULL, 0, 1, '{}', ?`,
		m.Step, round[0], m.Step, round[0], m.Result, t.Now))
}

// recordCompletion writes the entry that the steps after a completed one go by: where its
// result stands, and who waits for it. It stops at a gate that stands there.
func recordCompletion(t *sqldb.Tx, r record.StepRow) error {
	var rows []struct {
		ID    string
		Gates int
	}
	err := t.All(&rows, `
		SELECT id, (SELECT count(*) FROM gates WHERE project_id = ? AND point = ? AND ended_at IS NULL) AS gates FROM steps
		 WHERE state = 'pending' AND id IN (SELECT step_id FROM step_dependencies WHERE depends_on = ?) ORDER BY seq`, r.Project, org.GateStep, r.ID)
	if err != nil {
		return fmt.Errorf("find who waits: %w", err)
	}
	waiting := make([]string, 0, len(rows))
	for _, w := range rows {
		waiting = append(waiting, w.ID)
	}
	err = t.Event(org.Event{
		Kind: org.EventStepCompleted, Project: r.Project, Mission: r.Mission, Step: r.ID, Agent: r.Agent, Attempt: r.Attempt,
		Text: "Completed: " + r.Title,
		Data: map[string]string{"outputs": "deliverable.md#" + r.Key, "next_suggested": strings.Join(waiting, " ")},
	})
	if err != nil {
		return err
	}
	if len(rows) == 0 || rows[0].Gates == 0 {
		return nil
	}
	return stopAfterStep(t, r)
}

// CountDownStatement takes the mission. Its OR is the predicate of the index
// steps_troubled, literally.
const CountDownStatement = `
	UPDATE missions SET open_steps = open_steps - 1 WHERE id = ?
	RETURNING ` + countedColumns

const countedColumns = record.MissionColumns + `,
	          (SELECT count(*) FROM steps s
	            WHERE s.mission_id = missions.id AND (s.state = 'failed' OR s.strikes > 0 OR s.rounds > 0)) > 0 AS troubled`

// countDown takes a completed step off what its mission has left, and ends the
// mission when that is nothing.
func countDown(t *sqldb.Tx, r record.StepRow) error {
	var m countedDown
	if err := t.Get(&m, CountDownStatement, r.Mission); err != nil {
		return fmt.Errorf("count down mission %s: %w", r.Mission, err)
	}
	return m.followUp(t)
}

// countedDown is a mission of which steps have ended.
type countedDown struct {
	record.MissionRow
	Troubled bool // whether a step of it failed or was sent back
}

// followUp ends a mission that has nothing left, or has it planned again when it
// does not get on.
func (m countedDown) followUp(t *sqldb.Tx) error {
	var notes work.PlanNotes
	if err := sqldb.FromJSON(m.Notes, &notes); err != nil {
		return fmt.Errorf("read notes of %s: %w", m.ID, err)
	}
	if m.OpenSteps > 0 && !m.Troubled && len(notes.Serves) == 0 {
		return nil // it goes on, and nothing says that it does not get on
	}
	return finishMissionRow(t, m.MissionRow)
}
