package cart

// Voucher takes an amount off the cart.
type Voucher struct {
	Code  string
	Cents int64
}

// Total is the sum of the cart with the voucher taken off, never below zero.
func (c *Cart) Total(v Voucher) int64 {
	total := c.Sum() - v.Cents
	if total < 0 {
		return 0
	}
	return total
}
