package extract

import (
	"cmp"
	"math"
	"slices"
)

// Bounds of a block of columns.
const (
	columnLines = 3  // lines of each column at least
	longColumn  = 4  // lines of the longest one at least
	columnText  = 14 // letters of most lines at least
	mostColumns = 4
)

// Blocks end where the program of the page and what is seen agree that all that was written so far
// stands above all that follows. Blocks that are columns of text are taken out: their lines lie at
// other heights on each side, so that rows across them say nothing, and a table over the whole
// width may stand right below. The columns of a block come one after the other.
func splitBlocks(words []word) [][][]word {
	inOrder := slices.Clone(words)
	slices.SortStableFunc(inOrder, func(a, b word) int { return cmp.Compare(a.order, b.order) })
	var out [][][]word
	var rest []word
	columns := [][]word(nil)
	for _, part := range splitByHeight(inOrder) {
		if n := len(columns); n > 0 && isBelow(part, columns[n-1]) {
			columns[n-1] = append(columns[n-1], part...) // the last column is longer than the others
			out[len(out)-1] = columns
			continue
		}
		columns = splitColumns(part)
		if columns == nil {
			rest = append(rest, part...)
			continue
		}
		if len(rest) > 0 {
			out = append(out, [][]word{rest})
			rest = nil
		}
		out = append(out, columns)
	}
	if len(rest) > 0 {
		out = append(out, [][]word{rest})
	}
	return out
}

// In the order in which words are written all before a cut stand above all behind it.
func splitByHeight(words []word) [][]word {
	above := make([]float64, len(words)+1) // the highest of those from here on
	above[len(words)] = math.Inf(-1)
	for i := len(words) - 1; i >= 0; i-- {
		above[i] = max(above[i+1], words[i].y)
	}
	var out [][]word
	from, lowest := 0, math.Inf(1)
	for i := range words {
		lowest = min(lowest, words[i].y)
		if i+1 < len(words) && lowest > above[i+1]+0.5*words[i].size {
			out = append(out, words[from:i+1])
			from = i + 1
		}
	}
	return append(out, words[from:])
}

// Columns are written one after the other from the top down; nil where they are not.
func splitColumns(words []word) [][]word {
	var out [][]word
	from := 0
	for i := 1; i < len(words); i++ {
		if words[i].y > words[i-1].y+max(words[i].size, words[i-1].size) {
			out = append(out, words[from:i])
			from = i
		}
	}
	out = append(out, words[from:])
	if len(out) < 2 || len(out) > mostColumns {
		return nil
	}
	longest := 0
	for i, column := range out {
		n := countTextLines(column)
		if n < columnLines || i > 0 && !isBeside(out[i-1], column) {
			return nil
		}
		longest = max(longest, n)
	}
	if longest < longColumn {
		return nil
	}
	return out
}

// It is 0 when most lines are no text.
func countTextLines(words []word) int {
	var letters []int
	for i := range words {
		if i == 0 || words[i-1].y-words[i].y > 0.5*words[i].size {
			letters = append(letters, 0)
		}
		letters[len(letters)-1] += countLetters(words[i].joinGlyphs())
	}
	lines := len(letters)
	slices.Sort(letters)
	if letters[lines/2] < columnText {
		return 0
	}
	return lines
}

// Words go on a column within its width and no more than a paragraph below its end.
func isBelow(part, column []word) bool {
	const farthest = 2.5 // sizes
	left, right, lowest := math.Inf(1), math.Inf(-1), math.Inf(1)
	for i := range column {
		left, right, lowest = min(left, column[i].x0), max(right, column[i].x1), min(lowest, column[i].y)
	}
	for i := range part {
		if part[i].x0 < left-1 || part[i].x1 > right+1 {
			return false
		}
	}
	return lowest-part[0].y < farthest*part[0].size
}

// All words of one column stand on the same side of all of another.
func isBeside(a, b []word) bool {
	left := func(words []word) float64 {
		return slices.MinFunc(words, func(x, y word) int { return cmp.Compare(x.x0, y.x0) }).x0
	}
	right := func(words []word) float64 {
		return slices.MaxFunc(words, func(x, y word) int { return cmp.Compare(x.x1, y.x1) }).x1
	}
	return right(a) < left(b) || right(b) < left(a)
}
