package company

import (
	"context"
	"fmt"

	"github.com/frasier-cos/frasier/internal/company"
	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/store/engine"
	"github.com/frasier-cos/frasier/store/memos"
	"github.com/frasier-cos/frasier/store/record"
	"github.com/frasier-cos/frasier/store/sqldb"
)

const heldByFounder = "you hold it"

// HoldDirective has nothing more be done about a directive until the founder lets it go
// on: its open messages wait, and its projects rest as if he had paused them. It returns
// how many projects of it rest. Twice is once.
func (d *Departments) HoldDirective(ctx context.Context, id org.MemoID) (int, error) {
	return d.runUnder(ctx, "hold-directive", id, func(t *sqldb.Tx, m company.Memo) error {
		if m.State != company.MemoOpen {
			return nil
		}
		// Its life goes on meanwhile: what is held for two weeks is over.
		if err := t.Exec(`UPDATE memos SET state = 'deferred', wake_at = expires_at, reason = ? WHERE id = ?`, heldByFounder, m.ID); err != nil {
			return fmt.Errorf("hold %s: %w", m.ID, err)
		}
		return recordMemoState(t, m.ID, company.MemoDeferred, heldByFounder)
	}, func(t *sqldb.Tx, p org.Project) error {
		if p.State != org.ProjectActive {
			return nil
		}
		return engine.Pause(t, p, "")
	})
}

// ContinueDirective lets a directive go on that the founder holds.
func (d *Departments) ContinueDirective(ctx context.Context, id org.MemoID) (int, error) {
	return d.runUnder(ctx, "continue-directive", id, func(t *sqldb.Tx, m company.Memo) error {
		if m.State != company.MemoDeferred || m.Reason != heldByFounder {
			return nil
		}
		if err := t.Exec(`UPDATE memos SET state = 'open', wake_at = NULL, reason = '' WHERE id = ?`, m.ID); err != nil {
			return fmt.Errorf("let %s go on: %w", m.ID, err)
		}
		if err := recordMemoState(t, m.ID, company.MemoOpen, "you let it go on"); err != nil {
			return err
		}
		return memos.Think(t, m.To, m.Kind == company.MemoDirective)
	}, func(t *sqldb.Tx, p org.Project) error {
		if p.State != org.ProjectPaused {
			return nil
		}
		if err := t.Exec(`UPDATE projects SET resumed_at = ? WHERE id = ?`, t.Now, p.ID); err != nil {
			return fmt.Errorf("let %s go on: %w", p.ID, err)
		}
		return engine.Resume(t, p, "")
	})
}

func recordMemoState(t *sqldb.Tx, id org.MemoID, state company.MemoState, why string) error {
	return t.Event(org.Event{Kind: org.EventMemoSettled, Text: fmt.Sprintf("%s is %s: %s", id, state, why), Data: map[string]string{"memo": string(id), "state": string(state)}})
}

// runUnder does something with every message and open project that came of a directive, and counts
// such projects.
func (d *Departments) runUnder(ctx context.Context, method string, id org.MemoID, memo func(*sqldb.Tx, company.Memo) error, project func(*sqldb.Tx, org.Project) error) (int, error) {
	n := 0
	err := d.db.Write(ctx, func(t *sqldb.Tx) error {
		t.Method = method
		m, err := readMemo(ctx, t, id)
		if err != nil {
			return err
		}
		all, err := memos.Of(ctx, t, `root = ?`, m.Root)
		if err != nil {
			return err
		}
		for _, m := range all {
			if err := memo(t, m); err != nil {
				return err
			}
		}
		open, err := record.ProjectsOf(ctx, t, `projects.state IN ('active', 'paused') AND projects.for_memo IN (SELECT id FROM memos WHERE root = ?)`, m.Root)
		if err != nil {
			return err
		}
		n = len(open)
		for _, p := range open {
			if err := project(t, p); err != nil {
				return err
			}
		}
		return nil
	})
	return n, sqldb.Wrap(method+" "+string(id), err)
}
