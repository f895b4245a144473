package store

import (
	"context"
	"fmt"

	"github.com/frasier-cos/frasier/internal/org"
)

// Checkpoints returns the saved results of one round of a step, in the order
// in which they were saved.
func (d *DB) Checkpoints(ctx context.Context, step org.StepID, round int) ([]org.Checkpoint, error) {
	var rows []struct {
		Stage     string `db:"stage"`
		Seq       int    `db:"seq"`
		InputHash string `db:"input_hash"`
		Output    string `db:"output"`
		At        int64  `db:"at"`
	}
	err := many(ctx, d.read, &rows, `
		SELECT stage, seq, input_hash, output, at FROM checkpoints WHERE step_id = ? AND round = ? ORDER BY at, stage, seq`, step, round)
	if err != nil {
		return nil, fmt.Errorf("read checkpoints of %s: %w", step, err)
	}
	out := make([]org.Checkpoint, 0, len(rows))
	for _, r := range rows {
		out = append(out, org.Checkpoint{
			Step: step, Round: round, Stage: r.Stage, Seq: r.Seq, InputHash: r.InputHash, Output: r.Output, At: moment(r.At),
		})
	}
	return out, nil
}

// SaveCheckpoint stores one stage's result. Saving the same again changes
// nothing; another input's result takes its place. It returns
// org.ErrLeaseLost to a holder whose claim was taken away.
func (d *DB) SaveCheckpoint(ctx context.Context, l org.Lease, c org.Checkpoint) error {
	err := d.tx(ctx, func(t *tx) error {
		t.method = "save-checkpoint"
		r, err := t.leased(l)
		if err != nil {
			return err
		}
		n, err := t.change(`
			INSERT INTO checkpoints (step_id, round, stage, seq, input_hash, output, fence, at) VALUES (?, ?, ?, ?, ?, ?, ?, ?)
			    ON CONFLICT (step_id, round, stage, seq) DO UPDATE
			       SET input_hash = excluded.input_hash, output = excluded.output, fence = excluded.fence, at = excluded.at
			     WHERE checkpoints.input_hash <> excluded.input_hash`,
			l.Step, c.Round, c.Stage, c.Seq, c.InputHash, c.Output, l.Fence, t.now)
		if err != nil || n == 0 {
			return err
		}
		if err := t.exec(`UPDATE steps SET stage = ? WHERE id = ?`, c.Stage, l.Step); err != nil {
			return err
		}
		return t.event(org.Event{
			Kind: org.EventStageDone, Project: r.Project, Mission: r.Mission, Step: r.ID, Agent: r.Agent, Attempt: r.Attempt,
			Text: r.Title + ": " + c.Stage + " done", Data: map[string]string{"stage": c.Stage},
		})
	})
	if err != nil {
		return fmt.Errorf("save checkpoint %s of %s: %w", c.Stage, l.Step, err)
	}
	return nil
}

// MarkInReview says that reviewers look at the step's draft now. Saying so
// again changes nothing.
func (d *DB) MarkInReview(ctx context.Context, l org.Lease) error {
	err := d.tx(ctx, func(t *tx) error {
		t.method = "mark-in-review"
		r, err := t.leased(l)
		if err != nil || r.State == org.StepInReview {
			return err
		}
		if err := t.exec(`UPDATE steps SET state = 'in_review' WHERE id = ?`, l.Step); err != nil {
			return err
		}
		s, err := r.step()
		if err != nil {
			return err
		}
		return t.stepEvent(org.EventStepInReview, s, "In review: "+s.Title)
	})
	if err != nil {
		return fmt.Errorf("mark %s in review: %w", l.Step, err)
	}
	return nil
}
