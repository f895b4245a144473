package store

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/frasier-cos/frasier/internal/org"
)

// completeAll ends steps as completed with all that follows from it: their
// dependants start, and the last step of a mission ends it. It costs about as
// many statements for many steps as for one.
func (t *tx) completeAll(done []end) error {
	slices.SortFunc(done, func(a, b end) int { return cmp.Compare(a.row.Seq, b.row.Seq) })
	ids := make([]org.StepID, 0, len(done))
	for i := range done {
		done[i].out.Served = lowest(done[i].row.Served, done[i].out.Served)
		ids = append(ids, done[i].row.ID)
		if err := t.keep(done[i].row.stepRow, done[i].out); err != nil {
			return err
		}
	}
	if err := t.writeCompleted(done); err != nil {
		return err
	}
	for _, e := range done {
		if err := t.handedIn(e); err != nil {
			return err
		}
	}
	took, err := t.endRuns(ids, string(org.StepCompleted))
	if err != nil {
		return err
	}
	times := map[like][]int64{}
	for _, e := range done {
		times[like{e.row.Kind, e.row.Tier}] = append(times[like{e.row.Kind, e.row.Tier}], took[e.row.ID])
	}
	if err := t.timed(times); err != nil {
		return err
	}
	if err := t.freed(done, ids); err != nil {
		return err
	}
	return t.counted(done)
}

// writeCompleted writes the ends of the steps themselves.
func (t *tx) writeCompleted(done []end) error {
	for len(done) > 0 {
		n := min(len(done), mostRows)
		part := padded(slices.Clone(done[:n]))
		done = done[n:]
		args := []any{t.now}
		for _, e := range part {
			args = append(args, e.row.ID, e.out.Result, e.out.Digest, score(e.out.Score, e.out.Scored), e.out.Reviewed, e.out.Served)
		}
		err := t.exec(`
			UPDATE steps
			   SET state = 'completed', ended_at = ?, result = v.column2, digest = v.column3, score = v.column4, reviewed = v.column5,
			       served = v.column6, stage = '', claimed_by = NULL, claim_until = NULL
			  FROM (VALUES `+tuples(len(part), `(?, ?, ?, CAST(? AS DOUBLE PRECISION), ?, ?)`)+`) AS v
			 WHERE steps.id = v.column1`, args...)
		if err != nil {
			return fmt.Errorf("complete %d steps: %w", n, err)
		}
	}
	return nil
}

// handedIn keeps what a completed step hands in beside its result.
func (t *tx) handedIn(e end) error {
	if n := len(e.out.Citations); n > 0 {
		err := t.insert(`INSERT INTO citations (step_id, n, claim, quote, document_id, title, url, start, stop, passage, fetched_at)`, n, func(i int) []any {
			c := e.out.Citations[i]
			return []any{e.row.ID, i, c.Claim, c.Quote, c.Document, c.Title, c.URL, c.Start, c.End, c.Passage, micros(c.FetchedAt)}
		})
		if err != nil {
			return fmt.Errorf("keep citations of %s: %w", e.row.ID, err)
		}
	}
	if e.out.Deliverable == nil {
		return nil
	}
	return t.deliverable(e.row.stepRow, *e.out.Deliverable)
}

// freed tells the steps that depend on completed ones. Each of those gets the
// entry that the steps after it go by: where its result stands, and who waits
// for it (W-021).
func (t *tx) freed(done []end, ids []org.StepID) error {
	var edges []waits
	in, args := anyOf(ids)
	err := t.all(&edges, `
		SELECT depends_on, step_id, (SELECT n.seq FROM steps n WHERE n.id = step_id AND n.state = 'pending') AS seq
		  FROM step_dependencies WHERE depends_on IN `+in, args...)
	if err != nil {
		return fmt.Errorf("find who waits: %w", err)
	}
	slices.SortFunc(edges, func(a, b waits) int { return cmp.Compare(a.Seq.Int64, b.Seq.Int64) })
	next := map[org.StepID][]string{}
	for _, w := range edges {
		if w.Seq.Valid {
			next[w.Need] = append(next[w.Need], string(w.Step))
		}
	}
	for _, e := range done {
		r := e.row
		err := t.event(org.Event{
			Kind: org.EventStepCompleted, Project: r.Project, Mission: r.Mission, Step: r.ID, Agent: r.Agent, Attempt: r.Attempt,
			Text: "Completed: " + r.Title,
			Data: map[string]string{"outputs": "deliverable.md#" + r.Key, "next_suggested": strings.Join(next[r.ID], " ")},
		})
		if err != nil {
			return err
		}
	}
	if len(edges) == 0 {
		return nil
	}
	if err := t.gateSteps(done); err != nil {
		return err
	}
	return t.decrement(edges)
}

// counted takes completed steps off what their missions have left, and ends
// the missions that have nothing left.
func (t *tx) counted(done []end) error {
	left := map[org.MissionID]int{}
	for _, e := range done {
		left[e.row.Mission]++
	}
	for _, id := range slices.Sorted(maps.Keys(left)) {
		var m struct {
			missionRow
			Troubled bool // whether a step of it failed or was sent back
		}
		err := t.get(&m, `
			UPDATE missions SET open_steps = open_steps - ? WHERE id = ?
			RETURNING `+missionColumns+`,
			          (SELECT count(*) FROM steps s
			            WHERE s.mission_id = missions.id AND (s.state = 'failed' OR s.strikes > 0 OR s.rounds > 0)) > 0 AS troubled`,
			left[id], id)
		if err != nil {
			return fmt.Errorf("count down mission %s: %w", id, err)
		}
		var notes org.PlanNotes
		if err := fromJSON(m.Notes, &notes); err != nil {
			return fmt.Errorf("read notes of %s: %w", id, err)
		}
		if m.OpenSteps > 0 && !m.Troubled && len(notes.Serves) == 0 {
			continue // it goes on, and nothing says that it does not get on
		}
		if err := t.settleRow(m.missionRow); err != nil {
			return err
		}
	}
	return nil
}
