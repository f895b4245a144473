package store

import "strings"

// Statements about many rows at once have few texts, so that they stay
// prepared: their numbers of rows are these.
const (
	exactRows = 8  // up to so many, any number
	mostRows  = 64 // else powers of two up to this
)

// insert runs "INSERT INTO table (columns)" for n rows; row returns the
// values of the i-th.
func (t *tx) insert(into string, n int, row func(i int) []any) error {
	for i := 0; i < n; {
		k := chunk(n - i)
		var args []any
		width := 0
		for j := range k {
			r := row(i + j)
			width = len(r)
			args = append(args, r...)
		}
		if err := t.exec(into+` VALUES `+tuples(k, `(`+list(width)+`)`), args...); err != nil {
			return err
		}
		i += k
	}
	return nil
}

// chunk is how many of n rows the next statement takes.
func chunk(n int) int {
	if n <= exactRows {
		return n
	}
	k := mostRows
	for k > n {
		k /= 2
	}
	return k
}

// list is n parameters.
func list(n int) string { return tuples(n, `?`) }

func tuples(n int, one string) string {
	return one + strings.Repeat(`, `+one, n-1)
}

// padded repeats the last value until their number is a power of two, for
// lists in which a value may stand twice.
func padded[T any](values []T) []T {
	n := 1
	for n < len(values) {
		n *= 2
	}
	for len(values) < n {
		values = append(values, values[len(values)-1])
	}
	return values
}

// anyOf is values as the parameters of a list, and the list, in parentheses.
func anyOf[T ~string](values []T) (in string, args []any) {
	for _, v := range values {
		args = append(args, v)
	}
	args = padded(args)
	return `(` + list(len(args)) + `)`, args
}
