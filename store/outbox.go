package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"strconv"
	"time"

	"github.com/jmoiron/sqlx"

	"github.com/frasier-cos/frasier/internal/org"
)

// deliver queues one delivery, with its files. A second delivery of the same
// key is dropped, so a verb that runs twice says its thing once. Files that
// carry Data are stored; the others must be stored already.
func (t *tx) deliver(v org.Delivery) error {
	var known int
	err := t.get(&known, `SELECT count(*) FROM deliveries WHERE key = ?`, v.Key)
	if err != nil {
		return fmt.Errorf("look for delivery %s: %w", v.Key, err)
	}
	if known > 0 {
		return nil
	}
	id, err := t.nextID("d")
	if err != nil {
		return err
	}
	err = t.exec(`
		INSERT INTO deliveries (id, key, transport, channel, project_id, kind, title, body, state, next_try, created_at)
		VALUES (?, ?, ?, ?, ?, ?, ?, ?, 'queued', ?, ?)`,
		id, v.Key, v.Channel.Transport, v.Channel.ID, nullable(v.Project), v.Kind, v.Title, v.Body, t.now, t.now)
	if err != nil {
		return fmt.Errorf("queue delivery %s: %w", v.Key, err)
	}
	for n, f := range v.Files {
		sum := f.SHA256
		if f.Data != nil {
			if sum, err = t.blob(f.Data); err != nil {
				return err
			}
		}
		err = t.exec(`
			INSERT INTO delivery_files (delivery_id, n, name, sha256) VALUES (?, ?, ?, ?)`, id, n, f.Name, sum)
		if err != nil {
			return fmt.Errorf("attach %s to delivery %s: %w", f.Name, v.Key, err)
		}
	}
	t.wake = true
	return nil
}

// deliveryRow is one row of deliveries.
type deliveryRow struct {
	Seq       int64
	ID        org.DeliveryID
	Key       string
	Transport string
	Channel   string
	Project   sql.NullString `db:"project_id"`
	Kind      org.DeliveryKind
	Title     string
	Body      string
	State     org.DeliveryState
	Attempts  int
	NextTry   int64 `db:"next_try"`
	Receipt   string
	Reason    string
	CreatedAt int64 `db:"created_at"`
}

func (r deliveryRow) delivery() org.Delivery {
	return org.Delivery{
		ID: r.ID, Key: r.Key, Channel: org.Channel{Transport: r.Transport, ID: r.Channel},
		Project: org.ProjectID(r.Project.String), Kind: r.Kind, Title: r.Title, Body: r.Body, State: r.State,
		Attempts: r.Attempts, NextTry: moment(r.NextTry), Receipt: r.Receipt, Reason: r.Reason,
		CreatedAt: moment(r.CreatedAt),
	}
}

// ClaimDelivery takes the oldest delivery that is due on one of the
// transports, marks it as being sent and counts the attempt, all before a byte
// leaves. Nobody else gets it until term has passed; after that it is taken to
// be a crash's and is claimed again under the same Key. A delivery never
// overtakes an older one of its channel, even one that waits for its next try.
// It returns org.ErrNoWork when nothing is due.
func (d *DB) ClaimDelivery(ctx context.Context, transports []string, term time.Duration) (org.Delivery, error) {
	if len(transports) == 0 {
		return org.Delivery{}, org.ErrNoWork
	}
	query, args, err := sqlx.In(`SELECT count(*) FROM deliveries WHERE state IN ('queued', 'sending') AND transport IN (?)`, transports)
	if err != nil {
		return org.Delivery{}, fmt.Errorf("claim delivery: %w", err)
	}
	idle, err := d.idle(ctx, query, args...)
	if err != nil {
		return org.Delivery{}, fmt.Errorf("look for deliveries: %w", err)
	}
	if idle {
		return org.Delivery{}, org.ErrNoWork
	}
	var out org.Delivery
	err = d.tx(ctx, func(t *tx) error {
		t.verb = "claim-delivery"
		row, err := t.nextDelivery(transports)
		if err != nil {
			return err
		}
		if row.State == org.DeliverySending {
			err = t.deliveryEvent(row, org.EventDeliveryRetried, "the sender stopped before it knew whether this was sent")
			if err != nil {
				return err
			}
		}
		err = t.get(&row.Attempts, `
			UPDATE deliveries SET state = 'sending', attempts = attempts + 1, claim_until = ?
			 WHERE seq = ? RETURNING attempts`, t.now+term.Microseconds(), row.Seq)
		if err != nil {
			return fmt.Errorf("claim delivery %s: %w", row.ID, err)
		}
		row.State = org.DeliverySending
		out = row.delivery()
		out.Files, err = t.deliveryFiles(row.ID)
		return err
	})
	return out, err
}

// nextDelivery finds the oldest due delivery among the first ones of all
// channels.
func (t *tx) nextDelivery(transports []string) (deliveryRow, error) {
	query, args, err := sqlx.In(`
		SELECT d.seq, d.id, d.key, d.transport, d.channel, d.project_id, d.kind, d.title, d.body, d.state,
		       d.attempts, d.next_try, d.receipt, d.reason, d.created_at
		  FROM (SELECT min(seq) AS first FROM deliveries
		         WHERE state IN ('queued', 'sending') AND transport IN (?)
		         GROUP BY transport, channel) AS heads
		  JOIN deliveries d ON d.seq = heads.first
		 WHERE (d.state = 'queued' AND d.next_try <= ?) OR (d.state = 'sending' AND d.claim_until <= ?)
		 ORDER BY d.seq LIMIT 1`, transports, t.now, t.now)
	if err != nil {
		return deliveryRow{}, fmt.Errorf("claim delivery: %w", err)
	}
	var row deliveryRow
	err = t.get(&row, query, args...)
	if errors.Is(err, sql.ErrNoRows) {
		return row, org.ErrNoWork
	}
	if err != nil {
		return row, fmt.Errorf("claim delivery: %w", err)
	}
	return row, nil
}

func (t *tx) deliveryFiles(id org.DeliveryID) ([]org.File, error) {
	var rows []struct{ Name, SHA256 string }
	err := t.all(&rows, `
		SELECT name, sha256 FROM delivery_files WHERE delivery_id = ? ORDER BY n`, id)
	if err != nil {
		return nil, fmt.Errorf("list files of %s: %w", id, err)
	}
	var out []org.File
	for _, r := range rows {
		data, err := blobOf(t.ctx, t, r.SHA256)
		if err != nil {
			return nil, fmt.Errorf("load %s of %s: %w", r.Name, id, err)
		}
		out = append(out, org.File{Name: r.Name, SHA256: r.SHA256, Data: data})
	}
	return out, nil
}

// Delivered records that a delivery was sent and the transport's receipt for
// it. A second call changes nothing. It holds even when the claim ran out in
// the meantime: what was sent was sent.
func (d *DB) Delivered(ctx context.Context, id org.DeliveryID, receipt string) error {
	if receipt == "" {
		return fmt.Errorf("record delivery %s: no receipt", id)
	}
	return d.tx(ctx, func(t *tx) error {
		t.verb = "delivered"
		row, err := t.delivery(id)
		if err != nil || row.State == org.DeliverySent {
			return err
		}
		err = t.exec(`
			UPDATE deliveries SET state = 'sent', receipt = ?, reason = '', claim_until = NULL, ended_at = ?
			 WHERE seq = ?`, receipt, t.now, row.Seq)
		if err != nil {
			return fmt.Errorf("record delivery %s: %w", id, err)
		}
		row.Receipt = receipt
		return t.deliveryEvent(row, org.EventDeliverySent, "")
	})
}

// Undelivered records that a try failed and why, and queues the delivery for
// its next try. A zero next abandons it. What was sent or abandoned meanwhile
// stays so.
func (d *DB) Undelivered(ctx context.Context, id org.DeliveryID, why string, next time.Time) error {
	if why == "" {
		return fmt.Errorf("record failed delivery %s: no reason", id)
	}
	return d.tx(ctx, func(t *tx) error {
		t.verb = "undelivered"
		row, err := t.delivery(id)
		if err != nil || row.State == org.DeliverySent || row.State == org.DeliveryAbandoned {
			return err
		}
		if next.IsZero() {
			err = t.exec(`
				UPDATE deliveries SET state = 'abandoned', reason = ?, claim_until = NULL, ended_at = ?
				 WHERE seq = ?`, why, t.now, row.Seq)
			if err != nil {
				return fmt.Errorf("abandon delivery %s: %w", id, err)
			}
			return t.deliveryEvent(row, org.EventDeliveryDropped, why)
		}
		err = t.exec(`
			UPDATE deliveries SET state = 'queued', reason = ?, claim_until = NULL, next_try = ?
			 WHERE seq = ?`, why, micros(next), row.Seq)
		if err != nil {
			return fmt.Errorf("requeue delivery %s: %w", id, err)
		}
		return t.deliveryEvent(row, org.EventDeliveryRetried, why)
	})
}

// Reannounce says something again that was missed. An abandoned delivery is
// queued again under its own key, because it may have gone out after all and
// the receiver then knows it; one that was sent is queued once more under a
// new key. It returns org.ErrConflict for one that is still on its way.
func (d *DB) Reannounce(ctx context.Context, id org.DeliveryID) error {
	return d.tx(ctx, func(t *tx) error {
		t.verb = "reannounce"
		row, err := t.delivery(id)
		if err != nil {
			return err
		}
		switch row.State {
		case org.DeliveryQueued, org.DeliverySending:
			return fmt.Errorf("announce %s again: it is %s: %w", id, row.State, org.ErrConflict)
		case org.DeliveryAbandoned:
			err = t.exec(`
				UPDATE deliveries SET state = 'queued', next_try = ?, ended_at = NULL WHERE seq = ?`, t.now, row.Seq)
			if err != nil {
				return fmt.Errorf("announce %s again: %w", id, err)
			}
			t.wake = true
		case org.DeliverySent:
			again := row.delivery()
			again.Key = fmt.Sprintf("%s/again/%d", row.Key, t.now)
			if again.Files, err = t.deliveryFiles(id); err != nil {
				return err
			}
			if err = t.deliver(again); err != nil {
				return err
			}
		}
		return t.deliveryEvent(row, org.EventDeliveryRetried, "asked to say it again")
	})
}

func (t *tx) delivery(id org.DeliveryID) (deliveryRow, error) {
	var row deliveryRow
	err := t.get(&row, `
		SELECT seq, id, key, transport, channel, project_id, kind, title, body, state,
		       attempts, next_try, receipt, reason, created_at
		  FROM deliveries WHERE id = ?`, id)
	if errors.Is(err, sql.ErrNoRows) {
		return row, fmt.Errorf("read delivery %s: %w", id, org.ErrNotFound)
	}
	if err != nil {
		return row, fmt.Errorf("read delivery %s: %w", id, err)
	}
	return row, nil
}

// deliveryEvent writes what became of a try to say something.
func (t *tx) deliveryEvent(r deliveryRow, kind org.EventKind, why string) error {
	data := map[string]string{
		"delivery": string(r.ID), "kind": string(r.Kind), "transport": r.Transport, "channel": r.Channel,
		"attempts": strconv.Itoa(r.Attempts),
	}
	text := fmt.Sprintf("Sent %s (%s) to %s", r.ID, r.Kind, r.Transport)
	if r.Receipt != "" && kind == org.EventDeliverySent {
		data["receipt"] = r.Receipt
	}
	if why != "" {
		data["why"] = why
		text = fmt.Sprintf("Will try %s (%s) to %s again: %s", r.ID, r.Kind, r.Transport, why)
		if kind == org.EventDeliveryDropped {
			text = fmt.Sprintf("Gave up sending %s (%s) to %s: %s", r.ID, r.Kind, r.Transport, why)
		}
	}
	return t.event(org.Event{Kind: kind, Project: org.ProjectID(r.Project.String), Text: text, Data: data})
}
