package outward

import (
	"context"
	"encoding/json"
	"fmt"
	"time"

	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/outward"
	"github.com/frasier-cos/frasier/internal/reports"
	"github.com/frasier-cos/frasier/store/ledger"
	"github.com/frasier-cos/frasier/store/outbox"
	"github.com/frasier-cos/frasier/store/sqldb"
)

// ClaimWatch hands out what is known of a repository at its forge, for a term: whoever dies over it is followed by another. It
// returns org.ErrNoWork when it is not due.
func (d *Outward) ClaimWatch(ctx context.Context, place string, term time.Duration) (outward.Watch, error) {
	idle, err := d.db.Idle(ctx, `SELECT 1 - count(*) FROM watches WHERE place = ? AND due_at > ?`, place, d.db.Now().UnixMicro())
	if err == nil && idle {
		err = org.ErrNoWork
	}
	if err != nil {
		return outward.Watch{}, err
	}
	var out outward.Watch
	err = d.db.Write(ctx, func(t *sqldb.Tx) error {
		t.Method = "claim-watch"
		if err := t.Exec(`INSERT INTO watches (place) VALUES (?) ON CONFLICT (place) DO NOTHING`, place); err != nil {
			return err
		}
		var r struct {
			Tags    string
			Turn    int
			Labels  string
			Asked   string
			Strange int
			Tries   int
			Since   int64
			Why     string
			Whole   int64
			Nudges  int
			DueAt   int64 `db:"due_at"`
		}
		if err := t.Get(&r, `SELECT tags, turn, labels, asked, strange, tries, since, why, whole, nudges, due_at FROM watches WHERE place = ?`, place); err != nil {
			return err
		}
		if r.DueAt > t.Now {
			return org.ErrNoWork
		}
		out = outward.Watch{Place: place, Turn: r.Turn, Strange: r.Strange, Tries: r.Tries, Why: r.Why, Nudges: r.Nudges}
		if r.Since > 0 {
			out.Since = sqldb.Moment(r.Since)
		}
		if r.Whole > 0 {
			out.Whole = sqldb.Moment(r.Whole)
		}
		if err := json.Unmarshal([]byte(r.Tags), &out.Tags); err != nil {
			return err
		}
		if err := json.Unmarshal([]byte(r.Labels), &out.Labels); err != nil {
			return err
		}
		if err := json.Unmarshal([]byte(r.Asked), &out.Asked); err != nil {
			return err
		}
		return t.Exec(`UPDATE watches SET due_at = ? WHERE place = ?`, t.Now+term.Microseconds(), place)
	})
	return out, sqldb.Wrap("look at "+place, err)
}

// KeepWatch keeps what came of a look, and tells it where Why became another sentence. Where nobody can be told yet, Why is not kept: then
// it is told with the next look that fails. Where a nudge came meanwhile, it is due at once.
func (d *Outward) KeepWatch(ctx context.Context, w outward.Watch) error {
	tags, err := json.Marshal(w.Tags)
	if err != nil {
		return fmt.Errorf("keep the look at %s: %w", w.Place, err)
	}
	labels, err := json.Marshal(w.Labels)
	if err != nil {
		return fmt.Errorf("keep the look at %s: %w", w.Place, err)
	}
	asked, err := json.Marshal(w.Asked)
	if err != nil {
		return fmt.Errorf("keep the look at %s: %w", w.Place, err)
	}
	return sqldb.Wrap("keep the look at "+w.Place, d.db.Write(ctx, func(t *sqldb.Tx) error {
		t.Method = "keep-watch"
		var was struct {
			Why    string
			Nudges int
		}
		if err := t.Get(&was, `SELECT why, nudges FROM watches WHERE place = ?`, w.Place); err != nil {
			return err
		}
		since, whole, due := int64(0), int64(0), sqldb.Micros(w.Due)
		if !w.Since.IsZero() {
			since = sqldb.Micros(w.Since)
		}
		if !w.Whole.IsZero() {
			whole = sqldb.Micros(w.Whole)
		}
		if was.Nudges != w.Nudges {
			whole, due = 0, 0
		}
		var home org.Channel
		if w.Why != "" {
			var found bool
			var err error
			if home, found, err = ledger.Home(t); err != nil {
				return err
			}
			if !found {
				w.Why = ""
			}
		}
		err := t.Exec(`UPDATE watches SET tags = ?, turn = ?, labels = ?, asked = ?, strange = ?, tries = ?, since = ?, why = ?, whole = ?, due_at = ? WHERE place = ?`,
			string(tags), w.Turn, string(labels), string(asked), w.Strange, w.Tries, since, w.Why, whole, due, w.Place)
		if err != nil || w.Why == "" || w.Why == was.Why {
			return err
		}
		t.Wake = true
		return outbox.Deliver(t, reports.Delivery{Key: fmt.Sprintf("watch:%s:%d", w.Place, t.Now), Channel: home, Kind: reports.DeliverReply, Body: w.Why})
	}))
}
