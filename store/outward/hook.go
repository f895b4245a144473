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
	"github.com/frasier-cos/frasier/store/ledger"
	"github.com/frasier-cos/frasier/store/outbox"
	"github.com/frasier-cos/frasier/store/sqldb"
)

type hookRow struct {
	Name, Words, Why string
	Form             outward.HookForm
	Only             string `db:"only_if"`
	Orders           int
	Money            int64
	Sealed           []byte
	On               bool  `db:"active"`
	ToldAt           int64 `db:"told_at"`
	At               int64
	Ordered, Lately  int
	Today            int64
}

func (r hookRow) toHook() (outward.Hook, error) {
	h := outward.Hook{
		Name: r.Name, Form: r.Form, Words: r.Words, Orders: r.Orders, Money: org.NanoUSD(r.Money), On: r.On, Why: r.Why, Sealed: r.Sealed, At: sqldb.Moment(r.At),
		Ordered: r.Ordered, LastHour: r.Lately, Today: org.NanoUSD(r.Today),
	}
	return h, sqldb.FromJSON(r.Only, &h.Only)
}

// readHooks counts of an open project what it may cost, of one that has ended what it did.
func readHooks(ctx context.Context, q sqldb.Getter, now int64, where string, args ...any) ([]hookRow, error) {
	var rows []hookRow
	err := sqldb.Many(ctx, q, &rows, `
		SELECT name, form, words, only_if, orders, money, sealed, active, why, told_at, at,
		       (SELECT count(*) FROM hook_orders o WHERE o.hook = h.name) AS ordered,
		       (SELECT count(*) FROM hook_orders o WHERE o.hook = h.name AND o.at > ?) AS lately,
		       (SELECT coalesce(sum(CASE WHEN share > spent AND state IN ('active', 'paused') THEN share ELSE spent END), 0)
		          FROM (SELECT o.share, p.state, coalesce((SELECT sum(known + held) FROM spending WHERE scope = 'month' AND project_id = p.id), 0) AS spent
		                  FROM hook_orders o JOIN projects p ON p.id = o.project_id WHERE o.hook = h.name AND o.at > ?) AS costs) AS today
		  FROM hooks h WHERE `+where, slices.Concat([]any{now - time.Hour.Microseconds(), now - 24*time.Hour.Microseconds()}, args)...)
	return rows, err
}

// Hooks lists them by name.
func (d *Outward) Hooks(ctx context.Context) ([]outward.Hook, error) {
	rows, err := readHooks(ctx, d.db.Read, d.db.Now().UnixMicro(), `1 = 1 ORDER BY name`)
	if err != nil {
		return nil, fmt.Errorf("list hooks: %w", err)
	}
	out := make([]outward.Hook, 0, len(rows))
	for _, r := range rows {
		h, err := r.toHook()
		if err != nil {
			return nil, fmt.Errorf("read the hook %s: %w", r.Name, err)
		}
		out = append(out, h)
	}
	return out, nil
}

// AddHook keeps a hook in the place of the one of its name, whose orders count on. It returns org.ErrConflict when there are as many as
// there may be.
func (d *Outward) AddHook(ctx context.Context, h outward.Hook) error {
	only, err := json.Marshal(slices.Concat([]outward.HookFilter{}, h.Only))
	if err != nil {
		return err
	}
	return sqldb.Wrap("add the hook "+h.Name, d.db.Write(ctx, func(t *sqldb.Tx) error {
		t.Method = "add-hook"
		var n int
		if err := t.Get(&n, `SELECT count(*) FROM hooks WHERE name <> ?`, h.Name); err != nil {
			return err
		}
		if n >= outward.HooksMost {
			return org.ErrConflict
		}
		err := t.Exec(`
			INSERT INTO hooks (name, form, words, only_if, orders, money, sealed, active, at) VALUES (?, ?, ?, ?, ?, ?, ?, 1, ?)
			    ON CONFLICT (name) DO UPDATE SET form = excluded.form, words = excluded.words, only_if = excluded.only_if, orders = excluded.orders,
			       money = excluded.money, sealed = excluded.sealed, active = 1, why = '', told_at = 0, at = excluded.at`,
			h.Name, h.Form, h.Words, string(only), h.Orders, int64(h.Money), h.Sealed, t.Now)
		if err != nil {
			return err
		}
		return recordConnection(t, h.Name, "on", fmt.Sprintf("The hook %s may order: %s", h.Name, h.Words))
	}))
}

// SealHook gives a hook another secret; the one before it counts no more. It returns org.ErrNotFound for one that is not known.
func (d *Outward) SealHook(ctx context.Context, name string, box []byte) error {
	return d.changeHook(ctx, "seal-hook", hookChange{hook: name, state: "on", text: "The hook " + name + " has another secret"}, `UPDATE hooks SET sealed = ? WHERE name = ?`, box, name)
}

// SwitchHook switches a hook on, or off for a reason. It returns org.ErrNotFound for one that is not known.
func (d *Outward) SwitchHook(ctx context.Context, name string, on bool, why string) error {
	state, text := "on", "Switched the hook "+name+" on"
	if !on {
		state, text = "off", "Switched the hook "+name+" off: "+why
	}
	return d.changeHook(ctx, "switch-hook", hookChange{hook: name, state: state, text: text}, `UPDATE hooks SET active = ?, why = ? WHERE name = ?`, on, why, name)
}

// RemoveHook deletes a hook with its secret. What it ordered goes on. It returns org.ErrNotFound for one that is not known.
func (d *Outward) RemoveHook(ctx context.Context, name string) error {
	return d.changeHook(ctx, "remove-hook", hookChange{hook: name, state: "gone", text: "Removed the hook " + name}, `DELETE FROM hooks WHERE name = ?`, name)
}

// hookChange is a change of a hook with its line of the journal.
type hookChange struct{ hook, state, text string }

func (d *Outward) changeHook(ctx context.Context, method string, c hookChange, query string, args ...any) error {
	return sqldb.Wrap("change the hook "+c.hook, d.db.Write(ctx, func(t *sqldb.Tx) error {
		t.Method = method
		n, err := t.Change(query, args...)
		if err == nil && n == 0 {
			err = org.ErrNotFound
		}
		if err != nil {
			return err
		}
		return recordConnection(t, c.hook, c.state, c.text)
	}))
}

// OrderByHook begins the project that a delivery orders, and reports whether it did: a delivery that came before, by its id or by what was
// signed, begins nothing. It returns outward.ErrHookFull when the hook has ordered as much as it may, which the founder is told once a day, and
// outward.ErrHookOff for one that is off or gone, and outward.ErrNobody while there is no chat in which its project could be talked about.
func (d *Outward) OrderByHook(ctx context.Context, o outward.HookOrder) (org.ProjectID, bool, error) {
	var p org.ProjectID
	fresh, full := false, false
	err := d.db.Write(ctx, func(t *sqldb.Tx) error {
		t.Method, fresh, full = "order-by-hook", false, false
		var known []org.ProjectID
		err := t.All(&known, `SELECT project_id FROM hook_orders WHERE hook = ? AND (digest = ? OR delivery = ? AND delivery <> '')`, o.Hook, o.Digest, o.Delivery)
		if err != nil {
			return err
		}
		if len(known) > 0 {
			p = known[0]
			return nil
		}
		rows, err := readHooks(t.Ctx, t, t.Now, `name = ? AND active = 1`, o.Hook)
		if err == nil && len(rows) == 0 {
			err = outward.ErrHookOff
		}
		if err != nil {
			return err
		}
		h, err := rows[0].toHook()
		if err != nil {
			return err
		}
		home, found, err := ledger.Home(t)
		if err != nil {
			return err
		}
		if !found {
			return outward.ErrNobody
		}
		if h.LastHour >= h.Orders || h.Today+h.Share() > h.Money {
			full = true
			return tellFull(t, o, rows[0], home)
		}
		p, err = openProject(t, opening{
			origin: org.HookOrigin + h.Name, about: "the hook " + h.Name, by: "hook:" + h.Name, channel: home, text: o.Text, matter: o.Matter, project: o.Project, most: h.Share(), reply: o.Reply,
			card: org.Card{Buttons: o.Buttons},
		})
		if err != nil {
			return err
		}
		fresh, t.Wake = true, true
		return t.Exec(`INSERT INTO hook_orders (hook, digest, delivery, project_id, share, at) VALUES (?, ?, ?, ?, ?, ?)`, h.Name, o.Digest, o.Delivery, p, int64(h.Share()), t.Now)
	})
	if err == nil && full {
		err = outward.ErrHookFull
	}
	return p, fresh, sqldb.Wrap("order by the hook "+o.Hook, err)
}

// tellFull tells the founder that a hook orders more than it may.
func tellFull(t *sqldb.Tx, o outward.HookOrder, h hookRow, home org.Channel) error {
	const day = 24 * time.Hour
	if t.Now-h.ToldAt < day.Microseconds() && h.ToldAt > 0 {
		return nil
	}
	t.Wake = true
	if err := t.Exec(`UPDATE hooks SET told_at = ? WHERE name = ?`, t.Now, h.Name); err != nil {
		return err
	}
	if err := recordConnection(t, h.Name, "full", "The hook "+h.Name+" orders more than it may"); err != nil {
		return err
	}
	return outbox.Deliver(t, reports.Delivery{
		Key: fmt.Sprintf("hook-full:%s:%d", h.Name, t.Now), Channel: home, Kind: reports.DeliverReply, Body: o.Full, Card: org.Card{Buttons: o.Buttons},
	})
}
