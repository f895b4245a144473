package extract

import (
	"cmp"
	"math"
	"slices"
	"strings"
)

type layouter struct {
	toll   *toll
	steps  int // that looking for columns may still take; without any, lines go across
	rules  []rule
	narrow float64  // the least gap that may part cells where no space is written, in sizes
	parts  []string // of the page
}

const (
	layoutSteps = 20_000_000 // of one file
	mostTurns   = 4          // directions of lines on one page that are laid out
	columnDepth = 4          // columns within columns
)

// What runs in the direction of most letters comes first, then what is turned.
func (l *layouter) layoutPage(on onPage) string {
	l.parts = nil
	turns := map[int16][]glyph{}
	for _, g := range on.glyphs {
		turns[g.turn] = append(turns[g.turn], g)
	}
	order := make([]int16, 0, len(turns))
	for turn := range turns {
		order = append(order, turn)
	}
	slices.SortFunc(order, func(a, b int16) int {
		return cmp.Or(cmp.Compare(len(turns[b]), len(turns[a])), cmp.Compare(a, b))
	})
	for i, turn := range order {
		if i == mostTurns {
			var around strings.Builder // text around a circle
			for _, g := range on.glyphs {
				if slices.Contains(order[mostTurns:], g.turn) {
					around.WriteString(normalizeLetters(g.text))
				}
			}
			l.addPart(around.String())
			break
		}
		l.rules = nil
		if turn == 0 {
			l.rules = on.rules
		}
		words := buildWords(levelGlyphs(turns[turn], turn))
		spaced := 0
		for i := range words {
			if words[i].spaced {
				spaced++
			}
		}
		if l.narrow = narrowGap; 2*spaced > len(words) {
			l.narrow = tightGap
		}
		for _, block := range splitBlocks(words) {
			for _, column := range block {
				l.layoutRegion(column, len(block)-1)
			}
		}
	}
	for _, listed := range on.listed {
		l.addPart(listed)
	}
	return strings.Join(l.parts, "\n\n")
}

// Lines run from left to right then.
func levelGlyphs(glyphs []glyph, turn int16) []glyph {
	if turn == 0 {
		return glyphs
	}
	sin, cos := math.Sincos(float64(turn) * math.Pi / 180)
	for i := range glyphs {
		g := &glyphs[i]
		g.x, g.y = g.x*cos+g.y*sin, g.y*cos-g.x*sin
	}
	return glyphs
}

func (l *layouter) addPart(text string) {
	if text = strings.TrimSpace(text); text != "" {
		l.parts = append(l.parts, text)
	}
}

// Rows across the region are paragraphs; where rows leave the same gap, there are columns or a
// table.
func (l *layouter) layoutRegion(words []word, depth int) {
	rows := l.buildRows(words)
	spans := make([]rowSpan, len(rows))
	for i := range rows {
		spans[i] = measureSpan(&rows[i], l.narrow)
	}
	var lines []textLine
	for i := 0; i < len(rows); {
		if depth < columnDepth {
			if b, found := l.findBand(rows[i:], spans[i:]); found {
				for _, r := range rows[i : i+b.from] {
					lines = append(lines, makeLine(r.words))
				}
				l.addPart(joinParagraphs(lines))
				lines = nil
				l.writeBand(b, depth)
				i += b.till
				continue
			}
		}
		lines = append(lines, makeLine(rows[i].words))
		i++
	}
	l.addPart(joinParagraphs(lines))
}

// Nothing stands in a gap of a row, or of many.
type gap struct{ from, to float64 }

func (g gap) findMiddle() float64 { return (g.from + g.to) / 2 }

// rowSpan holds the ends of a row and the gaps in it that may part cells.
type rowSpan struct {
	left, right, size float64
	gaps              []gap
	listed            bool // it begins with the mark of a list
}

const (
	wideGap   = 1.2 // in sizes: parts cells, whatever stands in it
	narrowGap = 0.4 // may part them where no space is written
	tightGap  = 0.2 // may part them on a page that writes its spaces
	openEnd   = 1e9
)

func measureSpan(r *wordRow, narrow float64) rowSpan {
	s := rowSpan{left: r.findLeft(), size: r.size}
	end := s.left
	for i := range r.words {
		w := &r.words[i]
		if i > 0 {
			last := &r.words[i-1]
			em := min(max(w.size, last.size), 1.5*r.size)
			width := w.x0 - end
			spaced := last.spaced && w.order == last.order+1
			if (width >= wideGap*em || width >= narrow*em && !spaced) && !last.marker {
				s.gaps = append(s.gaps, gap{end, w.x0})
			}
			w.marker = width >= wideGap*em && !last.marker && listMark.MatchString(w.joinGlyphs())
		} else {
			w.marker = listMark.MatchString(w.joinGlyphs())
			s.listed = w.marker
		}
		end = max(end, w.x1)
	}
	s.right = end
	return s
}

// Room is in the gaps of a row and beside it.
func (s rowSpan) findRoom() []gap {
	out := make([]gap, 0, len(s.gaps)+2)
	out = append(out, gap{-openEnd, s.left})
	out = append(out, s.gaps...)
	return append(out, gap{s.right, openEnd})
}

// The room of both rows must be wide enough.
func intersectGaps(a, b []gap, least float64) []gap {
	var out []gap
	for i, j := 0, 0; i < len(a) && j < len(b); {
		g := gap{max(a[i].from, b[j].from), min(a[i].to, b[j].to)}
		if g.to-g.from >= least {
			out = append(out, g)
		}
		if a[i].to < b[j].to {
			i++
		} else {
			j++
		}
	}
	return out
}

// Rows have something left of the gap, right of it, or on both sides.
func countSides(spans []rowSpan, g gap) (left, right, both int) {
	for _, s := range spans {
		l, r := s.left < g.findMiddle(), s.right > g.findMiddle()
		switch {
		case l && r:
			both++
		case l:
			left++
		default:
			right++
		}
	}
	return left, right, both
}

type band struct {
	rows       []wordRow
	spans      []rowSpan
	gaps       []gap
	from, till int // of the rows that were looked at
	narrow     float64
	both       int // rows with something on both sides of a gap
}

// The band begins with the first row.
func (l *layouter) findBand(rows []wordRow, spans []rowSpan) (band, bool) {
	const mostRows = 400
	room := spans[0].findRoom()
	left, right, n := spans[0].left, spans[0].right, 1
	inner := func(gaps []gap) bool {
		return slices.ContainsFunc(gaps, func(g gap) bool { return g.from > left-1 && g.to < right+1 })
	}
	had := inner(room)
	for n < len(rows) && n < mostRows {
		if l.steps -= len(room) + len(spans[n].gaps) + 1; l.steps < 0 {
			return band{}, false
		}
		next := intersectGaps(room, spans[n].findRoom(), l.narrow*spans[n].size)
		wasLeft, wasRight := left, right
		left, right = min(left, spans[n].left), max(right, spans[n].right)
		if had && !inner(next) || len(next) <= 2 && !had && len(room) <= 2 && !inner(next) && n > 3 {
			left, right = wasLeft, wasRight
			break
		}
		had = had || inner(next)
		room = next
		n++
	}
	if !had || n < 2 {
		return band{}, false
	}
	b := band{rows: rows[:n], spans: spans[:n], till: n, narrow: l.narrow}
	best, most := gap{}, -1
	for _, g := range room {
		if g.from <= left-1 || g.to >= right+1 {
			continue
		}
		if _, _, both := countSides(b.spans, g); both > most {
			best, most = g, both
		}
	}
	if most < 0 {
		return band{}, false
	}
	b.trimRows(best)
	l1, r1, both := countSides(b.spans, best)
	if both < 2 && (l1 < 3 || r1 < 3) || len(b.rows) < 2 {
		return band{}, false
	}
	b.both = both
	if b.gaps = b.findSharedGaps(b.spans); len(b.gaps) == 0 {
		b.findGaps()
	}
	if len(b.gaps) == 0 {
		return band{}, false
	}
	b.releaseSentences()
	return b, len(b.gaps) > 0 && len(b.rows) > 1
}

// Sentences above and below may run across the gaps.
func (b *band) releaseSentences() {
	left := func(of []rowSpan) float64 {
		at := math.Inf(1)
		for _, s := range of {
			at = min(at, s.left)
		}
		return at
	}
	first := math.Inf(-1) // where the first cells of rows with others end
	for _, s := range b.spans {
		if len(s.gaps) > 0 {
			first = max(first, s.gaps[0].from)
		}
	}
	across := func(s rowSpan, others []rowSpan) bool {
		return len(s.gaps) == 0 && (s.listed || s.left < b.gaps[0].from && s.right > first+s.size || s.left < left(others)-s.size || slices.ContainsFunc(b.gaps, func(g gap) bool { return s.left < g.from && s.right > g.to }))
	}
	for len(b.rows) > 1 && across(b.spans[0], b.spans[1:]) {
		b.rows, b.spans, b.from = b.rows[1:], b.spans[1:], b.from+1
	}
	for n := len(b.rows); n > 1 && across(b.spans[n-1], b.spans[:n-1]); n = len(b.rows) {
		b.rows, b.spans, b.till = b.rows[:n-1], b.spans[:n-1], b.till-1
	}
}

// One side of such rows is empty: a heading above, a paragraph below.
func (b *band) trimRows(g gap) {
	_, _, both := countSides(b.spans, g)
	stepped := 2*both < len(b.rows) // the columns have lines of their own heights
	oneSided := func(s rowSpan) bool { return s.right <= g.findMiddle() || s.left >= g.findMiddle() }
	pitch := b.computePitch()
	far := func(i int) bool { return b.rows[i].y-b.rows[i+1].y > 1.3*pitch }
	for len(b.rows) > 1 && b.spans[0].right <= g.findMiddle() && !b.isNear(1) && (!stepped || far(0)) {
		b.rows, b.spans, b.from = b.rows[1:], b.spans[1:], b.from+1
	}
	for n := len(b.rows); n > 1 && oneSided(b.spans[n-1]) && !b.isNear(n-1) && (far(n-2) || b.spans[n-1].left >= g.findMiddle() && !stepped); n = len(b.rows) {
		b.rows, b.spans, b.till = b.rows[:n-1], b.spans[:n-1], b.till-1
	}
	// A heading that stands alone between two parts ends the first one.
	for i := 1; i < len(b.rows)-1; i++ {
		if oneSided(b.spans[i]) && b.rows[i-1].y-b.rows[i].y > 1.7*pitch && b.rows[i].y-b.rows[i+1].y > 1.2*pitch && i > 1 {
			b.till -= len(b.rows) - i
			b.rows, b.spans = b.rows[:i], b.spans[:i]
			break
		}
	}
}

// Most rows have this step to the next one.
func (b *band) computePitch() float64 {
	var steps []float64
	for i := 1; i < len(b.rows); i++ {
		steps = append(steps, b.rows[i-1].y-b.rows[i].y)
	}
	if len(steps) == 0 {
		return 0
	}
	slices.Sort(steps)
	return max(steps[len(steps)/2], b.rows[0].size) // cells in the middle of their rows have lines at half a step
}

// The gaps are those of the rows which have most cells; what stands across them in others spans
// columns.
func (b *band) findGaps() {
	cells := 0
	for _, s := range b.spans {
		cells = max(cells, len(s.gaps)+1)
	}
	voters := b.spans
	if 3*b.both >= len(b.spans) {
		var some []rowSpan
		for _, s := range b.spans {
			if 2*(len(s.gaps)+1) >= cells && len(s.gaps) > 0 {
				some = append(some, s)
			}
		}
		if len(some) >= 2 && 3*len(some) >= len(b.spans) {
			voters = some
		}
	}
	if gaps := b.findSharedGaps(voters); len(gaps) > 0 {
		b.gaps = gaps
	}
}

func (b *band) findSharedGaps(spans []rowSpan) []gap {
	room := spans[0].findRoom()
	left, right := spans[0].left, spans[0].right
	for _, s := range spans[1:] {
		room = intersectGaps(room, s.findRoom(), b.narrow*s.size)
		left, right = min(left, s.left), max(right, s.right)
	}
	var out []gap
	for _, g := range room {
		if g.from < left || g.to > right {
			continue
		}
		l, r, both := countSides(spans, g)
		wide := g.to-g.from >= wideGap*spans[0].size
		if wide && (both >= 2 || l >= 3 && r >= 3) || !wide && both >= 2 && b.isAligned(g) {
			out = append(out, g)
		}
	}
	return out
}

// What stands behind a narrow gap begins in one line, or what stands before it or behind it ends
// in one: words of a sentence do not.
func (b *band) isAligned(g gap) bool {
	var starts, ends, nextEnds []float64
	for i := range b.rows {
		words := b.rows[i].words
		k := slices.IndexFunc(words, func(w word) bool { return w.x0 >= g.to-0.5 })
		if k < 0 {
			continue
		}
		starts = append(starts, words[k].x0)
		if k > 0 {
			ends = append(ends, words[k-1].x1)
		}
		stop := words[k].x1
		for m := k + 1; m < len(words) && words[m].x0-stop < b.narrow*words[m].size; m++ {
			stop = words[m].x1
		}
		nextEnds = append(nextEnds, stop)
	}
	within := 0.2 * b.rows[0].size
	return isInLine(starts, within) || isInLine(ends, within) || isInLine(nextEnds, within)
}

// Four of five values are the same.
func isInLine(values []float64, within float64) bool {
	if len(values) < 3 {
		return false
	}
	slices.Sort(values)
	same := 0
	for _, v := range values {
		if math.Abs(v-values[len(values)/2]) <= within {
			same++
		}
	}
	return 5*same >= 4*len(values)
}
