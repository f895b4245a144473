package record

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"strings"

	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/store/sqldb"
)

// MessageOf reads one message with its attachments, without their bytes.
func MessageOf(ctx context.Context, q sqldb.Getter, id org.MessageID) (org.Message, error) {
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
	err := sqldb.One(ctx, q, &r, `
		SELECT transport, channel, origin, author, body, replies_to, explicit, cap, said_at FROM messages WHERE id = ?`, id)
	if errors.Is(err, sql.ErrNoRows) {
		return org.Message{}, fmt.Errorf("message %s: %w", id, org.ErrNotFound)
	}
	if err != nil {
		return org.Message{}, fmt.Errorf("read message %s: %w", id, err)
	}
	m := org.Message{
		ID: id, Channel: org.Channel{Transport: r.Transport, ID: r.Channel}, Origin: r.Origin, Author: r.Author,
		Text: r.Body, RepliesTo: r.RepliesTo, Explicit: r.Explicit, Cap: org.NanoUSD(r.Cap), SaidAt: sqldb.Moment(r.SaidAt),
	}
	var files []struct {
		Name        string
		ContentType string `db:"content_type"`
		Size        int64
		SHA256      string
		Body        string
		Note        string
	}
	err = sqldb.Many(ctx, q, &files, `
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

// RequestOf is what the founder asked for, whole: the words, then the text of
// each attachment under its name.
func RequestOf(ctx context.Context, q sqldb.Getter, id org.MessageID) (string, error) {
	m, err := MessageOf(ctx, q, id)
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

func DirectivesOf(ctx context.Context, q sqldb.Getter) ([]string, error) {
	var out []string
	err := sqldb.Many(ctx, q, &out, `
		SELECT body FROM lessons WHERE kind = 'directive' AND state = 'active' ORDER BY created_at, length(id), id`)
	if err != nil {
		return nil, fmt.Errorf("read directives: %w", err)
	}
	return out, nil
}
