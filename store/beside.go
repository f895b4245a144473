package store

import (
	"cmp"
	"maps"
	"slices"
	"strings"

	"github.com/frasier-cos/frasier/internal/org"
)

// What a transaction beside others does is asked of the server in one way there
// and back, and written down with the commit in a second: each way costs as much
// as several statements. So the ends of steps are written before it is known
// whether they are what they seem, and the whole is undone when not.

// plainEnd is one end of a step that was written.
type plainEnd struct {
	stepRow
	Ended int64 `db:"ended_at"`
}

// plainEnds is what ends of steps that only count down came to.
type plainEnds struct {
	asked []*ending
	rows  []plainEnd
	freed []freedRow
	left  []leftRow
}

// freedColumns are those that matter when a step may have become ready.
const freedColumns = `seq, id, mission_id, project_id, title, kind, agent_id, state, open_deps, held, attempt`

// freedRow is a step that waited for some that ended.
type freedRow struct {
	stepRow
	Needs string // those, separated by spaces
}

// leftRow is a mission of which steps ended.
type leftRow struct {
	OpenSteps int `db:"open_steps"`
	Notes     string
	Troubled  bool // whether a step of it failed or was sent back
	Stops     bool // whether its founder wants to stop after some step of the project
}

// besideStatement takes now and the ends: step, fence, holder, and what is kept.
// A step that another tier served before is not found, since the lower is kept.
func besideStatement(l *dialect, ends string) string {
	return `
	UPDATE steps
	   SET state = 'completed', ended_at = ` + l.clock + `, result = v.column4, digest = v.column5, score = v.column6, reviewed = v.column7,
	       served = v.column8, stage = '', claimed_by = NULL, claim_until = NULL
	  FROM ` + ends + `
	 WHERE steps.id = v.column1 AND steps.fence = v.column2 AND steps.claimed_by = v.column3 AND steps.served IN ('', v.column8)
	RETURNING seq, id, mission_id, project_id, key, title, kind, agent_id, strikes, attempt, rounds, ended_at`
}

// Rows that others may want too are taken in the same order by everybody: the
// steps that wait, then the missions, each by id.
const (
	freeStatement = `
	UPDATE steps SET open_deps = open_deps - v.n
	  FROM (SELECT step_id, count(*) AS n, string_agg(depends_on, ' ') AS needs
	          FROM step_dependencies WHERE depends_on = ANY (CAST(? AS TEXT[])) GROUP BY step_id ORDER BY step_id) AS v
	 WHERE steps.id = v.step_id
	RETURNING ` + freedColumns + `, v.needs`
	leftColumns = `open_steps, notes,
	          (SELECT count(*) FROM steps s
	            WHERE s.mission_id = missions.id AND (s.state = 'failed' OR s.strikes > 0 OR s.rounds > 0)) > 0 AS troubled,
	          (SELECT count(*) FROM gates g
	            WHERE g.project_id = missions.project_id AND g.point = 'post-step' AND g.ended_at IS NULL) > 0 AS stops`
)

// beside does the verbs of a transaction beside others.
func (t *tx) beside(c *crew) error {
	c.join(func(r *request) bool { return r.end != nil || r.late })
	var p plainEnds
	for _, r := range c.all {
		if r.end != nil {
			p.asked = append(p.asked, r.end)
		}
	}
	if err := p.ask(t); err != nil {
		return err
	}
	for _, r := range c.all {
		if r.claim != nil {
			if err := r.claim.ask(t); err != nil {
				return err
			}
		}
	}
	if err := t.look(); broken(err) {
		return errTurn // an end that is refused was counted: alone, only the others are
	} else if err != nil {
		return err
	}
	if len(p.asked) > 0 {
		if err := t.part(p.take); err != nil {
			return err
		}
	}
	for _, r := range c.all {
		if r.claim != nil {
			if err := t.part(r.claim.take); err != nil {
				return err
			}
		}
	}
	return t.journal()
}

// ask writes the ends.
func (p *plainEnds) ask(t *tx) error {
	if len(p.asked) == 0 {
		return nil
	}
	ids := make([]string, len(p.asked))
	for i, e := range p.asked {
		if _, err := sound(stepRow{}, e.outcome); err != nil {
			return errTurn // and there it is said what is wrong
		}
		ids[i] = plain(string(e.lease.Step))
	}
	for _, l := range t.lang.listed(len(p.asked), func(i int) []any {
		e, o := p.asked[i], p.asked[i].outcome
		return []any{e.lease.Step, e.lease.Fence, e.lease.Owner, o.Result, o.Digest, score(o.Score, o.Scored), o.Reviewed, o.Served}
	}) {
		err := t.fetch("complete steps", &p.rows, besideStatement(t.lang, l.table), append([]any{t.now}, l.args...)...)
		if err != nil {
			return err
		}
	}
	err := t.fetch("release dependants", &p.freed, freeStatement, ids)
	if err != nil {
		return err
	}
	count := map[org.MissionID]int{}
	for _, e := range p.asked {
		count[e.lease.Mission]++
	}
	missions := slices.Sorted(maps.Keys(count))
	for _, l := range t.lang.listed(len(missions), func(i int) []any { return []any{missions[i], count[missions[i]]} }) {
		err := t.fetch("count down missions", &p.left, `
			UPDATE missions SET open_steps = open_steps - v.column2 FROM `+l.table+` WHERE missions.id = v.column1 RETURNING `+leftColumns, l.args...)
		if err != nil {
			return err
		}
	}
	return nil
}

// take goes on after the ends were written, unless they came to more.
func (p *plainEnds) take(t *tx) error {
	t.verb = "finish"
	if more, err := p.more(); err != nil {
		return err
	} else if more {
		return errTurn
	}
	next := map[string][]string{}
	slices.SortFunc(p.freed, func(a, b freedRow) int { return cmp.Compare(a.Seq, b.Seq) })
	for _, f := range p.freed {
		if f.State != org.StepPending {
			continue
		}
		for need := range strings.FieldsSeq(f.Needs) {
			next[need] = append(next[need], string(f.ID))
		}
	}
	slices.SortFunc(p.rows, func(a, b plainEnd) int { return cmp.Compare(a.Seq, b.Seq) })
	var done []*end
	for _, r := range p.rows {
		i := slices.IndexFunc(p.asked, func(e *ending) bool { return e.lease.Step == r.ID })
		o, err := sound(r.stepRow, p.asked[i].outcome)
		if err != nil || r.Mission != p.asked[i].lease.Mission {
			return errTurn
		}
		p.asked[i].err = nil
		if err := t.keep(r.stepRow, o); err != nil {
			return err
		}
		e := &end{&heldRow{stepRow: r.stepRow}, o}
		if err := t.handedIn(e); err != nil {
			return err
		}
		done = append(done, e)
		if err := t.event(completedLine(r.stepRow, next[string(r.ID)])); err != nil {
			return err
		}
	}
	for _, f := range p.freed {
		if err := t.rouseOne(f.stepRow); err != nil {
			return err
		}
	}
	return t.skilled(done)
}

// more reports whether the ends come to more than counting down, or one is
// refused.
func (p *plainEnds) more() (bool, error) {
	if len(p.rows) != len(p.asked) {
		return true, nil
	}
	for _, m := range p.left {
		var notes org.PlanNotes
		if err := fromJSON(m.Notes, &notes); err != nil {
			return false, err
		}
		if m.OpenSteps <= 0 || m.Troubled || m.Stops && len(p.freed) > 0 || len(notes.Serves) > 0 {
			return true, nil
		}
	}
	return false, nil
}
