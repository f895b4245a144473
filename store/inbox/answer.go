package inbox

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/store/engine"
	"github.com/frasier-cos/frasier/store/sqldb"
)

// Asked returns what a message may be the answer to, on one snapshot.
func (d *Inbox) Asked(ctx context.Context, m org.Message) (org.Asked, error) {
	var out org.Asked
	err := d.db.View(ctx, func(q sqldb.Getter) (err error) {
		err = sqldb.One(ctx, q, &out.Line, `SELECT line FROM commands WHERE transport = ? AND channel = ? AND origin = ?`,
			m.Channel.Transport, m.Channel.ID, m.Origin)
		if err != nil && !errors.Is(err, sql.ErrNoRows) {
			return err
		}
		if out.Confirms, err = findLineToConfirm(ctx, q, m); err != nil {
			return err
		}
		if m.RepliesTo != "" {
			if out.Card, err = readCard(ctx, q, m); err != nil {
				return err
			}
			if out.Pending, err = isUnsettled(ctx, q, m, out); err != nil {
				return err
			}
		}
		var project org.ProjectID
		err = sqldb.One(ctx, q, &project, `SELECT project_id FROM threads WHERE transport = ? AND thread = ?`, m.Channel.Transport, m.Channel.ID)
		if errors.Is(err, sql.ErrNoRows) {
			return nil
		}
		if err != nil {
			return err
		}
		out.Open, err = engine.QuestionsOf(ctx, q, `state = 'open' AND project_id = ?`, project)
		return err
	})
	if err != nil {
		return out, fmt.Errorf("look for what %s answers: %w", m.ID, err)
	}
	return out, nil
}

// confirmWithin limits how long a yes is taken for one to what a command asked back. Fifteen
// minutes is Discord's bound for the answer to an interaction; a button may be pressed
// later.
const confirmWithin = 15 * time.Minute

// findLineToConfirm returns what the one button does by which the author's last command in a channel asks whether he is
// sure, when he said nothing there since.
func findLineToConfirm(ctx context.Context, q sqldb.Getter, m org.Message) (string, error) {
	var last []struct{ Card string }
	since := sqldb.Micros(m.SaidAt.Add(-confirmWithin))
	err := sqldb.Many(ctx, q, &last, `
		SELECT card FROM commands c
		 WHERE transport = ? AND channel = ? AND author = ? AND reply IS NOT NULL AND at >= ?
		   AND NOT EXISTS (SELECT 1 FROM messages
		        WHERE transport = c.transport AND channel = c.channel AND author = c.author AND received_at > c.at AND origin NOT IN (?, c.origin))
		   AND NOT EXISTS (SELECT 1 FROM commands n
		        WHERE n.transport = c.transport AND n.channel = c.channel AND n.author = c.author AND n.at > c.at AND n.origin <> ?)
		 ORDER BY at DESC LIMIT 1`, m.Channel.Transport, m.Channel.ID, m.Author, since, m.Origin, m.Origin)
	if err != nil || len(last) == 0 {
		return "", err
	}
	var card org.Card
	if err := sqldb.FromJSON(last[0].Card, &card); err != nil {
		return "", err
	}
	var sure []string
	for _, b := range card.Buttons {
		if strings.Contains(b.Command, " "+org.SureMark+" ") {
			sure = append(sure, b.Command)
		}
	}
	if len(sure) != 1 {
		return "", nil
	}
	return sure[0], nil
}

// readCard returns the decisions on whose message a message replies.
func readCard(ctx context.Context, q sqldb.Getter, m org.Message) ([]org.Decision, error) {
	var sent []struct{ Key, Slot, Receipt string }
	err := sqldb.Many(ctx, q, &sent, `
		SELECT key, slot, receipt FROM deliveries
		 WHERE transport = ? AND kind = 'escalation' AND state = 'sent' AND receipt LIKE ?`, m.Channel.Transport, m.Channel.ID+"/%"+m.RepliesTo+"%")
	if err != nil {
		return nil, err
	}
	for _, s := range sent {
		if _, ids, _ := strings.Cut(s.Receipt, "/"); !slices.Contains(strings.Split(ids, ","), m.RepliesTo) {
			continue
		}
		first, ok := org.DecisionMessage(s.Slot)
		if !ok { // it went out before its thread gave it its full form
			_, first, _ = strings.Cut(s.Key, ":")
			return engine.QuestionsOf(ctx, q, `id = ?`, first)
		}
		return engine.QuestionsOf(ctx, q, `id = ? OR asked_with = ?`, first, first)
	}
	return nil, nil
}

// isUnsettled reports whether a message may reply to a card that is being sent: the chat shows a
// card a moment before its receipt stands here.
func isUnsettled(ctx context.Context, q sqldb.Getter, m org.Message, known org.Asked) (bool, error) {
	if len(known.Card) > 0 || known.Line != "" {
		return false, nil
	}
	var n int
	err := sqldb.One(ctx, q, &n, `
		SELECT count(*) FROM deliveries
		 WHERE transport = ? AND state = 'sending' AND (key LIKE 'escalation:%' OR key LIKE 'decided:%')`, m.Channel.Transport)
	return n > 0, err
}
