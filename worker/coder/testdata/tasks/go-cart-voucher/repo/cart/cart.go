// Package cart holds the customer's cart and its sums.
package cart

// Line is one product in the cart.
type Line struct {
	Name  string
	Cents int64
	Count int64
}

// Cart is what a customer is about to buy.
type Cart struct {
	Lines []Line
}

// Add puts a product into the cart; the same product is counted up.
func (c *Cart) Add(name string, cents, count int64) {
	for i := range c.Lines {
		if c.Lines[i].Name == name && c.Lines[i].Cents == cents {
			c.Lines[i].Count += count
			return
		}
	}
	c.Lines = append(c.Lines, Line{name, cents, count})
}

// Sum is the worth of the cart before vouchers, in cents.
func (c *Cart) Sum() int64 {
	var sum int64
	for _, l := range c.Lines {
		sum += l.Cents * l.Count
	}
	return sum
}
