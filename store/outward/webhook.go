package outward

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"time"

	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/outward"
	"github.com/frasier-cos/frasier/internal/reports"
	"github.com/frasier-cos/frasier/store/journal"
	"github.com/frasier-cos/frasier/store/ledger"
	"github.com/frasier-cos/frasier/store/outbox"
	"github.com/frasier-cos/frasier/store/sqldb"
)

type webhookRow struct {
	Name, Address, Kinds, Why string
	Sealed                    []byte
	On                        bool `db:"active"`
	Seen                      int64
	Tries                     int
	Since                     int64
	Fence                     int64
	At                        int64
	Waiting, Dead             int
}

func (r webhookRow) toWebhook() (outward.Webhook, error) {
	w := outward.Webhook{Name: r.Name, Address: outward.HookAddress(r.Address), Sealed: r.Sealed, On: r.On, Why: r.Why, Waiting: r.Waiting, Dead: r.Dead, At: sqldb.Moment(r.At)}
	return w, sqldb.FromJSON(r.Kinds, &w.Kinds)
}

func readWebhooks(ctx context.Context, q sqldb.Getter, where string, args ...any) ([]webhookRow, error) {
	var rows []webhookRow
	err := sqldb.Many(ctx, q, &rows, `
		SELECT name, address, kinds, why, sealed, active, seen, tries, since, fence, at,
		       (SELECT count(*) FROM posts p WHERE p.webhook = w.name AND p.state = 'queued') AS waiting,
		       (SELECT count(*) FROM posts p WHERE p.webhook = w.name AND p.state = 'dead') AS dead
		  FROM webhooks w WHERE `+where, args...)
	return rows, err
}

// Webhooks lists them by name.
func (d *Outward) Webhooks(ctx context.Context) ([]outward.Webhook, error) {
	rows, err := readWebhooks(ctx, d.db.Read, `1 = 1 ORDER BY name`)
	if err != nil {
		return nil, fmt.Errorf("list webhooks: %w", err)
	}
	out := make([]outward.Webhook, 0, len(rows))
	for _, r := range rows {
		w, err := r.toWebhook()
		if err != nil {
			return nil, fmt.Errorf("read the webhook %s: %w", r.Name, err)
		}
		out = append(out, w)
	}
	return out, nil
}

// AddWebhook keeps an address that hears of events from now on, in the place of the one of its name: that one's posts go with it. It
// returns org.ErrConflict when there are as many as there may be, or another one has the address.
func (d *Outward) AddWebhook(ctx context.Context, w outward.Webhook) error {
	kinds, err := json.Marshal(slices.Concat([]org.EventKind{}, w.Kinds))
	if err != nil {
		return err
	}
	if err := d.db.NumberLines(ctx); err != nil {
		return fmt.Errorf("add the webhook %s: %w", w.Name, err)
	}
	return sqldb.Wrap("add the webhook "+w.Name, d.db.Write(ctx, func(t *sqldb.Tx) error {
		t.Method = "add-webhook"
		var n int
		if err := t.Get(&n, `SELECT count(*) FROM webhooks WHERE name <> ?`, w.Name); err != nil {
			return err
		}
		var taken int
		if err := t.Get(&taken, `SELECT count(*) FROM webhooks WHERE name <> ? AND address = ?`, w.Name, w.Address.Reveal()); err != nil {
			return err
		}
		if n >= outward.WebhooksMost || taken > 0 {
			return org.ErrConflict
		}
		if err := t.Exec(`DELETE FROM webhooks WHERE name = ?`, w.Name); err != nil {
			return err
		}
		err := t.Exec(`
			INSERT INTO webhooks (name, address, kinds, sealed, active, seen, at) VALUES (?, ?, ?, ?, 1, coalesce((SELECT n FROM counters WHERE name = 'event'), 0), ?)`,
			w.Name, w.Address.Reveal(), string(kinds), w.Sealed, t.Now)
		if err != nil {
			return err
		}
		return recordConnection(t, w.Name, "on", fmt.Sprintf("The webhook %s at %s hears of events", w.Name, w.Address))
	}))
}

// RemoveWebhook deletes a webhook with its secret and its posts. It returns org.ErrNotFound for one that is not known.
func (d *Outward) RemoveWebhook(ctx context.Context, name string) error {
	return sqldb.Wrap("remove the webhook "+name, d.db.Write(ctx, func(t *sqldb.Tx) error {
		t.Method = "remove-webhook"
		n, err := t.Change(`DELETE FROM webhooks WHERE name = ?`, name)
		if err == nil && n == 0 {
			err = org.ErrNotFound
		}
		if err != nil {
			return err
		}
		return recordConnection(t, name, "gone", "Removed the webhook "+name)
	}))
}

// ReplayPosts has what a webhook never took sent again, and the webhook on again where it was off. It returns how many posts these are,
// and org.ErrNotFound for a webhook that is not known.
func (d *Outward) ReplayPosts(ctx context.Context, name string) (int, error) {
	var n int64
	err := d.db.Write(ctx, func(t *sqldb.Tx) error {
		t.Method = "replay-posts"
		found, err := t.Change(`UPDATE webhooks SET active = 1, why = '', tries = 0, due_at = 0 WHERE name = ?`, name)
		if err == nil && found == 0 {
			err = org.ErrNotFound
		}
		if err != nil {
			return err
		}
		t.Wake = true
		if n, err = t.Change(`UPDATE posts SET state = 'queued', why = '', ended_at = 0 WHERE webhook = ? AND state = 'dead'`, name); err != nil {
			return err
		}
		return recordConnection(t, name, "on", fmt.Sprintf("The webhook %s is sent %d posts again", name, n))
	})
	return int(n), sqldb.Wrap("send again to "+name, err)
}

// linesAtOnce limits the lines of the journal that one look goes through.
const linesAtOnce = 500

// NextPost queues what the journal has for webhooks, and hands out the oldest post of one that is due, for a term. It returns
// org.ErrNoWork when there is none.
func (d *Outward) NextPost(ctx context.Context, term time.Duration) (outward.Post, error) {
	if err := d.queuePosts(ctx); err != nil {
		return outward.Post{}, err
	}
	const due = `w.active = 1 AND w.due_at <= ? AND w.claim_until <= ? AND EXISTS (SELECT 1 FROM posts p WHERE p.webhook = w.name AND p.state = 'queued')`
	now := d.db.Now().UnixMicro()
	idle, err := d.db.Idle(ctx, `SELECT count(*) FROM webhooks w WHERE `+due, now, now)
	if err == nil && idle {
		err = org.ErrNoWork
	}
	if err != nil {
		return outward.Post{}, err
	}
	var out outward.Post
	err = d.db.Write(ctx, func(t *sqldb.Tx) error {
		t.Method = "next-post"
		rows, err := readWebhooks(t.Ctx, t, due+` ORDER BY w.due_at, w.name LIMIT 1`, t.Now, t.Now)
		if err == nil && len(rows) == 0 {
			err = org.ErrNoWork
		}
		if err != nil {
			return err
		}
		r := rows[0]
		out = outward.Post{Tries: r.Tries + 1, Since: sqldb.Moment(r.Since), Fence: r.Fence + 1}
		if r.Tries == 0 {
			out.Since = sqldb.Moment(t.Now)
		}
		if out.Webhook, err = r.toWebhook(); err != nil {
			return err
		}
		lines, err := journal.LinesOf(t.Ctx, t, `seq = (SELECT min(p.line) FROM posts p WHERE p.webhook = ? AND p.state = 'queued')`, r.Name)
		if err != nil {
			return err
		}
		events, err := journal.EventsOf(lines)
		if err != nil {
			return err
		}
		if len(events) != 1 {
			return fmt.Errorf("the journal has %d lines of a post to %s", len(events), r.Name)
		}
		out.Event = events[0]
		return t.Exec(`UPDATE webhooks SET tries = ?, since = ?, claim_until = ?, fence = ? WHERE name = ?`, out.Tries, sqldb.Micros(out.Since), t.Now+term.Microseconds(), out.Fence, r.Name)
	})
	return out, err
}

// queuePosts goes on through the journal for each webhook that has room.
func (d *Outward) queuePosts(ctx context.Context) error {
	idle, err := d.db.Idle(ctx, `SELECT count(*) FROM webhooks WHERE active = 1`)
	if err != nil || idle {
		return err
	}
	rows, err := readWebhooks(ctx, d.db.Read, `active = 1`)
	if err != nil {
		return err
	}
	for _, r := range rows {
		if r.Waiting >= outward.PostsMost {
			continue
		}
		w, err := r.toWebhook()
		if err != nil {
			return err
		}
		if err := d.queueFor(ctx, w, r.Seen); err != nil {
			return fmt.Errorf("queue for the webhook %s: %w", w.Name, err)
		}
	}
	return nil
}

func (d *Outward) queueFor(ctx context.Context, w outward.Webhook, seen int64) error {
	events, err := journal.New(d.db).Events(ctx, seen, linesAtOnce)
	if err != nil || len(events) == 0 {
		return err
	}
	return d.db.Write(ctx, func(t *sqldb.Tx) error {
		t.Method = "queue-posts"
		for _, e := range events {
			if !w.Hears(e.Kind) || e.Data["connection"] == w.Name { // of itself it hears nothing
				continue
			}
			err := t.Exec(`INSERT INTO posts (webhook, line, state, at) SELECT name, ?, 'queued', ? FROM webhooks WHERE name = ? ON CONFLICT DO NOTHING`, e.Seq, t.Now, w.Name)
			if err != nil {
				return err
			}
		}
		return t.Exec(`UPDATE webhooks SET seen = ? WHERE name = ? AND seen < ?`, events[len(events)-1].Seq, w.Name, events[len(events)-1].Seq)
	})
}

// EndPost records what became of a try. The founder is told of a post that is given up, once a day of each webhook. It returns
// org.ErrLeaseLost when somebody else has the webhook in hand.
func (d *Outward) EndPost(ctx context.Context, p outward.Post, e outward.PostEnding) error {
	w := p.Webhook.Name
	return sqldb.Wrap("end a post to "+w, d.db.Write(ctx, func(t *sqldb.Tx) error {
		t.Method = "end-post"
		tries, due, active := p.Tries, int64(0), !e.Off
		if e.Sent || e.Dead {
			tries = 0
		}
		if !e.Due.IsZero() {
			due = sqldb.Micros(e.Due)
		}
		n, err := t.Change(`UPDATE webhooks SET tries = ?, due_at = ?, claim_until = 0, active = ?, why = ? WHERE name = ? AND fence = ?`, tries, due, active, e.Why, w, p.Fence)
		if err == nil && n == 0 {
			err = org.ErrLeaseLost
		}
		if err != nil || !e.Sent && !e.Dead {
			return err
		}
		state := "sent"
		if e.Dead {
			state = "dead"
		}
		t.Wake = true // for the next one
		if err := t.Exec(`UPDATE posts SET state = ?, why = ?, ended_at = ? WHERE webhook = ? AND line = ?`, state, e.Why, t.Now, w, p.Event.Seq); err != nil || e.Sent {
			return err
		}
		return tellDead(t, p, e)
	}))
}

func tellDead(t *sqldb.Tx, p outward.Post, e outward.PostEnding) error {
	state, text := "dead", fmt.Sprintf("The webhook %s never took %s: %s", p.Webhook.Name, p.ID(), e.Why)
	if e.Off {
		state, text = "off", fmt.Sprintf("Switched the webhook %s off: %s", p.Webhook.Name, e.Why)
	}
	if err := recordConnection(t, p.Webhook.Name, state, text); err != nil {
		return err
	}
	home, found, err := ledger.Home(t)
	if err != nil || !found {
		return err
	}
	const day = 24 * time.Hour
	return outbox.Deliver(t, reports.Delivery{
		Key: fmt.Sprintf("webhook-dead:%s:%d", p.Webhook.Name, t.Now/day.Microseconds()), Channel: home, Kind: reports.DeliverNotice, Title: "The webhook " + p.Webhook.Name,
		Facts: reports.Facts{News: &reports.News{Noun: "webhook", Figures: outward.WebhookNews{Name: p.Webhook.Name, Address: p.Webhook.Address.String(), Why: e.Why, Off: e.Off}}},
	})
}

// PrunePosts deletes what ended long ago.
func (d *Outward) PrunePosts(ctx context.Context) error {
	before := d.db.Now().Add(-outward.PostsKept).UnixMicro()
	idle, err := d.db.Idle(ctx, `SELECT count(*) FROM posts WHERE state <> 'queued' AND ended_at < ?`, before)
	if err != nil || idle {
		return err
	}
	return d.db.Write(ctx, func(t *sqldb.Tx) error {
		t.Method = "prune-posts"
		return t.Exec(`DELETE FROM posts WHERE state <> 'queued' AND ended_at < ?`, before)
	})
}
