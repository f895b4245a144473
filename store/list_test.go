package store_test

import (
	"database/sql"
	"math"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/frasier-cos/frasier/internal/org"
)

// Rows that a statement is given as a table come out as they went in, on both
// databases.
func TestRowsAsATable(t *testing.T) {
	o := newOffice(t)
	type row struct {
		Text  string          `db:"column1"`
		Named org.StepID      `db:"column2"`
		N     int             `db:"column3"`
		Long  int64           `db:"column4"`
		Hold  org.Hold        `db:"column5"`
		Share float64         `db:"column6"`
		Body  []byte          `db:"column7"`
		Name  sql.NullString  `db:"column8"`
		At    sql.NullInt64   `db:"column9"`
		Score sql.NullFloat64 `db:"column10"`
	}
	rows := []row{
		{Body: []byte{0, 255}},
		{
			"word", "s1", 7, math.MaxInt64, 3, 0.5,
			[]byte{1},
			sql.NullString{String: "name", Valid: true},
			sql.NullInt64{Int64: math.MinInt64, Valid: true},
			sql.NullFloat64{Float64: -1e300, Valid: true},
		},
		{
			strings.Repeat("{\"é€😀', NULL}\n", 1000), "", -1, -1, 0, math.SmallestNonzeroFloat64, nil,
			sql.NullString{Valid: true},
			sql.NullInt64{Valid: true},
			sql.NullFloat64{Valid: true},
		},
	}
	for _, n := range []int{0, 1, 3, 100} {
		var got []row
		o.ok(o.db.ReadListed(t.Context(), &got, "*", n, func(i int) []any {
			r := rows[i%len(rows)]
			return []any{r.Text, r.Named, r.N, r.Long, r.Hold, r.Share, r.Body, r.Name, r.At, r.Score}
		}))
		var want []row
		for i := range n {
			want = append(want, rows[i%len(rows)])
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%d rows (-want +got):\n%s", n, diff)
		}
	}

	var flags []bool
	o.ok(o.db.ReadListed(t.Context(), &flags, "column1", 3, func(i int) []any { return []any{i == 1} }))
	if diff := cmp.Diff([]bool{false, true, false}, flags); diff != "" {
		t.Errorf("booleans (-want +got):\n%s", diff)
	}

	before, err := o.db.ReadAmong(t.Context(), []org.StepID{"none", "", "é"})
	o.ok(err)
	o.sql(`INSERT INTO counters (name, n) VALUES ('é', 1)`)
	after, err := o.db.ReadAmong(t.Context(), []org.StepID{"none", "", "é"})
	o.ok(err)
	if before != 0 || after != 1 {
		t.Errorf("counters of some names: got %d, then %d, want 0 and 1", before, after)
	}
}

// A server refuses some bytes of texts, so they are question marks in its rows.
func TestRowsWithoutUnfitBytes(t *testing.T) {
	if server == "" {
		return // a file takes any
	}
	o := newOffice(t)
	var got []string
	texts := []string{"a\x00b", "\xff\xc3", "é\xe9"}
	o.ok(o.db.ReadListed(t.Context(), &got, "column1", len(texts), func(i int) []any { return []any{texts[i]} }))
	var named []sql.NullString
	o.ok(o.db.ReadListed(t.Context(), &named, "column1", len(texts), func(i int) []any {
		return []any{sql.NullString{String: texts[i], Valid: i > 0}}
	}))
	if diff := cmp.Diff([]string{"a?b", "??", "é?"}, got); diff != "" {
		t.Errorf("texts (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff([]sql.NullString{{}, {String: "??", Valid: true}, {String: "é?", Valid: true}}, named); diff != "" {
		t.Errorf("texts or NULL (-want +got):\n%s", diff)
	}
}
