package store

import (
	"fmt"

	"github.com/frasier-cos/frasier/internal/org"
)

// closeQuestions answers what a project still asks, of the given kinds, because
// of something that happened.
func (t *tx) closeQuestions(p org.ProjectID, why string, kinds ...org.DecisionKind) error {
	for _, kind := range kinds {
		var open []string
		if err := t.openQuestions(p, kind, &open); err != nil {
			return err
		}
		if err := t.look(); err != nil {
			return err
		}
		if err := t.close(p, why, open); err != nil {
			return err
		}
	}
	return nil
}

// openQuestions asks for the questions of a kind that a project still asks.
func (t *tx) openQuestions(p org.ProjectID, kind org.DecisionKind, ids *[]string) error {
	if kind == org.DecideGate {
		return t.questionsWhere(p, ids, `gate_id <> ''`)
	}
	return t.questionsWhere(p, ids, `kind = ? AND gate_id = ''`, kind)
}

func (t *tx) questionsWhere(p org.ProjectID, ids *[]string, where string, args ...any) error {
	return t.fetch("read questions of "+string(p), ids,
		`SELECT id FROM escalations WHERE project_id = ? AND state = 'open' AND `+where+` ORDER BY created_at, id`, append([]any{p}, args...)...)
}

// closeWhere answers the open questions of a project that a condition selects.
func (t *tx) closeWhere(p org.ProjectID, why, where string, args ...any) error {
	var open []string
	if err := t.questionsWhere(p, &open, where, args...); err != nil {
		return err
	}
	if err := t.look(); err != nil {
		return err
	}
	return t.close(p, why, open)
}

// close answers questions of a project.
func (t *tx) close(p org.ProjectID, why string, open []string) error {
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
	return nil
}
