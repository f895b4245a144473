package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"time"

	"github.com/frasier-cos/frasier/internal/org"
)

// BeginCommand records that a founder gave a command. When the same command
// (by transport, channel and origin) was carried out before, it returns what
// was said then: nothing is to be done again. One that began and has no reply
// yet, because the process died, is to be done again, but for what it did. A command that
// acts is told to the journal, once.
func (d *DB) BeginCommand(ctx context.Context, c org.Command, acts bool) (org.Begun, error) {
	var out org.Begun
	err := d.tx(ctx, func(t *tx) error {
		t.method = "begin-command"
		var row struct {
			Reply sql.NullString
			Card  string
			At    int64
		}
		err := t.get(&row, `SELECT reply, card, at FROM commands WHERE transport = ? AND channel = ? AND origin = ?`,
			c.Channel.Transport, c.Channel.ID, c.Origin)
		if err == nil {
			out = org.Begun{Since: moment(row.At), Done: row.Reply.Valid, Reply: org.Reply{Text: row.Reply.String}}
			return fromJSON(row.Card, &out.Reply.Card)
		}
		if !errors.Is(err, sql.ErrNoRows) {
			return err
		}
		err = t.exec(`INSERT INTO commands (transport, channel, origin, author, line, message, at) VALUES (?, ?, ?, ?, ?, ?, ?)`,
			c.Channel.Transport, c.Channel.ID, c.Origin, c.Author, c.Line, c.Message, t.now)
		if err != nil || !acts {
			return err
		}
		return t.event(org.Event{Kind: org.EventCommand, Text: org.CommandText(c), Data: map[string]string{
			"author": c.Author, "transport": c.Channel.Transport, "channel": c.Channel.ID, "origin": c.Origin,
		}})
	})
	if err != nil {
		return org.Begun{}, fmt.Errorf("begin command %s: %w", c.Origin, err)
	}
	return out, nil
}

// EndCommand records what a command said back, without its files. The first
// reply stays.
func (d *DB) EndCommand(ctx context.Context, c org.Command, r org.Reply) error {
	card, err := jsonText(r.Card)
	if err != nil {
		return fmt.Errorf("end command %s: %w", c.Origin, err)
	}
	err = d.tx(ctx, func(t *tx) error {
		t.method = "end-command"
		return t.exec(`
			UPDATE commands SET reply = ?, card = ?, ended_at = ?
			 WHERE transport = ? AND channel = ? AND origin = ? AND reply IS NULL`,
			r.Text, card, t.now, c.Channel.Transport, c.Channel.ID, c.Origin)
	})
	return wrap("end command "+c.Origin, err)
}

// DoneSince returns the journal's lines of a kind that were written after a
// command that acts began, oldest first. began is org.Begun.Since. The line of
// the command itself says where to look from, so that a clock that was set back
// meanwhile hides nothing.
func (d *DB) DoneSince(ctx context.Context, began time.Time, kind org.EventKind) ([]org.Event, error) {
	rows, err := linesOf(ctx, d.read, `kind = ?
		   AND seq > (SELECT seq FROM events WHERE kind = 'command_given' AND at = ? ORDER BY seq DESC LIMIT 1) ORDER BY seq`, kind, micros(began))
	if err != nil {
		return nil, fmt.Errorf("read what was done since %s: %w", began.Format(time.RFC3339), err)
	}
	return eventsOf(rows)
}

// CommandMessage returns the text of the message that a context-menu command
// was used on, or org.ErrNotFound.
func (d *DB) CommandMessage(ctx context.Context, ch org.Channel, origin string) (string, error) {
	var text string
	err := one(ctx, d.read, &text, `SELECT message FROM commands WHERE transport = ? AND channel = ? AND origin = ?`,
		ch.Transport, ch.ID, origin)
	if errors.Is(err, sql.ErrNoRows) {
		err = org.ErrNotFound
	}
	return text, wrap("read command "+origin, err)
}

// Steer hands a founder's words to an open project: they reach its next
// prompts. m carries them; when it was not heard as a message before, it is
// stored as one that is handled. The same message steers a project once. A
// project that has ended returns org.ErrConflict.
func (d *DB) Steer(ctx context.Context, m org.Message, id org.ProjectID, words string) error {
	return d.control(ctx, "steer", id, func(t *tx, p org.Project) error { return t.steer(p, m, words) })
}

// steer is Steer in a transaction.
func (t *tx) steer(p org.Project, m org.Message, words string) error {
	if p.State.Ended() {
		return fmt.Errorf("it is %s: %w", p.State, org.ErrConflict)
	}
	message, err := t.heard(m)
	if err != nil {
		return err
	}
	n, err := t.change(`INSERT INTO steering (project_id, message_id, body, at) VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING`,
		p.ID, message, words, t.now)
	if err != nil || n == 0 {
		return err
	}
	return t.event(org.Event{Kind: org.EventSteering, Message: message, Project: p.ID, Text: "The founder steers the project"})
}

// heard returns the id of a message, which it stores as handled, with an empty
// reply, when nobody heard it before.
func (t *tx) heard(m org.Message) (org.MessageID, error) {
	var id org.MessageID
	err := t.get(&id, `SELECT id FROM messages WHERE transport = ? AND channel = ? AND origin = ?`,
		m.Channel.Transport, m.Channel.ID, m.Origin)
	if !errors.Is(err, sql.ErrNoRows) {
		return id, err
	}
	minted, err := t.nextID("m")
	if err != nil {
		return "", err
	}
	id = org.MessageID(minted)
	err = t.exec(`
		INSERT INTO messages (id, transport, channel, origin, author, body, state, said_at, received_at)
		VALUES (?, ?, ?, ?, ?, ?, 'handled', ?, ?)`,
		id, m.Channel.Transport, m.Channel.ID, m.Origin, m.Author, m.Text, t.now, t.now)
	if err != nil {
		return "", err
	}
	if err := t.event(org.Event{Kind: org.EventMessageReceived, Message: id, Text: org.ReceivedText(m)}); err != nil {
		return "", err
	}
	return id, t.saveTurn(org.Turn{Message: id, Route: org.ActionResponse}, "")
}

// Remember records a founder's rule and returns its id. The same rule twice is
// one rule.
func (d *DB) Remember(ctx context.Context, rule string) (org.LessonID, error) {
	var id org.LessonID
	err := d.tx(ctx, func(t *tx) error {
		t.method = "remember"
		if err := t.directive("", rule); err != nil {
			return err
		}
		return t.get(&id, `SELECT id FROM lessons WHERE body = ? AND kind = 'directive' AND state = 'active'`, rule)
	})
	return id, wrap("remember", err)
}

// Accept records that the founder accepts a project's newest document. Doing
// it twice changes nothing; org.ErrConflict says that there is no document.
func (d *DB) Accept(ctx context.Context, id org.ProjectID, author string) error {
	return d.control(ctx, "accept", id, func(t *tx, p org.Project) error {
		var mission org.MissionID
		err := t.get(&mission, `
			SELECT d.mission_id FROM deliverables d JOIN missions m ON m.id = d.mission_id
			 WHERE d.project_id = ? ORDER BY m.seq DESC LIMIT 1`, id)
		if errors.Is(err, sql.ErrNoRows) {
			return fmt.Errorf("it has no document yet: %w", org.ErrConflict)
		}
		if err != nil {
			return err
		}
		n, err := t.change(`INSERT INTO acceptances (mission_id, project_id, author, at) VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING`,
			mission, id, author, t.now)
		if err != nil || n == 0 {
			return err
		}
		return t.event(org.Event{Kind: org.EventAccepted, Project: id, Mission: mission, Text: "Accepted: " + p.Title})
	})
}

// Dropped returns the last n deliveries that were given up, the newest first,
// without their files.
func (d *DB) Dropped(ctx context.Context, n int) ([]org.Delivery, error) {
	var rows []deliveryRow
	err := many(ctx, d.read, &rows, `SELECT `+deliveryColumns+` FROM deliveries d WHERE d.state = 'abandoned' ORDER BY d.seq DESC LIMIT ?`, n)
	if err != nil {
		return nil, fmt.Errorf("list deliveries given up: %w", err)
	}
	out := make([]org.Delivery, 0, len(rows))
	for _, r := range rows {
		v, err := r.delivery()
		if err != nil {
			return nil, err
		}
		out = append(out, v)
	}
	return out, nil
}
