package store_test

import (
	"fmt"
	"io/fs"
	"path/filepath"
	"regexp"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/frasier-cos/frasier/schema"
)

// Both databases have the same migrations.
func TestSameMigrations(t *testing.T) {
	names := func(files fs.ReadDirFS, folder string) []string {
		entries, err := files.ReadDir(folder)
		if err != nil {
			t.Fatal(err)
		}
		var out []string
		for _, e := range entries {
			out = append(out, e.Name())
		}
		return out
	}
	one, two := names(schema.SQLite, "sqlite"), names(schema.Postgres, "postgres")
	if diff := cmp.Diff(one, two); diff != "" {
		t.Errorf("migrations of SQLite (-) and PostgreSQL (+) differ:\n%s", diff)
	}
}

// Both databases have the same tables, columns, keys, indexes and as many
// checks and references.
func TestSameTables(t *testing.T) {
	needServer(t) // there is one to compare with when the tests run once more
	far := newInstance(t)
	file := &instance{t: t, tt: t, clock: far.clock, path: filepath.Join(t.TempDir(), "frasier.db")}
	file.db = file.open()
	files := file.tables(sqliteTables)
	for i, line := range files {
		if line == "steps.seq whole key 1" {
			files[i] = "steps.seq whole" // on a server an index more to write with each claim; its key is id
		}
	}
	if diff := cmp.Diff(files, far.tables(serverTables)); diff != "" {
		t.Errorf("tables of SQLite (-) and PostgreSQL (+) differ:\n%s", diff)
	}
}

// tables returns what queries list, a line each, in order.
func (o *instance) tables(queries []string) []string {
	o.t.Helper()
	var all []string
	for _, q := range queries {
		lines, err := o.db.Texts(o.tt.Context(), q)
		o.ok(err)
		all = append(all, lines...)
	}
	// How words are found is each database's own.
	own := regexp.MustCompile(`goose|memory_words|memories_words|memories\.words`)
	all = slices.DeleteFunc(all, own.MatchString)
	slices.Sort(all)
	if len(all) == 0 {
		o.t.Fatalf("no table was found")
	}
	return all
}

const ourTables = `sqlite_master m WHERE m.type = 'table' AND m.name NOT LIKE 'sqlite_%'`

// checksIn counts the checks in the text of a table.
func checksIn(what string) string {
	return fmt.Sprintf(`((length(m.sql) - length(replace(m.sql, '%s', ''))) / length('%s'))`, what, what)
}

var sqliteTables = []string{
	`SELECT m.name || '.' || c.name || ' ' ||
	        CASE c.type WHEN 'INTEGER' THEN 'whole' WHEN 'REAL' THEN 'fraction' WHEN 'BLOB' THEN 'bytes' ELSE 'text' END ||
	        CASE WHEN c."notnull" = 1 OR c.pk > 0 THEN '' ELSE ' or null' END || CASE WHEN c.pk > 0 THEN ' key ' || c.pk ELSE '' END
	   FROM sqlite_master m JOIN pragma_table_info(m.name) c WHERE m.type = 'table' AND m.name NOT LIKE 'sqlite_%'`,
	`SELECT 'index ' || name || ' on ' || tbl_name || CASE WHEN sql LIKE 'CREATE UNIQUE%' THEN ' unique' ELSE '' END || CASE WHEN sql LIKE '%WHERE%' THEN ' partial' ELSE '' END
	   FROM sqlite_master WHERE type = 'index' AND sql IS NOT NULL`,
	`SELECT m.name || ' checks ' || ` + checksIn("CHECK (") + ` FROM ` + ourTables,
	`SELECT m.name || ' references ' || (SELECT count(DISTINCT id) FROM pragma_foreign_key_list(m.name)) FROM ` + ourTables,
}

var serverTables = []string{
	`SELECT c.table_name || '.' || c.column_name || ' ' ||
	        CASE c.data_type WHEN 'bigint' THEN 'whole' WHEN 'double precision' THEN 'fraction' WHEN 'bytea' THEN 'bytes' ELSE c.data_type END ||
	        CASE c.is_nullable WHEN 'NO' THEN '' ELSE ' or null' END || coalesce(' key ' || k.ordinal_position, '')
	   FROM information_schema.columns c
	   LEFT JOIN (information_schema.key_column_usage k JOIN information_schema.table_constraints t
	              ON t.constraint_name = k.constraint_name AND t.table_schema = k.table_schema AND t.constraint_type = 'PRIMARY KEY')
	          ON k.table_schema = c.table_schema AND k.table_name = c.table_name AND k.column_name = c.column_name
	  WHERE c.table_schema = current_schema()`,
	`SELECT 'index ' || c.relname || ' on ' || i.indrelid::regclass || CASE WHEN i.indisunique THEN ' unique' ELSE '' END ||
	        CASE WHEN i.indpred IS NULL THEN '' ELSE ' partial' END
	   FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid
	  WHERE c.relnamespace = current_schema()::regnamespace
	    AND NOT EXISTS (SELECT 1 FROM pg_constraint k WHERE k.conindid = i.indexrelid AND k.contype IN ('p', 'u'))`,
	`SELECT r.relname || ' checks ' || (
	        SELECT count(*) FROM pg_constraint k
	          LEFT JOIN (pg_depend d JOIN pg_constraint n ON d.refclassid = 'pg_type'::regclass AND n.contypid = d.refobjid)
	                 ON d.classid = 'pg_constraint'::regclass AND d.objid = k.oid -- a check that asks a domain is as many as the domain's
	         WHERE k.conrelid = r.oid AND k.contype = 'c') + (
	        SELECT count(*) FROM pg_attribute a JOIN pg_constraint k ON k.contypid = a.atttypid WHERE a.attrelid = r.oid AND NOT a.attisdropped AND k.contype = 'c')
	   FROM pg_class r WHERE r.relkind = 'r' AND r.relnamespace = current_schema()::regnamespace`,
	`SELECT r.relname || ' references ' || (SELECT count(*) FROM pg_constraint k WHERE k.conrelid = r.oid AND k.contype = 'f')
	   FROM pg_class r WHERE r.relkind = 'r' AND r.relnamespace = current_schema()::regnamespace`,
}
