package store

import (
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
