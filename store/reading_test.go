package store_test

import (
	"database/sql"
	"fmt"
	"reflect"
	"testing"

	"github.com/jackc/pgx/v5"

	"github.com/frasier-cos/frasier/internal/org"
)

// What is read from a server without its driver is what the driver reads.
func TestReadAsTheDriverDoes(t *testing.T) {
	if server == "" {
		return // a file has one way
	}
	o := newOffice(t)
	sources := []string{
		`NULL::text`, `''::text`, `'word'::text`, `'12'::text`, `'é€😀'::text`, `'12'::varchar`, `'n'::name`,
		`NULL::bigint`, `0::bigint`, `1::bigint`, `2::bigint`, `-1::bigint`, `127::bigint`, `128::bigint`, `-129::bigint`,
		`9223372036854775807`, `(-9223372036854775807 - 1)`, `NULL::int`, `0`, `1`, `-1`, `2147483647`, `(-2147483647 - 1)`, `7::smallint`,
		`NULL::boolean`, `true`, `false`, `NULL::float8`, `0::float8`, `0.5::float8`, `-1::float8`, `'NaN'::float8`, `'-Infinity'::float8`, `0.25::real`,
		`12::numeric`, `NULL::bytea`, `''::bytea`, `'\x00ff'::bytea`, `'{a,b}'::text[]`,
	}
	places := []any{ // what stands there before
		"old", org.StepID("old"), 9, org.Hold(9), int8(9), int32(9), int64(9), uint(9), true, 9.5, float32(9.5), []byte("old"),
		sql.NullString{String: "old", Valid: true},
		sql.NullInt64{Int64: 9, Valid: true},
		sql.NullFloat64{Float64: 9.5, Valid: true},
		sql.NullBool{Bool: true, Valid: true},
	}
	fit := map[string]int{}
	for _, source := range sources {
		for _, format := range []int16{pgx.BinaryFormatCode, pgx.TextFormatCode} {
			for _, before := range places {
				kind := reflect.TypeOf(before)
				quick, slow := reflect.New(kind), reflect.New(kind)
				quick.Elem().Set(reflect.ValueOf(before))
				slow.Elem().Set(reflect.ValueOf(before))
				fits, err := o.db.ReadBoth(t.Context(), quick.Interface(), slow.Interface(), format, `SELECT `+source)
				if !fits {
					continue
				}
				fit[kind.String()]++
				if got, want := fmt.Sprintf("%#v", quick.Elem()), fmt.Sprintf("%#v", slow.Elem()); got != want || err != nil {
					t.Errorf("%s in format %d as %s: got %s, the driver reads %s, %v", source, format, kind, got, want, err)
				}
			}
		}
	}
	for _, before := range places {
		seldom := map[string]bool{"uint": true, "float32": true, "[]uint8": true, "sql.NullBool": true}
		if kind := reflect.TypeOf(before).String(); (fit[kind] == 0) != seldom[kind] {
			t.Errorf("%d values were read into a %s without the driver", fit[kind], kind)
		}
	}
}
