package store

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/frasier-cos/frasier/internal/org"
)

// keepStages stores what the stages of a mission's plan (round from 1) or of
// the answer to a message (round 0) gave. Those of messages are let go after
// org.AnswerStagesFor: what stood around a message is its neighbours' words.
func (t *tx) keepStages(subject string, round int, results []org.StageResult) error {
	if err := t.exec(`DELETE FROM stages WHERE subject = ? AND round = ?`, subject, round); err != nil {
		return fmt.Errorf("keep stages of %s: %w", subject, err)
	}
	for n, r := range results {
		err := t.exec(`INSERT INTO stages (subject, round, n, stage, seq, output, at) VALUES (?, ?, ?, ?, ?, ?, ?)`,
			subject, round, n, r.Stage, r.Seq, r.Output, t.now)
		if err != nil {
			return fmt.Errorf("keep stage %s of %s: %w", r.Stage, subject, err)
		}
	}
	if round > 0 {
		return nil
	}
	if err := t.exec(`DELETE FROM stages WHERE round = 0 AND at < ?`, t.now-org.AnswerStagesFor.Microseconds()); err != nil {
		return fmt.Errorf("let go of old stages: %w", err)
	}
	return nil
}

// Traces returns what is kept of the stages of plans and answers, newest first:
// of a mission ("n4"), of a message ("m3"), or of a project, by its id or
// title, with the message that asked for it. It returns org.ErrNotFound for a
// name that none has.
func (d *DB) Traces(ctx context.Context, name string) ([]org.Trace, error) {
	var out []org.Trace
	p, err := d.Project(ctx, name)
	if err != nil && !errors.Is(err, org.ErrNotFound) {
		return nil, err
	}
	found := err == nil
	err = d.view(ctx, func(q getter) error {
		out = nil
		id := strings.ToLower(strings.TrimSpace(name))
		if found {
			missions, err := missionsIn(ctx, q, p.ID)
			if err != nil {
				return err
			}
			for _, m := range slices.Backward(missions) {
				if out, err = plansTraced(ctx, q, m, p, out); err != nil {
					return err
				}
			}
			out, err = answerTraced(ctx, q, p.Message, out)
			return err
		}
		if strings.HasPrefix(id, "m") {
			var err error
			out, err = answerTraced(ctx, q, org.MessageID(id), out)
			return err
		}
		m, err := missionOf(ctx, q, org.MissionID(id))
		if err != nil {
			return err
		}
		of, err := projectOf(ctx, q, m.Project)
		if err != nil {
			return err
		}
		out, err = plansTraced(ctx, q, m, of, out)
		return err
	})
	return out, wrap("read stages of "+name, err)
}

// plansTraced adds the traces of a mission's plans, newest first.
func plansTraced(ctx context.Context, q getter, m missionRow, p org.Project, out []org.Trace) ([]org.Trace, error) {
	request, err := requestOf(ctx, q, p.Message)
	if err != nil {
		return nil, err
	}
	for n := m.Plans + 1; n > 0; n-- {
		results, err := stagesOf(ctx, q, string(m.ID), n)
		if err != nil {
			return nil, err
		}
		if len(results) > 0 {
			out = append(out, org.Trace{Mission: m.ID, Plan: n, Request: request, Results: results})
		}
	}
	return out, nil
}

// answerTraced adds the trace of the answer to a message, if it is still kept.
func answerTraced(ctx context.Context, q getter, id org.MessageID, out []org.Trace) ([]org.Trace, error) {
	m, err := messageOf(ctx, q, id)
	if err != nil {
		return nil, err
	}
	results, err := stagesOf(ctx, q, string(id), 0)
	if err != nil || len(results) == 0 {
		return out, err
	}
	return append(out, org.Trace{Message: m, Results: results}), nil
}

func stagesOf(ctx context.Context, q getter, subject string, round int) ([]org.StageResult, error) {
	var out []org.StageResult
	err := many(ctx, q, &out, `SELECT stage, seq, output FROM stages WHERE subject = ? AND round = ? ORDER BY n`, subject, round)
	if err != nil {
		return nil, fmt.Errorf("read stages of %s: %w", subject, err)
	}
	return out, nil
}
