package upkeep

import (
	"context"
	"database/sql"
	"errors"
	"time"

	"github.com/frasier-cos/frasier/internal/moment"
	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/reports"
	"github.com/frasier-cos/frasier/store/sqldb"
)

// orderKept is why nobody answers an order that is kept: its copies are heard in its place.
const orderKept = "an order for later, again and again"

// KeepOrder keeps a founder's words as an order that is to be given again and again, under its cap, and returns its id.
// Nothing is ordered by that: a schedule of it does so. The same message by transport, channel and origin is one order.
func (d *Upkeep) KeepOrder(ctx context.Context, m org.Message) (org.MessageID, error) {
	var id org.MessageID
	err := d.db.Write(ctx, func(t *sqldb.Tx) error {
		t.Method = "keep-order"
		err := t.Get(&id, `SELECT id FROM messages WHERE transport = ? AND channel = ? AND origin = ?`, m.Channel.Transport, m.Channel.ID, m.Origin)
		if !errors.Is(err, sql.ErrNoRows) {
			return err
		}
		minted, err := t.NextID("m")
		if err != nil {
			return err
		}
		id = org.MessageID(minted)
		err = t.Exec(`
			INSERT INTO messages (id, transport, channel, origin, author, body, explicit, state, reason, cap, said_at, received_at)
			VALUES (?, ?, ?, ?, ?, ?, 1, 'ignored', ?, ?, ?, ?)`,
			id, m.Channel.Transport, m.Channel.ID, m.Origin, m.Author, m.Text, orderKept, int64(m.Cap), t.Now, t.Now)
		if err != nil {
			return err
		}
		return t.Event(org.Event{Kind: org.EventMessageIgnored, Message: id, Text: "Kept: " + orderKept})
	})
	return id, sqldb.Wrap("keep the order "+m.Origin, err)
}

// checkKept says org.ErrNotFound of a message that is no order kept for later.
func checkKept(t *sqldb.Tx, id org.MessageID) error {
	var kept int
	err := t.Get(&kept, `SELECT count(*) FROM messages WHERE id = ? AND reason = ? AND body <> ''`, id, orderKept)
	if err == nil && kept == 0 {
		return org.ErrNotFound
	}
	return err
}

// MoveSchedule has a schedule run at other times. It returns org.ErrNotFound for one that there is not, or that has ended.
func (d *Upkeep) MoveSchedule(ctx context.Context, id reports.ScheduleID, spec string) (reports.Schedule, error) {
	var out reports.Schedule
	err := d.db.Write(ctx, func(t *sqldb.Tx) error {
		t.Method = "move-schedule"
		s, err := readSchedule(t, id)
		if err != nil {
			return err
		}
		if s.Due.IsZero() {
			return org.ErrNotFound
		}
		s.Spec = spec
		due, err := findFirstDue(s, sqldb.Moment(t.Now))
		if err != nil {
			return err
		}
		if err := t.Exec(`UPDATE schedules SET spec = ?, due_at = ? WHERE id = ?`, spec, sqldb.Micros(due), id); err != nil {
			return err
		}
		if out, err = readSchedule(t, id); err != nil {
			return err
		}
		return t.Event(org.Event{
			Kind: org.EventScheduled, Project: s.Project, Text: "To be run again at other times, first at " + moment.Mark(due, moment.Minute),
			Data: map[string]string{"schedule": string(id), "spec": spec, "zone": s.Zone},
		})
	})
	return out, sqldb.Wrap("move schedule "+string(id), err)
}

// runsOver bounds the projects from which is read what one costs.
const runsOver = 20

// RunTerms returns what a project cost and may cost when it is run again, or, without one, what the last projects that
// delivered cost, the newest first; those without a model are left out.
func (d *Upkeep) RunTerms(ctx context.Context, p org.ProjectID) (reports.RunTerms, error) {
	const cost = `SELECT coalesce((SELECT sum(c.cost) FROM llm_calls c WHERE c.project_id = p.id), 0) FROM projects p `
	var out reports.RunTerms
	var err error
	if p == "" {
		err = sqldb.Many(ctx, d.db.Read, &out.Costs, cost+`WHERE p.ended_at > ? AND p.state IN ('completed', 'partial') AND p.offline = 0 ORDER BY p.ended_at DESC LIMIT ?`,
			sqldb.Micros(d.db.Now().Add(-runsWithin)), runsOver)
		return out, sqldb.Wrap("read what projects cost", err)
	}
	if err = sqldb.Many(ctx, d.db.Read, &out.Costs, cost+`WHERE p.id = ?`, p); err == nil {
		err = sqldb.One(ctx, d.db.Read, &out.Cap, `SELECT m.cap FROM projects p JOIN messages m ON m.id = p.message_id WHERE p.id = ?`, p)
	}
	if sqldb.NoRow(err) {
		err = org.ErrNotFound
	}
	return out, sqldb.Wrap("read what "+string(p)+" cost", err)
}

// How old a project may be from which is read what one costs: prices change.
const runsWithin = 180 * 24 * time.Hour
