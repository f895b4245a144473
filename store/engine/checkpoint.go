package engine

import (
	"context"
	"fmt"
	"strconv"

	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/work"
	"github.com/frasier-cos/frasier/store/record"
	"github.com/frasier-cos/frasier/store/sqldb"
)

// Checkpoints returns the saved results of one round of a step, in the order
// in which they were saved.
func (d *Engine) Checkpoints(ctx context.Context, step org.StepID, round int) ([]work.Checkpoint, error) {
	var rows []struct {
		Stage     string `db:"stage"`
		Seq       int    `db:"seq"`
		InputHash string `db:"input_hash"`
		Output    string `db:"output"`
		At        int64  `db:"at"`
		Setup     string `db:"setup"`
	}
	err := sqldb.Many(ctx, d.db.Read, &rows, `
		SELECT stage, seq, input_hash, output, at, setup FROM checkpoints WHERE step_id = ? AND round = ? ORDER BY at, stage, seq`, step, round)
	if err != nil {
		return nil, fmt.Errorf("read checkpoints of %s: %w", step, err)
	}
	out := make([]work.Checkpoint, 0, len(rows))
	for _, r := range rows {
		out = append(out, work.Checkpoint{
			Step: step, Round: round, Stage: r.Stage, Seq: r.Seq, InputHash: r.InputHash, Output: r.Output, At: sqldb.Moment(r.At), Setup: r.Setup,
		})
	}
	return out, nil
}

// SaveCheckpoint stores one stage's result. Saving the same again changes
// nothing; another input's result takes its place. It returns
// org.ErrLeaseLost to an owner whose claim was taken away.
func (d *Engine) SaveCheckpoint(ctx context.Context, l work.Lease, c work.Checkpoint) error {
	err := d.db.WriteBeside(ctx, func(t *sqldb.Tx) error {
		t.Method = "save-checkpoint"
		r, err := findLeasedStep(t, l)
		if err != nil {
			return err
		}
		if err := resetCrashes(t, r, c); err != nil {
			return err
		}
		setup, err := t.NoteSetup()
		if err != nil {
			return err
		}
		n, err := t.Change(`
			INSERT INTO checkpoints (step_id, round, stage, seq, input_hash, output, fence, at, setup) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
			    ON CONFLICT (step_id, round, stage, seq) DO UPDATE
			       SET input_hash = excluded.input_hash, output = excluded.output, fence = excluded.fence, at = excluded.at, setup = excluded.setup
			     WHERE checkpoints.input_hash <> excluded.input_hash`,
			l.Step, c.Round, c.Stage, c.Seq, c.InputHash, c.Output, l.Fence, t.Now, setup)
		if err != nil || n == 0 {
			return err
		}
		if err := t.Exec(`UPDATE steps SET stage = ? WHERE id = ?`, c.Stage, l.Step); err != nil {
			return err
		}
		return t.Event(org.Event{
			Kind: org.EventStageDone, Project: r.Project, Mission: r.Mission, Step: r.ID, Agent: r.Agent, Attempt: r.Attempt,
			Text: r.Title + ": " + c.Stage + " done", Data: map[string]string{"stage": c.Stage, "seq": strconv.Itoa(c.Seq)},
		})
	})
	if err != nil {
		return fmt.Errorf("save checkpoint %s of %s: %w", c.Stage, l.Step, err)
	}
	return nil
}

// resetCrashes forgets the crashes of a step that saves a stage which was never saved before: only
// workers that die without progress between them may fail it. A stage that is saved again is no
// progress, so that a step which kills its worker at the same place each time has an end.
func resetCrashes(t *sqldb.Tx, r record.StepRow, c work.Checkpoint) error {
	if r.Crashes == 0 {
		return nil
	}
	return t.Exec(`
		UPDATE steps SET crashes = 0 WHERE id = ? AND NOT EXISTS (
			SELECT 1 FROM checkpoints WHERE step_id = ? AND round = ? AND stage = ? AND seq = ?)`, r.ID, r.ID, c.Round, c.Stage, c.Seq)
}

// MarkInReview says that reviewers look at the step's draft now. Saying so
// again changes nothing.
func (d *Engine) MarkInReview(ctx context.Context, l work.Lease) error {
	err := d.db.WriteBeside(ctx, func(t *sqldb.Tx) error {
		t.Method = "mark-in-review"
		r, err := findLeasedStep(t, l)
		if err != nil || r.State == org.StepInReview {
			return err
		}
		if err := t.Exec(`UPDATE steps SET state = 'in_review' WHERE id = ?`, l.Step); err != nil {
			return err
		}
		s, err := r.Step()
		if err != nil {
			return err
		}
		return record.StepEvent(t, org.EventStepInReview, s, "In review: "+s.Title)
	})
	if err != nil {
		return fmt.Errorf("mark %s in review: %w", l.Step, err)
	}
	return nil
}
