package ledger

import (
	"context"
	"fmt"

	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/store/record"
	"github.com/frasier-cos/frasier/store/sqldb"
)

// SetCap sets, changes or (with amount 0) takes away a cap or a warning of
// the founder's. What was held by it is looked at again at once.
func (d *Ledger) SetCap(ctx context.Context, c org.Cap) error {
	if c.Amount < 0 {
		return fmt.Errorf("set cap: %s is no amount", c.Amount)
	}
	err := d.db.Write(ctx, func(t *sqldb.Tx) error {
		t.Method = "set-cap"
		if c.Project != "" {
			if _, err := record.ProjectOf(ctx, t, c.Project); err != nil {
				return err
			}
		}
		return SetCap(t, c)
	})
	return sqldb.Wrap("set cap", err)
}

// SetCap is SetCap in a transaction. The journal tells of what it changes.
func SetCap(t *sqldb.Tx, c org.Cap) error {
	text := fmt.Sprintf("The founder set a %s of %s", c.Kind, CapPhrase(c))
	var changed int64
	var err error
	if c.Amount == 0 {
		text = fmt.Sprintf("The founder took the %s for each %s away", c.Kind, c.Scope)
		if c.Scope == org.ScopeProject {
			text = fmt.Sprintf("The founder took the %s of %s away", c.Kind, c.Project)
		}
		changed, err = t.Change(`DELETE FROM caps WHERE scope = ? AND project_id = ? AND kind = ?`, c.Scope, c.Project, c.Kind)
	} else {
		changed, err = t.Change(`
				INSERT INTO caps (scope, project_id, kind, amount, set_at) VALUES (?, ?, ?, ?, ?)
				    ON CONFLICT (scope, project_id, kind) DO UPDATE SET amount = excluded.amount, set_at = excluded.set_at
				     WHERE caps.amount <> excluded.amount`,
			c.Scope, c.Project, c.Kind, int64(c.Amount), t.Now)
	}
	if err != nil {
		return err
	}
	if _, err := releaseBudget(t); err != nil || changed == 0 {
		return err
	}
	return t.Event(org.Event{Kind: org.EventCapSet, Project: c.Project, Text: text, Data: map[string]string{
		"scope": string(c.Scope), "kind": string(c.Kind), "amount": fmt.Sprint(int64(c.Amount)),
	}})
}

// CapOf returns 0 when the founder set no cap on the project as a whole.
func CapOf(ctx context.Context, q sqldb.Getter, id org.ProjectID) (org.NanoUSD, error) {
	var limit int64
	if err := sqldb.One(ctx, q, &limit, `SELECT coalesce(max(amount), 0) FROM caps WHERE scope = 'project' AND project_id = ? AND kind = 'cap'`, id); err != nil {
		return 0, fmt.Errorf("read the cap of %s: %w", id, err)
	}
	return org.NanoUSD(limit), nil
}

// SpentOn counts what a project has cost so far, with what calls under way may still cost.
func SpentOn(ctx context.Context, q sqldb.Getter, id org.ProjectID) (org.NanoUSD, error) {
	sum, err := sumProject(ctx, q, id)
	return org.NanoUSD(sum.Known + sum.Held), err
}

// ProjectMoney holds what a project may cost and what it has cost.
type ProjectMoney struct {
	ID    org.ProjectID
	Limit int64
	Spent int64 // with what calls under way may still cost
}

// MoneyOf reads the money of the projects that a condition selects, in one question.
func MoneyOf(ctx context.Context, q sqldb.Getter, where string, args ...any) (map[org.ProjectID]ProjectMoney, error) {
	var rows []ProjectMoney
	err := sqldb.Many(ctx, q, &rows, `
		SELECT id, coalesce((SELECT max(amount) FROM caps WHERE scope = 'project' AND project_id = projects.id AND kind = 'cap'), 0) AS "limit",
		       coalesce((SELECT sum(known + held) FROM spending WHERE scope = 'month' AND project_id = projects.id), 0) AS spent
		  FROM projects WHERE `+where, args...)
	if err != nil {
		return nil, fmt.Errorf("read what projects cost: %w", err)
	}
	out := map[org.ProjectID]ProjectMoney{}
	for _, r := range rows {
		out[r.ID] = r
	}
	return out, nil
}

type capRow struct {
	Scope   org.CapScope
	Project org.ProjectID `db:"project_id"`
	Kind    org.CapKind
	Amount  int64
	SetAt   int64 `db:"set_at"`
}

func (r capRow) toCap() org.Cap {
	return org.Cap{Scope: r.Scope, Project: r.Project, Kind: r.Kind, Amount: org.NanoUSD(r.Amount), SetAt: sqldb.Moment(r.SetAt)}
}

// Caps returns the caps and warnings that the founder set.
func (d *Ledger) Caps(ctx context.Context) ([]org.Cap, error) {
	var rows []capRow
	err := sqldb.Many(ctx, d.db.Read, &rows, `SELECT scope, project_id, kind, amount, set_at FROM caps ORDER BY scope, project_id, kind`)
	if err != nil {
		return nil, fmt.Errorf("list caps: %w", err)
	}
	day, err := readDay(ctx, d.db.Read, d.db.Now())
	if err != nil {
		return nil, err
	}
	out := make([]org.Cap, 0, len(rows))
	for _, r := range rows {
		c := r.toCap()
		if subject := map[org.CapScope]string{org.ScopeDay: day, org.ScopeMonth: day[:monthLen]}[c.Scope]; subject != "" {
			var known int64
			err := sqldb.One(ctx, d.db.Read, &known, `SELECT coalesce(sum(known), 0) FROM spending WHERE scope = ? AND subject = ? AND project_id = ?`, c.Scope, subject, c.Project)
			if err != nil {
				return nil, fmt.Errorf("read what was spent: %w", err)
			}
			c.Spent = org.NanoUSD(known)
		}
		if c.Scope == org.ScopeProject {
			sum, err := sumProject(ctx, d.db.Read, c.Project)
			if err != nil {
				return nil, err
			}
			c.Spent = org.NanoUSD(sum.Known)
		}
		out = append(out, c)
	}
	return out, nil
}

// sumProject sums what a project has cost so far: known, and held for what may still come of calls
// under way.
func sumProject(ctx context.Context, q sqldb.Getter, p org.ProjectID) (budget, error) {
	out := budget{Scope: org.ScopeProject, Subject: string(p), Project: p}
	var sum struct{ Known, Held int64 }
	err := sqldb.One(ctx, q, &sum, `
		SELECT coalesce(sum(known), 0) AS known, coalesce(sum(held), 0) AS held FROM spending WHERE scope = 'month' AND project_id = ?`, p)
	if err != nil {
		return out, fmt.Errorf("sum what %s cost: %w", p, err)
	}
	out.Known, out.Held = sum.Known, sum.Held
	return out, nil
}
