package inbox

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/reports"
	"github.com/frasier-cos/frasier/store/outbox"
	"github.com/frasier-cos/frasier/store/record"
	"github.com/frasier-cos/frasier/store/sqldb"
)

// Heard reports whether a message is in the inbox already.
func (d *Inbox) Heard(ctx context.Context, ch org.Channel, origin string) (bool, error) {
	var n int
	err := sqldb.One(ctx, d.db.Read, &n, `SELECT count(*) FROM messages WHERE transport = ? AND channel = ? AND origin = ?`,
		ch.Transport, ch.ID, origin)
	if err != nil {
		return false, fmt.Errorf("look for message %s: %w", origin, err)
	}
	return n > 0, nil
}

// Reword gives a message that nobody has begun to handle a new text. When that
// is too late it returns org.ErrConflict and has the founder told, once, what
// came of his first words, unless nothing did that goes on or no word changed.
// It returns org.ErrNotFound for a message that was never heard.
func (d *Inbox) Reword(ctx context.Context, ch org.Channel, origin, text string) error {
	late := false
	err := d.db.Write(ctx, func(t *sqldb.Tx) error {
		t.Method = "reword"
		err := changeWaiting(t, ch, origin, func(id org.MessageID) (int64, error) {
			return t.Change(`
				UPDATE messages SET body = ? WHERE id = ? AND state = 'received' AND coalesce(claim_until, 0) <= ?`, text, id, t.Now)
		})
		if late = errors.Is(err, org.ErrConflict); !late {
			return err
		}
		return tellTooLate(t, ch, origin, &text)
	})
	if err == nil && late {
		err = org.ErrConflict
	}
	return sqldb.Wrap("reword message "+origin, err)
}

// Withdraw ignores a message that its author took back before anybody began to
// handle it. When that is too late it returns org.ErrConflict and has him told,
// once, what came of it and how to stop that, if anything did that goes on. It
// returns org.ErrNotFound for a message that was never heard.
func (d *Inbox) Withdraw(ctx context.Context, ch org.Channel, origin string) error {
	late := false
	err := d.db.Write(ctx, func(t *sqldb.Tx) error {
		t.Method = "withdraw"
		err := changeWaiting(t, ch, origin, func(id org.MessageID) (int64, error) {
			n, err := t.Change(`
				UPDATE messages SET state = 'ignored', reason = 'deleted by its author', claimed_by = NULL, claim_until = NULL
				 WHERE id = ? AND state = 'received' AND coalesce(claim_until, 0) <= ?`, id, t.Now)
			if err != nil || n == 0 {
				return n, err
			}
			return n, t.Event(org.Event{Kind: org.EventMessageIgnored, Message: id, Text: "Message deleted by its author before it was handled"})
		})
		if late = errors.Is(err, org.ErrConflict); !late {
			return err
		}
		return tellTooLate(t, ch, origin, nil)
	})
	if err == nil && late {
		err = org.ErrConflict
	}
	return sqldb.Wrap("withdraw message "+origin, err)
}

// tellTooLate tells the author of a message that it was changed, or deleted when there is no new
// text, after work on it had begun. It tells nothing when no word changed, or when nothing that
// goes on came of it.
func tellTooLate(t *sqldb.Tx, ch org.Channel, origin string, text *string) error {
	var m struct {
		ID    org.MessageID
		Body  string
		State string
	}
	err := t.Get(&m, `SELECT id, body, state FROM messages WHERE transport = ? AND channel = ? AND origin = ?`, ch.Transport, ch.ID, origin)
	if err != nil || m.State == "ignored" || text != nil && strings.TrimSpace(*text) == strings.TrimSpace(m.Body) {
		return err
	}
	made, err := record.ProjectsOf(t.Ctx, t, `projects.message_id = ? AND projects.state IN ('active', 'paused')`, m.ID)
	if err != nil {
		return err
	}
	told, err := record.ProjectsOf(t.Ctx, t, `
		projects.state IN ('active', 'paused') AND projects.id IN (SELECT project_id FROM steering WHERE message_id = ?)`, m.ID)
	if err != nil {
		return err
	}
	late := reports.LateFacts{Deleted: text == nil, Begun: m.State == "received", Made: record.ProjectLines(made), Told: record.ProjectLines(told)}
	if !late.Begun && len(made)+len(told) == 0 {
		return nil
	}
	what := "edit"
	if late.Deleted {
		what = "delete"
	}
	return outbox.Deliver(t, reports.Delivery{Key: "late-" + what + ":" + string(m.ID), Channel: ch, Kind: reports.DeliverReply, Title: "Your change", Facts: reports.Facts{Late: &late}})
}

func changeWaiting(t *sqldb.Tx, ch org.Channel, origin string, change func(org.MessageID) (int64, error)) error {
	var id org.MessageID
	err := t.Get(&id, `SELECT id FROM messages WHERE transport = ? AND channel = ? AND origin = ?`, ch.Transport, ch.ID, origin)
	if errors.Is(err, sql.ErrNoRows) {
		return org.ErrNotFound
	}
	if err != nil {
		return err
	}
	n, err := change(id)
	if err == nil && n == 0 {
		return org.ErrConflict
	}
	return err
}

// Marks returns, for each channel of a chat, the newest message that was dealt
// with.
func (d *Inbox) Marks(ctx context.Context, transport string) (map[string]string, error) {
	var rows []struct{ Channel, Seen string }
	if err := sqldb.Many(ctx, d.db.Read, &rows, `SELECT channel, seen FROM chat_marks WHERE transport = ?`, transport); err != nil {
		return nil, fmt.Errorf("read marks of %s: %w", transport, err)
	}
	out := make(map[string]string, len(rows))
	for _, r := range rows {
		out[r.Channel] = r.Seen
	}
	return out, nil
}

// SetMarks records them. Ids are decimal numbers; a mark never moves back.
func (d *Inbox) SetMarks(ctx context.Context, transport string, seen map[string]string) error {
	known, err := d.Marks(ctx, transport)
	if err != nil {
		return err
	}
	fresh := map[string]string{}
	for channel, id := range seen {
		if known[channel] != id && id != "" {
			fresh[channel] = id
		}
	}
	if len(fresh) == 0 {
		return nil
	}
	err = d.db.Write(ctx, func(t *sqldb.Tx) error {
		t.Method = "set-marks"
		for channel, id := range fresh {
			err := t.Exec(`
				INSERT INTO chat_marks (transport, channel, seen) VALUES (?, ?, ?)
				    ON CONFLICT (transport, channel) DO UPDATE SET seen = excluded.seen
				 WHERE length(excluded.seen) > length(chat_marks.seen)
				    OR (length(excluded.seen) = length(chat_marks.seen) AND excluded.seen > chat_marks.seen)`, transport, channel, id)
			if err != nil {
				return err
			}
		}
		return nil
	})
	return sqldb.Wrap("store marks of "+transport, err)
}

// AcksDue returns messages whose marks in a chat are behind: heard and not yet
// marked, or handled with the reply sent and not yet marked so; the oldest
// first, at most limit.
func (d *Inbox) AcksDue(ctx context.Context, transport string, limit int) ([]org.Ack, error) {
	var rows []struct {
		ID      org.MessageID
		Channel string
		Origin  string
		State   string
		Shown   int
		Reply   string
	}
	err := sqldb.Many(ctx, d.db.Read, &rows, `
		SELECT m.id, m.channel, m.origin, m.state, a.shown, coalesce(d.state, '') AS reply
		  FROM acks a
		  JOIN messages m ON m.id = a.message_id
		  LEFT JOIN deliveries d ON d.key = 'reply:' || m.id
		 WHERE a.shown < 2 AND m.transport = ?
		   AND (a.shown = 0 OR (m.state <> 'received' AND coalesce(d.state, '') NOT IN ('queued', 'sending')))
		 ORDER BY m.seq LIMIT ?`, transport, limit)
	if err != nil {
		return nil, fmt.Errorf("look for marks of %s: %w", transport, err)
	}
	out := make([]org.Ack, 0, len(rows))
	for _, r := range rows {
		a := org.Ack{Message: r.ID, Channel: org.Channel{Transport: transport, ID: r.Channel}, Origin: r.Origin, Received: r.Shown >= 1}
		switch {
		case r.State == "received" || r.Reply == "queued" || r.Reply == "sending":
		case r.State == "handled" && r.Reply != "abandoned":
			a.Done = true
		default:
			a.Failed = true
		}
		out = append(out, a)
	}
	return out, nil
}

// Acked records what a message now shows: that it was heard, or how it ended.
func (d *Inbox) Acked(ctx context.Context, a org.Ack) error {
	shown := 1
	if a.Done || a.Failed {
		shown = 2
	}
	err := d.db.WriteBeside(ctx, func(t *sqldb.Tx) error {
		t.Method = "acked"
		return t.Exec(`UPDATE acks SET shown = ? WHERE message_id = ? AND shown < ?`, shown, a.Message, shown)
	})
	return sqldb.Wrap("record the mark of "+string(a.Message), err)
}

// Note returns what a chat noted under a name, empty for nothing.
func (d *Inbox) Note(ctx context.Context, transport, name string) (string, error) {
	var value string
	err := sqldb.One(ctx, d.db.Read, &value, `SELECT value FROM chat_notes WHERE transport = ? AND name = ?`, transport, name)
	if err != nil && !errors.Is(err, sql.ErrNoRows) {
		return "", fmt.Errorf("read note %s: %w", name, err)
	}
	return value, nil
}

// SetNote notes something under a name.
func (d *Inbox) SetNote(ctx context.Context, transport, name, value string) error {
	err := d.db.WriteBeside(ctx, func(t *sqldb.Tx) error {
		t.Method = "set-note"
		return t.Exec(`
			INSERT INTO chat_notes (transport, name, value) VALUES (?, ?, ?)
			    ON CONFLICT (transport, name) DO UPDATE SET value = excluded.value`, transport, name, value)
	})
	return sqldb.Wrap("store note "+name, err)
}

// Say queues one delivery. The same key twice says it once.
func (d *Inbox) Say(ctx context.Context, v reports.Delivery) error {
	err := d.db.Write(ctx, func(t *sqldb.Tx) error {
		t.Method = "say"
		return outbox.Deliver(t, v)
	})
	return sqldb.Wrap("say "+v.Key, err)
}

// Receipts lists the receipts of what was sent in a channel, as receipts name
// it, since a moment.
func (d *Inbox) Receipts(ctx context.Context, transport, channel string, since time.Time) ([]string, error) {
	var out []string
	err := sqldb.Many(ctx, d.db.Read, &out, `
		SELECT receipt FROM deliveries WHERE transport = ? AND state = 'sent' AND ended_at >= ? AND receipt LIKE ?`,
		transport, sqldb.Micros(since), channel+"/%")
	if err != nil {
		return nil, fmt.Errorf("list receipts of %s: %w", channel, err)
	}
	return out, nil
}
