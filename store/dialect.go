package store

import (
	"database/sql"
	"embed"
	"reflect"
	"strings"
	"unicode/utf8"

	"github.com/pressly/goose/v3"

	"github.com/frasier-cos/frasier/schema"
)

// dialect is all that the two databases are told in different words. Every
// other statement is one text for both, with ? for parameters.
type dialect struct {
	name       string // of the driver
	migrations embed.FS
	goose      goose.Dialect
	snapshot   sql.IsolationLevel       // of a transaction that reads
	first      func(pick string) string // completes "WHERE x" to the rows that pick selects, without those another claim holds
	args       func([]any) []any        // makes values fit for storing
	row        string                   // where a row is, for statements that write the rows they found
	soundness  []check                  // of the database itself
	words      words                    // how memories are found by their words
	citations  string                   // selects the citations that are not in their documents
}

func sqlite() *dialect {
	return &dialect{
		name: "sqlite3", migrations: schema.SQLite, goose: goose.DialectSQLite3, snapshot: sql.LevelDefault,
		first: func(pick string) string { return ` IN (` + pick + `)` },
		row:   `rowid`,
		args:  func(args []any) []any { return args },
		words: fileWords{},
		soundness: []check{
			{"the file is sound", `SELECT integrity_check AS id FROM pragma_integrity_check WHERE integrity_check <> 'ok'`},
			{"every reference leads to a row", `SELECT "table" || ':' || coalesce(rowid, '?') AS id FROM pragma_foreign_key_check`},
		},
		citations: `
			SELECT c.step_id || '#' || c.n AS id FROM citations c LEFT JOIN documents d ON d.id = c.document_id
			 WHERE d.id IS NULL OR CAST(c.quote AS BLOB) <> substr(CAST(d.body AS BLOB), c.start + 1, c.stop - c.start)`,
	}
}

func postgres() *dialect {
	return &dialect{
		name: "pgx", migrations: schema.Postgres, goose: goose.DialectPostgres, snapshot: sql.LevelRepeatableRead,
		// An array, because a subquery that is planned as a loop would be run
		// again for each row and claim more than its LIMIT.
		first: func(pick string) string { return ` = ANY (ARRAY(` + pick + ` FOR UPDATE SKIP LOCKED))` },
		row:   `ctid`,
		args:  storable,
		words: serverWords{},
		soundness: []check{
			{"every constraint is in force", `SELECT conname AS id FROM pg_constraint WHERE NOT convalidated AND connamespace = current_schema()::regnamespace`},
			{"every index is whole", `
				SELECT c.relname AS id FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid
				 WHERE c.relnamespace = current_schema()::regnamespace AND NOT (i.indisvalid AND i.indisready)`},
		},
		citations: `
			SELECT c.step_id || '#' || c.n AS id FROM citations c LEFT JOIN documents d ON d.id = c.document_id
			 WHERE d.id IS NULL
			    OR convert_to(c.quote, 'UTF8') <> substr(convert_to(d.body, 'UTF8'), (c.start + 1)::int, (c.stop - c.start)::int)`,
	}
}

// storable makes booleans the numbers 0 and 1, and text what a column of
// PostgreSQL can hold: a byte that it refuses (NUL, or no UTF-8) becomes one
// question mark, so that offsets into the text stay right.
func storable(args []any) []any {
	out := make([]any, len(args))
	for i, a := range args {
		out[i] = a
		switch v := a.(type) {
		case int64, int: // as they are
		case string:
			if fit := plain(v); fit != v {
				out[i] = fit
			}
		case sql.NullString:
			v.String = plain(v.String)
			out[i] = v
		default:
			switch v := reflect.ValueOf(a); v.Kind() { //nolint:exhaustive // all other kinds are stored as they are
			case reflect.Bool:
				out[i] = number(v.Bool())
			case reflect.String:
				out[i] = plain(v.String())
			}
		}
	}
	return out
}

// number is how a boolean is stored.
func number(yes bool) int64 {
	if yes {
		return 1
	}
	return 0
}

func plain(s string) string {
	if utf8.ValidString(s) && !strings.Contains(s, "\x00") {
		return s
	}
	b := []byte(s)
	for i := 0; i < len(b); {
		r, n := utf8.DecodeRune(b[i:])
		if r == 0 || r == utf8.RuneError && n == 1 {
			b[i] = '?'
		}
		i += n
	}
	return string(b)
}
