package outward

import (
	"context"
	"fmt"

	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/outward"
	"github.com/frasier-cos/frasier/internal/reports"
	"github.com/frasier-cos/frasier/store/engine"
	"github.com/frasier-cos/frasier/store/ledger"
	"github.com/frasier-cos/frasier/store/outbox"
	"github.com/frasier-cos/frasier/store/sqldb"
)

// BeginAgentOrder starts the project that a token orders, within what it may order in a day of the founder's, and tells him. Of the same token and
// key there is one project: said again it comes back as it is. It returns org.ErrConflict where the key stood for other words, org.ErrNotFound
// for a token that may order nothing, and outward.ErrNoLimit, ErrNoRoom or ErrTooMany with how much is left of the day.
func (d *Outward) BeginAgentOrder(ctx context.Context, o outward.AgentOrder) (outward.AgentOrdered, error) {
	var out outward.AgentOrdered
	err := d.db.Write(ctx, func(t *sqldb.Tx) (err error) {
		t.Method, out = "begin-agent-order", outward.AgentOrdered{}
		daily, err := readDailyLimit(t, o.Token)
		if err != nil {
			return err
		}
		bound, ordered, err := sumOrders(t, o.Token)
		if err != nil {
			return err
		}
		var said []struct {
			Body    string
			Project org.ProjectID `db:"project_id"`
		}
		err = t.All(&said, `SELECT m.body, p.id AS project_id FROM messages m JOIN projects p ON p.message_id = m.id WHERE m.transport = ? AND m.channel = ? AND m.origin = ?`, org.AgentTransport, o.Token, o.Key)
		switch {
		case err != nil:
			return err
		case len(said) > 0 && said[0].Body != o.Text:
			return org.ErrConflict
		case len(said) > 0:
			limit, err := ledger.CapOf(t.Ctx, t, said[0].Project)
			out = outward.AgentOrdered{Project: said[0].Project, Cap: limit, Left: max(0, daily-bound), Again: true}
			return err
		}
		out.Left = max(0, daily-bound)
		if o.Cap, err = outward.ChooseCap(daily, bound, ordered, o.Cap); err != nil {
			return err
		}
		out.Cap, out.Left = o.Cap, max(0, daily-bound-o.Cap)
		t.Wake = true
		out.Project, err = startOrdered(t, o)
		return err
	})
	return out, sqldb.Wrap("begin what "+o.Token+" orders", err)
}

func readDailyLimit(t *sqldb.Tx, token string) (org.NanoUSD, error) {
	var found []int64
	if err := t.All(&found, `SELECT daily FROM tokens WHERE name = ? AND orders = 1`, token); err != nil {
		return 0, err
	}
	if len(found) == 0 {
		return 0, org.ErrNotFound
	}
	return org.NanoUSD(found[0]), nil
}

// sumOrders sums what a token's projects of today are bound to: what they cost once they have ended, before that what they may cost.
func sumOrders(t *sqldb.Tx, token string) (bound org.NanoUSD, ordered int, err error) {
	since, err := ledger.DayBegin(t)
	if err != nil {
		return 0, 0, err
	}
	const today = `ordered_by = ? AND created_at >= ?`
	var ended []struct {
		ID    org.ProjectID
		Ended bool
	}
	err = t.All(&ended, `SELECT id, CASE WHEN ended_at IS NULL THEN 0 ELSE 1 END AS ended FROM projects WHERE `+today, token, sqldb.Micros(since))
	if err != nil {
		return 0, 0, err
	}
	money, err := ledger.MoneyOf(t.Ctx, t, today, token, sqldb.Micros(since))
	if err != nil {
		return 0, 0, err
	}
	for _, p := range ended {
		m := money[p.ID]
		if p.Ended {
			m.Limit = 0
		}
		bound += org.NanoUSD(max(m.Limit, m.Spent))
	}
	return bound, len(ended), nil
}

// startOrdered starts the project where the founder reads it, though it was ordered where nobody listens.
func startOrdered(t *sqldb.Tx, o outward.AgentOrder) (org.ProjectID, error) {
	minted, err := t.NextID("m")
	if err != nil {
		return "", err
	}
	home, found, err := ledger.Home(t)
	if err != nil {
		return "", err
	}
	if !found {
		home = org.Channel{Transport: org.AgentTransport, ID: o.Token}
	}
	id := org.MessageID(minted)
	err = t.Exec(`
		INSERT INTO messages (id, transport, channel, origin, author, body, explicit, cap, state, said_at, received_at) VALUES (?, ?, ?, ?, ?, ?, 1, ?, 'handled', ?, ?)`,
		id, org.AgentTransport, o.Token, o.Key, "token "+o.Token, o.Text, int64(o.Cap), t.Now, t.Now)
	if err != nil {
		return "", err
	}
	if err := t.Event(org.Event{Kind: org.EventMessageReceived, Message: id, Text: fmt.Sprintf("The token %s orders something", o.Token), Data: map[string]string{"token": o.Token}}); err != nil {
		return "", err
	}
	p, err := engine.StartProject(t, org.Message{ID: id, Channel: home, Text: o.Text}, o.Project)
	if err != nil {
		return "", err
	}
	if err := t.Exec(`UPDATE projects SET ordered_by = ? WHERE id = ?`, o.Token, p); err != nil {
		return "", err
	}
	if err := ledger.SetCap(t, org.Cap{Scope: org.ScopeProject, Project: p, Kind: org.KindCap, Amount: o.Cap}); err != nil {
		return "", err
	}
	turn := org.Turn{Message: id, Route: org.ActionNewProject, Classification: org.Classification{Title: o.Project.Title, Certain: true, Confidence: 1, Class: org.ClassFullProject}}
	if err := engine.SaveTurn(t, turn, p); err != nil {
		return "", err
	}
	err = t.Event(org.Event{Kind: org.EventMessageHandled, Message: id, Project: p, Text: "Answered by a project", Data: map[string]string{"class": string(org.ClassFullProject), "route": string(org.ActionNewProject)}})
	if err != nil || !found {
		return p, err
	}
	return p, outbox.Deliver(t, reports.Delivery{
		Key: "ordered:" + string(p), Channel: home, Project: p, Kind: reports.DeliverReply, Title: "Ordered by token " + o.Token, Facts: reports.Facts{Ordered: &reports.OrderedFacts{Token: o.Token, Cap: o.Cap}},
	})
}
