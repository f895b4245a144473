package engine

import (
	"context"
	"fmt"

	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/work"
	"github.com/frasier-cos/frasier/store/ledger"
	"github.com/frasier-cos/frasier/store/record"
	"github.com/frasier-cos/frasier/store/sqldb"
)

// storeDiagnosis keeps the first finding of a step.
func storeDiagnosis(t *sqldb.Tx, r record.StepRow, d *work.Diagnosis) error {
	if d == nil {
		return nil
	}
	body, err := sqldb.JSONText(d)
	if err != nil {
		return err
	}
	n, err := t.Change(`INSERT INTO diagnoses (step_id, round, body, at) VALUES (?, ?, ?, ?) ON CONFLICT (step_id) DO NOTHING`, r.ID, d.Round, body, t.Now)
	if err != nil {
		return fmt.Errorf("keep diagnosis: %w", err)
	}
	if n == 0 {
		return nil
	}
	s, err := r.Step()
	if err != nil {
		return err
	}
	return t.Event(org.Event{
		Kind: org.EventDiagnosed, Project: s.Project, Mission: s.Mission, Step: s.ID, Agent: s.Agent, Attempt: s.Attempt,
		Text: fmt.Sprintf("Looked for the cause: %s: %s", s.Title, d.Cause), Data: map[string]string{"cause": string(d.Cause)},
	})
}

// askAboutFailure asks the founder about a failure that should be planned again and
// will not be: a failure always has somebody who can do something about it.
func askAboutFailure(t *sqldb.Tx, r record.StepRow, o *work.Outcome) error {
	if o.Next != org.StepFailed || o.Advice == "" || o.Escalation != "" {
		return nil
	}
	yes, err := canReplan(t, r.Project)
	if err != nil || yes {
		return err
	}
	o.Escalation, o.Question = o.Cause+". What may be changed: "+o.Advice, org.EscalateCapability
	return nil
}

// readDiagnosis returns nil when the debugger was not asked.
func readDiagnosis(ctx context.Context, q sqldb.Getter, id org.StepID) (*work.Diagnosis, error) {
	var bodies []string
	if err := sqldb.Many(ctx, q, &bodies, `SELECT body FROM diagnoses WHERE step_id = ?`, id); err != nil {
		return nil, fmt.Errorf("read diagnosis of %s: %w", id, err)
	}
	if len(bodies) == 0 {
		return nil, nil // nil is no diagnosis
	}
	var d work.Diagnosis
	return &d, sqldb.FromJSON(bodies[0], &d)
}

func readRounds(ctx context.Context, q sqldb.Getter, id org.StepID) ([]work.Round, error) {
	rejected, err := RejectionsBefore(ctx, q, id)
	if err != nil {
		return nil, err
	}
	var drafts []struct {
		Round   int
		N       int
		Score   float64
		Scored  bool
		Met     int `db:"points_met"`
		Asked   int `db:"points_asked"`
		MustFix int `db:"must_fix"`
	}
	err = sqldb.Many(ctx, q, &drafts, `
		SELECT d.round, (SELECT count(*) FROM drafts o WHERE o.step_id = d.step_id AND o.round = d.round) AS n,
		       coalesce(d.score, 0) AS score, CASE WHEN d.score IS NULL THEN 0 ELSE 1 END AS scored, d.points_met, d.points_asked, d.must_fix
		  FROM drafts d WHERE d.step_id = ? AND d.chosen = 1 ORDER BY d.round`, id)
	if err != nil {
		return nil, fmt.Errorf("read drafts of %s: %w", id, err)
	}
	out := make([]work.Round, 0, len(rejected))
	for _, j := range rejected {
		r := work.Round{N: j.Round, Feedback: j.Feedback, Reviewer: j.Reviewer}
		for _, d := range drafts {
			if d.Round == j.Round {
				r.Drafts, r.Score, r.Scored, r.MustFix = d.N, d.Score, d.Scored, d.MustFix
				r.Points = org.Points{Met: d.Met, Asked: d.Asked}
			}
		}
		out = append(out, r)
	}
	return out, nil
}

// Answer returns how a call of a key ended that ended usable, and whether
// there is one.
func (d *Engine) Answer(ctx context.Context, key string) (org.CallEnd, bool, error) {
	var rows []ledger.CallRow
	err := sqldb.Many(ctx, d.db.Read, &rows, `
		SELECT `+ledger.CallColumns+` FROM llm_calls WHERE call_key = ? AND state = 'usable' ORDER BY try_no LIMIT 1`, key)
	if err != nil {
		return org.CallEnd{}, false, fmt.Errorf("look for call %s: %w", key, err)
	}
	if len(rows) == 0 {
		return org.CallEnd{}, false, nil
	}
	return rows[0].End(), true, nil
}
