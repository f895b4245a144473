// Package price works out what an order of coffee costs, in cents.
package price

// Delivery is what bringing an order costs.
const Delivery = 490

// Bag is a bag of coffee in an order.
type Bag struct {
	Name  string
	Cents int
}

// Order is what the bags of an order cost, with delivery.
func Order(bags []Bag) int {
	sum := 0
	for _, b := range bags {
		sum += b.Cents + Delivery
	}
	return sum
}
