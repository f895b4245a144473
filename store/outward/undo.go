package outward

import (
	"context"
	"encoding/json"
	"fmt"

	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/outward"
	"github.com/frasier-cos/frasier/store/sqldb"
)

// UndoAction has an action that is done taken back, which freezes its object from now on; one that was only allowed is left out. Said twice
// it is the same. The action that comes back is the one that takes it back, or the one that was left out. It returns org.ErrConflict with
// the action as it is where there is nothing to take back: it is under way, ended without being done, or has no inverse; and
// org.ErrNotFound for one that is not known.
func (d *Outward) UndoAction(ctx context.Context, id outward.ActionID, who, origin string) (outward.Action, error) {
	var out outward.Action
	err := d.db.Write(ctx, func(t *sqldb.Tx) error {
		t.Method = "undo-action"
		all, err := readActions(t.Ctx, t, `id = ?`, id)
		if err == nil && len(all) == 0 {
			err = org.ErrNotFound
		}
		if err != nil {
			return err
		}
		a := all[0]
		out = a
		switch a.State {
		case outward.Dropped:
			return nil
		case outward.Proposed, outward.Allowed:
			out.State = outward.Dropped
			if err := t.Exec(`UPDATE actions SET state = 'dropped' WHERE id = ?`, id); err != nil {
				return err
			}
			return recordChange(t, out, who)
		case outward.Doing, outward.Refused:
			return org.ErrConflict
		case outward.Done:
		}
		effect, _ := a.Inverse()
		if effect == "" {
			return org.ErrConflict
		}
		before, err := readActions(t.Ctx, t, `undoes = ? AND (state <> 'refused' OR key = ?) ORDER BY at, id`, id, undoKey(id, origin))
		if err != nil {
			return err
		}
		if len(before) > 0 {
			out = before[0]
			return nil
		}
		out, err = takeBack(t, a, effect, who, origin)
		return err
	})
	return out, sqldb.Wrap("take back "+string(id), err)
}

func undoKey(id outward.ActionID, origin string) string { return "undo:" + string(id) + ":" + origin }

// takeBack keeps the action that reverses one, and freezes what that one changed.
func takeBack(t *sqldb.Tx, a outward.Action, effect, who, origin string) (outward.Action, error) {
	raw, err := json.Marshal(outward.UndoOrder{Of: a.ID, Kind: a.Kind, Order: a.Order, Answer: a.Answer, Link: a.Link})
	if err != nil {
		return outward.Action{}, fmt.Errorf("order that %s is taken back: %w", a.ID, err)
	}
	out, err := insertAction(t, outward.Action{
		Key: undoKey(a.ID, origin), Kind: outward.TakeBack, Connection: a.Connection, Project: a.Project, Place: a.Place, Effect: effect, Order: raw, AllowedBy: who,
		Undoes: a.ID, Object: a.Object, Field: a.Field,
	})
	if err != nil || a.Object == "" {
		return out, err
	}
	err = t.Exec(`INSERT INTO frozen (place, object, field, action_id, at) VALUES (?, ?, ?, ?, ?) ON CONFLICT (place, object, field) DO UPDATE SET action_id = excluded.action_id, at = excluded.at`,
		a.Place, a.Object, a.Field, out.ID, t.Now)
	return out, err
}

// settleUndo keeps what the end of an action that takes another back means here. Where that was refused, all goes on as it is there; a pull
// request that is open again is looked at again, and one that is a draft again is known as one.
func settleUndo(t *sqldb.Tx, a outward.Action, end outward.State) error {
	if a.Undoes == "" {
		return nil
	}
	if end != outward.Done {
		return t.Exec(`DELETE FROM frozen WHERE action_id = ?`, a.ID)
	}
	var u outward.UndoOrder
	if err := json.Unmarshal(a.Order, &u); err != nil {
		return fmt.Errorf("read what %s took back: %w", a.ID, err)
	}
	change := map[outward.Kind]string{outward.ClosePull: `state = 'open'`, outward.MarkReady: `draft = 1`}[u.Kind]
	if change == "" {
		return nil
	}
	var o outward.PullOrder
	if err := json.Unmarshal(u.Order, &o); err != nil {
		return fmt.Errorf("read what %s took back: %w", a.ID, err)
	}
	return t.Exec(`UPDATE pulls SET `+change+` WHERE place = ? AND number = ?`, a.Place, o.Number)
}

// Frozen lists what was taken back at others and is not changed again by itself, the oldest first.
func (d *Outward) Frozen(ctx context.Context) ([]outward.Frozen, error) {
	out, err := readFrozen(ctx, d.db.Read, `1 = 1`)
	return out, sqldb.Wrap("list what is frozen", err)
}

func readFrozen(ctx context.Context, q sqldb.Getter, where string, args ...any) ([]outward.Frozen, error) {
	var rows []struct {
		Place, Object, Field string
		Action               outward.ActionID `db:"action_id"`
		At                   int64
	}
	err := sqldb.Many(ctx, q, &rows, `SELECT place, object, field, action_id, at FROM frozen WHERE `+where+` ORDER BY at, place, object, field`, args...)
	out := make([]outward.Frozen, 0, len(rows))
	for _, r := range rows {
		out = append(out, outward.Frozen{Place: r.Place, Object: r.Object, Field: r.Field, Action: r.Action, At: sqldb.Moment(r.At)})
	}
	return out, err
}

// sayFrozen says why an action is left out; empty for one that changes nothing that was taken back.
func sayFrozen(t *sqldb.Tx, a outward.Action) (string, error) {
	if a.Object == "" {
		return "", nil
	}
	all, err := readFrozen(t.Ctx, t, `place = ? AND object = ?`, a.Place, a.Object)
	for _, f := range all {
		if f.Holds(a.Place, a.Object, a.Field) {
			return fmt.Sprintf("it is left as it is since %s took it back", f.Action), err
		}
	}
	return "", err
}

// Thaw lets what an action took back be changed again. It returns org.ErrNotFound where that froze nothing, or somebody let it go on since.
func (d *Outward) Thaw(ctx context.Context, id outward.ActionID, who string) error {
	return sqldb.Wrap("let go on what "+string(id)+" took back", d.db.Write(ctx, func(t *sqldb.Tx) error {
		t.Method, t.Wake = "thaw", true
		all, err := readFrozen(t.Ctx, t, `action_id = ?`, id)
		if err == nil && len(all) == 0 {
			err = org.ErrNotFound
		}
		if err != nil {
			return err
		}
		if err := t.Exec(`DELETE FROM frozen WHERE action_id = ?`, id); err != nil {
			return err
		}
		acts, err := readActions(t.Ctx, t, `id = ?`, id)
		if err != nil || len(acts) == 0 {
			return err
		}
		return t.Event(org.Event{
			Kind: org.EventAction, Project: acts[0].Project, Text: "Goes on at " + acts[0].Place + ": " + all[0].Object,
			Data: map[string]string{"action": string(id), "kind": string(acts[0].Kind), "state": "thawed", "place": acts[0].Place, "by": who},
		})
	}))
}
