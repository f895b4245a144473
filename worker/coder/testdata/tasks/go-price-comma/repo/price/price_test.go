package price

import (
	"strings"
	"testing"
)

func TestCents(t *testing.T) {
	for _, c := range []struct {
		text string
		want int64
	}{
		{"12.50", 1250},
		{"7", 700},
		{"0.5", 50},
		{" 3.99 ", 399},
		{"1,299.00", 129900},
		{"1,299", 129900},
	} {
		got, err := Cents(c.text)
		if err != nil || got != c.want {
			t.Errorf("Cents(%q) = %d, %v; want %d", c.text, got, err, c.want)
		}
	}
}

func TestRefusesWords(t *testing.T) {
	if _, err := Cents("free"); err == nil {
		t.Error("no error for a word")
	}
}

func TestRead(t *testing.T) {
	items, err := Read(strings.NewReader("Cup;4.20\n\nPlate; 1,050.00\n"))
	if err != nil || len(items) != 2 || items[1] != (Item{"Plate", 105000}) {
		t.Errorf("got %v, %v", items, err)
	}
}
