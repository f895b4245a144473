// Package orders imports orders from text files.
package orders

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"
)

// Order is one ordered product.
type Order struct {
	Product string
	Count   int
}

// Import reads a heading line and then lines of the form "product,count".
func Import(r io.Reader) ([]Order, error) {
	lines := bufio.NewScanner(r)
	if !lines.Scan() {
		return nil, errors.New("the file is empty")
	}
	var orders []Order
	for lines.Scan() {
		if strings.TrimSpace(lines.Text()) == "" {
			continue
		}
		product, count, found := strings.Cut(lines.Text(), ",")
		if !found {
			return nil, fmt.Errorf("no comma in %q", lines.Text())
		}
		n, err := strconv.Atoi(strings.TrimSpace(count))
		if err != nil {
			return nil, fmt.Errorf("%q is not a count", count)
		}
		orders = append(orders, Order{strings.TrimSpace(product), n})
	}
	return orders, lines.Err()
}
