package outbox

import (
	"context"
	"fmt"
	"time"

	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/reports"
	"github.com/frasier-cos/frasier/store/sqldb"
)

// cardEvery spaces the edits of a project's card while it works: Discord answers more edits of one
// message with waits.
const cardEvery = 20 * time.Second

// Tell queues what a follower of the journal says about the lines that it has
// read, marks the cards of the projects that changed, and moves its cursor, all
// in one transaction: said once or not at all. It returns org.ErrConflict when
// the cursor is not where the follower began, because another process was
// faster. A delivery whose key is queued already and that nobody has begun to
// send gets the content of the new one and need not wait any longer.
func (d *Outbox) Tell(ctx context.Context, r reports.Reading, said []reports.Delivery, changed []org.ProjectID) error {
	err := d.db.Write(ctx, func(t *sqldb.Tx) error {
		t.Method = "tell"
		var at int64
		if err := t.Get(&at, `SELECT coalesce(max(seq), 0) FROM cursors WHERE name = ?`, r.Follower); err != nil {
			return err
		}
		if at != r.From {
			return fmt.Errorf("its cursor is at %d, not %d: %w", at, r.From, org.ErrConflict)
		}
		for _, v := range said {
			if err := applyFullForm(t, v); err != nil {
				return err
			}
		}
		for _, p := range changed {
			if err := markCard(t, p); err != nil {
				return err
			}
		}
		return t.Exec(`
			INSERT INTO cursors (name, seq) VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET seq = excluded.seq`, r.Follower, r.To)
	})
	return sqldb.Wrap(fmt.Sprintf("tell lines %d to %d", r.From+1, r.To), err)
}

// applyFullForm gives a queued delivery of the same key its full form, or queues it.
func applyFullForm(t *sqldb.Tx, v reports.Delivery) error {
	var known []struct {
		ID    org.DeliveryID
		Fresh bool
	}
	err := t.All(&known, `
		SELECT id, CASE WHEN state = 'queued' AND attempts = 0 THEN 1 ELSE 0 END AS fresh FROM deliveries WHERE key = ?`, v.Key)
	if err != nil {
		return fmt.Errorf("look for delivery %s: %w", v.Key, err)
	}
	switch {
	case len(known) == 0:
		return queueHeld(t, v, 0)
	case known[0].Fresh: // it takes its place among what is said now, so that a thread reads in the journal's order
		for _, table := range []string{"delivery_files WHERE delivery_id", "deliveries WHERE id"} {
			if err := t.Exec(`DELETE FROM `+table+` = ?`, known[0].ID); err != nil {
				return fmt.Errorf("take delivery %s out of its place: %w", v.Key, err)
			}
		}
		return queueHeld(t, v, 0)
	default:
		return nil
	}
}

// markCard says that a project's card no longer shows how it stands, or that
// it is to have one.
func markCard(t *sqldb.Tx, p org.ProjectID) error {
	err := t.Exec(`
		INSERT INTO cards (project_id, n, opened_at, said_at, due_at, marks, body) VALUES (?, 0, 0, 0, ?, 0, '')
		    ON CONFLICT (project_id) DO NOTHING`, p, t.Now)
	if err != nil {
		return fmt.Errorf("begin card of %s: %w", p, err)
	}
	return StaleCard(t, p)
}

// StaleCard says that a project's card, if it has one, no longer shows how it
// stands. A card that was written just now waits until it may be again, except
// for a project that has ended or was paused: nobody presses Pause on that.
func StaleCard(t *sqldb.Tx, p org.ProjectID) error {
	err := t.Exec(`
		UPDATE cards
		   SET marks = marks + 1,
		       due_at = CASE WHEN said_at + ? > ? AND (SELECT state FROM projects WHERE id = cards.project_id) = 'active' THEN said_at + ? ELSE ? END
		 WHERE project_id = ?`,
		cardEvery.Microseconds(), t.Now, cardEvery.Microseconds(), t.Now, p)
	if err != nil {
		return fmt.Errorf("mark card of %s: %w", p, err)
	}
	return nil
}

// CardDue returns the card that has waited longest to be written again, or
// org.ErrNoWork.
func (d *Outbox) CardDue(ctx context.Context) (reports.CardState, error) {
	var rows []struct {
		Project  org.ProjectID `db:"project_id"`
		N        int
		OpenedAt int64 `db:"opened_at"`
		SaidAt   int64 `db:"said_at"`
		Marks    int64
		Body     string
	}
	err := sqldb.Many(ctx, d.db.Read, &rows, `
		SELECT project_id, n, opened_at, said_at, marks, body FROM cards
		 WHERE due_at > 0 AND due_at <= ? ORDER BY due_at, project_id LIMIT 1`, d.db.Now().UnixMicro())
	if err != nil {
		return reports.CardState{}, fmt.Errorf("look for a card to write: %w", err)
	}
	if len(rows) == 0 {
		return reports.CardState{}, org.ErrNoWork
	}
	r := rows[0]
	c := reports.CardState{Project: r.Project, N: r.N, Marks: r.Marks, Text: r.Body}
	if r.OpenedAt > 0 {
		c.Opened, c.Said = sqldb.Moment(r.OpenedAt), sqldb.Moment(r.SaidAt)
	}
	return c, nil
}

// SaveCard records how a card stands after it was looked at, and queues what
// it says. Next is when to look at it again though nothing happens; the zero
// time for never. A change of the project since c was read is not lost: then
// the card is due again as soon as it may be written.
func (d *Outbox) SaveCard(ctx context.Context, c reports.CardState, said []reports.Delivery, next time.Time) error {
	err := d.db.Write(ctx, func(t *sqldb.Tx) error {
		t.Method = "save-card"
		var due int64
		if !next.IsZero() {
			due = sqldb.Micros(next)
		}
		var opened, wrote int64
		if !c.Opened.IsZero() {
			opened, wrote = sqldb.Micros(c.Opened), sqldb.Micros(c.Said)
		}
		err := t.Exec(`
			UPDATE cards
			   SET n = ?, opened_at = ?, said_at = ?, body = ?,
			       due_at = CASE WHEN marks = ? THEN CAST(? AS BIGINT)
			                     WHEN (SELECT state FROM projects WHERE id = cards.project_id) = 'active' THEN CAST(? AS BIGINT)
			                     ELSE CAST(? AS BIGINT) END
			 WHERE project_id = ?`,
			c.N, opened, wrote, c.Text, c.Marks, due, t.Now+cardEvery.Microseconds(), t.Now, c.Project)
		if err != nil {
			return err
		}
		for _, v := range said {
			if err := queueHeld(t, v, 0); err != nil {
				return err
			}
		}
		return nil
	})
	return sqldb.Wrap("save card of "+string(c.Project), err)
}
