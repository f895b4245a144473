package hiddencheck

import (
	"testing"

	"example.com/shop/cart"
)

func TestLeastOrderValue(t *testing.T) {
	for _, c := range []struct{ worth, min, want int64 }{
		{4999, 5000, 4999}, {5000, 5000, 4500}, {5001, 5000, 4501}, {900, 0, 400}, {300, 0, 0}, {300, 200, 0},
	} {
		var k cart.Cart
		k.Add("thing", c.worth, 1)
		if got := k.Total(cart.Voucher{Code: "X", Cents: 500, MinCents: c.min}); got != c.want {
			t.Errorf("worth %d, least %d: total %d, want %d", c.worth, c.min, got, c.want)
		}
	}
}
