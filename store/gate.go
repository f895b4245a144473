package store

import (
	"fmt"
	"strconv"

	"github.com/frasier-cos/frasier/internal/org"
)

// gatePlan holds a plan that will probably cost more than the founder wants to
// be asked about, and asks him. Without a threshold of his nothing is held.
func (t *tx) gatePlan(m missionRow, p org.Project, steps []org.Step) error {
	if err := t.closeQuestions(p.ID, "a newer plan took its place", org.DecidePlan); err != nil {
		return err
	}
	var text string
	err := t.get(&text, `SELECT value FROM policies WHERE name = ?`, org.PolicyAskPlan)
	if noRow(err) || err == nil && text == "off" {
		return nil
	}
	if err != nil {
		return fmt.Errorf("read policy %s: %w", org.PolicyAskPlan, err)
	}
	above, err := askAbove(text)
	if err != nil {
		return err
	}
	usual, err := usualOf(t.ctx, t)
	if err != nil {
		return err
	}
	will := org.ForecastOf(steps, usual, p.Offline, moment(t.now))
	if will.Free || will.CostHigh <= above {
		return nil
	}
	if err := t.exec(`UPDATE steps SET held = held | 2 WHERE mission_id = ? AND state = 'pending'`, m.ID); err != nil {
		return fmt.Errorf("hold the plan of %s: %w", m.ID, err)
	}
	ask := org.Decision{Project: p.ID, Kind: org.DecidePlan, Question: org.AskPlanText(m.Label, will, above), Options: org.PlanOptions(p.ID, will)}
	id, err := t.ask(ask)
	if err != nil {
		return err
	}
	return t.deliver(org.Delivery{
		Key: "escalation:" + id, Channel: p.Channel, Project: p.ID, Kind: org.DeliverEscalation, Title: p.Title,
		Body: org.NoticeText(p, ask.Question),
	})
}

// askAbove reads the threshold, in dollars.
func askAbove(text string) (org.NanoUSD, error) {
	const most = 1_000_000 // dollars
	f, err := strconv.ParseFloat(text, 64)
	if err != nil || !(f >= 0 && f <= most) {
		return 0, fmt.Errorf("%s is %q: write dollars such as 2 or 0.50, or off", org.PolicyAskPlan, text)
	}
	return org.NanoUSD(f * float64(org.Dollar)), nil
}

// openGate lets the steps of a project run that waited for its plan's yes.
func (t *tx) openGate(p org.ProjectID) error {
	t.wake = true
	return t.exec(`UPDATE steps SET held = held & ~2 WHERE project_id = ? AND state = 'pending'`, p)
}

// closeQuestions answers what a project still asks, of the given kinds, because
// of something that happened.
func (t *tx) closeQuestions(p org.ProjectID, why string, kinds ...org.DecisionKind) error {
	for _, kind := range kinds {
		var open []string
		err := t.all(&open, `SELECT id FROM escalations WHERE project_id = ? AND state = 'open' AND kind = ?`, p, kind)
		if err != nil {
			return fmt.Errorf("read questions of %s: %w", p, err)
		}
		for _, id := range open {
			err := t.exec(`UPDATE escalations SET state = 'answered', answer = ?, decided_by = 'the office', ended_at = ? WHERE id = ?`, why, t.now, id)
			if err == nil {
				err = t.event(org.Event{
					Kind: org.EventDecided, Project: p, Text: "No answer is needed any more: " + why, Data: map[string]string{"decision": id, "option": why},
				})
			}
			if err != nil {
				return fmt.Errorf("close question %s: %w", id, err)
			}
		}
	}
	return nil
}
