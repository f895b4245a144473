package store

import (
	"database/sql"
	"encoding/binary"
	"fmt"
	"math"
	"reflect"

	"github.com/jackc/pgx/v5/pgtype"
)

// list is an array in the binary format of the server, which takes it as it is.
type list []byte

// element is a type of arrays.
type element struct {
	name string
	oid  uint32
}

// elementOf is what a value is stored as in an array. The server knows no type
// of a name that is none of its own.
func elementOf(v any) element {
	switch v.(type) {
	case sql.NullString:
		return element{`TEXT`, pgtype.TextOID}
	case sql.NullInt64:
		return element{`BIGINT`, pgtype.Int8OID}
	case sql.NullFloat64:
		return element{`DOUBLE PRECISION`, pgtype.Float8OID}
	case []byte:
		return element{`BYTEA`, pgtype.ByteaOID}
	}
	switch r := reflect.ValueOf(v); {
	case r.Kind() == reflect.String:
		return element{`TEXT`, pgtype.TextOID}
	case r.CanInt(), r.Kind() == reflect.Bool:
		return element{`BIGINT`, pgtype.Int8OID}
	case r.CanFloat():
		return element{`DOUBLE PRECISION`, pgtype.Float8OID}
	}
	return element{name: fmt.Sprintf("\"%T\"", v)}
}

// newList makes a list of n values, one at least, all of one type.
func newList(of element, n int, value func(i int) any) list {
	const header, each = 20, 20 // bytes; of most values
	l := make(list, 0, header+n*each)
	for _, v := range []uint32{1, 1, of.oid, uint32(n), 1} { //nolint:gosec // a transaction has few rows
		l = binary.BigEndian.AppendUint32(l, v) // dimensions, whether there may be NULLs, type, length, index of the first
	}
	for i := range n {
		at := len(l)
		l = binary.BigEndian.AppendUint32(l, math.MaxUint32) // the length of NULL
		var some bool
		if l, some = appendValue(l, value(i)); some {
			binary.BigEndian.PutUint32(l[at:], uint32(len(l)-at-4)) //nolint:gosec // shorter than any text
		}
	}
	return l
}

// appendValue appends a value, and reports whether it is one and not NULL.
func appendValue(l list, v any) (list, bool) {
	switch v := v.(type) {
	case string:
		return append(l, plain(v)...), true
	case int:
		return appendNumber(l, int64(v)), true
	case int64:
		return appendNumber(l, v), true
	case sql.NullString:
		if !v.Valid {
			return l, false
		}
		return append(l, plain(v.String)...), true
	case sql.NullInt64:
		if !v.Valid {
			return l, false
		}
		return appendNumber(l, v.Int64), true
	case sql.NullFloat64:
		if !v.Valid {
			return l, false
		}
		return appendShare(l, v.Float64), true
	case []byte:
		return append(l, v...), v != nil
	}
	switch r := reflect.ValueOf(v); {
	case r.Kind() == reflect.String:
		return append(l, plain(r.String())...), true
	case r.CanInt():
		return appendNumber(l, r.Int()), true
	case r.CanFloat():
		return appendShare(l, r.Float()), true
	case r.Kind() == reflect.Bool:
		return appendNumber(l, number(r.Bool())), true
	}
	return l, false
}

func appendNumber(l list, n int64) list {
	return binary.BigEndian.AppendUint64(l, uint64(n)) //nolint:gosec // the same bits
}

func appendShare(l list, x float64) list {
	return binary.BigEndian.AppendUint64(l, math.Float64bits(x))
}

// takeLists has a connection's driver take lists as they are.
func takeLists(m *pgtype.Map) {
	for _, oid := range []uint32{pgtype.TextArrayOID, pgtype.Int8ArrayOID, pgtype.Float8ArrayOID, pgtype.ByteaArrayOID} {
		if t, ok := m.TypeForOID(oid); ok {
			m.RegisterType(&pgtype.Type{Name: t.Name, OID: oid, Codec: lists{t.Codec}})
		}
	}
}

// lists is the driver's way with arrays, and that with lists.
type lists struct{ pgtype.Codec }

// PlanEncode is of pgtype.Codec.
func (c lists) PlanEncode(m *pgtype.Map, oid uint32, format int16, value any) pgtype.EncodePlan {
	if _, ok := value.(list); ok && format == pgtype.BinaryFormatCode {
		return asItIs{}
	}
	return c.Codec.PlanEncode(m, oid, format, value)
}

type asItIs struct{}

// Encode is of pgtype.EncodePlan.
func (asItIs) Encode(value any, to []byte) ([]byte, error) {
	l, ok := value.(list)
	if !ok {
		return nil, fmt.Errorf("%T is no list", value)
	}
	return append(to, l...), nil
}
