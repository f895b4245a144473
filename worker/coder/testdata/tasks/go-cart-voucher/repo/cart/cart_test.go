package cart

import "testing"

func TestSum(t *testing.T) {
	var c Cart
	c.Add("tea", 450, 2)
	c.Add("cup", 900, 1)
	c.Add("tea", 450, 1)
	if c.Sum() != 2250 || len(c.Lines) != 2 {
		t.Errorf("sum %d, lines %v", c.Sum(), c.Lines)
	}
}

func TestVoucher(t *testing.T) {
	var c Cart
	c.Add("tea", 450, 2)
	if got := c.Total(Voucher{Code: "HELLO", Cents: 500}); got != 400 {
		t.Errorf("total %d, want 400", got)
	}
}

func TestVoucherLargerThanCart(t *testing.T) {
	var c Cart
	c.Add("tea", 450, 1)
	if got := c.Total(Voucher{Code: "HELLO", Cents: 500}); got != 0 {
		t.Errorf("total %d, want 0", got)
	}
}
