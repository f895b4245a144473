package record

import (
	"context"
	"fmt"
	"time"

	"github.com/frasier-cos/frasier/internal/reports"
	"github.com/frasier-cos/frasier/store/sqldb"
)

const (
	// waitNotes is the transport under which chat_notes keeps what waits.
	waitNotes = "wait"
	// waitStale is the time after its next try was due when nobody tries it any more: another
	// process did it, or the thing is gone.
	waitStale = 2 * time.Minute
	// waitSame is the time after that in which a failure still belongs to the same wait. What went on
	// for longer had recovered.
	waitSame = 5 * time.Minute
)

// KeepWait notes that something waits for a fault to pass. What is known of it already
// keeps since when, and whether it was told.
func KeepWait(t *sqldb.Tx, w reports.Wait) error {
	var text string
	err := t.Get(&text, `SELECT value FROM chat_notes WHERE transport = ? AND name = ?`, waitNotes, w.Key)
	switch {
	case err == nil:
		var was reports.Wait
		if err := sqldb.FromJSON(text, &was); err != nil {
			return err
		}
		if sqldb.Moment(t.Now).Sub(was.Next) < waitSame {
			w.Since, w.Told = was.Since, was.Told || w.Told
		}
	case !sqldb.NoRow(err):
		return fmt.Errorf("read what waits: %w", err)
	}
	value, err := sqldb.JSONText(w)
	if err != nil {
		return err
	}
	return sqldb.Wrap("note that "+w.Key+" waits", t.Exec(`
		INSERT INTO chat_notes (transport, name, value) VALUES (?, ?, ?)
		    ON CONFLICT (transport, name) DO UPDATE SET value = excluded.value`, waitNotes, w.Key, value))
}

// EndWait forgets that something waits.
func EndWait(t *sqldb.Tx, key string) error {
	return sqldb.Wrap("forget that "+key+" waits", t.Exec(`DELETE FROM chat_notes WHERE transport = ? AND name = ?`, waitNotes, key))
}

// Waits lists what waits for a fault to pass and is still tried. A step that is worked on again,
// and one whose project does not go on, waits for none.
func Waits(ctx context.Context, q sqldb.Getter, now time.Time) ([]reports.Wait, error) {
	var rows []string
	if err := sqldb.Many(ctx, q, &rows, `
		SELECT value FROM chat_notes WHERE transport = ?
		   AND (name NOT LIKE 'step:%' OR EXISTS (SELECT 1 FROM steps s JOIN missions m ON m.id = s.mission_id
		         WHERE s.id = substr(name, 6) AND s.state = 'pending' AND m.state IN ('planning', 'in_progress'))) ORDER BY name`, waitNotes); err != nil {
		return nil, fmt.Errorf("list what waits: %w", err)
	}
	var out []reports.Wait
	for _, text := range rows {
		var w reports.Wait
		if err := sqldb.FromJSON(text, &w); err != nil {
			return nil, err
		}
		if now.Sub(w.Next) < waitStale {
			out = append(out, w)
		}
	}
	return out, nil
}
