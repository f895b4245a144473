package store

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"errors"
	"fmt"
	"io"
	"reflect"
	"slices"

	"github.com/jmoiron/sqlx"
	"github.com/jmoiron/sqlx/reflectx"
	"github.com/mattn/go-sqlite3"
)

// near is a transaction on SQLite, to which nothing is far: no statement
// waits. It speaks with the driver itself, since database/sql would cost as
// much again as most statements do. Not for several goroutines.
type near struct {
	lent   *sql.Conn // from the pool
	conn   *sqlite3.SQLiteConn
	mapper *reflectx.Mapper
	open   driver.Tx
	*desk
}

// desk is what the transactions on a file use one after the other.
type desk struct {
	values []driver.NamedValue // of a statement
	row    []driver.Value      // of its answer
	ways   routes
}

// enclose begins a transaction on a file.
func enclose(ctx context.Context, db *sqlx.DB, on *desk) (*near, error) {
	lent, err := db.Conn(ctx)
	if err != nil {
		return nil, err
	}
	n := &near{lent: lent, mapper: db.Mapper, desk: on}
	err = lent.Raw(func(c any) (err error) {
		of, ok := c.(*sqlite3.SQLiteConn)
		if !ok {
			return fmt.Errorf("a connection of %T", c)
		}
		n.conn = of
		n.open, err = of.BeginTx(ctx, driver.TxOptions{})
		return err
	})
	if err != nil {
		return nil, errors.Join(err, lent.Close())
	}
	return n, nil
}

// Rebind is of getter.
func (n *near) Rebind(query string) string { return query }

// GetContext is of getter.
func (n *near) GetContext(ctx context.Context, dest any, query string, args ...any) error {
	found, err := n.read(ctx, dest, true, query, args)
	if err == nil && found == 0 {
		return sql.ErrNoRows
	}
	return err
}

// SelectContext is of getter.
func (n *near) SelectContext(ctx context.Context, dest any, query string, args ...any) error {
	_, err := n.read(ctx, dest, false, query, args)
	return err
}

// ExecContext returns how many rows a statement changed.
func (n *near) ExecContext(ctx context.Context, query string, args ...any) (sql.Result, error) {
	values, err := n.bound(args)
	if err != nil {
		return nil, err
	}
	return n.conn.ExecContext(ctx, query, values)
}

func (n *near) later(ctx context.Context, a statement) (err error) {
	found := 0
	if a.dest == nil {
		_, err = n.ExecContext(ctx, a.query, a.args...)
	} else {
		found, err = n.read(ctx, a.dest, a.one, a.query, a.args)
	}
	if err == nil && a.then != nil && (found > 0 || !a.one) {
		a.then()
	}
	return a.wrap(err)
}

func (n *near) flush(context.Context) error { return nil }

func (n *near) commit(context.Context) error {
	if err := n.open.Commit(); err != nil {
		return fmt.Errorf("%w: %w", errCommit, err)
	}
	return nil
}

func (n *near) rollback() (err error) {
	if !n.conn.AutoCommit() {
		err = n.open.Rollback()
	}
	clear(n.values[:cap(n.values)]) // they may be long texts
	clear(n.row[:cap(n.row)])
	return errors.Join(err, n.lent.Close())
}

// read does a statement and adds its rows to the slice at dest, or reads the
// first into the value there. It returns how many it read.
func (n *near) read(ctx context.Context, dest any, one bool, query string, args []any) (found int, err error) {
	values, err := n.bound(args)
	if err != nil {
		return 0, err
	}
	rows, err := n.conn.QueryContext(ctx, query, values)
	if err != nil {
		return 0, err
	}
	defer func() {
		if closing := rows.Close(); err == nil {
			err = closing
		}
	}()
	into := reflect.ValueOf(dest).Elem()
	of := into.Type()
	if !one {
		of = of.Elem()
	}
	columns := rows.Columns()
	ways, err := n.ways.to(n.mapper, query, of, len(columns), func(i int) string { return columns[i] })
	if err != nil {
		return 0, err
	}
	n.row = slices.Grow(n.row[:0], len(columns))[:len(columns)]
	for ; !one || found == 0; found++ {
		if err := rows.Next(n.row); errors.Is(err, io.EOF) {
			return found, nil
		} else if err != nil {
			return found, err
		}
		v := into
		if !one {
			v = added(into)
		}
		if err := set(v, ways, n.row, columns); err != nil {
			return found, err
		}
	}
	return found, nil
}

// set reads the columns of a row into a value; see routes.
func set(v reflect.Value, ways [][]int, row []driver.Value, columns []string) error {
	for i, src := range row {
		if err := put(within(v, ways, i), src); err != nil {
			return fmt.Errorf("column %s: %w", columns[i], err)
		}
	}
	return nil
}

// put reads a column into a field.
func put(field reflect.Value, src driver.Value) error {
	switch src := src.(type) {
	case string:
		if field.Kind() == reflect.String {
			field.SetString(src)
			return nil
		}
	case int64:
		switch {
		case field.CanInt() && !field.OverflowInt(src):
			field.SetInt(src)
			return nil
		case field.Kind() == reflect.Bool:
			field.SetBool(src != 0)
			return nil
		}
	}
	return slowly(field, src)
}

// slowly is put for what is seldom read, by the rules of database/sql.
func slowly(field reflect.Value, src driver.Value) error {
	var via interface {
		sql.Scanner
		driver.Valuer
	}
	switch to, scans := field.Addr().Interface().(sql.Scanner); {
	case scans:
		return to.Scan(src)
	case field.Kind() == reflect.String:
		via = new(sql.NullString)
	case field.CanInt():
		via = new(sql.NullInt64)
	case field.CanFloat():
		via = new(sql.NullFloat64)
	case field.Kind() == reflect.Bool:
		via = new(sql.NullBool)
	case field.Type() == reflect.TypeFor[[]byte]():
		if src == nil {
			field.SetZero()
			return nil
		}
		via = new(sql.Null[[]byte])
	default:
		return fmt.Errorf("no way to read a %v", field.Type())
	}
	if err := via.Scan(src); err != nil {
		return err
	}
	v, err := via.Value()
	if err == nil && v == nil {
		err = fmt.Errorf("NULL does not fit into a %v", field.Type())
	}
	if err != nil {
		return err
	}
	field.Set(reflect.ValueOf(v).Convert(field.Type()))
	return nil
}

// bound are the values of a statement's parameters, until the next statement's.
func (n *near) bound(args []any) ([]driver.NamedValue, error) {
	n.values = slices.Grow(n.values[:0], len(args))[:len(args)]
	for i, a := range args {
		v, err := driver.DefaultParameterConverter.ConvertValue(a)
		if err != nil {
			return nil, fmt.Errorf("parameter %d: %w", i+1, err)
		}
		n.values[i] = driver.NamedValue{Ordinal: i + 1, Value: v}
	}
	return n.values, nil
}
