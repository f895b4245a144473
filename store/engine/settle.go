package engine

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"sync/atomic"

	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/work"
	"github.com/frasier-cos/frasier/store/record"
	"github.com/frasier-cos/frasier/store/sqldb"
)

// What follows from the end of a completed step are changes of rows that other steps
// end with too: what waits for both, their mission. So that no worker waits for
// another one, a step that ends beside others is noted in step_ends, and whoever comes
// first follows up all that are noted, at once. Each transaction that is alone does that
// before anything else, so it never sees a step whose end has no consequences yet.

// isPlainEnd reports whether an outcome may be stored beside others: it ends a step well, and
// says nothing to anybody.
func isPlainEnd(o work.Outcome) bool {
	return o.Next == org.StepCompleted && o.Deliverable == nil && !o.Strike &&
		o.Escalation == "" && o.Notice == "" && o.Lesson == "" && o.Diagnosis == nil
}

// settling is the follow-up of this process.
type settling struct {
	lead  chan struct{} // has a value while somebody does it
	noted atomic.Int64  // how many ends were noted
	done  atomic.Int64  // how many of them were followed up
}

// settleEnds follows up the ends that were noted when it is called, unless another process
// is at it, which then does. The ends themselves are stored, so what goes wrong here is
// put right by whoever does it next: the next end, a worker that looks for work, or a
// transaction that is alone.
func (d *Engine) settleEnds(ctx context.Context) error {
	noted := d.settling.noted.Add(1)
	select {
	case d.settling.lead <- struct{}{}:
	case <-ctx.Done():
		return nil // whoever is at it goes on
	}
	defer func() { <-d.settling.lead }()
	if d.settling.done.Load() >= noted {
		return nil
	}
	noted = d.settling.noted.Load()
	err := d.followUp(ctx)
	if err == nil {
		d.settling.done.Store(noted)
	}
	return err
}

// followUp follows up all ends, until none is left or another process is at it.
func (d *Engine) followUp(ctx context.Context) error {
	for {
		mine := false
		err := d.db.WriteBeside(ctx, func(t *sqldb.Tx) (err error) {
			t.Method = "settle-ends"
			if mine, err = t.TryTurn(sqldb.Ends); err != nil || !mine {
				return err
			}
			return settleEnds(t)
		})
		if err != nil || !mine {
			return sqldb.Wrap("follow up the ends of steps", err)
		}
		if done, err := d.db.Idle(ctx, `SELECT count(*) FROM (SELECT 1 FROM step_ends LIMIT 1) AS ends`); err != nil || done {
			return sqldb.Wrap("look for ends of steps", err)
		}
	}
}

func settleEnds(t *sqldb.Tx) error {
	var ended []org.StepID
	if err := t.All(&ended, `DELETE FROM step_ends RETURNING step_id`); err != nil || len(ended) == 0 {
		return sqldb.Wrap("take the ends of steps", err)
	}
	list, err := json.Marshal(ended)
	if err != nil {
		return err
	}
	if err := freeDependants(t, string(list)); err != nil {
		return err
	}
	return countDownAll(t, string(list))
}

// freeDependants takes the steps of a list off what others wait for.
func freeDependants(t *sqldb.Tx, ended string) error {
	among := t.Dialect.Among
	var free []record.StepRow
	err := t.All(&free, `
		UPDATE steps SET open_deps = open_deps - (SELECT count(*) FROM step_dependencies WHERE step_id = steps.id AND depends_on`+among+`)
		 WHERE id IN (SELECT step_id FROM step_dependencies WHERE depends_on`+among+`)
		RETURNING `+freedColumns, ended, ended)
	if err != nil {
		return fmt.Errorf("release dependants: %w", err)
	}
	return tellAllReady(t, free)
}

// countDownAll takes the steps of a list off what their missions have left, and ends
// those that have nothing.
func countDownAll(t *sqldb.Tx, ended string) error {
	among := t.Dialect.Among
	var missions []countedDown
	err := t.All(&missions, `
		UPDATE missions SET open_steps = open_steps - (SELECT count(*) FROM steps WHERE mission_id = missions.id AND id`+among+`)
		 WHERE id IN (SELECT mission_id FROM steps WHERE id`+among+`)
		RETURNING `+countedColumns, ended, ended)
	if err != nil {
		return fmt.Errorf("count down missions: %w", err)
	}
	slices.SortFunc(missions, func(a, b countedDown) int { return cmp.Compare(a.Seq, b.Seq) })
	for _, m := range missions {
		if err := m.followUp(t); err != nil {
			return err
		}
	}
	return nil
}
