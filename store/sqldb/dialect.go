package sqldb

import (
	"database/sql"
	"embed"
	"reflect"
	"strings"
	"unicode/utf8"

	"github.com/jmoiron/sqlx"
	"github.com/pressly/goose/v3"

	"github.com/frasier-cos/frasier/schema"
)

// Dialect is all that the two databases are told in different words. Every
// other statement is one text for both, with ? for parameters.
type Dialect struct {
	name       string // of the driver
	migrations embed.FS
	goose      goose.Dialect
	snapshot   sql.IsolationLevel       // of a transaction that reads
	First      func(pick string) string // completes "WHERE x" to the rows that pick selects, without those another claim holds
	Args       func([]any) []any        // makes values fit for storing
	tables     string                   // names every table
	Row        string                   // where a row is, for statements that write the rows they found
	Among      string                   // completes "WHERE x" to those of a JSON list
	Hold       string                   // ends a statement that reads a row which this transaction changes
}

// Rebind writes the ? of a statement as the database reads them.
func (l *Dialect) Rebind(query string) string { return sqlx.Rebind(sqlx.BindType(l.name), query) }

// Remote reports whether it is PostgreSQL's.
func (l *Dialect) Remote() bool { return l.goose == goose.DialectPostgres }

// SQLite returns the dialect of database files.
func SQLite() *Dialect {
	return &Dialect{
		name: "sqlite3", migrations: schema.SQLite, goose: goose.DialectSQLite3, snapshot: sql.LevelDefault,
		First:  func(pick string) string { return ` IN (` + pick + `)` },
		tables: `SELECT name FROM sqlite_master WHERE type = 'table'`,
		Row:    `rowid`,
		Among:  ` IN (SELECT value FROM json_each(?))`,
		Args:   func(args []any) []any { return args },
	}
}

// Postgres returns the dialect of PostgreSQL servers.
func Postgres() *Dialect {
	return &Dialect{
		name: "pgx", migrations: schema.Postgres, goose: goose.DialectPostgres, snapshot: sql.LevelRepeatableRead,
		// An array, because a subquery that is planned as a loop would be run
		// again for each row and claim more than its LIMIT.
		First:  func(pick string) string { return ` = ANY (ARRAY(` + pick + ` FOR NO KEY UPDATE SKIP LOCKED))` },
		tables: `SELECT table_name FROM information_schema.tables WHERE table_schema = current_schema()`,
		Row:    `ctid`,
		Among:  ` = ANY (ARRAY(SELECT jsonb_array_elements_text(CAST(? AS JSONB))))`,
		Hold:   ` FOR NO KEY UPDATE`,
		Args:   makeStorable,
	}
}

// makeStorable makes booleans the numbers 0 and 1, and text what a column of
// PostgreSQL can hold: a byte that it refuses (NUL, or no UTF-8) becomes one
// question mark, so that offsets into the text stay right.
func makeStorable(args []any) []any {
	out := make([]any, len(args))
	for i, a := range args {
		out[i] = a
		switch v := a.(type) {
		case int64, int: // as they are
		case string:
			if fit := Plain(v); fit != v {
				out[i] = fit
			}
		case sql.NullString:
			v.String = Plain(v.String)
			out[i] = v
		default:
			switch v := reflect.ValueOf(a); v.Kind() { //nolint:exhaustive // all other kinds are stored as they are
			case reflect.Bool:
				out[i] = bitOf(v.Bool())
			case reflect.String:
				out[i] = Plain(v.String())
			}
		}
	}
	return out
}

func bitOf(yes bool) int64 {
	if yes {
		return 1
	}
	return 0
}

// Plain returns text without what PostgreSQL cannot store: NUL and bytes that are no UTF-8.
func Plain(s string) string {
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
