package hiddencheck

import (
	"testing"

	"example.com/pricelist/price"
)

func TestAmounts(t *testing.T) {
	for text, want := range map[string]int64{
		"12,50": 1250, "0,05": 5, "12,5": 1250, "1.299,00": 129900, "1.234.567,89": 123456789,
		"1,299.00": 129900, "1,299": 129900, "1,234,567.89": 123456789, "12.50": 1250, "7": 700,
	} {
		got, err := price.Cents(text)
		if err != nil || got != want {
			t.Errorf("Cents(%q) = %d, %v; want %d", text, got, err, want)
		}
	}
	for _, text := range []string{"free", "1.2345", "12,50 EUR"} {
		if got, err := price.Cents(text); err == nil {
			t.Errorf("Cents(%q) = %d, want an error", text, got)
		}
	}
}
