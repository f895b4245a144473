package slug

import "strconv"

// Unique adds a number to the address if it is taken.
func Unique(name string, taken func(string) bool) string {
	base := Make(name)
	if base == "" {
		base = "product"
	}
	got := base
	for n := 2; taken(got); n++ {
		got = base + "-" + strconv.Itoa(n)
	}
	return got
}
