package store

import (
	"database/sql"
	"encoding/binary"
	"fmt"
	"math"
	"reflect"
	"sync"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgtype"
	"github.com/jmoiron/sqlx/reflectx"
)

// routes are the ways of columns into the fields of structs, by statement and
// struct.
type routes struct{ known sync.Map }

type routeKey struct {
	query string
	of    reflect.Type
}

type route struct {
	columns []string
	ways    [][]int
}

// to is the fields of a struct that the columns of a statement go into; nil for
// a value that is one column itself.
func (r *routes) to(m *reflectx.Mapper, query string, of reflect.Type, n int, name func(i int) string) ([][]int, error) {
	if of.Kind() != reflect.Struct || reflect.PointerTo(of).Implements(reflect.TypeFor[sql.Scanner]()) {
		return nil, nil
	}
	key := routeKey{query, of}
	stored, _ := r.known.Load(key)
	if k, ok := stored.(*route); ok && k.fits(n, name) {
		return k.ways, nil
	}
	columns := make([]string, n)
	for i := range columns {
		columns[i] = name(i)
	}
	ways := m.TraversalsByName(of, columns)
	for i, way := range ways {
		if len(way) == 0 {
			return nil, fmt.Errorf("no place for column %s in %v", columns[i], of)
		}
	}
	r.known.Store(key, &route{columns, ways})
	return ways, nil
}

// fits reports whether the columns are still those that the ways are for.
func (r *route) fits(n int, name func(i int) string) bool {
	if n != len(r.columns) {
		return false
	}
	for i, c := range r.columns {
		if c != name(i) {
			return false
		}
	}
	return true
}

// within is where the i-th column goes in a value.
func within(v reflect.Value, ways [][]int, i int) reflect.Value {
	if ways == nil {
		return v
	}
	return reflectx.FieldByIndexes(v, ways[i])
}

// quickly reads a row of a server, if each of its values is of a common kind
// and fits. Any other is for the driver to read, or to say why not.
func quickly(v reflect.Value, ways [][]int, columns []pgconn.FieldDescription, row [][]byte) bool {
	for i, src := range row {
		if !quick(within(v, ways, i), &columns[i], src) {
			return false
		}
	}
	return true
}

func quick(field reflect.Value, c *pgconn.FieldDescription, src []byte) bool {
	const width, short = 8, 4 // bytes of numbers
	switch {
	case src == nil:
		return quickNull(field)
	case c.DataTypeOID == pgtype.TextOID: // the same in both formats
		return quickText(field, src)
	case c.Format != pgx.BinaryFormatCode:
		return false
	case c.DataTypeOID == pgtype.Int8OID && len(src) == width:
		return quickNumber(field, int64(binary.BigEndian.Uint64(src))) //nolint:gosec // the same bits
	case c.DataTypeOID == pgtype.Int4OID && len(src) == short:
		return quickNumber(field, int64(int32(binary.BigEndian.Uint32(src)))) //nolint:gosec // the same bits
	case c.DataTypeOID == pgtype.Float8OID && len(src) == width:
		return quickShare(field, math.Float64frombits(binary.BigEndian.Uint64(src)))
	case c.DataTypeOID == pgtype.BoolOID && len(src) == 1 && field.Kind() == reflect.Bool:
		field.SetBool(src[0] == 1)
		return true
	}
	return false
}

func quickNull(field reflect.Value) bool {
	switch to := field.Addr().Interface().(type) {
	case *sql.NullString:
		*to = sql.NullString{}
	case *sql.NullInt64:
		*to = sql.NullInt64{}
	case *sql.NullFloat64:
		*to = sql.NullFloat64{}
	default:
		return false
	}
	return true
}

func quickText(field reflect.Value, src []byte) bool {
	if field.Kind() == reflect.String {
		field.SetString(string(src))
		return true
	}
	to, ok := field.Addr().Interface().(*sql.NullString)
	if ok {
		*to = sql.NullString{String: string(src), Valid: true}
	}
	return ok
}

func quickNumber(field reflect.Value, n int64) bool {
	switch {
	case field.CanInt() && !field.OverflowInt(n):
		field.SetInt(n)
		return true
	case field.Kind() == reflect.Bool && n&1 == n:
		field.SetBool(n == 1)
		return true
	}
	to, ok := field.Addr().Interface().(*sql.NullInt64)
	if ok {
		*to = sql.NullInt64{Int64: n, Valid: true}
	}
	return ok
}

func quickShare(field reflect.Value, x float64) bool {
	if field.Kind() == reflect.Float64 {
		field.SetFloat(x)
		return true
	}
	to, ok := field.Addr().Interface().(*sql.NullFloat64)
	if ok {
		*to = sql.NullFloat64{Float64: x, Valid: true}
	}
	return ok
}

// place is where the driver reads a column to.
func place(v reflect.Value) any {
	if v.Kind() == reflect.Bool {
		return truth{v}
	}
	return v.Addr().Interface()
}

// truth reads 0, 1 or a boolean.
type truth struct{ reflect.Value }

// Scan is of sql.Scanner.
func (t truth) Scan(src any) error {
	var v sql.NullBool
	if err := v.Scan(src); err != nil {
		return err
	}
	t.SetBool(v.Bool)
	return nil
}
