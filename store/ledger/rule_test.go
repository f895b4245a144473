package ledger_test

import (
	"testing"

	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/store/ledger"
)

func TestRung(t *testing.T) {
	for _, c := range []struct{ first, spent, want org.NanoUSD }{
		{5 * org.Dollar, 0, 0},
		{5 * org.Dollar, 5*org.Dollar - 1, 0},
		{5 * org.Dollar, 5 * org.Dollar, 5 * org.Dollar},
		{5 * org.Dollar, 10*org.Dollar - 1, 5 * org.Dollar},
		{5 * org.Dollar, 10 * org.Dollar, 10 * org.Dollar},
		{5 * org.Dollar, 79 * org.Dollar, 40 * org.Dollar},
		{0, 79 * org.Dollar, 0},
		{-1, 79 * org.Dollar, 0},
	} {
		if got := ledger.Rung(c.first, c.spent); got != c.want {
			t.Errorf("Rung(%s, %s) = %s, want %s", c.first, c.spent, got, c.want)
		}
	}
}

func TestNear(t *testing.T) {
	for _, c := range []struct {
		limit, spent org.NanoUSD
		want         bool
	}{
		{0, org.Dollar, false},
		{5 * org.Dollar, 4*org.Dollar - 1, false},
		{5 * org.Dollar, 4 * org.Dollar, true},
		{5 * org.Dollar, 5*org.Dollar - 1, true},
		{5 * org.Dollar, 5 * org.Dollar, false}, // reached, which is told in other words
	} {
		if got := ledger.Near(c.limit, c.spent); got != c.want {
			t.Errorf("Near(%s, %s) = %v, want %v", c.limit, c.spent, got, c.want)
		}
	}
}
