package store

import (
	"database/sql"
	"errors"
	"fmt"

	"github.com/frasier-cos/frasier/internal/org"
)

// askForPlan holds a plan that may cost as much as the founder's threshold
// until he says yes. Without a threshold it does nothing.
func (t *tx) askForPlan(m missionRow, p org.Project, steps []org.Step) error {
	if err := t.closeQuestions(p.ID, "a newer plan took its place", org.DecidePlan); err != nil {
		return err
	}
	var value string
	err := t.get(&value, `SELECT value FROM policies WHERE name = ?`, org.PolicyPlanAsk)
	if errors.Is(err, sql.ErrNoRows) {
		return nil
	}
	if err != nil {
		return fmt.Errorf("read policy %s: %w", org.PolicyPlanAsk, err)
	}
	limit, set, err := org.ParsePlanAsk(value)
	if err != nil || !set {
		return err
	}
	usual, err := usualOf(t.ctx, t)
	if err != nil {
		return err
	}
	f := org.ForecastOf(steps, usual, p.Offline, moment(t.now))
	if f.Free || f.CostHigh < limit {
		return nil
	}
	if err := t.exec(`UPDATE steps SET held = held | 2 WHERE mission_id = ? AND state = 'pending'`, m.ID); err != nil {
		return fmt.Errorf("hold the plan of %s: %w", m.ID, err)
	}
	q := org.PlanQuestion(p, m.Label, f, limit)
	id, err := t.ask(q)
	if err != nil {
		return err
	}
	return t.deliver(org.Delivery{
		Key: "escalation:" + id, Channel: p.Channel, Project: p.ID, Kind: org.DeliverEscalation, Title: p.Title,
		Body: fmt.Sprintf("**%s** needs your decision (%s): %s", p.Title, id, q.Question),
	})
}

// askAbout asks the founder what only he can answer about a plan.
func (t *tx) askAbout(p org.Project, questions []org.Question) error {
	for _, q := range questions {
		id, err := t.ask(org.Decision{
			Project: p.ID, Kind: org.DecideQuestion, Topic: q.Topic, Question: q.Text, Options: org.PlanOptions(p.ID), Safe: org.PlanQuestionSafe,
		})
		if err != nil {
			return err
		}
		err = t.deliver(org.Delivery{
			Key: "escalation:" + id, Channel: p.Channel, Project: p.ID, Kind: org.DeliverEscalation, Title: p.Title,
			Body: fmt.Sprintf("**%s** needs your decision (%s): %s", p.Title, id, q.Text),
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// start lets what waited for the founder's yes go on, but what another gate or
// question still holds.
func (t *tx) start(p org.ProjectID) error {
	var ids []org.StepID
	err := t.all(&ids, `UPDATE steps SET held = held & ~2 WHERE project_id = ? AND state = 'pending' AND held & 2 <> 0 RETURNING id`, p)
	if err != nil {
		return fmt.Errorf("let %s go on: %w", p, err)
	}
	var missions []missionRow
	err = t.all(&missions, `UPDATE missions SET gated = 0 WHERE project_id = ? AND gated = 1 RETURNING `+missionColumns, p)
	if err != nil {
		return fmt.Errorf("let %s go on: %w", p, err)
	}
	if err := t.hold(p); err != nil {
		return err
	}
	for _, m := range missions {
		if err := t.planningEvent(m); err != nil {
			return err
		}
	}
	for _, id := range ids {
		var r stepRow
		if err := t.get(&r, `SELECT `+stepColumns+` FROM steps WHERE id = ?`, id); err != nil {
			return fmt.Errorf("read step %s: %w", id, err)
		}
		s, err := r.step()
		if err != nil {
			return err
		}
		if !s.Ready() {
			continue
		}
		t.wake = true
		if err := t.stepEvent(org.EventStepReady, s, "Ready: "+s.Title); err != nil {
			return err
		}
	}
	return nil
}
