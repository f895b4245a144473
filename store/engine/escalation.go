package engine

import (
	"context"
	"fmt"

	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/question"
	"github.com/frasier-cos/frasier/internal/reports"
	"github.com/frasier-cos/frasier/store/outbox"
	"github.com/frasier-cos/frasier/store/record"
	"github.com/frasier-cos/frasier/store/sqldb"
)

func closeStepQuestions(t *sqldb.Tx, steps []org.StepID, answer string) error {
	for _, id := range steps {
		var closed []struct {
			ID      string
			Project org.ProjectID `db:"project_id"`
		}
		err := t.All(&closed, `
			UPDATE escalations SET state = 'answered', answer = ?, ended_at = ? WHERE step_id = ? AND state = 'open' RETURNING id, project_id`, answer, t.Now, id)
		if err != nil {
			return fmt.Errorf("answer the questions about %s: %w", id, err)
		}
		for _, c := range closed { // its message has buttons that can no longer act
			err := t.Event(org.Event{
				Kind: org.EventDecided, Project: c.Project, Step: id, Text: "No answer is needed any more: " + answer,
				Data: map[string]string{"decision": c.ID, "option": answer},
			})
			if err != nil {
				return err
			}
		}
	}
	return nil
}

// AskAgain reminds the founder of questions that wait for him, on the schedule
// of org.AskAgainAfter, and returns how many reminders it queued. Questions of
// one project about the same matter are folded into one. The founder's silence
// is never an answer.
func (d *Engine) AskAgain(ctx context.Context) (int, error) {
	var n int
	err := d.db.Write(ctx, func(t *sqldb.Tx) error {
		t.Method = "ask-again"
		n = 0
		var rows []struct {
			ID      string
			Project org.ProjectID `db:"project_id"`
			Topic   org.EscalationKind
			Body    string
			Asked   int
			Last    int64
		}
		err := t.All(&rows, `
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
			if t.Now < r.Last+question.AskAgainAfter(r.Asked).Microseconds() {
				continue
			}
			m := matter{r.Project, r.Topic}
			if len(bodies[m]) == 0 {
				order = append(order, m)
				keys[m] = fmt.Sprintf("reminder:%s:%d", r.ID, r.Asked+1)
			}
			bodies[m] = append(bodies[m], r.Body)
			if err := t.Exec(`UPDATE escalations SET asked = asked + 1, asked_at = ? WHERE id = ?`, t.Now, r.ID); err != nil {
				return err
			}
		}
		for _, m := range order {
			p, err := record.ProjectOf(ctx, t, m.project)
			if err != nil {
				return err
			}
			err = outbox.Deliver(t, reports.Delivery{
				Key: keys[m], Channel: p.Channel, Project: p.ID, Kind: reports.DeliverNotice, Title: p.Title, Facts: reports.Facts{Questions: bodies[m]},
			})
			if err != nil {
				return err
			}
		}
		n = len(order)
		return nil
	})
	return n, sqldb.Wrap("ask again", err)
}
