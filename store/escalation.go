package store

import (
	"context"
	"fmt"

	"github.com/frasier-cos/frasier/internal/org"
)

// answer closes the open questions about steps with what became of them.
func (t *tx) answer(steps []org.StepID, answer string) error {
	for _, id := range steps {
		err := t.exec(`
			UPDATE escalations SET state = 'answered', answer = ?, ended_at = ? WHERE step_id = ? AND state = 'open'`, answer, t.now, id)
		if err != nil {
			return fmt.Errorf("answer the questions about %s: %w", id, err)
		}
	}
	return nil
}

// AskAgain reminds the founder of questions that wait for him, on the schedule
// of org.AskAgainAfter, and returns how many reminders it queued. Questions of
// one project about the same matter are folded into one. The founder's silence
// is never an answer.
func (d *DB) AskAgain(ctx context.Context) (int, error) {
	var n int
	err := d.tx(ctx, func(t *tx) error {
		t.method = "ask-again"
		n = 0
		var rows []struct {
			ID      string
			Project org.ProjectID `db:"project_id"`
			Topic   org.EscalationKind
			Body    string
			Asked   int
			Last    int64
		}
		err := t.all(&rows, `
			SELECT id, project_id, topic, body, asked, CASE asked WHEN 0 THEN created_at ELSE asked_at END AS last
			  FROM escalations WHERE state = 'open' ORDER BY created_at, length(id), id`)
		if err != nil {
			return err
		}
		type matter struct {
			project org.ProjectID
			topic   org.EscalationKind
		}
		bodies, keys := map[matter][]string{}, map[matter]string{}
		var order []matter
		for _, r := range rows {
			if t.now < r.Last+org.AskAgainAfter(r.Asked).Microseconds() {
				continue
			}
			m := matter{r.Project, r.Topic}
			if len(bodies[m]) == 0 {
				order = append(order, m)
				keys[m] = fmt.Sprintf("reminder:%s:%d", r.ID, r.Asked+1)
			}
			bodies[m] = append(bodies[m], r.Body)
			if err := t.exec(`UPDATE escalations SET asked = asked + 1, asked_at = ? WHERE id = ?`, t.now, r.ID); err != nil {
				return err
			}
		}
		for _, m := range order {
			p, err := projectOf(ctx, t, m.project)
			if err != nil {
				return err
			}
			err = t.deliver(org.Delivery{
				Key: keys[m], Channel: p.Channel, Project: p.ID, Kind: org.DeliverNotice, Title: p.Title, Body: org.ReminderText(p, bodies[m]),
			})
			if err != nil {
				return err
			}
		}
		n = len(order)
		return nil
	})
	return n, wrap("ask again", err)
}
