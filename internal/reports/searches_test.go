package reports_test

import (
	"testing"

	"github.com/frasier-cos/frasier/internal/reports"
)

func TestSearchMonth(t *testing.T) {
	for _, c := range []struct {
		asked, limit int
		near, spent  bool
	}{
		{1000, 0, false, false},
		{79, 100, false, false},
		{80, 100, true, false},
		{99, 100, true, false},
		{100, 100, true, true},
	} {
		m := reports.SearchMonth{Month: "2026-11", Asked: c.asked, Limit: c.limit}
		if m.Near() != c.near || m.Spent() != c.spent {
			t.Errorf("%d of %d: near %v, spent %v; want %v, %v", c.asked, c.limit, m.Near(), m.Spent(), c.near, c.spent)
		}
	}
}
