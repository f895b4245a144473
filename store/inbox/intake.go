package inbox

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"time"

	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/store/corpus"
	"github.com/frasier-cos/frasier/store/engine"
	"github.com/frasier-cos/frasier/store/record"
	"github.com/frasier-cos/frasier/store/sqldb"
)

// SaveMessage stores a message with its attachments and returns its id and
// whether it is new. Hearing the same message again (by transport, channel
// and origin) changes nothing and returns the first one's id.
func (d *Inbox) SaveMessage(ctx context.Context, m org.Message) (org.MessageID, bool, error) {
	var id org.MessageID
	fresh := false
	err := d.db.Write(ctx, func(t *sqldb.Tx) (err error) {
		t.Method = "save-message"
		id, fresh, err = Save(t, m)
		return err
	})
	if err != nil {
		return "", false, fmt.Errorf("save message %s: %w", m.Origin, err)
	}
	return id, fresh, nil
}

// Save keeps a message once of its origin, in a transaction of somebody's.
func Save(t *sqldb.Tx, m org.Message) (id org.MessageID, fresh bool, err error) {
	err = t.Get(&id, `SELECT id FROM messages WHERE transport = ? AND channel = ? AND origin = ?`,
		m.Channel.Transport, m.Channel.ID, m.Origin)
	if !errors.Is(err, sql.ErrNoRows) {
		return id, false, err
	}
	minted, err := t.NextID("m")
	if err != nil {
		return "", false, err
	}
	id, t.Wake = org.MessageID(minted), true
	said := m.SaidAt
	if said.IsZero() {
		said = sqldb.Moment(t.Now)
	}
	err = t.Exec(`
		INSERT INTO messages (id, transport, channel, origin, author, body, replies_to, explicit, cap, repository, base, state, said_at, received_at)
		VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 'received', ?, ?)`,
		id, m.Channel.Transport, m.Channel.ID, m.Origin, m.Author, m.Text, m.RepliesTo, m.Explicit, int64(m.Cap), m.Repository, m.Base, sqldb.Micros(said), t.Now)
	if err != nil {
		return "", false, err
	}
	if m.Marked {
		if err := t.Exec(`INSERT INTO acks (message_id) VALUES (?)`, id); err != nil {
			return "", false, err
		}
	}
	for n, a := range m.Attachments {
		if err := corpus.Attach(t, id, n, a); err != nil {
			return "", false, fmt.Errorf("attachment %s: %w", a.Name, err)
		}
		if a.Sense == "" {
			continue
		}
		err := t.Exec(`INSERT INTO readings (message_id, n, sense, state, until) VALUES (?, ?, ?, 'waiting', ?)`,
			id, n, a.Sense, t.Now+org.ReadingPatience.Microseconds())
		if err != nil {
			return "", false, fmt.Errorf("have %s read: %w", a.Name, err)
		}
	}
	return id, true, t.Event(org.Event{Kind: org.EventMessageReceived, Message: id, Text: engine.ReceivedText(m)})
}

// claimable holds of a message that is unhandled, unclaimed and the oldest
// unhandled one of its channel but for those that were put off, and whose pictures
// and recordings were taken in or have had their time. All its parameters are the time.
const claimable = `
	m.state = 'received' AND coalesce(m.claim_until, 0) <= ?
	AND NOT EXISTS (SELECT 1 FROM readings r WHERE r.message_id = m.id AND r.state = 'waiting' AND r.until > ?)
	AND NOT EXISTS (SELECT 1 FROM messages o
	                 WHERE o.state = 'received' AND o.transport = m.transport AND o.channel = m.channel AND o.seq < m.seq
	                   AND (o.claimed_by IS NOT NULL OR coalesce(o.claim_until, 0) <= ?))`

// notSuspect holds of a message unless it, or one that is handled beside it by the same owner,
// may be what its handlers died of: a message that one more death would put aside (2 is
// org.MaxCrashes less one) is handled beside no other, and later ones wait for it. So its
// last death is its own. Its parameters are the owner and the time.
const notSuspect = `
	AND NOT EXISTS (SELECT 1 FROM messages c WHERE c.state = 'received' AND c.claimed_by = ? AND (c.crashes >= 2 OR m.crashes >= 2))
	AND NOT EXISTS (SELECT 1 FROM messages w
	                 WHERE w.state = 'received' AND w.crashes >= 2 AND w.claimed_by IS NULL AND coalesce(w.claim_until, 0) <= ? AND w.seq < m.seq)`

// ClaimMessageStatement takes owner, until, three times now, owner and now.
const ClaimMessageStatement = `
	UPDATE messages SET claimed_by = ?, claim_until = ?
	 WHERE seq = (SELECT m.seq FROM messages m WHERE ` + claimable + notSuspect + ` ORDER BY m.seq LIMIT 1)
	RETURNING id`

// ClaimMessage leases the oldest message that may be handled now, and never
// one whose channel has an older unhandled message. It returns org.ErrNoWork
// when there is none. Its attachments come without their bytes.
func (d *Inbox) ClaimMessage(ctx context.Context, owner string, term time.Duration) (org.Message, error) {
	idle, err := d.db.Idle(ctx, `SELECT count(*) FROM (SELECT 1 FROM messages m WHERE `+claimable+` LIMIT 1) AS waiting`, d.db.Now().UnixMicro(), d.db.Now().UnixMicro(), d.db.Now().UnixMicro())
	if err != nil {
		return org.Message{}, fmt.Errorf("claim message: %w", err)
	}
	if idle {
		return org.Message{}, org.ErrNoWork
	}
	var m org.Message
	err = d.db.Write(ctx, func(t *sqldb.Tx) error {
		t.Method = "claim-message"
		var id org.MessageID
		err := t.Get(&id, ClaimMessageStatement, owner, t.Now+term.Microseconds(), t.Now, t.Now, t.Now, owner, t.Now)
		if errors.Is(err, sql.ErrNoRows) {
			return org.ErrNoWork
		}
		if err != nil {
			return err
		}
		if m, err = record.MessageOf(ctx, t, id); err != nil {
			return err
		}
		for i := range m.Attachments {
			if err := findEarlierDrop(t, m, &m.Attachments[i]); err != nil {
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

// findEarlierDrop finds the last time that the founders dropped the same file and what that
// started; where one started something, the last that did. What was cancelled, or failed and asks nothing, is over: the same again is a new try.
func findEarlierDrop(t *sqldb.Tx, m org.Message, a *org.Attachment) error {
	var rows []struct {
		SaidAt  int64          `db:"said_at"`
		Project sql.NullString `db:"project_id"`
	}
	err := t.All(&rows, `
		SELECT o.said_at, p.id AS project_id
		  FROM attachments a JOIN messages o ON o.id = a.message_id 
		  LEFT JOIN projects p ON p.message_id = o.id AND p.state <> 'cancelled'
		            AND (p.state <> 'failed' OR EXISTS (SELECT 1 FROM escalations e WHERE e.project_id = p.id AND e.state = 'open'))
		 WHERE a.sha256 = ? AND a.size > 0 AND a.body <> '' AND o.seq < (SELECT seq FROM messages WHERE id = ?)
		 ORDER BY p.id IS NOT NULL DESC, o.seq DESC LIMIT 1`, a.SHA256, m.ID)
	if err != nil || len(rows) == 0 {
		return err
	}
	a.Before, a.Started = sqldb.Moment(rows[0].SaidAt), org.ProjectID(rows[0].Project.String)
	return nil
}

// Directives returns the founder's active rules, oldest first.
func (d *Inbox) Directives(ctx context.Context) ([]string, error) {
	return record.DirectivesOf(ctx, d.db.Read)
}

// IgnoreMessage ends a message without an answer, for a reason. A message that
// was handled or ignored already stays as it is.
func (d *Inbox) IgnoreMessage(ctx context.Context, id org.MessageID, reason string) error {
	err := d.db.Write(ctx, func(t *sqldb.Tx) error {
		t.Method = "ignore-message"
		n, err := t.Change(`
			UPDATE messages SET state = 'ignored', reason = ?, claimed_by = NULL, claim_until = NULL
			 WHERE id = ? AND state = 'received'`, reason, id)
		if err != nil {
			return err
		}
		if n == 0 {
			_, err := record.MessageOf(ctx, t, id)
			return err
		}
		t.Wake = true // the next message of the channel may be claimed now
		return t.Event(org.Event{Kind: org.EventMessageIgnored, Message: id, Text: "Ignored: " + reason})
	})
	if err != nil {
		return fmt.Errorf("ignore message %s: %w", id, err)
	}
	return nil
}
