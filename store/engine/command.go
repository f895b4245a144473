package engine

import (
	"database/sql"
	"errors"
	"fmt"

	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/store/sqldb"
)

// Steer is Steer in a transaction.
func Steer(t *sqldb.Tx, p org.Project, m org.Message, words string) error {
	if p.State.Ended() {
		return fmt.Errorf("it is %s: %w", p.State, org.ErrConflict)
	}
	message, err := heard(t, m)
	if err != nil {
		return err
	}
	n, err := t.Change(`INSERT INTO steering (project_id, message_id, body, at) VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING`,
		p.ID, message, words, t.Now)
	if err != nil || n == 0 {
		return err
	}
	return t.Event(org.Event{Kind: org.EventSteering, Message: message, Project: p.ID, Text: "The founder steers the project"})
}

// heard returns the id of a message, which it stores as handled, with an empty
// reply, when nobody heard it before.
func heard(t *sqldb.Tx, m org.Message) (org.MessageID, error) {
	var id org.MessageID
	err := t.Get(&id, `SELECT id FROM messages WHERE transport = ? AND channel = ? AND origin = ?`,
		m.Channel.Transport, m.Channel.ID, m.Origin)
	if !errors.Is(err, sql.ErrNoRows) {
		return id, err
	}
	minted, err := t.NextID("m")
	if err != nil {
		return "", err
	}
	id = org.MessageID(minted)
	err = t.Exec(`
		INSERT INTO messages (id, transport, channel, origin, author, body, state, said_at, received_at)
		VALUES (?, ?, ?, ?, ?, ?, 'handled', ?, ?)`,
		id, m.Channel.Transport, m.Channel.ID, m.Origin, m.Author, m.Text, t.Now, t.Now)
	if err != nil {
		return "", err
	}
	if err := t.Event(org.Event{Kind: org.EventMessageReceived, Message: id, Text: org.ReceivedText(m)}); err != nil {
		return "", err
	}
	return id, SaveTurn(t, org.Turn{Message: id, Route: org.ActionResponse}, "")
}
