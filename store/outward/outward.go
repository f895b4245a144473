// Package outward keeps what Frasier does at others: each deed as a row that is stored before its first byte leaves, and
// the connections by which it may.
package outward

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/outward"
	"github.com/frasier-cos/frasier/store/sqldb"
)

// Outward is this part of an open database. Its methods may be called at once.
type Outward struct {
	db *sqldb.DB
}

// New returns the part of a database.
func New(db *sqldb.DB) *Outward { return &Outward{db: db} }

type actionRow struct {
	ID         outward.ActionID
	Key        string
	Kind       outward.Kind
	Connection string
	Project    org.ProjectID `db:"project_id"`
	Place      string
	Effect     string
	Body       string
	State      outward.State
	AllowedBy  string `db:"allowed_by"`
	Link       string
	Answer     string
	Why        string
	Tries      int
	Fence      int64
	At         int64
	DueAt      int64 `db:"due_at"`
	Undoes     outward.ActionID
	Undone     outward.ActionID
	Object     string
	Field      string
}

const actionColumns = `id, key, kind, connection, coalesce(project_id, '') AS project_id, place, effect, body, state, allowed_by, link, answer, why, tries, fence, at, due_at, undoes, object, field,
		       coalesce((SELECT min(u.id) FROM actions u WHERE u.undoes = actions.id AND u.state = 'done'), '') AS undone`

func (r actionRow) toAction() outward.Action {
	var answer json.RawMessage
	if r.Answer != "" { // else there is none, and no JSON either
		answer = json.RawMessage(r.Answer)
	}
	return outward.Action{
		ID: r.ID, Key: r.Key, Kind: r.Kind, Connection: r.Connection, Project: r.Project, Place: r.Place, Effect: r.Effect,
		Order: json.RawMessage(r.Body), State: r.State, AllowedBy: r.AllowedBy, Link: r.Link, Answer: answer, Why: r.Why, Tries: r.Tries,
		At: sqldb.Moment(r.At), Due: sqldb.Moment(r.DueAt), Undoes: r.Undoes, Undone: r.Undone, Object: r.Object, Field: r.Field,
	}
}

func readActions(ctx context.Context, q sqldb.Getter, where string, args ...any) ([]outward.Action, error) {
	var rows []actionRow
	err := sqldb.Many(ctx, q, &rows, `SELECT `+actionColumns+` FROM actions WHERE `+where, args...)
	out := make([]outward.Action, 0, len(rows))
	for _, r := range rows {
		out = append(out, r.toAction())
	}
	return out, err
}

// ProposeAction keeps an action that is to be done, allowed where AllowedBy says by what. Of the same key there is one: the
// action that is there already comes back as it is, whatever a differs in. One of an object that is frozen is left out.
func (d *Outward) ProposeAction(ctx context.Context, a outward.Action) (outward.Action, error) {
	var out outward.Action
	err := d.db.Write(ctx, func(t *sqldb.Tx) error {
		t.Method = "propose-action"
		all, err := readActions(ctx, t, `key = ?`, a.Key)
		if err != nil {
			return err
		}
		if len(all) > 0 {
			out = all[0]
			return nil
		}
		next := a
		if err := restrict(t, &next); err != nil {
			return err
		}
		frozen, err := sayFrozen(t, a)
		if err != nil {
			return err
		}
		over, err := sayAsked(t, a)
		if err != nil {
			return err
		}
		if why := cmp.Or(frozen, over); why != "" {
			next.Why = why
		}
		out, err = insertAction(t, next)
		return err
	})
	return out, sqldb.Wrap("propose "+a.Key, err)
}

func insertAction(t *sqldb.Tx, a outward.Action) (outward.Action, error) {
	id, err := t.NextID("a")
	if err != nil {
		return outward.Action{}, err
	}
	a.ID, a.State = outward.ActionID(id), outward.Proposed
	if a.AllowedBy != "" {
		a.State = outward.Allowed
	}
	if a.Why != "" { // it is left out from the start, and so not thought of again
		a.State, a.AllowedBy = outward.Dropped, ""
	}
	err = t.Exec(`
		INSERT INTO actions (id, key, kind, connection, project_id, place, effect, body, state, allowed_by, why, at, undoes, object, field, step_id)
		VALUES (?, ?, ?, ?, nullif(?, ''), ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
		a.ID, a.Key, a.Kind, a.Connection, a.Project, a.Place, a.Effect, string(a.Order), a.State, a.AllowedBy, a.Why, t.Now, a.Undoes, a.Object, a.Field, a.Step)
	if err != nil {
		return outward.Action{}, err
	}
	t.Wake = true
	a.At = sqldb.Moment(t.Now)
	return a, recordChange(t, a, "")
}

// recordChange writes into the journal what became of an action.
func recordChange(t *sqldb.Tx, a outward.Action, who string) error {
	text := map[outward.State]string{
		outward.Proposed: "Would do: ", outward.Allowed: "Is to be done: ", outward.Done: "Done: ", outward.Refused: "Refused there: ", outward.Dropped: "Left out: ",
	}[a.State] + string(a.Kind) + " at " + a.Place
	if a.Why != "" {
		text += ": " + a.Why
	}
	data := map[string]string{"action": string(a.ID), "kind": string(a.Kind), "state": string(a.State), "place": a.Place}
	if a.State == outward.Proposed {
		data["effect"] = a.Effect
	}
	if a.Why != "" {
		data["why"] = a.Why
	}
	if a.Link != "" {
		data["link"] = a.Link
	}
	if a.Undoes != "" {
		data["undoes"], data["effect"] = string(a.Undoes), a.Effect
	}
	if (a.Kind == outward.MergePull || a.Kind == outward.PublishPage) && a.State == outward.Done {
		data["answer"] = string(a.Answer)
	}
	if a.Kind == outward.CallTool && a.State == outward.Done {
		var said outward.ToolAnswer
		if err := json.Unmarshal(a.Answer, &said); err != nil {
			return err
		}
		data["said"] = said.Text
	}
	if who != "" {
		data["by"] = who
	}
	return t.Event(org.Event{Kind: org.EventAction, Project: a.Project, Text: text, Data: data})
}

// AllowAction lets a proposed action be done. Said twice it is the same. It returns org.ErrConflict for one that ended or was
// dropped, and org.ErrNotFound for one that is not known.
func (d *Outward) AllowAction(ctx context.Context, id outward.ActionID, who string) (outward.Action, error) {
	return d.decide(ctx, "allow-action", id, outward.Allowed, who)
}

// DropAction leaves a proposed action out, for good. Said twice it is the same. It returns org.ErrConflict for one that was
// allowed meanwhile, and org.ErrNotFound for one that is not known.
func (d *Outward) DropAction(ctx context.Context, id outward.ActionID, who string) (outward.Action, error) {
	return d.decide(ctx, "drop-action", id, outward.Dropped, who)
}

func (d *Outward) decide(ctx context.Context, method string, id outward.ActionID, to outward.State, who string) (outward.Action, error) {
	var out outward.Action
	err := d.db.Write(ctx, func(t *sqldb.Tx) error {
		t.Method = method
		all, err := readActions(ctx, t, `id = ?`, id)
		if err == nil && len(all) == 0 {
			err = org.ErrNotFound
		}
		if err != nil {
			return err
		}
		out = all[0]
		agrees := out.State == to || to == outward.Allowed && (out.State == outward.Doing || out.State == outward.Done)
		switch {
		case agrees:
			return nil
		case out.State != outward.Proposed:
			return org.ErrConflict
		}
		out.State = to
		if to == outward.Allowed {
			out.AllowedBy = who
		}
		if err := t.Exec(`UPDATE actions SET state = ?, allowed_by = ? WHERE id = ?`, out.State, out.AllowedBy, id); err != nil {
			return err
		}
		t.Wake = true
		return recordChange(t, out, who)
	})
	return out, sqldb.Wrap("decide on action "+string(id), err)
}

// ClaimAction hands out the oldest action that is due, for a term, as long as its connection is on and nobody has the same page in hand. One whose term ran
// out comes again with Again set: it may be done already. It returns org.ErrNoWork when nothing is due.
func (d *Outward) ClaimAction(ctx context.Context, owner string, term time.Duration) (outward.Claim, error) {
	return d.claimAction(ctx, "claim-action", `EXISTS (SELECT 1 FROM connections c WHERE c.name = connection AND c.active = 1)
		   AND NOT (kind IN ('publish_page', 'trash_page') AND EXISTS (SELECT 1 FROM actions o WHERE o.id <> actions.id AND o.state = 'doing'
		            AND o.project_id = actions.project_id AND o.connection = actions.connection AND o.kind IN ('publish_page', 'trash_page')))`, owner, term)
}

// ClaimToolAction does the same for calls of tools, but of a server that is off. Of one that was removed they come too, to be ended.
func (d *Outward) ClaimToolAction(ctx context.Context, owner string, term time.Duration) (outward.Claim, error) {
	return d.claimAction(ctx, "claim-tool-action", `kind = 'call_tool' AND NOT EXISTS (SELECT 1 FROM tool_servers s WHERE 'tools/' || s.name = connection AND s.active = 0)`, owner, term)
}

// MarkSent notes that what was claimed goes out now, and may have arrived from then on. It returns org.ErrLeaseLost when somebody else has it.
func (d *Outward) MarkSent(ctx context.Context, c outward.Claim) error {
	raw, err := json.Marshal(outward.Sent{Sent: true})
	if err != nil {
		return err
	}
	return sqldb.Wrap("mark action "+string(c.Action.ID), d.db.Write(ctx, func(t *sqldb.Tx) error {
		t.Method = "mark-sent"
		n, err := t.Change(`UPDATE actions SET answer = ? WHERE id = ? AND state = 'doing' AND fence = ?`, string(raw), c.Action.ID, c.Fence)
		if err == nil && n == 0 {
			err = org.ErrLeaseLost
		}
		return err
	}))
}

func (d *Outward) claimAction(ctx context.Context, method, reach, owner string, term time.Duration) (outward.Claim, error) {
	due := `due_at <= ? AND (state = 'allowed' OR state = 'doing' AND claim_until <= ?) AND ` + reach
	now := d.db.Now().UnixMicro()
	idle, err := d.db.Idle(ctx, `SELECT count(*) FROM actions WHERE `+due, now, now)
	if err == nil && idle {
		err = org.ErrNoWork
	}
	if err != nil {
		return outward.Claim{}, err
	}
	var out outward.Claim
	err = d.db.Write(ctx, func(t *sqldb.Tx) error {
		t.Method, out = method, outward.Claim{}
		var rows []actionRow
		err := t.All(&rows, `SELECT `+actionColumns+` FROM actions WHERE `+due+` ORDER BY due_at, at, id LIMIT 1`, t.Now, t.Now)
		if err != nil || len(rows) == 0 {
			return err
		}
		r := rows[0]
		out = outward.Claim{Action: r.toAction(), Owner: owner, Fence: r.Fence + 1, Again: r.Tries > 0}
		out.Action.State, out.Action.Tries = outward.Doing, r.Tries+1
		return t.Exec(`UPDATE actions SET state = 'doing', tries = tries + 1, claimed_by = ?, claim_until = ?, fence = ? WHERE id = ?`,
			owner, t.Now+term.Microseconds(), out.Fence, r.ID)
	})
	if err == nil && out.Action.ID == "" {
		err = org.ErrNoWork
	}
	return out, err
}

// EndAction records what became of a claim. It returns org.ErrLeaseLost when somebody else has the action.
func (d *Outward) EndAction(ctx context.Context, c outward.Claim, e outward.Ending) error {
	return sqldb.Wrap("end action "+string(c.Action.ID), d.db.Write(ctx, func(t *sqldb.Tx) error {
		t.Method = "end-action"
		due := int64(0)
		if !e.State.Ended() {
			due = sqldb.Micros(e.Due)
		}
		n, err := t.Change(`UPDATE actions SET state = ?, link = ?, answer = ?, why = ?, due_at = ?, claimed_by = '', claim_until = 0 WHERE id = ? AND state = 'doing' AND fence = ?`,
			e.State, e.Link, string(e.Answer), e.Why, due, c.Action.ID, c.Fence)
		if err == nil && n == 0 {
			err = org.ErrLeaseLost
		}
		if err != nil || !e.State.Ended() {
			return err
		}
		if err := errors.Join(settleUndo(t, c.Action, e.State), settlePull(t, c.Action, e)); err != nil {
			return err
		}
		a := c.Action
		a.State, a.Link, a.Why, a.Answer = e.State, e.Link, e.Why, e.Answer
		if err := recordChange(t, a, ""); err != nil || !a.IsMail() {
			return err
		}
		return tellMail(t, a)
	}))
}

// Actions lists actions of a project, or of all where the id is empty, the newest first, at most so many.
func (d *Outward) Actions(ctx context.Context, project org.ProjectID, most int) ([]outward.Action, error) {
	out, err := readActions(ctx, d.db.Read, `(project_id = ? OR ? = '') ORDER BY at DESC, id DESC LIMIT ?`, project, project, most)
	return out, sqldb.Wrap("list actions", err)
}

// WasDone reports whether an action of a kind was ever done at a place: the first one of each is shown to a founder before.
func (d *Outward) WasDone(ctx context.Context, kind outward.Kind, place string) (bool, error) {
	var n int
	err := sqldb.One(ctx, d.db.Read, &n, `SELECT count(*) FROM actions WHERE kind = ? AND place = ? AND state = 'done'`, kind, place)
	if err != nil {
		return false, fmt.Errorf("look whether %s was done at %s: %w", kind, place, err)
	}
	return n > 0, nil
}
