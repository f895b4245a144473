package code

import (
	"context"
	"fmt"
	"strings"

	"github.com/frasier-cos/frasier/internal/coding"
	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/work"
	"github.com/frasier-cos/frasier/store/record"
	"github.com/frasier-cos/frasier/store/sqldb"
)

// PlaceStep keeps how a step that changes code is carried out, and gives its work a name
// that no other open one has. It returns the placement with that name, and org.ErrLeaseLost to a
// worker whose claim was taken away.
func (d *Code) PlaceStep(ctx context.Context, l work.Lease, p coding.Placement) (coding.Placement, error) {
	err := d.db.Write(ctx, func(t *sqldb.Tx) error {
		t.Method = "place-step"
		if err := checkLease(t, l); err != nil {
			return err
		}
		o, err := OrderOf(t.Ctx, t, l.Step)
		if err != nil {
			return err
		}
		if o == nil {
			return fmt.Errorf("step %s changes no code: %w", l.Step, org.ErrConflict)
		}
		if p.Handle, err = chooseHandle(t, l.Step); err != nil {
			return err
		}
		text, err := sqldb.JSONText(p)
		if err != nil {
			return err
		}
		if err := t.Exec(`UPDATE code_steps SET handle = ?, decision = ? WHERE step_id = ?`, p.Handle, text, l.Step); err != nil {
			return err
		}
		if o.Placed != nil && o.Placed.Alike(p) {
			return nil // it was told
		}
		return recordStepEvent(t, org.EventPlaced, l.Step, fmt.Sprintf("%s: %s @ %.7s, branch %s", p.Handle, o.Repository.Name, p.Base.Value, p.Branch.Value))
	})
	return p, sqldb.Wrap("keep how "+string(l.Step)+" is carried out", err)
}

func chooseHandle(t *sqldb.Tx, id org.StepID) (string, error) {
	var mine string
	if err := t.Get(&mine, `SELECT handle FROM code_steps WHERE step_id = ?`, id); err != nil || mine != "" {
		return mine, err
	}
	for n := 0; ; n++ {
		name := coding.Handle(id, n)
		var taken int
		err := t.Get(&taken, `
			SELECT count(*) FROM code_steps c JOIN steps s ON s.id = c.step_id
			 WHERE c.handle = ? AND s.state IN ('pending', 'in_progress', 'in_review')`, name)
		if err != nil || taken == 0 {
			return name, err
		}
	}
}

// TellReplaced keeps in the journal why an agent that writes a change was ended and another one goes on. It returns org.ErrLeaseLost
// to a worker whose claim was taken away.
func (d *Code) TellReplaced(ctx context.Context, l work.Lease, why string) error {
	err := d.db.Write(ctx, func(t *sqldb.Tx) error {
		t.Method = "tell-replaced"
		if err := checkLease(t, l); err != nil {
			return err
		}
		return recordStepEvent(t, org.EventReplaced, l.Step, why)
	})
	return sqldb.Wrap("tell that the agent of "+string(l.Step)+" was replaced", err)
}

func recordStepEvent(t *sqldb.Tx, kind org.EventKind, id org.StepID, text string) error {
	steps, err := record.StepsOf(t.Ctx, t, `id = ?`, id)
	if err != nil || len(steps) == 0 {
		return err
	}
	return record.StepEvent(t, kind, steps[0], text)
}

// SetRepository changes the branch, the checks and the policy of a repository. What was begun goes on as
// it was decided.
func (d *Code) SetRepository(ctx context.Context, r coding.Repository) error {
	checks, err := sqldb.JSONText(sqldb.OrEmpty(r.Checks))
	if err != nil {
		return err
	}
	policy, err := sqldb.JSONText(r.Policy)
	if err != nil {
		return err
	}
	err = d.db.Write(ctx, func(t *sqldb.Tx) error {
		t.Method, t.Wake = "set-repository", true // a service may be set that is always there
		n, err := t.Change(`UPDATE repositories SET default_ref = ?, checks = ?, policy = ? WHERE id = ?`, r.Ref, checks, policy, r.ID)
		if err == nil && n == 0 {
			err = org.ErrNotFound
		}
		if err != nil {
			return err
		}
		return t.Event(org.Event{Kind: org.EventRepository, Text: "Changed the settings of the repository " + r.Name})
	})
	return sqldb.Wrap("change the repository "+r.Name, err)
}

// parsePlacement returns nil for a step that has not begun.
func parsePlacement(text string) (*coding.Placement, error) {
	if strings.TrimSpace(text) == "" {
		return nil, nil // it has not begun
	}
	var p coding.Placement
	return &p, sqldb.FromJSON(text, &p)
}

// PlacedOf reads how a step that changes code is carried out; nil for other steps, and for one that has not begun.
func PlacedOf(ctx context.Context, q sqldb.Getter, id org.StepID) (*coding.Placement, error) {
	var all []string
	if err := sqldb.Many(ctx, q, &all, `SELECT decision FROM code_steps WHERE step_id = ?`, id); err != nil || len(all) == 0 {
		return nil, sqldb.Wrap("read how "+string(id)+" is carried out", err)
	}
	return parsePlacement(all[0])
}
