package price

import "testing"

func TestOneBagPaysDelivery(t *testing.T) {
	if got := Order([]Bag{{"Dawn", 1200}}); got != 1690 {
		t.Errorf("one bag costs %d, want 1690", got)
	}
}
