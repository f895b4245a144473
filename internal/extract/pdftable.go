package extract

import (
	"cmp"
	"math"
	"slices"
	"strings"
	"unicode"
)

// Words of one sentence stay together, in the column in which it begins.
func (b *band) splitCells() [][][]word {
	out := make([][][]word, len(b.rows))
	for i := range b.rows {
		cells := make([][]word, len(b.gaps)+1)
		words := b.rows[i].words
		column, next := 0, 0 // next of the gaps of the row
		gaps := b.spans[i].gaps
		for k := range words {
			w := &words[k]
			fresh := k == 0
			for next < len(gaps) && gaps[next].to <= w.x0 {
				fresh = true
				next++
			}
			if fresh {
				column = b.findColumn(w.x0, w.x1)
			}
			cells[column] = append(cells[column], *w)
		}
		out[i] = cells
	}
	return out
}

func (b *band) findColumn(x0, x1 float64) int {
	for i, g := range b.gaps {
		if x0 < g.findMiddle() && (x0+x1)/2 < g.to {
			return i
		}
	}
	return len(b.gaps)
}

// A band is columns of text, one after the other, or a table.
func (l *layouter) writeBand(b band, depth int) {
	if rows, written := b.findWrittenRows(); written {
		var m markup
		m.writeTable(rows)
		l.addPart(m.out.String())
		return
	}
	cells := b.splitCells()
	if l.isText(&b, cells) {
		order := make([]int, len(b.gaps)+1)
		for c := range order {
			order[c] = c
		}
		if isFromRight(cells) {
			slices.Reverse(order)
		}
		for _, c := range order {
			l.layoutColumn(cells, c, depth)
		}
		return
	}
	b.findGaps()
	cells = b.splitCells()
	l.writeTable(&b, cells)
}

// Most words decide.
func isFromRight(cells [][][]word) bool {
	right, all := 0, 0
	for _, r := range cells {
		for _, c := range r {
			for i := range c {
				all++
				if c[i].rightToLeft || isFigure(c[i].joinGlyphs()) {
					right++
				}
				if c[i].rightToLeft {
					right++
				}
			}
		}
	}
	return right > all && right > 0
}

func (l *layouter) layoutColumn(cells [][][]word, c, depth int) {
	var words []word
	for _, r := range cells {
		words = append(words, r[c]...)
	}
	l.layoutRegion(words, depth+1)
}

// Text runs to the edge of its column, line after line, and is written column by column more often
// than not; a table has short cells, rules between its rows, and more of them.
func (l *layouter) isText(b *band, cells [][][]word) bool {
	const most = 4 // columns of text on a page
	k := len(b.gaps) + 1
	if hasFields(cells) {
		return false
	}
	both := 0
	for _, r := range cells {
		filled := 0
		for _, c := range r {
			if len(c) > 0 {
				filled++
			}
		}
		if filled > 1 {
			both++
		}
	}
	ruled := l.countRuledRows(b)
	changes := b.countChanges(cells)
	byColumn := changes < max(2, max(both, len(b.rows)/2)*(k-1))
	if k > most || ruled >= 2 && !byColumn {
		return false
	}
	proseLike, wrapped := 0, 0
	for c := range k {
		if isTextColumn(cells, c) {
			proseLike++
		}
		if isWrappedColumn(cells, c) {
			wrapped++
		}
	}
	switch {
	case changes == k-1 && ruled == 0 && wrapped >= 2: // written column after column, as a folded sheet of paper is
		return true
	case proseLike >= 2 && (byColumn || ruled == 0):
		return true
	case byColumn && 2*both < len(b.rows): // lines of different heights
		return true
	}
	return byColumn && k == 2 && ruled == 0 && !b.hasLabels(cells)
}

func hasFields(cells [][][]word) bool {
	for _, r := range cells {
		for _, c := range r {
			if slices.ContainsFunc(c, func(w word) bool { return w.glyphs[0].field }) {
				return true
			}
		}
	}
	return false
}

// The program of the page goes from one column to another.
func (b *band) countChanges(cells [][][]word) int {
	type at struct{ order, column int }
	var all []at
	for _, r := range cells {
		for c, words := range r {
			for i := range words {
				all = append(all, at{words[i].order, c})
			}
		}
	}
	slices.SortFunc(all, func(x, y at) int { return cmp.Compare(x.order, y.order) })
	n := 0
	for i := 1; i < len(all); i++ {
		if all[i].column != all[i-1].column {
			n++
		}
	}
	return n
}

func isTextColumn(cells [][][]word, c int) bool {
	const fewLines, shortLine, fullLine = 3, 18, 0.8
	left, right := math.Inf(1), math.Inf(-1)
	var lengths []int
	var ends []float64
	for _, r := range cells {
		words := r[c]
		if len(words) == 0 {
			continue
		}
		line := makeLine(words)
		left, right = min(left, line.left), max(right, line.right)
		lengths = append(lengths, countLetters(line.text))
		ends = append(ends, line.right)
	}
	if len(lengths) < fewLines {
		return false
	}
	slices.Sort(lengths)
	full := 0
	for _, e := range ends {
		if e-left >= fullLine*(right-left) {
			full++
		}
	}
	return lengths[len(lengths)/2] >= shortLine && 5*full >= 2*len(ends)
}

// Sentences go over several lines, whatever headings and short lists stand among them.
func isWrappedColumn(cells [][][]word, c int) bool {
	const longLine, fullLine, least = 18, 0.8, 3
	left, right := math.Inf(1), math.Inf(-1)
	var lines []textLine
	for _, r := range cells {
		if len(r[c]) > 0 {
			line := makeLine(r[c])
			left, right = min(left, line.left), max(right, line.right)
			lines = append(lines, line)
		}
	}
	n := 0
	for _, line := range lines {
		if countLetters(line.text) >= longLine && line.right-left >= fullLine*(right-left) {
			n++
		}
	}
	return n >= least
}

func countLetters(text string) int {
	n := 0
	for _, c := range text {
		if unicode.IsLetter(c) {
			n++
			if isIdeograph(c) {
				n++
			}
		}
	}
	return n
}

func (b *band) hasLabels(cells [][][]word) bool {
	if len(b.gaps) != 1 {
		return false
	}
	labels, all := 0, 0
	for _, r := range cells {
		if len(r[0]) == 0 {
			continue
		}
		all++
		if strings.HasSuffix(renderWords(r[0]), ":") {
			labels++
		}
	}
	return 2*labels > all
}

func (l *layouter) countRuledRows(b *band) int {
	n := 0
	for i := 1; i < len(b.rows); i++ {
		if l.isRuled(b, i) {
			n++
		}
	}
	return n
}

func (l *layouter) isRuled(b *band, i int) bool {
	top, bottom := b.rows[i-1].y+0.1*b.rows[i-1].size, b.rows[i].y+0.4*b.rows[i].size
	left, right := math.Inf(1), math.Inf(-1)
	for _, s := range b.spans {
		left, right = min(left, s.left), max(right, s.right)
	}
	var drawn []gap
	for _, r := range l.rules {
		if l.steps--; l.steps < 0 {
			return false
		}
		if r.y0 <= top && r.y1 >= bottom && r.x1 > left && r.x0 < right {
			drawn = append(drawn, gap{max(r.x0, left), min(r.x1, right)})
		}
	}
	slices.SortFunc(drawn, func(a, b gap) int { return cmp.Compare(a.from, b.from) })
	covered, end := 0.0, math.Inf(-1)
	for _, d := range drawn {
		if from := max(d.from, end); d.to > from {
			covered += d.to - from
			end = d.to
		}
	}
	return covered >= 0.5*(right-left)
}

// A line of a table is a row of it, or more words of the row above.
type tableLine struct {
	cells   []string
	ends    []float64 // of the cells, in shares of the column
	firsts  []float64 // the width of their first words, likewise
	y, size float64
	ruled   bool // a rule is drawn above it
}

func (t *tableLine) countFilled() int {
	n := 0
	for _, c := range t.cells {
		if c != "" {
			n++
		}
	}
	return n
}

// The lines of a form have labels.
func (l *layouter) writeTable(b *band, cells [][][]word) {
	k := len(b.gaps) + 1
	left, right := make([]float64, k), make([]float64, k)
	for c := range k {
		left[c], right[c] = math.Inf(1), math.Inf(-1)
		for _, r := range cells {
			if len(r[c]) > 0 {
				line := makeLine(r[c])
				left[c], right[c] = min(left[c], line.left), max(right[c], line.right)
			}
		}
	}
	lines := make([]tableLine, len(cells))
	for i, r := range cells {
		t := tableLine{cells: make([]string, k), ends: make([]float64, k), firsts: make([]float64, k), y: b.rows[i].y, size: b.rows[i].size, ruled: i > 0 && l.isRuled(b, i)}
		for c, words := range r {
			if len(words) > 0 {
				t.cells[c] = renderWords(words)
				wide := max(1, right[c]-left[c])
				t.ends[c] = (makeLine(words).right - left[c]) / wide
				t.firsts[c] = (words[0].x1 - words[0].x0) / wide
			}
		}
		lines[i] = t
	}
	rows := joinTableLines(lines)
	if isFromRight(cells) {
		for _, r := range rows {
			slices.Reverse(r)
		}
	}
	if b.hasLabels(cells) || k == 2 && hasFields(cells) {
		var out []string
		for _, r := range rows {
			out = append(out, strings.TrimSpace(strings.Join(r, " ")))
		}
		l.addPart(strings.Join(out, "\n"))
		return
	}
	var m markup
	m.writeTable(rows)
	l.addPart(m.out.String())
}
