package inbox

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"slices"
	"strings"

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
		if m.RepliesTo != "" {
			if out.Card, err = cardOf(ctx, q, m); err != nil {
				return err
			}
			if out.Pending, err = unsettled(ctx, q, m, out); err != nil {
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

// cardOf returns the decision on whose card a message replies.
func cardOf(ctx context.Context, q sqldb.Getter, m org.Message) (org.Decision, error) {
	var sent []struct{ ID, Receipt string }
	err := sqldb.Many(ctx, q, &sent, `
		SELECT e.id, d.receipt FROM escalations e JOIN deliveries d ON d.key IN ('escalation:' || e.id, 'decided:' || e.id)
		 WHERE d.transport = ? AND d.state = 'sent' AND d.receipt LIKE ?`, m.Channel.Transport, m.Channel.ID+"/%"+m.RepliesTo+"%")
	if err != nil {
		return org.Decision{}, err
	}
	for _, s := range sent {
		if _, ids, _ := strings.Cut(s.Receipt, "/"); slices.Contains(strings.Split(ids, ","), m.RepliesTo) {
			return engine.DecisionOf(ctx, q, s.ID)
		}
	}
	return org.Decision{}, nil
}

// unsettled reports whether a message may reply to a card that is being sent:
// the chat shows a card a moment before its receipt stands here.
func unsettled(ctx context.Context, q sqldb.Getter, m org.Message, known org.Asked) (bool, error) {
	if known.Card.ID != "" || known.Line != "" {
		return false, nil
	}
	var n int
	err := sqldb.One(ctx, q, &n, `
		SELECT count(*) FROM deliveries
		 WHERE transport = ? AND state = 'sending' AND (key LIKE 'escalation:%' OR key LIKE 'decided:%')`, m.Channel.Transport)
	return n > 0, err
}
