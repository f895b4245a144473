package upkeep

import (
	"context"
	"strings"
	"time"

	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/store/record"
	"github.com/frasier-cos/frasier/store/sqldb"
)

// dueSteps selects the steps whose wait is over. Its parameters are the time and
// the time with org.ClockSlack added: a wait that began after that was measured
// by a clock that has been set back since, and would last as long as the clock
// is off.
const dueSteps = `
	state = 'pending' AND run_after IS NOT NULL AND (run_after <= ? OR put_back_at > ?)`

// ReleaseDue ends the waits of steps that are over at now and returns how
// many. Waits and claims that a clock set back since has stretched end too, or
// are cut to the length that they may have.
func (d *Upkeep) ReleaseDue(ctx context.Context, now time.Time) (int, error) {
	at, slack := sqldb.Micros(now), sqldb.Micros(now.Add(org.ClockSlack))
	idle, err := d.db.Idle(ctx, `SELECT count(*) FROM (SELECT 1 FROM steps WHERE `+dueSteps+` LIMIT 1) AS due`, at, slack)
	if err != nil {
		return 0, sqldb.Wrap("release waiting steps", err)
	}
	if err := d.cutWaits(ctx, now); err != nil || idle {
		return 0, sqldb.Wrap("release waiting steps", err)
	}
	var n int64
	err = d.db.Write(ctx, func(t *sqldb.Tx) error {
		t.Method = "release-due"
		n, err = t.Change(`UPDATE steps SET held = held & ~`+record.HoldBackoff+`, run_after = NULL WHERE `+dueSteps, at, slack)
		t.Wake = n > 0
		return err
	})
	return int(n), sqldb.Wrap("release waiting steps", err)
}

type waitColumn struct{ table, column, rows string }

// buildWhere selects what reaches further ahead than its one parameter.
func (s waitColumn) buildWhere() string { return s.rows + ` AND ` + s.column + ` > ?` }

// listWaitColumns lists the ends that are not those of steps' waits, with the few rows that have
// one.
func listWaitColumns() []waitColumn {
	return []waitColumn{
		{"steps", "claim_until", `state IN ('in_progress', 'in_review')`},
		{"missions", "claim_until", `state IN ('planning', 'in_progress', 'paused')`},
		{"missions", "run_after", `state = 'planning'`},
		{"messages", "claim_until", `state = 'received'`},
		{"deliveries", "claim_until", `state IN ('queued', 'sending')`},
		{"deliveries", "next_try", `state IN ('queued', 'sending')`},
		{"beats", "until", `until > 0`},
	}
}

// cutWaits ends what reaches further ahead than anything may: a clock that has been set back since
// made it. A claim gets one more lease, in which its owner renews it if it lives.
func (d *Upkeep) cutWaits(ctx context.Context, now time.Time) error {
	var queries []string
	var args []any
	for _, s := range listWaitColumns() {
		queries = append(queries, `SELECT 1 FROM `+s.table+` WHERE `+s.buildWhere())
		args = append(args, sqldb.Micros(now.Add(org.LongestWait)))
	}
	idle, err := d.db.Idle(ctx, `SELECT count(*) FROM (`+strings.Join(queries, ` UNION ALL `)+`) AS found`, args...)
	if err != nil || idle {
		return err
	}
	return d.db.Write(ctx, func(t *sqldb.Tx) error {
		t.Method = "cut-waits"
		for i, s := range listWaitColumns() {
			if err := t.Exec(`UPDATE `+s.table+` SET `+s.column+` = ? WHERE `+s.buildWhere(), sqldb.Micros(now.Add(org.LeaseTerm)), args[i]); err != nil {
				return err
			}
		}
		return nil
	})
}
