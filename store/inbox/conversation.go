package inbox

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/jmoiron/sqlx"

	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/reports"
	"github.com/frasier-cos/frasier/store/outbox"
	"github.com/frasier-cos/frasier/store/record"
	"github.com/frasier-cos/frasier/store/sqldb"
)

// History returns the last n handled turns of a channel, oldest first, without
// those that the founder had forgotten. Of attachments it has the names, sizes
// and hashes.
func (d *Inbox) History(ctx context.Context, ch org.Channel, n int) ([]org.PastTurn, error) {
	var rows []struct {
		ID        org.MessageID
		Origin    string
		Author    string
		Body      string
		RepliesTo string `db:"replies_to"`
		Explicit  bool
		SaidAt    int64 `db:"said_at"`
		Rules     string
		Reply     string
		At        int64
	}
	var turns []org.PastTurn
	err := d.db.View(ctx, func(q sqldb.Getter) error {
		err := sqldb.Many(ctx, q, &rows, `
			SELECT m.id, m.origin, m.author, m.body, m.replies_to, m.explicit, m.said_at, t.rules, t.reply, t.at
			  FROM messages m JOIN turns t ON t.message_id = m.id
			 WHERE m.transport = ? AND m.channel = ? AND (t.reply <> '' OR m.body <> '') ORDER BY m.seq DESC LIMIT ?`, ch.Transport, ch.ID, n)
		if err != nil || len(rows) == 0 {
			return err
		}
		at, ids := map[org.MessageID]int{}, make([]org.MessageID, 0, len(rows))
		for _, r := range slices.Backward(rows) {
			at[r.ID] = len(turns)
			ids = append(ids, r.ID)
			turns = append(turns, org.PastTurn{
				Message: org.Message{
					ID: r.ID, Channel: ch, Origin: r.Origin, Author: r.Author, Text: r.Body, RepliesTo: r.RepliesTo, Explicit: r.Explicit, SaidAt: sqldb.Moment(r.SaidAt),
				},
				Reply: r.Reply, At: sqldb.Moment(r.At), Asked: strings.Contains(r.Rules, `"`+org.RuleAsked+`"`),
			})
		}
		return readFiles(ctx, q, ids, func(id org.MessageID, a org.Attachment) {
			m := &turns[at[id]].Message
			m.Attachments = append(m.Attachments, a)
		})
	})
	if err != nil {
		return nil, fmt.Errorf("read history of %s: %w", ch.ID, err)
	}
	return turns, nil
}

// readFiles lists what came with messages, without text and bytes.
func readFiles(ctx context.Context, q sqldb.Getter, ids []org.MessageID, add func(org.MessageID, org.Attachment)) error {
	query, args, err := sqlx.In(`SELECT message_id, name, content_type, size, sha256 FROM attachments WHERE message_id IN (?) ORDER BY message_id, n`, ids)
	if err != nil {
		return err
	}
	var files []struct {
		Message     org.MessageID `db:"message_id"`
		Name        string
		ContentType string `db:"content_type"`
		Size        int64
		SHA256      string
	}
	if err := sqldb.Many(ctx, q, &files, query, args...); err != nil {
		return err
	}
	for _, f := range files {
		add(f.Message, org.Attachment{Name: f.Name, ContentType: f.ContentType, Size: f.Size, SHA256: f.SHA256})
	}
	return nil
}

// PostponeMessage gives a claimed message back, not to be claimed before a
// time, and tells its channel why unless tells is empty. Later messages of its channel need not wait for it. A message that was
// handled or ignored already stays as it is.
func (d *Inbox) PostponeMessage(ctx context.Context, id org.MessageID, until time.Time, tells string) error {
	err := d.db.Write(ctx, func(t *sqldb.Tx) error {
		t.Method = "postpone-message"
		t.Wake = true // the next message of the channel may be claimed now
		n, err := t.Change(`UPDATE messages SET claimed_by = NULL, claim_until = ? WHERE id = ? AND state = 'received'`, sqldb.Micros(until), id)
		if err != nil || n == 0 || tells == "" {
			return err
		}
		m, err := record.MessageOf(ctx, t, id)
		if err != nil {
			return err
		}
		return outbox.Deliver(t, reports.Delivery{Key: "postponed:" + string(id), Channel: m.Channel, Kind: reports.DeliverReply, Body: tells})
	})
	return sqldb.Wrap(fmt.Sprintf("put message %s off", id), err)
}
