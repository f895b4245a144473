package outward

import (
	"context"

	"github.com/frasier-cos/frasier/internal/outward"
	"github.com/frasier-cos/frasier/store/sqldb"
)

// OrderAction keeps an action that somebody orders, of which there may be another later: where one of its kind and key is still to be done
// or waits for a yes, that one is allowed and comes back. So the same said twice is done once, and said again after its end is done again;
// carried out again, by its origin, it is what came of it. It returns an *outward.OffError where the project's sink is off.
func (d *Outward) OrderAction(ctx context.Context, a outward.Action, origin string) (outward.Action, error) {
	var out outward.Action
	err := d.db.Write(ctx, func(t *sqldb.Tx) error {
		t.Method = "order-action"
		p, err := permitOf(t, a)
		if err != nil {
			return err
		}
		if p.Level == outward.LevelOff {
			return &outward.OffError{Permit: p}
		}
		all, err := readActions(t.Ctx, t, `kind = ? AND (key = ? OR substr(key, 1, ?) = ?) ORDER BY at, id`, a.Kind, a.Key, len(a.Key)+1, a.Key+":")
		if err != nil {
			return err
		}
		key := a.Key + ":" + origin
		for _, was := range all {
			switch {
			case was.Key == key:
				out = was
				return nil
			case was.State.Ended():
			case was.State == outward.Proposed:
				out = was
				out.State, out.AllowedBy = outward.Allowed, a.AllowedBy
				t.Wake = true
				if err := t.Exec(`UPDATE actions SET state = 'allowed', allowed_by = ? WHERE id = ?`, a.AllowedBy, was.ID); err != nil {
					return err
				}
				return recordChange(t, out, a.AllowedBy)
			default:
				out = was
				return nil
			}
		}
		next := a
		next.Key = key
		if a.Object != "" { // whoever orders it has it go on
			if err := t.Exec(`DELETE FROM frozen WHERE place = ? AND object = ? AND (field = ? OR field = '')`, a.Place, a.Object, a.Field); err != nil {
				return err
			}
		}
		out, err = insertAction(t, next)
		return err
	})
	return out, sqldb.Wrap("order "+a.Key, err)
}

// DraftsDue lists the drafts that were looked at and about whose commit nobody was asked yet whether it is ready.
func (d *Outward) DraftsDue(ctx context.Context) ([]outward.PullRequest, error) {
	const due = `s.state = 'open' AND s.draft = 1 AND NOT EXISTS (SELECT 1 FROM actions r WHERE r.kind = 'mark_ready' AND r.key = 'mark_ready:' || a.id || ':' || s.head) ORDER BY a.at, a.id`
	out, err := readPulls(ctx, d.db.Read, due)
	return out, sqldb.Wrap("list drafts", err)
}
