package engine

import (
	"database/sql"
	"errors"
	"fmt"

	"github.com/frasier-cos/frasier/internal/forecast"
	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/policy"
	"github.com/frasier-cos/frasier/internal/question"
	"github.com/frasier-cos/frasier/internal/work"
	"github.com/frasier-cos/frasier/store/ledger"
	"github.com/frasier-cos/frasier/store/record"
	"github.com/frasier-cos/frasier/store/sqldb"
)

// askForPlan holds a plan that may cost as much as the founder's threshold
// until he says yes. Without a threshold it does nothing.
func askForPlan(t *sqldb.Tx, m record.MissionRow, p org.Project, steps []org.Step) error {
	if err := closeQuestions(t, p.ID, "a newer plan took its place", org.DecidePlan); err != nil {
		return err
	}
	var value string
	err := t.Get(&value, `SELECT value FROM policies WHERE name = ?`, policy.PlanAsk)
	if errors.Is(err, sql.ErrNoRows) {
		return nil
	}
	if err != nil {
		return fmt.Errorf("read policy %s: %w", policy.PlanAsk, err)
	}
	limit, set, err := policy.ParsePlanAsk(value)
	if err != nil || !set {
		return err
	}
	usual, err := ledger.UsualOf(t.Ctx, t)
	if err != nil {
		return err
	}
	f := forecast.Of(steps, usual, p.Offline, sqldb.Moment(t.Now))
	if f.Free || f.CostHigh < limit {
		return nil
	}
	if err := t.Exec(`UPDATE steps SET held = held | `+record.HoldGate+` WHERE mission_id = ? AND state = 'pending'`, m.ID); err != nil {
		return fmt.Errorf("hold the plan of %s: %w", m.ID, err)
	}
	_, err = askQuestion(t, p, question.Price(p, m.Label, f, limit))
	return err
}

func askPlanQuestions(t *sqldb.Tx, p org.Project, questions []work.Question) error {
	for _, q := range questions {
		_, err := askQuestion(t, p, org.Decision{
			Project: p.ID, Kind: org.DecideQuestion, Topic: q.Topic, Question: q.Text, Options: question.PlanOptions(p.ID), Safe: question.PlanSafe,
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// releaseApproved lets what waited for the founder's yes go on, but what another gate or
// question still holds.
func releaseApproved(t *sqldb.Tx, p org.ProjectID) error {
	var ids []org.StepID
	err := t.All(&ids, `UPDATE steps SET held = held & ~`+record.HoldGate+` WHERE project_id = ? AND state = 'pending' AND held & `+record.HoldGate+` <> 0 RETURNING id`, p)
	if err != nil {
		return fmt.Errorf("let %s go on: %w", p, err)
	}
	var missions []record.MissionRow
	err = t.All(&missions, `
		UPDATE missions SET gated = 0
		 WHERE project_id = ? AND gated = 1
		   AND NOT EXISTS (SELECT 1 FROM projects p JOIN escalations e ON e.id = p.base_asked WHERE p.id = missions.project_id AND e.state = 'open')
		RETURNING `+record.MissionColumns, p)
	if err != nil {
		return fmt.Errorf("let %s go on: %w", p, err)
	}
	if err := renewHolds(t, p); err != nil {
		return err
	}
	for _, m := range missions {
		if err := recordPlanning(t, m); err != nil {
			return err
		}
	}
	for _, id := range ids {
		var r record.StepRow
		if err := t.Get(&r, `SELECT `+record.StepColumns+` FROM steps WHERE id = ?`, id); err != nil {
			return fmt.Errorf("read step %s: %w", id, err)
		}
		s, err := r.Step()
		if err != nil {
			return err
		}
		if !s.Ready() {
			continue
		}
		t.Wake = true
		if err := record.StepEvent(t, org.EventStepReady, s, "Ready: "+s.Title); err != nil {
			return err
		}
	}
	return nil
}
