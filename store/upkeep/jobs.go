package upkeep

import (
	"context"
	"database/sql"
	"fmt"
	"time"

	"github.com/frasier-cos/frasier/internal/reports"
	"github.com/frasier-cos/frasier/store/sqldb"
)

// JobRuns returns when each timed job is due and was done last, by name. A
// job that nobody has looked at yet is missing.
func (d *Upkeep) JobRuns(ctx context.Context) (map[string]reports.JobRun, error) {
	var rows []struct {
		Name  string
		DueAt int64         `db:"due_at"`
		Last  sql.NullInt64 `db:"last_at"`
		Error string
	}
	if err := sqldb.Many(ctx, d.db.Read, &rows, `SELECT name, due_at, last_at, error FROM duties`); err != nil {
		return nil, fmt.Errorf("list job runs: %w", err)
	}
	out := make(map[string]reports.JobRun, len(rows))
	for _, r := range rows {
		out[r.Name] = reports.JobRun{Name: r.Name, Due: sqldb.Moment(r.DueAt), Last: sqldb.NullMoment(r.Last), Error: r.Error}
	}
	return out, nil
}

// MoveJob records when a job is due next. A Last that is not zero says that
// it was done, Error how it failed.
func (d *Upkeep) MoveJob(ctx context.Context, v reports.JobRun) error {
	err := d.db.WriteBeside(ctx, func(t *sqldb.Tx) error {
		t.Method = "move-job"
		runs := 0
		if !v.Last.IsZero() {
			runs = 1
		}
		return t.Exec(`
			INSERT INTO duties (name, due_at, last_at, runs, error) VALUES (?, ?, ?, ?, ?)
			    ON CONFLICT (name) DO UPDATE
			       SET due_at = excluded.due_at, last_at = coalesce(excluded.last_at, duties.last_at),
			           runs = duties.runs + excluded.runs, error = excluded.error`,
			v.Name, sqldb.Micros(v.Due), sqldb.NullMicros(v.Last), runs, v.Error)
	})
	return sqldb.Wrap("move job "+v.Name, err)
}

// HoldJob takes or keeps a timed job for term and reports whether it is the
// owner's. One process at a time holds a job; another gets it when the owner
// has stopped or is known to be dead, or the term has passed without a renewal.
func (d *Upkeep) HoldJob(ctx context.Context, job, owner string, term time.Duration) (bool, error) {
	var n int64
	err := d.db.WriteBeside(ctx, func(t *sqldb.Tx) (err error) {
		t.Method = "hold-job"
		n, err = t.Change(`
			INSERT INTO beats (name, holder, until) VALUES (?, ?, ?)
			    ON CONFLICT (name) DO UPDATE SET holder = excluded.holder, until = excluded.until
			     WHERE beats.holder = excluded.holder OR beats.until <= ?`,
			job, owner, t.Now+term.Microseconds(), t.Now)
		return err
	})
	return n > 0, sqldb.Wrap("hold job "+job, err)
}
