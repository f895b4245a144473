package ledger

import (
	"context"
	"database/sql"
	"errors"
	"fmt"

	"github.com/frasier-cos/frasier/internal/policy"
	"github.com/frasier-cos/frasier/store/sqldb"
)

// Policy returns the value of a policy row, or otherwise when nobody set it.
func (d *Ledger) Policy(ctx context.Context, name, otherwise string) (string, error) {
	var value string
	err := sqldb.One(ctx, d.db.Read, &value, `SELECT value FROM policies WHERE name = ?`, name)
	if errors.Is(err, sql.ErrNoRows) {
		return otherwise, nil
	}
	if err != nil {
		return "", fmt.Errorf("read policy %s: %w", name, err)
	}
	return value, nil
}

// SetPolicy sets a policy row. It holds from the next decision on. A value that
// nothing could be read from is refused with a sentence. What the row stood for in an
// older program is forgotten.
func (d *Ledger) SetPolicy(ctx context.Context, name, value string) error {
	if err := checkPolicy(name, value); err != nil {
		return err
	}
	return d.db.Write(ctx, func(t *sqldb.Tx) error {
		t.Method = "set-policy"
		err := t.Exec(`
			INSERT INTO policies (name, value, changed_at) VALUES (?, ?, ?)
			    ON CONFLICT (name) DO UPDATE SET value = excluded.value, changed_at = excluded.changed_at`,
			name, value, t.Now)
		if err != nil {
			return fmt.Errorf("set policy %s: %w", name, err)
		}
		if err := t.Exec(`DELETE FROM policies WHERE name = ?`, policy.Before(name)); err != nil {
			return fmt.Errorf("forget what policy %s was: %w", name, err)
		}
		if name == policy.CompanyReview || name == policy.Zone || name == policy.ZoneMachine {
			return moveReview(t)
		}
		return nil
	})
}

// Crosscheck returns whether a model of another family looks at work once
// more. A row that cannot be read is an error.
func (d *Ledger) Crosscheck(ctx context.Context) (bool, error) {
	value, err := d.Policy(ctx, policy.Crosscheck, policy.CrosscheckOn)
	if err != nil {
		return false, err
	}
	on, err := policy.ParseCrosscheck(value)
	if err != nil {
		return false, fmt.Errorf("read policy %s: %w", policy.Crosscheck, err)
	}
	return on, nil
}

// Publishing returns whether documents go into the folder of published ones. A
// row that cannot be read is an error.
func (d *Ledger) Publishing(ctx context.Context) (bool, error) {
	value, err := d.Policy(ctx, policy.Publish, policy.PublishFolder)
	if err != nil {
		return false, err
	}
	on, err := policy.ParsePublish(value)
	return on, sqldb.Wrap("read policy "+policy.Publish, err)
}

// Autonomy returns the review policy as it stands: the rows "autonomy" (on or
// off), "autonomy.auto_approve" and "autonomy.qa_only" (bars), each with its
// default when it is not set. A row that cannot be read is an error, because
// a default in its place might approve what the founder wants to see.
func (d *Ledger) Autonomy(ctx context.Context) (policy.Thresholds, error) {
	p := policy.DefaultThresholds()
	on, err := d.Policy(ctx, policy.Autonomy, "on")
	if err != nil {
		return policy.Thresholds{}, err
	}
	if on != "on" && on != "off" {
		return policy.Thresholds{}, fmt.Errorf("read policy %s: %q is neither on nor off", policy.Autonomy, on)
	}
	p.On = on == "on"
	for _, s := range []struct {
		name string
		into *policy.Bar
	}{{policy.AutoApprove, &p.AutoApprove}, {policy.QAOnly, &p.QAOnly}} {
		text, err := d.Policy(ctx, s.name, "")
		if err != nil {
			return policy.Thresholds{}, err
		}
		if text == "" {
			continue
		}
		if *s.into, err = policy.ParseBar(text); err != nil {
			return policy.Thresholds{}, fmt.Errorf("read policy %s: %q: %w", s.name, text, err)
		}
	}
	return p, nil
}
