package store_test

import (
	"database/sql"
	"fmt"
	"strings"

	"github.com/frasier-cos/frasier/internal/work"
	"github.com/frasier-cos/frasier/store"
)

// serverPlans is TestQueryPlans on PostgreSQL: beside many dead steps the
// claim walks the partial index of ready steps, and the times of steps the end of the journal.
func (o *instance) serverPlans() {
	o.t.Helper()
	const many = 20_000
	o.dead(many)
	o.sql(`INSERT INTO missions (id, project_id, seq, phase, label, state, planned, outcome, created_at, ended_at)
		SELECT 'z' || i, project_id, i, phase, label, 'completed', 1, 'done', created_at, created_at
		  FROM missions, generate_series(2, ` + fmt.Sprint(many) + `) AS i WHERE id = 'n1'`)
	o.sql(`INSERT INTO events (seq, at, kind, body, data) SELECT 100 + i, 1, 'step_started', 'x', '{}' FROM generate_series(1, ` + fmt.Sprint(many) + `) AS i`) // else a look at all six of them is the quickest
	db := raw(o.tt, o.path)
	run(o.tt, db, `ANALYZE steps`)
	run(o.tt, db, `ANALYZE missions`)
	run(o.tt, db, `ANALYZE events`)
	for name, statement := range map[string]string{
		"claim": store.ClaimStatement(true, work.AnyStep), "claim code": store.ClaimStatement(true, work.OnlyCode), "peek": store.PeekStatement(work.AnyStep), "pace": store.PaceStatement, "calm": store.CalmStatement,
		"lost by time": store.LostStatement("claim_until <= 1"), "lost by death": store.LostStatement("claimed_by = 'h'"),
	} {
		index := "steps_ready"
		switch name {
		case "pace":
			index = "events_pkey"
		case "calm":
			index = "steps_lease"
		case "lost by time", "lost by death":
			index = "missions_claimed"
		}
		for _, value := range []string{"'h'", "1", "1", "1", "'h'", "''", "''", "3"} {
			if name == "peek" {
				value = "''"
			}
			statement = strings.Replace(statement, "?", value, 1)
		}
		plan := o.lines(db, `EXPLAIN `+statement)
		if !strings.Contains(plan, index) || strings.Contains(plan, "Seq Scan on steps") || strings.Contains(plan, "Seq Scan on missions") {
			o.t.Errorf("plan of %s: got\n%swant it to walk %s and no whole table", name, plan, index)
		}
	}
}

// lines returns the rows of a query, a line each.
func (o *instance) lines(db *sql.DB, query string) string {
	o.t.Helper()
	rows, err := db.Query(query)
	o.ok(err)
	defer func() { o.ok(rows.Close()) }()
	var all strings.Builder
	for rows.Next() {
		var line string
		o.ok(rows.Scan(&line))
		all.WriteString(line + "\n")
	}
	o.ok(rows.Err())
	return all.String()
}
