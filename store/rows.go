package store

import (
	"strconv"
	"strings"
)

// Statements about many rows at once have few texts on SQLite, so that they
// stay prepared: their numbers of rows are these.
const (
	exactRows = 8  // up to so many, any number
	mostRows  = 64 // else powers of two up to this
)

// listing is rows as a table v with the columns column1, column2 and so on,
// to stand in a FROM.
type listing struct {
	table string
	args  []any
}

// insert writes n rows with a statement "INSERT INTO table (columns)", at the
// latest with the next one whose answer is waited for; row returns the values
// of the i-th. what was tried is said with an error.
func (t *tx) insert(what, into string, n int, row func(i int) []any) error {
	for _, l := range t.lang.listed(n, row) {
		if err := t.later(what, into+` SELECT * FROM `+l.table, l.args...); err != nil {
			return err
		}
	}
	return nil
}

// values lists rows in pieces of few sizes.
func values(n int, row func(i int) []any) (out []listing) {
	for i := 0; i < n; {
		k := chunk(n - i)
		var l listing
		width := 0
		for j := range k {
			r := row(i + j)
			if j == 0 {
				width = len(r)
				l.args = make([]any, 0, k*width)
			}
			l.args = append(l.args, r...)
		}
		l.table = `(VALUES ` + tuples(k, `(`+tuples(width, `?`)+`)`) + `) AS v`
		out = append(out, l)
		i += k
	}
	return out
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

func tuples(n int, one string) string {
	return one + strings.Repeat(`, `+one, n-1)
}

// arrays lists rows as an array a column, so that a statement has one text for
// any number of them.
func arrays(n int, row func(i int) []any) []listing {
	if n == 0 {
		return nil
	}
	rows := make([][]any, n)
	for i := range n {
		rows[i] = row(i)
	}
	var l listing
	var arrays, names []string
	for j := range rows[0] {
		kind := elementOf(rows[0][j])
		arrays, names = append(arrays, `CAST(? AS `+kind.name+`[])`), append(names, "column"+strconv.Itoa(j+1))
		l.args = append(l.args, newList(kind, n, func(i int) any { return rows[i][j] }))
	}
	l.table = `unnest(` + strings.Join(arrays, `, `) + `) AS v(` + strings.Join(names, `, `) + `)`
	return []listing{l}
}

// amongParameters is a condition that a value is one of a list. The list is
// padded to a power of two, so that there are few texts.
func amongParameters(list []string) (condition string, args []any) {
	for _, v := range list {
		args = append(args, v)
	}
	n := 1
	for n < len(args) {
		n *= 2
	}
	for len(args) < n {
		args = append(args, args[len(args)-1])
	}
	return `IN (` + tuples(n, `?`) + `)`, args
}

// amongArray is the same with one array for the list.
func amongArray(texts []string) (condition string, args []any) {
	return `= ANY (CAST(? AS TEXT[]))`, []any{newList(elementOf(""), len(texts), func(i int) any { return texts[i] })}
}

// anyOf is a condition that a value is one of a list, which is not empty.
func anyOf[T ~string](l *dialect, list []T) (condition string, args []any) {
	texts := make([]string, len(list))
	for i, v := range list {
		texts[i] = string(v)
	}
	return l.among(texts)
}
