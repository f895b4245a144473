package engine

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/prose"
	"github.com/frasier-cos/frasier/internal/work"
	"github.com/frasier-cos/frasier/store/record"
	"github.com/frasier-cos/frasier/store/sqldb"
)

type paceRows struct {
	steps []struct {
		ID      org.StepID
		Key     string
		State   org.StepState
		EndedAt int64 `db:"ended_at"`
		Own     bool
	}
	rejections []struct {
		Step     org.StepID `db:"step_id"`
		Feedback string
		At       int64
	}
}

// ProgressOf computes a mission's progress from what is stored.
func ProgressOf(ctx context.Context, q sqldb.Getter, m record.MissionRow) (Progress, error) {
	var p paceRows
	err := sqldb.Many(ctx, q, &p.steps, `
		SELECT id, key, state, coalesce(ended_at, 0) AS ended_at, CASE WHEN cause_step IS NULL THEN 1 ELSE 0 END AS own
		  FROM steps WHERE mission_id = ? AND superseded = 0 AND kind <> 'assembly' ORDER BY seq`, m.ID)
	if err != nil {
		return Progress{}, fmt.Errorf("read steps of %s: %w", m.ID, err)
	}
	err = sqldb.Many(ctx, q, &p.rejections, `
		SELECT r.step_id, r.feedback, r.at FROM rejections r JOIN steps s ON s.id = r.step_id
		 WHERE s.mission_id = ? AND s.superseded = 0 ORDER BY r.step_id, r.round`, m.ID)
	if err != nil {
		return Progress{}, fmt.Errorf("read rejections of %s: %w", m.ID, err)
	}
	return p.computeProgress(m)
}

func (p *paceRows) computeProgress(m record.MissionRow) (Progress, error) {
	var out Progress
	var notes work.PlanNotes
	if err := sqldb.FromJSON(m.Notes, &notes); err != nil {
		return out, fmt.Errorf("read notes of %s: %w", m.ID, err)
	}
	type event struct {
		Pace
		at int64
	}
	var events []event
	reach := map[string]org.StepState{} // the best that a requirement's steps came to
	for _, r := range p.steps {
		serves := notes.Serves[r.Key]
		for _, need := range serves {
			if was, known := reach[need]; !known || isMorePromising(r.State, was) {
				reach[need] = r.State
			}
		}
		switch {
		case r.State == org.StepCompleted:
			events = append(events, event{Pace{Completed: true, Serves: serves}, r.EndedAt})
		case r.State == org.StepFailed && r.Own:
			events = append(events, event{Pace{Failed: true}, r.EndedAt})
		}
	}
	for _, need := range notes.Needs {
		switch state, known := reach[need.ID]; {
		case known && state == org.StepCompleted:
			out.Satisfied = append(out.Satisfied, need.ID)
		case known && isLost(state):
			out.Blocked = append(out.Blocked, need.ID)
		default:
			out.Open = append(out.Open, need.ID)
		}
	}
	for _, at := range p.findRepeats() {
		events = append(events, event{Pace{Repeated: true}, at})
	}
	slices.SortStableFunc(events, func(a, b event) int { return cmp.Compare(a.at, b.at) })
	happened := make([]Pace, len(events))
	for i, e := range events {
		happened[i] = e.Pace
	}
	out.Stalls = Stalls(happened)
	return out, nil
}

func isMorePromising(a, b org.StepState) bool {
	rank := func(s org.StepState) int {
		switch {
		case s == org.StepCompleted:
			return 2
		case isLost(s):
			return 0
		}
		return 1
	}
	return rank(a) > rank(b)
}

// findRepeats lists when rounds of a mission were sent back for the reasons of
// the round before.
func (p *paceRows) findRepeats() []int64 {
	const same = 0.8
	var out []int64
	for i := 1; i < len(p.rejections); i++ {
		was, is := p.rejections[i-1], p.rejections[i]
		if is.Step == was.Step && prose.Overlap(is.Feedback, was.Feedback) >= same {
			out = append(out, is.At)
		}
	}
	return out
}

// replanStalled reports whether it planned the mission again.
func replanStalled(t *sqldb.Tx, m record.MissionRow) (bool, error) {
	if !m.Planned || m.State.Ended() {
		return false, nil
	}
	p, err := ProgressOf(t.Ctx, t, m)
	if err != nil || !p.Stuck() {
		return false, err
	}
	if yes, err := canReplan(t, m.Project); err != nil || !yes {
		return false, err
	}
	left, err := findUnfinished(t, m)
	if err != nil || len(left) == 0 || slices.ContainsFunc(left, func(r record.StepRow) bool { return r.State == org.StepInProgress || r.State == org.StepInReview }) {
		return false, err // what is being worked on may get it on
	}
	return true, replanUnasked(t, m, fmt.Sprintf("it did not get on %d times (%d of %d requirements are served)", p.Stalls, len(p.Satisfied), len(p.Satisfied)+len(p.Open)+len(p.Blocked)))
}

// replanUnasked plans a mission again without being asked, and counts it.
func replanUnasked(t *sqldb.Tx, m record.MissionRow, reason string) error {
	if err := t.Alone(); err != nil {
		return err
	}
	p, err := record.ProjectOf(t.Ctx, t, m.Project)
	if err != nil {
		return err
	}
	if err := t.Exec(`UPDATE projects SET replans = replans + 1 WHERE id = ?`, p.ID); err != nil {
		return err
	}
	return replanMission(t, m, p, reason)
}
