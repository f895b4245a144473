package inbox

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/store/corpus"
	"github.com/frasier-cos/frasier/store/sqldb"
)

// readable holds of a file that waits to be looked at or listened to, for a
// message that nobody has answered. Both its parameters are the time.
const readable = `r.state = 'waiting' AND coalesce(r.claim_until, 0) <= ? AND r.run_after <= ? AND m.state = 'received'`

// ClaimReadings leases all files of the oldest message whose files wait to be
// looked at or listened to; the message waits as long. It returns org.ErrNoWork
// when there is none.
func (d *Inbox) ClaimReadings(ctx context.Context, owner string, term time.Duration) ([]org.Reading, error) {
	now := d.db.Now().UnixMicro()
	idle, err := d.db.Idle(ctx, `SELECT count(*) FROM readings r JOIN messages m ON m.id = r.message_id WHERE `+readable, now, now)
	if err != nil {
		return nil, fmt.Errorf("claim files to read: %w", err)
	}
	if idle {
		return nil, org.ErrNoWork
	}
	var out []org.Reading
	err = d.db.Write(ctx, func(t *sqldb.Tx) error {
		t.Method, out = "claim-readings", nil
		var rows []struct {
			Message     org.MessageID `db:"message_id"`
			N           int
			Sense       org.Sense
			Name        string
			ContentType string `db:"content_type"`
			SHA256      string
			Body        string
			Tries       int
			Until       int64
		}
		err := t.All(&rows, `
			SELECT r.message_id, r.n, r.sense, a.name, a.content_type, a.sha256, m.body, r.tries, r.until
			  FROM readings r JOIN messages m ON m.id = r.message_id JOIN attachments a ON a.message_id = r.message_id AND a.n = r.n
			 WHERE `+readable+` AND m.seq = (SELECT min(m.seq) FROM readings r JOIN messages m ON m.id = r.message_id WHERE `+readable+`)
			 ORDER BY r.n`, t.Now, t.Now, t.Now, t.Now)
		if err != nil {
			return err
		}
		if len(rows) == 0 {
			return org.ErrNoWork
		}
		until := t.Now + term.Microseconds()
		for _, r := range rows {
			err := t.Exec(`
				UPDATE readings SET claimed_by = ?, claim_until = ?, until = CASE WHEN until <= ? THEN until ELSE ? END, tries = tries + 1 WHERE message_id = ? AND n = ?`,
				owner, until, t.Now, until, r.Message, r.N)
			if err != nil {
				return err
			}
			data, err := corpus.BlobOf(ctx, t, r.SHA256)
			if err != nil {
				return err
			}
			before, err := findEarlierReading(t, r.SHA256, r.Sense)
			if err != nil {
				return err
			}
			out = append(out, org.Reading{
				Before: before, Message: r.Message, N: r.N, Sense: r.Sense, Name: r.Name, ContentType: r.ContentType, Data: data, Words: r.Body, Tries: r.Tries, Late: r.Until <= t.Now,
			})
		}
		return nil
	})
	if errors.Is(err, org.ErrNoWork) {
		return nil, err
	}
	if err != nil {
		return nil, fmt.Errorf("claim files to read: %w", err)
	}
	return out, nil
}

// findEarlierReading returns what was last read of a file's bytes; nil for nothing.
func findEarlierReading(t *sqldb.Tx, sum string, sense org.Sense) (*org.Read, error) {
	var rows []struct{ Name, Text, Note, Words string }
	err := t.All(&rows, `
		SELECT a.name, a.body AS text, a.note, m.body AS words
		  FROM attachments a JOIN readings r ON r.message_id = a.message_id AND r.n = a.n JOIN messages m ON m.id = a.message_id
		 WHERE a.sha256 = ? AND r.sense = ? AND r.state = 'done' AND a.body <> '' ORDER BY m.seq DESC, a.n DESC LIMIT 1`, sum, sense)
	if err != nil || len(rows) == 0 {
		return nil, err
	}
	return &org.Read{Name: rows[0].Name, Text: rows[0].Text, Note: rows[0].Note, Words: rows[0].Words}, nil
}

// KeepReading keeps what was read of a file, or why nothing was. What a founder
// said in a recording of his own becomes the words of his message. It returns
// org.ErrLeaseLost when the file is no longer the owner's to read.
func (d *Inbox) KeepReading(ctx context.Context, owner string, r org.Reading, text, note string) error {
	return sqldb.Wrap("keep what was read of "+r.Name, d.db.Write(ctx, func(t *sqldb.Tx) error {
		t.Method, t.Wake = "keep-reading", true
		n, err := t.Change(`
			UPDATE readings SET state = 'done', claimed_by = NULL, claim_until = NULL WHERE message_id = ? AND n = ? AND state = 'waiting' AND claimed_by = ?`,
			r.Message, r.N, owner)
		if err != nil {
			return err
		}
		if n == 0 {
			return org.ErrLeaseLost
		}
		contentType := r.ContentType
		if r.Sense == org.SenseSound && !r.Quoted() && text != "" {
			heard, err := addSpokenWords(t, r.Message, text)
			if err != nil {
				return err
			}
			if heard {
				contentType = org.HeardType(contentType)
			}
		}
		return t.Exec(`UPDATE attachments SET body = ?, note = ?, content_type = ? WHERE message_id = ? AND n = ?`, text, note, contentType, r.Message, r.N)
	}))
}

// addSpokenWords adds what a founder said to the words of his message, unless somebody has begun to
// answer it.
func addSpokenWords(t *sqldb.Tx, id org.MessageID, words string) (bool, error) {
	var body string
	if err := t.Get(&body, `SELECT body FROM messages WHERE id = ?`, id); err != nil {
		return false, err
	}
	body = strings.TrimSpace(body + "\n\n" + words)
	n, err := t.Change(`UPDATE messages SET body = ? WHERE id = ? AND state = 'received' AND claimed_by IS NULL`, body, id)
	return n > 0, err
}

// PutReadingOff gives a claimed file back, not to be tried before a time. Its
// message is answered without it, unless that cannot be done either.
func (d *Inbox) PutReadingOff(ctx context.Context, owner string, r org.Reading, after time.Time) error {
	return sqldb.Wrap("put off reading "+r.Name, d.db.Write(ctx, func(t *sqldb.Tx) error {
		t.Method, t.Wake = "put-reading-off", true
		return t.Exec(`
			UPDATE readings SET claimed_by = NULL, claim_until = NULL, run_after = ?, until = ?, tries = tries - 1
			 WHERE message_id = ? AND n = ? AND state = 'waiting' AND claimed_by = ?`, sqldb.Micros(after), t.Now, r.Message, r.N, owner)
	}))
}
