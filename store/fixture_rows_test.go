package store_test

import (
	"fmt"
	"slices"
	"strings"
)

// rows are all rows of all tables, as texts.
func (b *bench) rows() []string {
	b.t.Helper()
	list := `SELECT m.name || '|' || group_concat('quote("' || c.name || '")', ' || '','' || ')
	           FROM sqlite_master m JOIN pragma_table_info(m.name) c WHERE m.type = 'table' AND m.name NOT LIKE 'sqlite_%' AND m.sql NOT LIKE '%VIRTUAL%' GROUP BY m.name`
	if onServer(b.path) {
		list = `SELECT table_name || '|x::text' FROM information_schema.tables WHERE table_schema = current_schema()`
	}
	tables, err := b.db.Texts(b.t.Context(), list)
	b.ok(err)
	if len(tables) < 50 {
		b.t.Fatalf("only %d tables were found", len(tables))
	}
	parts := make([]string, 0, len(tables))
	for _, at := range tables {
		table, row, _ := strings.Cut(at, "|")
		parts = append(parts, fmt.Sprintf(`SELECT '%s: ' || %s FROM "%s" x`, table, row, table))
	}
	out, err := b.db.Texts(b.t.Context(), strings.Join(parts, " UNION ALL "))
	b.ok(err)
	slices.Sort(out)
	return out
}

// unchanged wants the database as it was, row for row.
func (b *bench) unchanged(before []string, after string) {
	b.t.Helper()
	now := b.rows()
	for _, r := range before {
		if _, found := slices.BinarySearch(now, r); !found {
			b.t.Errorf("after %s this row is gone or another: %s", after, r)
		}
	}
	if len(now) != len(before) {
		b.t.Errorf("%d rows before, %d after %s", len(before), len(now), after)
	}
}
