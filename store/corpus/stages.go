package corpus

import (
	"context"
	"database/sql"
	"errors"
	"fmt"

	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/store/record"
	"github.com/frasier-cos/frasier/store/sqldb"
)

// KeepStages stores what the stages of a mission's plan (round from 1) or of
// the answer to a message (round 0) gave. Those of messages are let go after
// org.AnswerStagesFor: what stood around a message is its neighbours' words.
func KeepStages(t *sqldb.Tx, subject string, round int, results []org.StageResult) error {
	if err := t.Exec(`DELETE FROM stages WHERE subject = ? AND round = ?`, subject, round); err != nil {
		return fmt.Errorf("keep stages of %s: %w", subject, err)
	}
	setup, err := t.NoteSetup()
	if err != nil {
		return fmt.Errorf("keep stages of %s: %w", subject, err)
	}
	for n, r := range results {
		err := t.Exec(`INSERT INTO stages (subject, round, n, stage, seq, output, at, setup) VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
			subject, round, n, r.Stage, r.Seq, r.Output, t.Now, setup)
		if err != nil {
			return fmt.Errorf("keep stage %s of %s: %w", r.Stage, subject, err)
		}
	}
	if round > 0 {
		return nil
	}
	if err := t.Exec(`DELETE FROM stages WHERE round = 0 AND at < ?`, t.Now-org.AnswerStagesFor.Microseconds()); err != nil {
		return fmt.Errorf("let go of old stages: %w", err)
	}
	return nil
}

// PlansTraced adds the traces of a mission's plans, newest first.
func PlansTraced(ctx context.Context, q sqldb.Getter, m record.MissionRow, p org.Project, out []org.Trace) ([]org.Trace, error) {
	request, err := record.RequestOf(ctx, q, p.Message)
	if err != nil {
		return nil, err
	}
	for n := m.Plans + 1; n > 0; n-- {
		results, err := readStages(ctx, q, string(m.ID), n)
		if err != nil {
			return nil, err
		}
		if len(results) > 0 {
			out = append(out, org.Trace{Mission: m.ID, Plan: n, Request: request, Results: results})
		}
	}
	return out, nil
}

// AnswerTraced adds the trace of the answer to a message, if it is still kept.
func AnswerTraced(ctx context.Context, q sqldb.Getter, id org.MessageID, out []org.Trace) ([]org.Trace, error) {
	m, err := record.MessageOf(ctx, q, id)
	if err != nil {
		return nil, err
	}
	results, err := readStages(ctx, q, string(id), 0)
	if err != nil || len(results) == 0 {
		return out, err
	}
	return append(out, org.Trace{Message: m, Results: results}), nil
}

func readStages(ctx context.Context, q sqldb.Getter, subject string, round int) ([]org.StageResult, error) {
	var out []org.StageResult
	err := sqldb.Many(ctx, q, &out, `SELECT stage, seq, output, setup FROM stages WHERE subject = ? AND round = ? ORDER BY n`, subject, round)
	if err != nil {
		return nil, fmt.Errorf("read stages of %s: %w", subject, err)
	}
	return out, nil
}

// Setup returns how a process was set up by whose id it is; empty for one that is not kept.
func (d *Corpus) Setup(ctx context.Context, id string) (string, error) {
	var body string
	err := sqldb.One(ctx, d.db.Read, &body, `SELECT body FROM setups WHERE id = ?`, id)
	if err != nil && !errors.Is(err, sql.ErrNoRows) {
		return "", fmt.Errorf("read setup %s: %w", id, err)
	}
	return body, nil
}
