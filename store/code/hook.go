package code

import (
	"context"
	"strconv"

	"github.com/frasier-cos/frasier/internal/coding"
	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/work"
	"github.com/frasier-cos/frasier/store/record"
	"github.com/frasier-cos/frasier/store/sqldb"
)

// TellHooks keeps in the journal how the founder's commands ended that were run for a step. It returns org.ErrLeaseLost to a
// worker whose claim was taken away.
func (d *Code) TellHooks(ctx context.Context, l work.Lease, all []coding.HookRun) error {
	err := d.db.Write(ctx, func(t *sqldb.Tx) error {
		t.Method = "tell-hooks"
		if err := checkLease(t, l); err != nil {
			return err
		}
		steps, err := record.StepsOf(t.Ctx, t, `id = ?`, l.Step)
		if err != nil || len(steps) == 0 {
			return err
		}
		for _, h := range all {
			e := record.StepLine(org.EventHook, steps[0], h.Describe())
			e.Data = map[string]string{"hook": string(h.Event), "command": h.Command, "ended": h.Ended(), "said": h.Said, "ms": strconv.FormatInt(h.MS, 10)}
			if err := t.Event(e); err != nil {
				return err
			}
		}
		return nil
	})
	return sqldb.Wrap("tell how hooks of "+string(l.Step)+" ended", err)
}
