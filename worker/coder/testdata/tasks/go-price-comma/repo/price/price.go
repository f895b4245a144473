// Package price reads amounts of money as suppliers write them.
package price

import (
	"fmt"
	"strconv"
	"strings"
)

// Cents reads an amount such as "12.50" or "1,299.00" and returns it in cents.
func Cents(text string) (int64, error) {
	s := strings.TrimSpace(text)
	s = strings.ReplaceAll(s, ",", "")
	whole, frac, _ := strings.Cut(s, ".")
	if len(frac) > 2 {
		return 0, fmt.Errorf("amount %q has more than two decimals", text)
	}
	for len(frac) < 2 {
		frac += "0"
	}
	n, err := strconv.ParseUint(whole+frac, 10, 62)
	if err != nil {
		return 0, fmt.Errorf("amount %q is not a number", text)
	}
	return int64(n), nil
}
