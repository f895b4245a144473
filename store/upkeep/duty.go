package upkeep

import (
	"context"
	"database/sql"
	"fmt"

	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/store/sqldb"
)

// Duties returns when each timed duty is due and was done last, by name. A
// duty that nobody has looked at yet is missing.
func (d *Upkeep) Duties(ctx context.Context) (map[string]org.JobRun, error) {
	var rows []struct {
		Name  string
		DueAt int64         `db:"due_at"`
		Last  sql.NullInt64 `db:"last_at"`
		Error string
	}
	if err := sqldb.Many(ctx, d.db.Read, &rows, `SELECT name, due_at, last_at, error FROM duties`); err != nil {
		return nil, fmt.Errorf("list duties: %w", err)
	}
	out := make(map[string]org.JobRun, len(rows))
	for _, r := range rows {
		out[r.Name] = org.JobRun{Name: r.Name, Due: sqldb.Moment(r.DueAt), Last: sqldb.NullMoment(r.Last), Error: r.Error}
	}
	return out, nil
}

// MoveDuty records when a duty is due next. A Last that is not zero says that
// it was done, Error how it failed.
func (d *Upkeep) MoveDuty(ctx context.Context, v org.JobRun) error {
	err := d.db.Write(ctx, func(t *sqldb.Tx) error {
		t.Method = "move-duty"
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
	return sqldb.Wrap("move duty "+v.Name, err)
}
