package sqldb

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"errors"
	"io"
	"sync"

	"github.com/jackc/pgx/v5"
	"github.com/jmoiron/sqlx"
)

// answer holds the rows that a statement of a pipeline found. database/sql and sqlx read it as
// they read those of any statement, so that a method reads the same values from both databases.
type answer struct {
	columns []string
	rows    [][]driver.Value
}

func answerOf(rows pgx.Rows) (*answer, error) {
	defer rows.Close()
	a := &answer{}
	fields, types := rows.FieldDescriptions(), rows.Conn().TypeMap()
	for _, f := range fields {
		a.columns = append(a.columns, f.Name)
	}
	for rows.Next() {
		row := make([]driver.Value, len(fields))
		for i, raw := range rows.RawValues() {
			if raw == nil {
				continue
			}
			known, is := types.TypeForOID(fields[i].DataTypeOID)
			if !is {
				row[i] = string(raw)
				continue
			}
			var err error
			if row[i], err = known.Codec.DecodeDatabaseSQLValue(types, fields[i].DataTypeOID, fields[i].Format, raw); err != nil {
				return nil, err
			}
		}
		a.rows = append(a.rows, row)
	}
	return a, rows.Err()
}

// Columns implements driver.Rows.
func (a *answer) Columns() []string { return a.columns }

// Close implements driver.Rows.
func (a *answer) Close() error { return nil }

// Next implements driver.Rows.
func (a *answer) Next(dest []driver.Value) error {
	if len(a.rows) == 0 {
		return io.EOF
	}
	copy(dest, a.rows[0])
	a.rows = a.rows[1:]
	return nil
}

// answers is a database whose one query returns the answer that it is given. It is opened
// when it is first asked for, since it has a goroutine of its own.
var answers = sync.OnceValue(func() *sqlx.DB { return sqlx.NewDb(sql.OpenDB(answering{}), "pgx") }) //nolint:gochecknoglobals // it has no state

type answering struct{}

var errNoStatement = errors.New("an answer is only read")

func (answering) Connect(context.Context) (driver.Conn, error) { return answering{}, nil }
func (answering) Driver() driver.Driver                        { return answering{} }
func (answering) Open(string) (driver.Conn, error)             { return answering{}, nil }
func (answering) Prepare(string) (driver.Stmt, error)          { return nil, errNoStatement }
func (answering) Begin() (driver.Tx, error)                    { return nil, errNoStatement }
func (answering) Close() error                                 { return nil }
func (answering) CheckNamedValue(*driver.NamedValue) error     { return nil }
func (answering) QueryContext(_ context.Context, _ string, args []driver.NamedValue) (driver.Rows, error) {
	if a, is := args[0].Value.(*answer); is {
		return a, nil
	}
	return nil, errNoStatement
}
