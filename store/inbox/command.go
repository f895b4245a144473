package inbox

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"time"

	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/reports"
	"github.com/frasier-cos/frasier/store/engine"
	"github.com/frasier-cos/frasier/store/journal"
	"github.com/frasier-cos/frasier/store/outbox"
	"github.com/frasier-cos/frasier/store/sqldb"
)

// BeginCommand records that a founder gave a command. When the same command
// (by transport, channel and origin) was carried out before, it returns what
// was said then: nothing is to be done again. One that began and has no reply
// yet, because the process died, is to be done again, but for what it did. A command that
// acts is told to the journal, once.
func (d *Inbox) BeginCommand(ctx context.Context, c org.Command, acts bool) (org.Begun, error) {
	var out org.Begun
	err := d.db.Write(ctx, func(t *sqldb.Tx) error {
		t.Method, out = "begin-command", org.Begun{}
		var row struct {
			Reply sql.NullString
			Card  string
			Line  string
			At    int64
		}
		err := t.Get(&row, `SELECT reply, card, line, at FROM commands WHERE transport = ? AND channel = ? AND origin = ?`,
			c.Channel.Transport, c.Channel.ID, c.Origin)
		if err == nil {
			out = org.Begun{Since: sqldb.Moment(row.At), Done: row.Reply.Valid, Reply: org.Reply{Text: row.Reply.String}, Line: row.Line}
			return sqldb.FromJSON(row.Card, &out.Reply.Card)
		}
		if !errors.Is(err, sql.ErrNoRows) {
			return err
		}
		err = t.Exec(`INSERT INTO commands (transport, channel, origin, author, line, message, at) VALUES (?, ?, ?, ?, ?, ?, ?)`,
			c.Channel.Transport, c.Channel.ID, c.Origin, c.Author, c.Line, c.Message, t.Now)
		if err != nil || !acts {
			return err
		}
		return t.Event(org.Event{Kind: org.EventCommand, Text: formatCommand(c), Data: map[string]string{
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
func (d *Inbox) EndCommand(ctx context.Context, c org.Command, r org.Reply) error {
	card, err := sqldb.JSONText(r.Card)
	if err != nil {
		return fmt.Errorf("end command %s: %w", c.Origin, err)
	}
	err = d.db.Write(ctx, func(t *sqldb.Tx) error {
		t.Method = "end-command"
		return t.Exec(`
			UPDATE commands SET reply = ?, card = ?, ended_at = ?
			 WHERE transport = ? AND channel = ? AND origin = ? AND reply IS NULL`,
			r.Text, card, t.Now, c.Channel.Transport, c.Channel.ID, c.Origin)
	})
	return sqldb.Wrap("end command "+c.Origin, err)
}

// DoneSince returns the journal's lines of a kind that were written after a
// command that acts began, oldest first. began is org.Begun.Since. The line of
// the command itself says where to look from, so that a clock that was set back
// meanwhile hides nothing.
func (d *Inbox) DoneSince(ctx context.Context, began time.Time, kind org.EventKind) ([]org.Event, error) {
	rows, err := journal.LinesOf(ctx, d.db.Read, `kind = ?
		   AND seq > (SELECT seq FROM events WHERE kind = 'command_given' AND at = ? ORDER BY seq DESC LIMIT 1) ORDER BY seq`, kind, sqldb.Micros(began))
	if err != nil {
		return nil, fmt.Errorf("read what was done since %s: %w", began.Format(time.RFC3339), err)
	}
	return journal.EventsOf(rows)
}

// CommandGiven returns the line of a command, and the text of the message that it was
// used on from a menu, or org.ErrNotFound. Who presses a button may do so in another
// channel than the one where he gave the command.
func (d *Inbox) CommandGiven(ctx context.Context, ch org.Channel, origin, author string) (org.Command, error) {
	var row struct{ Line, Message string }
	err := sqldb.One(ctx, d.db.Read, &row, `
		SELECT line, message FROM commands WHERE transport = ? AND origin = ? AND (channel = ? OR author = ?)
		 ORDER BY CASE channel WHEN ? THEN 0 ELSE 1 END LIMIT 1`, ch.Transport, origin, ch.ID, author, ch.ID)
	if errors.Is(err, sql.ErrNoRows) {
		err = org.ErrNotFound
	}
	return org.Command{Origin: origin, Line: row.Line, Message: row.Message}, sqldb.Wrap("read command "+origin, err)
}

// CommandLine returns the line of the newest command of an origin, or org.ErrNotFound.
func (d *Inbox) CommandLine(ctx context.Context, transport, origin string) (string, error) {
	var line string
	err := sqldb.One(ctx, d.db.Read, &line, `SELECT line FROM commands WHERE transport = ? AND origin = ? ORDER BY at DESC LIMIT 1`, transport, origin)
	if errors.Is(err, sql.ErrNoRows) {
		err = org.ErrNotFound
	}
	return line, sqldb.Wrap("read command "+origin, err)
}

// Steer hands a founder's words to an open project, or to one step of it when step is not empty: they reach its next
// prompts. m carries them; when it was not heard as a message before, it is
// stored as one that is handled. The same message steers a project once. A
// project or step that has ended returns org.ErrConflict.
func (d *Inbox) Steer(ctx context.Context, m org.Message, id org.ProjectID, step org.StepID, words string) error {
	return engine.New(d.db).Control(ctx, "steer", id, func(t *sqldb.Tx, p org.Project) error { return engine.Steer(t, p, step, m, words) })
}

// Remember records a founder's rule and returns its id. The same rule twice is
// one rule.
func (d *Inbox) Remember(ctx context.Context, rule string) (org.LessonID, error) {
	var id org.LessonID
	err := d.db.Write(ctx, func(t *sqldb.Tx) error {
		t.Method = "remember"
		if err := engine.Directive(t, "", rule); err != nil {
			return err
		}
		return t.Get(&id, `SELECT id FROM lessons WHERE body = ? AND kind = 'directive' AND state = 'active'`, rule)
	})
	return id, sqldb.Wrap("remember", err)
}

// Accept records that the founder accepts a project's newest document. Doing
// it twice changes nothing; org.ErrConflict says that there is no document, or that the
// project still goes on.
func (d *Inbox) Accept(ctx context.Context, id org.ProjectID, author string) error {
	return engine.New(d.db).Control(ctx, "accept", id, func(t *sqldb.Tx, p org.Project) error {
		var mission org.MissionID
		err := t.Get(&mission, `
			SELECT d.mission_id FROM deliverables d JOIN missions m ON m.id = d.mission_id
			 WHERE d.project_id = ? ORDER BY m.seq DESC LIMIT 1`, id)
		if errors.Is(err, sql.ErrNoRows) {
			return fmt.Errorf("it has no document yet: %w", org.ErrConflict)
		}
		if err != nil {
			return err
		}
		if !p.State.Ended() {
			return fmt.Errorf("it is still worked on: %w", org.ErrConflict)
		}
		n, err := t.Change(`INSERT INTO acceptances (mission_id, project_id, author, at) VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING`,
			mission, id, author, t.Now)
		if err != nil || n == 0 {
			return err
		}
		return t.Event(org.Event{Kind: org.EventAccepted, Project: id, Mission: mission, Text: "Accepted: " + p.Title})
	})
}

// Dropped returns the last n deliveries that were given up, the newest first,
// without their files.
func (d *Inbox) Dropped(ctx context.Context, n int) ([]reports.Delivery, error) {
	var rows []outbox.DeliveryRow
	err := sqldb.Many(ctx, d.db.Read, &rows, `SELECT `+outbox.DeliveryColumns+` FROM deliveries d WHERE d.state = 'abandoned' ORDER BY d.seq DESC LIMIT ?`, n)
	if err != nil {
		return nil, fmt.Errorf("list deliveries given up: %w", err)
	}
	out := make([]reports.Delivery, 0, len(rows))
	for _, r := range rows {
		v, err := r.Delivery()
		if err != nil {
			return nil, err
		}
		out = append(out, v)
	}
	return out, nil
}
