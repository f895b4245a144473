// Package outbox keeps what is to be said, and hands it to who sends it.
package outbox

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/jmoiron/sqlx"

	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/policy"
	"github.com/frasier-cos/frasier/internal/reports"
	"github.com/frasier-cos/frasier/store/corpus"
	"github.com/frasier-cos/frasier/store/sqldb"
)

// Deliver queues one delivery, with its files. A second delivery of the same
// key is dropped, so a method that runs twice says its thing once. Files that
// carry Data are stored; the others must be stored already.
//
// What the ticket of a project gives its full form waits for that a moment,
// and goes out as it is when nobody comes.
func Deliver(t *sqldb.Tx, v reports.Delivery) error {
	var hold int64
	if v.Channel.Threaded() && Ticketed(v.Kind) && v.Project != "" {
		hold = t.Now + dressedWithin.Microseconds()
	}
	return queueHeld(t, v, hold)
}

const dressedWithin = 15 * time.Second

func queueHeld(t *sqldb.Tx, v reports.Delivery, hold int64) error {
	if v.Card.Slot != "" {
		if err := t.Alone(); err != nil {
			return err
		}
		if done, err := isOverwritten(t, &v); err != nil || done {
			return err
		}
	}
	id, err := mintID(t, v.Key)
	if err != nil || id == "" {
		return err
	}
	card, err := sqldb.JSONText(v.Card)
	if err != nil {
		return err
	}
	facts, err := formatFacts(v)
	if err != nil {
		return err
	}
	err = sqldb.Wrap("queue delivery "+v.Key, t.Exec(`
		INSERT INTO deliveries (id, key, transport, channel, project_id, kind, title, body, slot, card, facts, state, next_try, hold_until, created_at)
		VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 'queued', 0, ?, ?)`,
		id, v.Key, v.Channel.Transport, v.Channel.ID, sqldb.Nullable(v.Project), v.Kind, v.Title, v.Body, v.Card.Slot, card, facts, hold, t.Now))
	if err != nil {
		return err
	}
	t.Wake = true
	return insertFiles(t, id, v)
}

// formatFacts returns nothing for a delivery that has its text.
func formatFacts(v reports.Delivery) (string, error) {
	if v.Body != "" {
		return "", nil
	}
	return sqldb.JSONText(v.Facts)
}

// mintID mints the id of a delivery, empty when one has its key already.
func mintID(t *sqldb.Tx, key string) (org.DeliveryID, error) {
	if alone := t.Alone(); alone != nil {
		var known int
		if err := t.Get(&known, `SELECT count(*) FROM deliveries WHERE key = ?`, key); err != nil || known > 0 {
			return "", err
		}
		return "", alone
	}
	var n []int64
	err := t.All(&n, `
		INSERT INTO counters (name, n) SELECT 'd', 1 WHERE NOT EXISTS (SELECT 1 FROM deliveries WHERE key = ?)
		    ON CONFLICT (name) DO UPDATE SET n = counters.n + 1
		RETURNING n`, key)
	if err != nil {
		return "", fmt.Errorf("look for delivery %s: %w", key, err)
	}
	if len(n) == 0 {
		return "", nil
	}
	return org.DeliveryID(fmt.Sprint("d", n[0])), nil
}

func insertFiles(t *sqldb.Tx, id org.DeliveryID, v reports.Delivery) (err error) {
	names, sums := make([]string, len(v.Files)), make([]string, len(v.Files))
	for n, f := range v.Files {
		names[n], sums[n] = f.Name, f.SHA256
		if f.Data == nil {
			continue
		}
		if sums[n], err = corpus.Blob(t, f.Data); err != nil {
			return err
		}
	}
	what := fmt.Sprintf("attach %s to delivery %s", strings.Join(names, ", "), v.Key)
	return sqldb.Wrap(what, t.Insert(`INSERT INTO delivery_files (delivery_id, n, name, sha256)`, len(names), func(i int) []any {
		return []any{id, i, names[i], sums[i]}
	}))
}

// DeliveryRow is one row of deliveries.
type DeliveryRow struct {
	Seq       int64
	ID        org.DeliveryID
	Key       string
	Transport string
	Channel   string
	Project   sql.NullString `db:"project_id"`
	Kind      reports.DeliveryKind
	Title     string
	Body      string
	State     org.DeliveryState
	Attempts  int
	NextTry   int64 `db:"next_try"`
	Receipt   string
	Reason    string
	Slot      string
	Card      string
	Facts     string
	Attention policy.Attention
	CreatedAt int64 `db:"created_at"`
}

// DeliveryColumns are those of DeliveryRow, of deliveries named d.
const DeliveryColumns = `d.seq, d.id, d.key, d.transport, d.channel, d.project_id, d.kind, d.title, d.body, d.state,
	d.attempts, d.next_try, d.receipt, d.reason, d.slot, d.card, d.facts, d.attention, d.created_at`

// Delivery converts the row.
func (r DeliveryRow) Delivery() (reports.Delivery, error) {
	v := reports.Delivery{
		ID: r.ID, Key: r.Key, Channel: org.Channel{Transport: r.Transport, ID: r.Channel},
		Project: org.ProjectID(r.Project.String), Kind: r.Kind, Title: r.Title, Body: r.Body, State: r.State,
		Attempts: r.Attempts, NextTry: sqldb.Moment(r.NextTry), Receipt: r.Receipt, Reason: r.Reason,
		CreatedAt: sqldb.Moment(r.CreatedAt),
	}
	if err := sqldb.FromJSON(r.Card, &v.Card); err != nil {
		return v, fmt.Errorf("%w: its buttons: %w", errUnreadable, err)
	}
	if r.Facts != "" {
		if err := sqldb.FromJSON(r.Facts, &v.Facts); err != nil {
			return v, fmt.Errorf("%w: its facts: %w", errUnreadable, err)
		}
	}
	return v, nil
}

// ClaimDelivery takes a delivery that is due on one of the transports, marks it
// as being sent and counts the attempt, all before a byte leaves. Nobody else
// gets it until term has passed or the owner is known to be dead; after that
// it is claimed again under the same Key.
//
// What belongs together keeps its order, even while the first of it waits for
// its next try: in each channel the talk, which is replies and what concerns no
// project, and what is said of each project, which also comes after the reply
// that told of the project. All else goes on meanwhile. What was not tried yet
// comes before what failed, the oldest first.
// It returns org.ErrNoWork when nothing is due.
func (d *Outbox) ClaimDelivery(ctx context.Context, owner string, transports []string, term time.Duration) (reports.Delivery, error) {
	if len(transports) == 0 {
		return reports.Delivery{}, org.ErrNoWork
	}
	query, args, err := sqlx.In(`
		SELECT count(*) FROM deliveries WHERE state IN ('queued', 'sending') AND transport IN (?) AND hold_until <= ?`,
		transports, d.db.Now().UnixMicro())
	if err != nil {
		return reports.Delivery{}, fmt.Errorf("claim delivery: %w", err)
	}
	idle, err := d.db.Idle(ctx, query, args...)
	if err != nil {
		return reports.Delivery{}, fmt.Errorf("look for deliveries: %w", err)
	}
	if idle {
		return reports.Delivery{}, org.ErrNoWork
	}
	var out reports.Delivery
	err = d.db.Write(ctx, func(t *sqldb.Tx) error {
		t.Method, out = "claim-delivery", reports.Delivery{}
		for {
			row, err := findNextDelivery(t, transports)
			if errors.Is(err, org.ErrNoWork) {
				return nil // what was held on the way here stays held
			}
			if err != nil {
				return err
			}
			v, now, err := prepareDelivery(t, row)
			if errors.Is(err, errUnreadable) {
				if err := putAside(t, row, err); err != nil {
					return err
				}
				continue
			}
			if err != nil {
				return err
			}
			if now {
				out, err = markSending(t, row, v, owner, term)
				return err
			}
		}
	})
	if err == nil && out.ID == "" {
		err = org.ErrNoWork
	}
	return out, err
}

// prepareDelivery reports whether the delivery may be sent now.
func prepareDelivery(t *sqldb.Tx, row DeliveryRow) (reports.Delivery, bool, error) {
	v, err := row.Delivery()
	if err != nil {
		return v, false, err
	}
	if err := addPlace(t, row, &v); err != nil {
		return v, false, err
	}
	now, err := decideAttention(t, &row, &v)
	if err != nil || !now {
		return v, false, err
	}
	v.Files, err = readDeliveryFiles(t, row.ID)
	return v, true, err
}

func markSending(t *sqldb.Tx, row DeliveryRow, v reports.Delivery, owner string, term time.Duration) (reports.Delivery, error) {
	if row.State == org.DeliverySending {
		err := recordTry(t, row, org.EventDeliveryRetried, "the sender stopped before it knew whether this was sent")
		if err != nil {
			return v, err
		}
	}
	err := t.Get(&v.Attempts, `
		UPDATE deliveries SET state = 'sending', attempts = attempts + 1, claimed_by = ?, claim_until = ?
		 WHERE seq = ? RETURNING attempts`, owner, t.Now+term.Microseconds(), row.Seq)
	if err != nil {
		return v, fmt.Errorf("claim delivery %s: %w", row.ID, err)
	}
	v.State = org.DeliverySending
	return v, nil
}

// findNextDelivery finds the delivery that is to be sent next: one that is due among the first ones
// of all talks and of all projects in all channels.
func findNextDelivery(t *sqldb.Tx, transports []string) (DeliveryRow, error) {
	const unsent = ` FROM deliveries WHERE state IN ('queued', 'sending') AND transport IN (?) AND hold_until <= ?`
	query, args, err := sqlx.In(`
		SELECT `+DeliveryColumns+`
		  FROM (SELECT min(seq) AS first, 1 AS talk`+unsent+` AND (project_id IS NULL OR kind = 'reply') GROUP BY transport, channel
		        UNION ALL
		        SELECT min(seq) AS first, 0 AS talk`+unsent+` AND project_id IS NOT NULL GROUP BY transport, channel, project_id) AS heads
		  JOIN deliveries d ON d.seq = heads.first
		 WHERE (heads.talk = 1 OR d.kind <> 'reply')
		   AND ((d.state = 'queued' AND d.next_try <= ?) OR (d.state = 'sending' AND d.claim_until <= ?))
		 ORDER BY d.next_try, d.seq LIMIT 1`, transports, t.Now, transports, t.Now, t.Now, t.Now)
	if err != nil {
		return DeliveryRow{}, fmt.Errorf("claim delivery: %w", err)
	}
	var row DeliveryRow
	err = t.Get(&row, query, args...)
	if errors.Is(err, sql.ErrNoRows) {
		return row, org.ErrNoWork
	}
	if err != nil {
		return row, fmt.Errorf("claim delivery: %w", err)
	}
	return row, nil
}

func readDeliveryFiles(t *sqldb.Tx, id org.DeliveryID) ([]org.File, error) {
	var rows []struct{ Name, SHA256 string }
	err := t.All(&rows, `
		SELECT name, sha256 FROM delivery_files WHERE delivery_id = ? ORDER BY n`, id)
	if err != nil {
		return nil, fmt.Errorf("list files of %s: %w", id, err)
	}
	var out []org.File
	for _, r := range rows {
		data, err := corpus.BlobOf(t.Ctx, t, r.SHA256)
		if errors.Is(err, corpus.ErrDamaged) || errors.Is(err, org.ErrNotFound) {
			return nil, fmt.Errorf("%w: its file %s: %w", errUnreadable, r.Name, err)
		}
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
func (d *Outbox) Delivered(ctx context.Context, id org.DeliveryID, receipt string) error {
	if receipt == "" {
		return fmt.Errorf("record delivery %s: no receipt", id)
	}
	return d.db.Write(ctx, func(t *sqldb.Tx) error {
		t.Method, t.Wake = "delivered", true // the mark on the message that it answers is due
		row, err := readDelivery(t, id)
		if err != nil || row.State == org.DeliverySent {
			return err
		}
		err = t.Exec(`
			UPDATE deliveries SET state = 'sent', receipt = ?, reason = '', claim_until = NULL, ended_at = ?
			 WHERE seq = ?`, receipt, t.Now, row.Seq)
		if err != nil {
			return fmt.Errorf("record delivery %s: %w", id, err)
		}
		row.Receipt = receipt
		if row.Slot != "" {
			edits, err := forgetOlder(t, row)
			if err != nil || edits > 0 {
				return err
			}
		}
		return recordTry(t, row, org.EventDeliverySent, "")
	})
}

// Undelivered records that the try of a claimed delivery failed and why, and
// queues it for its next try. A zero next abandons it. One that steps aside lets
// what comes behind it go on meanwhile. It does nothing to a
// delivery that is not being sent by that try any more: it was sent, abandoned,
// or, because the claim ran out, claimed by another sender, whose affair it is.
func (d *Outbox) Undelivered(ctx context.Context, claimed reports.Delivery, why string, next time.Time) error {
	id := claimed.ID
	if why == "" {
		return fmt.Errorf("record failed delivery %s: no reason", id)
	}
	return d.db.Write(ctx, func(t *sqldb.Tx) error {
		t.Method = "undelivered"
		row, err := readDelivery(t, id)
		if err != nil || row.State != org.DeliverySending || row.Attempts != claimed.Attempts {
			return err
		}
		if next.IsZero() {
			err = t.Exec(`
				UPDATE deliveries SET state = 'abandoned', reason = ?, claim_until = NULL, ended_at = ?
				 WHERE seq = ?`, why, t.Now, row.Seq)
			if err != nil {
				return fmt.Errorf("abandon delivery %s: %w", id, err)
			}
			return recordTry(t, row, org.EventDeliveryDropped, why)
		}
		var hold int64
		if claimed.Aside {
			hold = sqldb.Micros(next)
		}
		err = t.Exec(`
			UPDATE deliveries SET state = 'queued', reason = ?, claim_until = NULL, next_try = ?, hold_until = ?
			 WHERE seq = ?`, why, sqldb.Micros(next), hold, row.Seq)
		if err != nil {
			return fmt.Errorf("requeue delivery %s: %w", id, err)
		}
		return recordTry(t, row, org.EventDeliveryRetried, why)
	})
}

// Reannounce says something again that was missed. An abandoned delivery is
// queued again under its own key, because it may have gone out after all and
// the receiver then knows it; one that was sent is queued once more under a
// new key, which ends in the id of what asks for it, so that one asking says it
// once. It returns org.ErrConflict for one that is still on its way.
func (d *Outbox) Reannounce(ctx context.Context, id org.DeliveryID, asked string) error {
	return d.db.Write(ctx, func(t *sqldb.Tx) error {
		t.Method = "reannounce"
		row, err := readDelivery(t, id)
		if err != nil {
			return err
		}
		switch row.State {
		case org.DeliveryQueued, org.DeliverySending:
			return fmt.Errorf("announce %s again: it is %s: %w", id, row.State, org.ErrConflict)
		case org.DeliveryAbandoned:
			err = t.Exec(`
				UPDATE deliveries SET state = 'queued', next_try = ?, ended_at = NULL WHERE seq = ?`, t.Now, row.Seq)
			if err != nil {
				return fmt.Errorf("announce %s again: %w", id, err)
			}
			t.Wake = true
		case org.DeliverySent:
			again, err := row.Delivery()
			if err != nil {
				return err
			}
			again.Key = row.Key + "/again/" + asked
			if again.Files, err = readDeliveryFiles(t, id); err != nil {
				return err
			}
			if err = Deliver(t, again); err != nil {
				return err
			}
		}
		e := row.buildEvent(org.EventDeliveryRetried, "asked to say it again")
		e.Data["asked"], e.Data["reason"] = asked, row.Reason
		return t.Event(e)
	})
}

func readDelivery(t *sqldb.Tx, id org.DeliveryID) (DeliveryRow, error) {
	var row DeliveryRow
	err := t.Get(&row, `
		SELECT `+DeliveryColumns+` FROM deliveries d WHERE d.id = ?`, id)
	if errors.Is(err, sql.ErrNoRows) {
		return row, fmt.Errorf("read delivery %s: %w", id, org.ErrNotFound)
	}
	if err != nil {
		return row, fmt.Errorf("read delivery %s: %w", id, err)
	}
	return row, nil
}

func recordHold(t *sqldb.Tx, r DeliveryRow, until time.Time) error {
	return t.Event(org.Event{
		Kind: org.EventDeliveryHeld, Project: org.ProjectID(r.Project.String),
		Text: fmt.Sprintf("Holds %s (%s) until quiet hours end", r.ID, r.Kind),
		Data: map[string]string{"delivery": string(r.ID), "kind": string(r.Kind), "until": until.UTC().Format(time.RFC3339)},
	})
}

func recordTry(t *sqldb.Tx, r DeliveryRow, kind org.EventKind, why string) error {
	return t.Event(r.buildEvent(kind, why))
}

func (r DeliveryRow) buildEvent(kind org.EventKind, why string) org.Event {
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
	return org.Event{Kind: kind, Project: org.ProjectID(r.Project.String), Text: text, Data: data}
}

// Outbox is this part of an open database. Its methods may be called at once.
type Outbox struct {
	db *sqldb.DB
}

// New returns the part of a database.
func New(db *sqldb.DB) *Outbox { return &Outbox{db: db} }
