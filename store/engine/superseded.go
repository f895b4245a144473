package engine

import (
	"fmt"

	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/store/sqldb"
)

// closeQuestions answers what a project still asks, of the given kinds, because
// of something that happened.
func closeQuestions(t *sqldb.Tx, p org.ProjectID, why string, kinds ...org.DecisionKind) error {
	for _, kind := range kinds {
		where, args := `kind = ? AND gate_id = ''`, []any{kind}
		if kind == org.DecideGate {
			where, args = `gate_id <> ''`, nil
		}
		if err := closeWhere(t, p, why, where, args...); err != nil {
			return err
		}
	}
	return nil
}

func closeWhere(t *sqldb.Tx, p org.ProjectID, why, where string, args ...any) error {
	var open []string
	err := t.All(&open, `SELECT id FROM escalations WHERE project_id = ? AND state = 'open' AND `+where+` ORDER BY created_at, length(id), id`, append([]any{p}, args...)...)
	if err != nil {
		return fmt.Errorf("read questions of %s: %w", p, err)
	}
	return answerAll(t, p, why, open)
}

func answerAll(t *sqldb.Tx, p org.ProjectID, why string, open []string) error {
	for _, id := range open {
		err := t.Exec(`UPDATE escalations SET state = 'answered', answer = ?, decided_by = 'Frasier', ended_at = ? WHERE id = ?`, why, t.Now, id)
		if err == nil {
			err = t.Event(org.Event{
				Kind: org.EventDecided, Project: p, Text: "No answer is needed any more: " + why, Data: map[string]string{"decision": id, "option": why},
			})
		}
		if err != nil {
			return fmt.Errorf("close question %s: %w", id, err)
		}
	}
	return nil
}
