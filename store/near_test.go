package store_test

import (
	"database/sql"
	"errors"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/frasier-cos/frasier/internal/org"
)

// What a transaction reads comes as what it is asked for, on both databases.
func TestReadInTransaction(t *testing.T) {
	o := newOffice(t)
	bytes := "BLOB"
	if server != "" {
		bytes = "BYTEA"
	}
	type Named struct {
		Name org.StepID
		N    int
	}
	type row struct {
		Named
		Yes, No bool
		Share   float64
		Body    []byte
		Gone    sql.NullString
		There   sql.NullString
		Missing sql.NullInt64
		Whole   sql.NullInt64
	}
	var rows []row
	query := `
		SELECT CAST(? AS TEXT) AS name, k AS n, 1 AS yes, 0 AS no, CAST(? AS DOUBLE PRECISION) AS share, CAST(? AS ` + bytes + `) AS body,
		       CAST(NULL AS TEXT) AS gone, CAST('' AS TEXT) AS there, CAST(NULL AS BIGINT) AS missing, 1099511627776 AS whole
		  FROM (SELECT 1 AS k UNION ALL SELECT 2) AS two ORDER BY k`
	o.ok(o.db.Read(t.Context(), &rows, true, query, org.StepID("s1"), 0.5, []byte{0, 255}))
	want := row{
		Named: Named{"s1", 1}, Yes: true, Share: 0.5, Body: []byte{0, 255}, There: sql.NullString{Valid: true},
		Whole: sql.NullInt64{Int64: 1 << 40, Valid: true},
	}
	second := want
	second.N = 2
	if diff := cmp.Diff([]row{want, second}, rows); diff != "" {
		t.Errorf("all rows (-want +got):\n%s", diff)
	}
	var first row
	o.ok(o.db.Read(t.Context(), &first, false, query, org.StepID("s1"), 0.5, []byte{0, 255}))
	if diff := cmp.Diff(want, first); diff != "" {
		t.Errorf("the first row (-want +got):\n%s", diff)
	}

	text, n := "as it was", 7
	if err := o.db.Read(t.Context(), &text, false, `SELECT name FROM counters WHERE name = 'none'`); !errors.Is(err, sql.ErrNoRows) || text != "as it was" {
		t.Errorf("no row: %v, %q", err, text)
	}
	if err := o.db.Read(t.Context(), &text, false, `SELECT CAST(NULL AS TEXT) AS text`); err == nil {
		t.Errorf("NULL came as %q", text)
	}
	if err := o.db.Read(t.Context(), &n, false, `SELECT CAST('word' AS TEXT) AS n`); err == nil {
		t.Errorf("a word came as %d", n)
	}
	if err := o.db.Read(t.Context(), &first, false, `SELECT 1 AS nowhere`); err == nil {
		t.Error("a column came that has no place")
	}
}
