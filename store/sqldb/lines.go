package sqldb

import (
	"fmt"

	"github.com/frasier-cos/frasier/internal/org"
)

// newLine is a line of the journal that is still to be written.
type newLine struct {
	org.Event
	data string
}

// Event writes one line of the journal, at the end of the transaction with
// all others. At becomes the transaction's time.
func (t *Tx) Event(e org.Event) error {
	data := "{}"
	if e.Data != nil {
		var err error
		if data, err = JSONText(e.Data); err != nil {
			return err
		}
	}
	t.lines = append(t.lines, newLine{e, data})
	return nil
}

// Journal writes the lines that are still to be written. Their numbers come
// from a row that this transaction holds until it commits, so a follower that
// has read line n never finds a smaller one later.
func (t *Tx) Journal() error {
	lines := t.lines
	if t.lines = nil; len(lines) == 0 {
		return nil
	}
	err := t.Get(&t.line, `
		INSERT INTO counters (name, n) VALUES ('event', ?)
		    ON CONFLICT (name) DO UPDATE SET n = counters.n + excluded.n
		RETURNING n`, len(lines))
	if err != nil {
		return fmt.Errorf("number events: %w", err)
	}
	first := t.line - int64(len(lines)) + 1
	err = t.Insert(`INSERT INTO events (seq, at, kind, message_id, project_id, mission_id, step_id, agent_id, attempt, body, data)`,
		len(lines), func(i int) []any {
			e := lines[i]
			return []any{
				first + int64(i), t.Now, e.Kind, Nullable(e.Message), Nullable(e.Project), Nullable(e.Mission), Nullable(e.Step),
				Nullable(e.Agent), e.Attempt, e.Text, e.data,
			}
		})
	return Wrap("write events, the first "+string(lines[0].Kind), err)
}
