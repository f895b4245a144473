package sqldb

import (
	"context"
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

// A line that is written beside others gets its number later, so that no method
// waits for another one's commit: it is stored with a place behind all numbers, and
// numbered as soon as somebody reads the journal by numbers. What is not committed
// then has no number yet and gets a higher one, so a follower that has read line n
// never finds a smaller one later. Places rise with the order in which lines are
// written: what happened after another thing has the higher one.
const (
	unnumbered = int64(1) << 62
	places     = `4611686018427387904` // the first of them, in statements
)

// place is the place of a line without a number; a sequence makes nobody wait.
const place = places + ` + nextval('events_seq_seq'), `

// numberWaiting gives the lines that wait for one their numbers, in one statement, whose
// parts each see what was committed before them: the first waits for whoever
// numbers at the moment.
const numberWaiting = `
	DO $$
	DECLARE last BIGINT;
	        more BIGINT;
	BEGIN
	    INSERT INTO counters (name, n) VALUES ('event', 0) ON CONFLICT (name) DO NOTHING;
	    SELECT n INTO last FROM counters WHERE name = 'event' FOR UPDATE;
	    UPDATE events SET seq = last + waiting.nth
	      FROM (SELECT seq, row_number() OVER (ORDER BY seq) AS nth FROM events WHERE seq >= ` + places + `) AS waiting WHERE events.seq = waiting.seq;
	    GET DIAGNOSTICS more = ROW_COUNT;
	    UPDATE counters SET n = last + more WHERE name = 'event' AND more > 0;
	END $$`

// NumberLines gives each line of the journal that is committed its number. Whoever
// goes by numbers asks for it first.
func (d *DB) NumberLines(ctx context.Context) error {
	if d.server == nil {
		return nil
	}
	var wait bool
	err := One(ctx, d.Read, &wait, linesWait)
	if err == nil && wait {
		err = d.retryOnServer(ctx, func(ctx context.Context) error {
			_, err := d.write.ExecContext(ctx, numberWaiting)
			return err
		})
	}
	return Wrap("number the journal", err)
}

// linesWait asks whether lines of the journal wait for their numbers.
const linesWait = `SELECT EXISTS (SELECT 1 FROM events WHERE seq >= ` + places + `)`

// Numbered reports whether a line of the journal has its number.
func Numbered(seq int64) bool { return seq < unnumbered }

// LineNumbered is the condition on events e that have their numbers.
const LineNumbered = `e.seq < ` + places

// Journal writes the lines that are still to be written. Who writes alone numbers
// them at once, by a row that this transaction holds until it commits.
func (t *Tx) Journal() error {
	lines := t.lines
	if t.lines = nil; len(lines) == 0 {
		return nil
	}
	const columns = `INSERT INTO events (seq, at, kind, message_id, project_id, mission_id, step_id, agent_id, attempt, body, data)`
	values := func(e newLine) []any {
		return []any{
			t.Now, e.Kind, Nullable(e.Message), Nullable(e.Project), Nullable(e.Mission), Nullable(e.Step), Nullable(e.Agent), e.Attempt, e.Text, e.data,
		}
	}
	doing := "write events, the first " + string(lines[0].Kind)
	if t.beside {
		return Wrap(doing, t.insert(columns, place, len(lines), func(i int) []any { return values(lines[i]) }))
	}
	if t.pending {
		if err := t.Exec(numberWaiting); err != nil {
			return fmt.Errorf("number events: %w", err)
		}
		t.pending = false
	}
	err := t.Get(&t.line, `
		INSERT INTO counters (name, n) VALUES ('event', ?)
		    ON CONFLICT (name) DO UPDATE SET n = counters.n + excluded.n
		RETURNING n`, len(lines))
	if err != nil {
		return fmt.Errorf("number events: %w", err)
	}
	first := t.line - int64(len(lines)) + 1
	return Wrap(doing, t.Insert(columns, len(lines), func(i int) []any { return append([]any{first + int64(i)}, values(lines[i])...) }))
}
