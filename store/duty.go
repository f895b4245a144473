package store

import (
	"context"
	"database/sql"
	"fmt"

	"github.com/frasier-cos/frasier/internal/org"
)

// Duties returns when each timed duty is due and was done last, by name. A
// duty that nobody has looked at yet is missing.
func (d *DB) Duties(ctx context.Context) (map[string]org.JobRun, error) {
	var rows []struct {
		Name  string
		DueAt int64         `db:"due_at"`
		Last  sql.NullInt64 `db:"last_at"`
		Error string
	}
	if err := many(ctx, d.read, &rows, `SELECT name, due_at, last_at, error FROM duties`); err != nil {
		return nil, fmt.Errorf("list duties: %w", err)
	}
	out := make(map[string]org.JobRun, len(rows))
	for _, r := range rows {
		out[r.Name] = org.JobRun{Name: r.Name, Due: moment(r.DueAt), Last: nullMoment(r.Last), Error: r.Error}
	}
	return out, nil
}

// MoveDuty records when a duty is due next. A Last that is not zero says that
// it was done, Error how it failed.
func (d *DB) MoveDuty(ctx context.Context, v org.JobRun) error {
	err := d.tx(ctx, func(t *tx) error {
		t.method = "move-duty"
		runs := 0
		if !v.Last.IsZero() {
			runs = 1
		}
		return t.exec(`
			INSERT INTO duties (name, due_at, last_at, runs, error) VALUES (?, ?, ?, ?, ?)
			    ON CONFLICT (name) DO UPDATE
			       SET due_at = excluded.due_at, last_at = coalesce(excluded.last_at, duties.last_at),
			           runs = duties.runs + excluded.runs, error = excluded.error`,
			v.Name, micros(v.Due), nullMicros(v.Last), runs, v.Error)
	})
	return wrap("move duty "+v.Name, err)
}
