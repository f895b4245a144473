package extract

import (
	"cmp"
	"math"
	"slices"
)

// writtenCell is a cell of a table in the order in which the program of the page writes it.
type writtenCell struct {
	words       []word
	x0, x1      float64
	top, bottom float64 // baselines of its first and its last line
	column      int
}

type writtenRow struct {
	cells       []writtenCell
	top, bottom float64
}

// Where cells stand in the middle of their rows, lines of one row lie at other heights in each of
// them, and only the order in which cells are written tells which belong together. It reports
// false where no cell does, or where the order is not that of rows and cells.
func (b *band) findWrittenRows() ([][]string, bool) {
	const leastRows, leastCells = 2, 1.5 // cells of a row, on the average
	list, step := b.splitWrittenCells()
	k := assignColumns(list)
	list = joinCells(list, step)
	var rows []writtenRow
	for _, c := range list {
		if n := len(rows); n > 0 && c.column > rows[n-1].cells[len(rows[n-1].cells)-1].column && rows[n-1].isBeside(c, b.rows[0].size) {
			r := &rows[n-1]
			r.cells = append(r.cells, c)
			r.top, r.bottom = max(r.top, c.top), min(r.bottom, c.bottom)
			continue
		} else if n > 0 && c.top > rows[n-1].bottom+0.1 { // above the end of the row before
			return nil, false
		}
		rows = append(rows, writtenRow{[]writtenCell{c}, c.top, c.bottom})
	}
	if k < 2 || len(rows) < leastRows || float64(len(list)) < leastCells*float64(len(rows)) || !b.isStaggered() && !slices.ContainsFunc(rows, writtenRow.hasCentredCell) {
		return nil, false
	}
	out := make([][]string, len(rows))
	for i, r := range rows {
		out[i] = make([]string, k)
		for _, c := range r.cells {
			out[i][c.column] = renderLines(c.words)
		}
	}
	return joinHeads(out), true
}

// A head in the middle of its cell need not stand above figures at the edge, so it moves to the
// column beside it that has none.
func joinHeads(rows [][]string) [][]string {
	headOnly := func(c int) bool {
		return rows[0][c] != "" && !slices.ContainsFunc(rows[1:], func(r []string) bool { return r[c] != "" })
	}
	for c := 0; c+1 < len(rows[0]); c++ {
		if headOnly(c) && rows[0][c+1] == "" || headOnly(c+1) && rows[0][c] == "" {
			for i, r := range rows {
				r[c] += r[c+1]
				rows[i] = slices.Delete(r, c+1, c+2)
			}
		}
	}
	return rows
}

// The row is higher than such a cell.
func (r writtenRow) hasCentredCell() bool {
	return slices.ContainsFunc(r.cells, func(c writtenCell) bool {
		size := c.words[0].size
		return r.top-c.top > 0.5*size && math.Abs((c.top+c.bottom)/2-(r.top+r.bottom)/2) < 0.2*size
	})
}

// The cell stands at the height of the row.
func (r writtenRow) isBeside(c writtenCell, size float64) bool {
	return c.bottom <= r.top+0.1 && c.top >= r.bottom-0.1 || math.Abs((c.top+c.bottom)/2-(r.top+r.bottom)/2) < 0.5*size
}

// Rows lie nearer to each other than lines of a text can.
func (b *band) isStaggered() bool {
	for i := 1; i < len(b.rows); i++ {
		if b.isNear(i) {
			return true
		}
	}
	return false
}

// The row and the one above it cannot be lines of one text.
func (b *band) isNear(i int) bool {
	const nearest = 0.9 // of the size of the letters
	return b.rows[i-1].y-b.rows[i].y < nearest*max(b.rows[i-1].size, b.rows[i].size)
}

// A word that stands neither behind the one before nor in the line below begins a cell.
func (b *band) splitWrittenCells() (list []writtenCell, lineStep float64) {
	var all []word
	gapBefore := map[int]bool{} // by order: a gap of its row stands before it
	for i := range b.rows {
		gaps, next := b.spans[i].gaps, 0
		for _, w := range b.rows[i].words {
			for next < len(gaps) && gaps[next].to <= w.x0+0.01 {
				gapBefore[w.order] = true
				next++
			}
			all = append(all, w)
		}
	}
	slices.SortStableFunc(all, func(x, y word) int { return cmp.Compare(x.order, y.order) })
	step := math.Inf(1) // from line to line
	for i := 1; i < len(all); i++ {
		if s := all[i-1].y - all[i].y; s > 0.9*all[i].size {
			step = min(step, s)
		}
	}
	var out []writtenCell
	for _, w := range all {
		if n := len(out); n > 0 && out[n-1].isContinuedBy(w, 1.1*step, gapBefore[w.order]) {
			c := &out[n-1]
			c.words = append(c.words, w)
			c.x0, c.x1, c.bottom = min(c.x0, w.x0), max(c.x1, w.x1), min(c.bottom, w.y)
			continue
		}
		out = append(out, writtenCell{words: []word{w}, x0: w.x0, x1: w.x1, top: w.y, bottom: w.y})
	}
	return out, 1.1 * step
}

// In a justified line the spaces between words are as wide as gaps between cells.
func joinCells(list []writtenCell, step float64) []writtenCell {
	var out []writtenCell
	for _, c := range list {
		if n := len(out); n > 0 && out[n-1].column == c.column && out[n-1].isContinuedBy(c.words[0], step, false) {
			last := &out[n-1]
			last.words = append(last.words, c.words...)
			last.x0, last.x1, last.bottom = min(last.x0, c.x0), max(last.x1, c.x1), min(last.bottom, c.bottom)
			continue
		}
		out = append(out, c)
	}
	return out
}

// The word stands behind the last one of the cell or in the line below it.
func (c *writtenCell) isContinuedBy(w word, step float64, gapBefore bool) bool {
	last := c.words[len(c.words)-1]
	down := last.y - w.y
	if math.Abs(down) < 0.1*w.size {
		return w.x0 >= last.x0 && !gapBefore
	}
	return down > 0 && down <= step && w.x1 > c.x0 && w.x0 < c.x1
}

// Cells that stand above each other are of one column. It returns how many columns there are.
func assignColumns(list []writtenCell) int {
	sorted := make([]*writtenCell, len(list))
	for i := range list {
		sorted[i] = &list[i]
	}
	slices.SortStableFunc(sorted, func(a, b *writtenCell) int { return cmp.Compare(a.x0, b.x0) })
	column, end := -1, math.Inf(-1)
	for _, c := range sorted {
		if c.x0 >= end {
			column++
		}
		c.column, end = column, max(end, c.x1)
	}
	return column + 1
}

func renderLines(words []word) string {
	var out []byte
	before := ""
	for from := 0; from < len(words); {
		to := from + 1
		for to < len(words) && math.Abs(words[to-1].y-words[to].y) <= 0.1*words[to].size {
			to++
		}
		text := renderWords(words[from:to])
		if from > 0 {
			out = appendGap(out, before, text)
		}
		out, before, from = append(out, text...), text, to
	}
	return string(out)
}
