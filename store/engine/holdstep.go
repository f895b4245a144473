package engine

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"slices"

	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/store/record"
	"github.com/frasier-cos/frasier/store/sqldb"
)

// HoldStep keeps a step that has not begun from starting until ReleaseStep. Holding twice changes
// nothing; org.ErrConflict says that it has begun or ended.
func (d *Engine) HoldStep(ctx context.Context, id org.StepID) error {
	return d.runOnWaitingStep(ctx, "hold-step", id, func(t *sqldb.Tx, r record.StepRow) error {
		n, err := t.Change(`UPDATE steps SET held = held | `+record.HoldFounder+` WHERE id = ? AND held & `+record.HoldFounder+` = 0`, id)
		if err != nil || n == 0 {
			return err
		}
		s, err := r.Step()
		if err != nil {
			return err
		}
		return record.StepEvent(t, org.EventStepHeld, s, "Held by the founder: "+s.Title)
	})
}

// ReleaseStep lets a step go on that a founder held. Of a step that he did not hold it changes nothing.
func (d *Engine) ReleaseStep(ctx context.Context, id org.StepID) error {
	return d.runOnWaitingStep(ctx, "release-step", id, func(t *sqldb.Tx, r record.StepRow) error {
		n, err := t.Change(`UPDATE steps SET held = held & ~`+record.HoldFounder+` WHERE id = ? AND held & `+record.HoldFounder+` <> 0`, id)
		if err != nil || n == 0 {
			return err
		}
		t.Wake = true
		s, err := r.Step()
		if err != nil {
			return err
		}
		return record.StepEvent(t, org.EventHoldLifted, s, "Goes on: "+s.Title)
	})
}

// PutFirst has a step start before all others that wait, together with what it needs. It
// returns the titles of what has to be done before it.
func (d *Engine) PutFirst(ctx context.Context, id org.StepID) ([]string, error) {
	var before []string
	err := d.runOnWaitingStep(ctx, "put-first", id, func(t *sqldb.Tx, r record.StepRow) error {
		before = nil
		g, err := readNetwork(t.Ctx, t, r.Project)
		if err != nil {
			return err
		}
		waiting := []org.StepID{id}
		for i := 0; i < len(waiting); i++ {
			for _, n := range g.needs[waiting[i]] {
				if s, ok := g.at[n]; ok && !s.State.Ended() && !slices.Contains(waiting, n) {
					waiting = append(waiting, n)
					before = append(before, s.Title)
				}
			}
		}
		var top int64
		if err := t.Get(&top, `SELECT coalesce(max(priority), 0) FROM steps WHERE state = 'pending'`); err != nil {
			return err
		}
		for i, s := range waiting { // what is needed first comes before what needs it
			if err := t.Exec(`UPDATE steps SET priority = ? WHERE id = ?`, top+1+int64(i), s); err != nil {
				return err
			}
		}
		t.Wake = true
		return t.Event(org.Event{Kind: org.EventSteering, Project: r.Project, Mission: r.Mission, Step: id, Text: "The founder puts it first: " + r.Title})
	})
	return before, err
}

func (d *Engine) runOnWaitingStep(ctx context.Context, method string, id org.StepID, fn func(*sqldb.Tx, record.StepRow) error) error {
	err := d.db.Write(ctx, func(t *sqldb.Tx) error {
		t.Method = method
		var r record.StepRow
		err := t.Get(&r, `SELECT `+record.StepColumns+` FROM steps WHERE id = ?`, id)
		switch {
		case errors.Is(err, sql.ErrNoRows):
			return org.ErrNotFound
		case err != nil:
			return err
		case r.State.Claimed():
			return fmt.Errorf("it is being worked on already: %w", org.ErrConflict)
		case r.State.Ended() || r.Superseded:
			return fmt.Errorf("it has ended: %w", org.ErrConflict)
		}
		return fn(t, r)
	})
	return sqldb.Wrap(method+" "+string(id), err)
}
