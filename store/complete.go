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
func (t *tx) completeAll(done []*end, k around) error {
	slices.SortFunc(done, func(a, b *end) int { return cmp.Compare(a.row.Seq, b.row.Seq) })
	for _, e := range done {
		e.out.Served = lowest(e.row.Served, e.out.Served)
		if err := t.keep(e.row.stepRow, e.out); err != nil {
			return err
		}
	}
	if err := t.skilled(done); err != nil {
		return err
	}
	if err := t.writeCompleted(done); err != nil {
		return err
	}
	for _, e := range done {
		if err := t.handedIn(e); err != nil {
			return err
		}
	}
	free, err := t.freed(done, k.edges)
	if err != nil {
		return err
	}
	left, err := t.counted(done)
	if err != nil {
		return err
	}
	if err := t.look(); err != nil {
		return err
	}
	if err := t.rouse(free); err != nil {
		return err
	}
	return t.settleAll(left)
}

// writeCompleted writes the ends of the steps themselves.
func (t *tx) writeCompleted(done []*end) error {
	for _, l := range t.lang.listed(len(done), func(i int) []any {
		e := done[i]
		return []any{e.row.ID, e.out.Result, e.out.Digest, score(e.out.Score, e.out.Scored), e.out.Reviewed, e.out.Served}
	}) {
		err := t.later("complete steps", `
			UPDATE steps
			   SET state = 'completed', ended_at = ?, result = v.column2, digest = v.column3, score = v.column4, reviewed = v.column5,
			       served = v.column6, stage = '', claimed_by = NULL, claim_until = NULL
			  FROM `+l.table+`
			 WHERE steps.id = v.column1`, append([]any{t.now}, l.args...)...)
		if err != nil {
			return err
		}
	}
	return nil
}

// handedIn keeps what a completed step hands in beside its result.
func (t *tx) handedIn(e *end) error {
	if n := len(e.out.Citations); n > 0 {
		err := t.insert("keep citations of "+string(e.row.ID), `INSERT INTO citations (step_id, n, claim, quote, document_id, title, url, start, stop, passage, fetched_at)`, n, func(i int) []any {
			c := e.out.Citations[i]
			return []any{e.row.ID, i, c.Claim, c.Quote, c.Document, c.Title, c.URL, c.Start, c.End, c.Passage, micros(c.FetchedAt)}
		})
		if err != nil {
			return err
		}
	}
	if e.out.Deliverable == nil {
		return nil
	}
	return t.deliverable(e.row.stepRow, *e.out.Deliverable)
}

// waiting asks for the steps that depend on some, and whether they still wait.
func (t *tx) waiting(ids []org.StepID, edges *[]waits) error {
	among, args := anyOf(t.lang, ids)
	return t.fetch("find who waits", edges, `
		SELECT depends_on, step_id, (SELECT n.seq FROM steps n WHERE n.id = step_id AND n.state = 'pending') AS seq
		  FROM step_dependencies WHERE depends_on `+among, args...)
}

// freed tells the steps that depend on completed ones, and asks for them. Each
// completed step gets the entry that the steps after it go by: where its
// result stands, and who waits for it (W-021).
func (t *tx) freed(done []*end, all []waits) (*[]stepRow, error) {
	ended := map[org.StepID]bool{}
	for _, e := range done {
		ended[e.row.ID] = true
	}
	var edges []waits
	next := map[org.StepID][]string{}
	slices.SortFunc(all, func(a, b waits) int { return cmp.Compare(a.Seq.Int64, b.Seq.Int64) })
	for _, w := range all {
		if !ended[w.Need] {
			continue // its end was refused
		}
		edges = append(edges, w)
		if w.Seq.Valid {
			next[w.Need] = append(next[w.Need], string(w.Step))
		}
	}
	for _, e := range done {
		err := t.event(completedLine(e.row.stepRow, next[e.row.ID]))
		if err != nil {
			return nil, err
		}
	}
	if len(edges) == 0 {
		return new([]stepRow), nil
	}
	if err := t.gateSteps(done); err != nil {
		return nil, err
	}
	return t.decrement(edges)
}

// completedLine is the entry of a completed step, for which next waited.
func completedLine(r stepRow, next []string) org.Event {
	return org.Event{
		Kind: org.EventStepCompleted, Project: r.Project, Mission: r.Mission, Step: r.ID, Agent: r.Agent, Attempt: r.Attempt,
		Text: "Completed: " + r.Title,
		Data: map[string]string{"outputs": "deliverable.md#" + r.Key, "next_suggested": strings.Join(next, " ")},
	}
}

// countedRow is a mission of which steps completed.
type countedRow struct {
	missionRow
	Troubled bool        // whether a step of it failed or was sent back
	end      *missionEnd // nil when it was not asked for
}

// countDownStatement takes how many and the mission. Its OR is the predicate of
// the index steps_troubled, literally.
const countDownStatement = `
	UPDATE missions SET open_steps = open_steps - ? WHERE id = ?
	RETURNING ` + missionColumns + `,
	          (SELECT count(*) FROM steps s
	            WHERE s.mission_id = missions.id AND (s.state = 'failed' OR s.strikes > 0 OR s.rounds > 0)) > 0 AS troubled`

// counted takes completed steps off what their missions have left, and asks
// for the missions. A mission whose document was assembled most likely ends: what
// that goes by is asked for too.
func (t *tx) counted(done []*end) ([]*countedRow, error) {
	left, last := map[org.MissionID]int{}, map[org.MissionID]bool{}
	for _, e := range done {
		left[e.row.Mission]++
		if e.row.Kind == org.KindAssembly {
			last[e.row.Mission] = true
		}
	}
	var out []*countedRow
	for _, id := range slices.Sorted(maps.Keys(left)) {
		m := new(countedRow)
		out = append(out, m)
		err := t.fetchOne("count down mission "+string(id), m, countDownStatement, left[id], id)
		if err == nil && last[id] {
			m.end = new(missionEnd)
			err = m.end.ask(t, id, true)
		}
		if err != nil {
			return nil, err
		}
	}
	return out, nil
}

// settleAll ends those of some missions that have nothing left.
func (t *tx) settleAll(missions []*countedRow) error {
	for _, m := range missions {
		var notes org.PlanNotes
		if err := fromJSON(m.Notes, &notes); err != nil {
			return fmt.Errorf("read notes of %s: %w", m.ID, err)
		}
		if m.OpenSteps > 0 && !m.Troubled && len(notes.Serves) == 0 {
			continue // it goes on, and nothing says that it does not get on
		}
		if err := t.settleRow(m.missionRow, m.end); err != nil {
			return err
		}
	}
	return nil
}
