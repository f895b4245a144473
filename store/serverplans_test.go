package store_test

import (
	"strings"

	"github.com/frasier-cos/frasier/store"
)

// serverPlans is TestQueryPlans on PostgreSQL: beside many dead steps the
// claim walks the partial index of ready steps.
func (o *office) serverPlans() {
	o.t.Helper()
	const many = 20_000
	o.dead(many)
	db := raw(o.tt, o.path)
	run(o.tt, db, `ANALYZE steps`)
	for name, statement := range map[string]string{"claim": store.ClaimStatement(true), "peek": store.PeekStatement} {
		for _, value := range []string{"'h'", "1", "1", "''", "''", "3"} {
			if name == "peek" {
				value = "''"
			}
			statement = strings.Replace(statement, "?", value, 1)
		}
		rows, err := db.Query(`EXPLAIN ` + statement)
		o.ok(err)
		var plan strings.Builder
		for rows.Next() {
			var line string
			o.ok(rows.Scan(&line))
			plan.WriteString(line + "\n")
		}
		o.ok(rows.Err())
		o.ok(rows.Close())
		if !strings.Contains(plan.String(), "steps_ready") || strings.Contains(plan.String(), "Seq Scan") {
			o.t.Errorf("plan of %s: got\n%swant it to walk steps_ready and no whole table", name, plan.String())
		}
	}
}
