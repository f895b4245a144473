package inbox

import (
	"context"
	"database/sql"
	"errors"
	"fmt"

	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/reports"
	"github.com/frasier-cos/frasier/store/corpus"
	"github.com/frasier-cos/frasier/store/engine"
	"github.com/frasier-cos/frasier/store/ledger"
	"github.com/frasier-cos/frasier/store/outbox"
	"github.com/frasier-cos/frasier/store/record"
	"github.com/frasier-cos/frasier/store/sqldb"
)

// SaveTurn stores everything that came of one message: the classification,
// the reply (queued for the outbox), topic tags, founder's rules, steering,
// and the project that it starts, with its first mission to be planned. It
// returns the project's id, empty when none was started. A message that was
// handled already keeps what it has: the second turn is dropped and the first
// one's project returned.
func (d *Inbox) SaveTurn(ctx context.Context, turn org.Turn) (org.ProjectID, error) {
	var project org.ProjectID
	err := d.db.Write(ctx, func(t *sqldb.Tx) error {
		t.Method = "save-turn"
		m, err := record.MessageOf(ctx, t, turn.Message)
		if err != nil {
			return err
		}
		n, err := t.Change(`
			UPDATE messages SET state = 'handled', claimed_by = NULL, claim_until = NULL WHERE id = ? AND state = 'received'`, m.ID)
		if err != nil {
			return err
		}
		if n == 0 {
			project, err = readStartedProject(t, m.ID)
			return err
		}
		t.Wake = true
		if project, err = startFirstProject(t, m, turn.Project); err != nil {
			return err
		}
		if err := engine.SaveTurn(t, turn, project); err != nil {
			return err
		}
		if len(turn.Stages) > 0 {
			if err := corpus.KeepStages(t, string(m.ID), 0, turn.Stages); err != nil {
				return err
			}
		}
		if turn.Mute != nil {
			if err := t.Exec(`UPDATE threads SET muted = ? WHERE project_id = ?`, *turn.Mute, turn.About); err != nil {
				return fmt.Errorf("mute %s: %w", turn.About, err)
			}
		}
		err = t.Event(org.Event{
			Kind: org.EventMessageHandled, Message: m.ID, Project: project, Text: HandledText(turn),
			Data: map[string]string{"class": string(turn.Classification.Class), "tag": string(turn.Tag), "route": string(turn.Route)},
		})
		if err == nil && turn.Fleeting != "" {
			d := reports.Delivery{Key: "reply:" + string(m.ID), Channel: m.Channel, Kind: reports.DeliverReply, Title: "Today", Facts: reports.Facts{Meetings: true, MeetingDay: turn.Day}}
			if who, ok := turn.Fleeting.Mail(); ok {
				d.Title, d.Facts = "Mail", reports.Facts{Mail: &reports.MailFacts{Who: who}}
			}
			return outbox.Deliver(t, d)
		}
		if err != nil || turn.Reply == "" {
			return err
		}
		return outbox.Deliver(t, reports.Delivery{
			Key: "reply:" + string(m.ID), Channel: m.Channel, Project: project, Kind: reports.DeliverReply, Body: turn.Reply,
			Card: turn.Card, Files: turn.Files,
		})
	})
	if err != nil {
		return "", fmt.Errorf("save turn of %s: %w", turn.Message, err)
	}
	return project, nil
}

// readStartedProject returns the project that a message started, if it was handled.
func readStartedProject(t *sqldb.Tx, m org.MessageID) (org.ProjectID, error) {
	var p sql.NullString
	err := t.Get(&p, `SELECT project_id FROM turns WHERE message_id = ?`, m)
	if errors.Is(err, sql.ErrNoRows) {
		return "", fmt.Errorf("message %s was ignored: %w", m, org.ErrConflict)
	}
	return org.ProjectID(p.String), err
}

func startFirstProject(t *sqldb.Tx, m org.Message, n *org.NewProject) (org.ProjectID, error) {
	if n == nil {
		return "", nil
	}
	id, err := engine.StartProject(t, m, *n)
	if err != nil || m.Cap == 0 {
		return id, err
	}
	return id, ledger.SetCap(t, org.Cap{Scope: org.ScopeProject, Project: id, Kind: org.KindCap, Amount: m.Cap})
}
