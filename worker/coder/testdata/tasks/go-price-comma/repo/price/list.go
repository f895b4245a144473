package price

import (
	"bufio"
	"fmt"
	"io"
	"strings"
)

// Item is one line of a price list.
type Item struct {
	Name  string
	Cents int64
}

// Read reads lines of the form "name;amount".
func Read(r io.Reader) ([]Item, error) {
	var items []Item
	lines := bufio.NewScanner(r)
	for n := 1; lines.Scan(); n++ {
		if strings.TrimSpace(lines.Text()) == "" {
			continue
		}
		name, amount, found := strings.Cut(lines.Text(), ";")
		if !found {
			return nil, fmt.Errorf("line %d has no semicolon", n)
		}
		cents, err := Cents(amount)
		if err != nil {
			return nil, fmt.Errorf("line %d: %w", n, err)
		}
		items = append(items, Item{strings.TrimSpace(name), cents})
	}
	return items, lines.Err()
}
