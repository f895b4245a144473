package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/frasier-cos/frasier/internal/org"
)

// SaveMessage stores a message with its attachments and returns its id and
// whether it is new. Hearing the same message again (by transport, channel
// and origin) changes nothing and returns the first one's id.
func (d *DB) SaveMessage(ctx context.Context, m org.Message) (org.MessageID, bool, error) {
	var id org.MessageID
	fresh := false
	err := d.tx(ctx, func(t *tx) error {
		t.method = "save-message"
		err := t.get(&id, `SELECT id FROM messages WHERE transport = ? AND channel = ? AND origin = ?`,
			m.Channel.Transport, m.Channel.ID, m.Origin)
		if !errors.Is(err, sql.ErrNoRows) {
			return err
		}
		minted, err := t.nextID("m")
		if err != nil {
			return err
		}
		id, fresh, t.wake = org.MessageID(minted), true, true
		said := m.SaidAt
		if said.IsZero() {
			said = moment(t.now)
		}
		err = t.exec(`
			INSERT INTO messages (id, transport, channel, origin, author, body, replies_to, explicit, cap, state, said_at, received_at)
			VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, 'received', ?, ?)`,
			id, m.Channel.Transport, m.Channel.ID, m.Origin, m.Author, m.Text, m.RepliesTo, m.Explicit, int64(m.Cap), micros(said), t.now)
		if err != nil {
			return err
		}
		if m.Marked {
			if err := t.exec(`INSERT INTO acks (message_id) VALUES (?)`, id); err != nil {
				return err
			}
		}
		for n, a := range m.Attachments {
			if err := t.attachment(id, n, a); err != nil {
				return fmt.Errorf("attachment %s: %w", a.Name, err)
			}
		}
		return t.event(org.Event{Kind: org.EventMessageReceived, Message: id, Text: org.ReceivedText(m)})
	})
	if err != nil {
		return "", false, fmt.Errorf("save message %s: %w", m.Origin, err)
	}
	return id, fresh, nil
}

func (t *tx) attachment(m org.MessageID, n int, a org.Attachment) error {
	sum := a.SHA256
	if a.Data != nil || sum == "" {
		var err error
		if sum, err = t.blob(a.Data); err != nil {
			return err
		}
	}
	size := a.Size
	if size == 0 {
		size = int64(len(a.Data))
	}
	return t.exec(`
		INSERT INTO attachments (message_id, n, name, content_type, size, sha256, body, note) VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
		m, n, a.Name, a.ContentType, size, sum, a.Text, a.Note)
}

// claimable holds of a message that is unhandled, unclaimed and the oldest
// unhandled one of its channel. Its one parameter is the time.
const claimable = `
	m.state = 'received' AND coalesce(m.claim_until, 0) <= ?
	AND NOT EXISTS (SELECT 1 FROM messages o
	                 WHERE o.state = 'received' AND o.transport = m.transport AND o.channel = m.channel AND o.seq < m.seq)`

// claimMessageStatement takes holder, until and now.
const claimMessageStatement = `
	UPDATE messages SET claimed_by = ?, claim_until = ?
	 WHERE seq = (SELECT m.seq FROM messages m WHERE ` + claimable + ` ORDER BY m.seq LIMIT 1)
	RETURNING id`

// ClaimMessage leases the oldest message that may be handled now, and never
// one whose channel has an older unhandled message. It returns org.ErrNoWork
// when there is none. Its attachments come without their bytes.
func (d *DB) ClaimMessage(ctx context.Context, holder string, term time.Duration) (org.Message, error) {
	idle, err := d.idle(ctx, `SELECT count(*) FROM (SELECT 1 FROM messages m WHERE `+claimable+` LIMIT 1) AS waiting`, d.now().UnixMicro())
	if err != nil {
		return org.Message{}, fmt.Errorf("claim message: %w", err)
	}
	if idle {
		return org.Message{}, org.ErrNoWork
	}
	var m org.Message
	err = d.tx(ctx, func(t *tx) error {
		t.method = "claim-message"
		var id org.MessageID
		err := t.get(&id, claimMessageStatement, holder, t.now+term.Microseconds(), t.now)
		if errors.Is(err, sql.ErrNoRows) {
			return org.ErrNoWork
		}
		if err != nil {
			return err
		}
		if m, err = messageOf(ctx, t, id); err != nil {
			return err
		}
		for i := range m.Attachments {
			if err := t.droppedBefore(m, &m.Attachments[i]); err != nil {
				return err
			}
		}
		return nil
	})
	if errors.Is(err, org.ErrNoWork) {
		return m, err
	}
	if err != nil {
		return m, fmt.Errorf("claim message: %w", err)
	}
	return m, nil
}

// droppedBefore finds the last time that the founders dropped the same file,
// and what that started.
func (t *tx) droppedBefore(m org.Message, a *org.Attachment) error {
	var rows []struct {
		SaidAt  int64          `db:"said_at"`
		Project sql.NullString `db:"project_id"`
	}
	err := t.all(&rows, `
		SELECT o.said_at, p.id AS project_id
		  FROM attachments a JOIN messages o ON o.id = a.message_id LEFT JOIN projects p ON p.message_id = o.id
		 WHERE a.sha256 = ? AND a.size > 0 AND a.body <> '' AND o.seq < (SELECT seq FROM messages WHERE id = ?)
		 ORDER BY o.seq DESC LIMIT 1`, a.SHA256, m.ID)
	if err != nil || len(rows) == 0 {
		return err
	}
	a.Before, a.Started = moment(rows[0].SaidAt), org.ProjectID(rows[0].Project.String)
	return nil
}

// idle asks a counting query on a reading connection, so that looking for
// work in vain takes no turn to write.
func (d *DB) idle(ctx context.Context, query string, args ...any) (bool, error) {
	var n int
	err := one(ctx, d.read, &n, query, args...)
	return n == 0, err
}

// messageOf reads one message with its attachments, without their bytes.
func messageOf(ctx context.Context, q getter, id org.MessageID) (org.Message, error) {
	var r struct {
		Transport string
		Channel   string
		Origin    string
		Author    string
		Body      string
		RepliesTo string `db:"replies_to"`
		Explicit  bool
		Cap       int64
		SaidAt    int64 `db:"said_at"`
	}
	err := one(ctx, q, &r, `
		SELECT transport, channel, origin, author, body, replies_to, explicit, cap, said_at FROM messages WHERE id = ?`, id)
	if errors.Is(err, sql.ErrNoRows) {
		return org.Message{}, fmt.Errorf("message %s: %w", id, org.ErrNotFound)
	}
	if err != nil {
		return org.Message{}, fmt.Errorf("read message %s: %w", id, err)
	}
	m := org.Message{
		ID: id, Channel: org.Channel{Transport: r.Transport, ID: r.Channel}, Origin: r.Origin, Author: r.Author,
		Text: r.Body, RepliesTo: r.RepliesTo, Explicit: r.Explicit, Cap: org.NanoUSD(r.Cap), SaidAt: moment(r.SaidAt),
	}
	var files []struct {
		Name        string
		ContentType string `db:"content_type"`
		Size        int64
		SHA256      string
		Body        string
		Note        string
	}
	err = many(ctx, q, &files, `
		SELECT name, content_type, size, sha256, body, note FROM attachments WHERE message_id = ? ORDER BY n`, id)
	if err != nil {
		return m, fmt.Errorf("read attachments of %s: %w", id, err)
	}
	for _, f := range files {
		m.Attachments = append(m.Attachments, org.Attachment{
			Name: f.Name, ContentType: f.ContentType, Size: f.Size, SHA256: f.SHA256, Text: f.Body, Note: f.Note,
		})
	}
	return m, nil
}

// requestOf is what the founder asked for, whole: the words, then the text of
// each attachment under its name.
func requestOf(ctx context.Context, q getter, id org.MessageID) (string, error) {
	m, err := messageOf(ctx, q, id)
	if err != nil {
		return "", err
	}
	parts := make([]string, 0, 1+len(m.Attachments))
	if strings.TrimSpace(m.Text) != "" {
		parts = append(parts, m.Text)
	}
	for _, a := range m.Attachments {
		if a.Text != "" {
			parts = append(parts, "Attached: "+a.Name+"\n\n"+a.Text)
		}
	}
	return strings.Join(parts, "\n\n"), nil
}

// History returns the last n handled turns of a channel, oldest first, without
// those that the founder had forgotten.
func (d *DB) History(ctx context.Context, ch org.Channel, n int) ([]org.PastTurn, error) {
	var turns []org.PastTurn
	err := d.view(ctx, func(q getter) error {
		var rows []struct {
			Message org.MessageID `db:"message_id"`
			Reply   string
			At      int64
		}
		err := many(ctx, q, &rows, `
			SELECT t.message_id, t.reply, t.at FROM messages m JOIN turns t ON t.message_id = m.id
			 WHERE m.transport = ? AND m.channel = ? AND (t.reply <> '' OR m.body <> '') ORDER BY m.seq DESC LIMIT ?`, ch.Transport, ch.ID, n)
		if err != nil {
			return err
		}
		for _, r := range slices.Backward(rows) {
			m, err := messageOf(ctx, q, r.Message)
			if err != nil {
				return err
			}
			turns = append(turns, org.PastTurn{Message: m, Reply: r.Reply, At: moment(r.At)})
		}
		return nil
	})
	if err != nil {
		return nil, fmt.Errorf("read history of %s: %w", ch.ID, err)
	}
	return turns, nil
}

// Directives returns the founder's active rules, oldest first.
func (d *DB) Directives(ctx context.Context) ([]string, error) { return directivesOf(ctx, d.read) }

func directivesOf(ctx context.Context, q getter) ([]string, error) {
	var out []string
	err := many(ctx, q, &out, `
		SELECT body FROM lessons WHERE kind = 'directive' AND state = 'active' ORDER BY created_at, length(id), id`)
	if err != nil {
		return nil, fmt.Errorf("read directives: %w", err)
	}
	return out, nil
}

// OpenProjects returns the active and paused projects of a channel, oldest
// first. In a project's own thread it is that project, whose Channel is where
// it was asked for.
func (d *DB) OpenProjects(ctx context.Context, ch org.Channel) ([]org.Project, error) {
	found, err := projectsOf(ctx, d.read, `
		projects.state IN ('active', 'paused') AND
		(projects.transport = ? AND projects.channel = ? OR projects.id IN (SELECT project_id FROM threads WHERE transport = ? AND thread = ?))`,
		ch.Transport, ch.ID, ch.Transport, ch.ID)
	if err != nil {
		return nil, err
	}
	for i, p := range found {
		if found[i].Watched, err = watched(ctx, d.read, p.ID, d.now()); err != nil {
			return nil, err
		}
	}
	return found, nil
}

// IgnoreMessage ends a message without an answer, for a reason. A message that
// was handled or ignored already stays as it is.
func (d *DB) IgnoreMessage(ctx context.Context, id org.MessageID, reason string) error {
	err := d.tx(ctx, func(t *tx) error {
		t.method = "ignore-message"
		n, err := t.change(`
			UPDATE messages SET state = 'ignored', reason = ?, claimed_by = NULL, claim_until = NULL
			 WHERE id = ? AND state = 'received'`, reason, id)
		if err != nil {
			return err
		}
		if n == 0 {
			_, err := messageOf(ctx, t, id)
			return err
		}
		t.wake = true // the next message of the channel may be claimed now
		return t.event(org.Event{Kind: org.EventMessageIgnored, Message: id, Text: "Ignored: " + reason})
	})
	if err != nil {
		return fmt.Errorf("ignore message %s: %w", id, err)
	}
	return nil
}
