package extract

import (
	"cmp"
	"math"
	"slices"
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"
)

const wordGap = 0.15 // gap between glyphs that is a space, in font sizes

// word is a run of glyphs without a space between them.
type word struct {
	glyphs      []glyph
	x0, x1      float64
	y, size     float64
	order       int  // in the page's program
	spaced      bool // a space follows it in the program
	rightToLeft bool
	marker      bool // of a list
}

func (w *word) joinGlyphs() string {
	var b strings.Builder
	for _, g := range w.glyphs {
		b.WriteString(g.text)
	}
	return b.String()
}

// Glyphs have one direction; words are in the order of the page's program. What is written twice
// at one place, as some programs do for bold, is one.
func buildWords(glyphs []glyph) []word {
	var out []word
	from := 0 // the first glyph of the word that is open
	var w word
	end := func(at int, spaced bool) {
		if at > from {
			w.glyphs, w.order, w.spaced = glyphs[from:at], len(out), spaced
			out = append(out, w)
		} else if spaced && len(out) > 0 {
			out[len(out)-1].spaced = true
		}
	}
	for i := range glyphs {
		g := &glyphs[i]
		g.text = normalizeLetters(g.text)
		if g.size == 0 || math.IsInf(g.size, 0) {
			g.size = 10
		}
		switch blank := strings.TrimSpace(g.text) == ""; {
		case blank:
			end(i, g.text != "")
			from = i + 1
			continue
		case i > from && !w.canJoin(g):
			end(i, false)
			from = i
		}
		if i == from {
			w = word{x0: g.x, x1: g.x + g.width, y: g.y, size: g.size, rightToLeft: isRightToLeft(g.text)}
			continue
		}
		w.x0, w.x1 = min(w.x0, g.x), max(w.x1, g.x+g.width)
		w.rightToLeft = w.rightToLeft || isRightToLeft(g.text)
		if g.size > w.size {
			w.size, w.y = g.size, g.y
		}
	}
	end(len(glyphs), false)
	return out
}

func (w *word) canJoin(g *glyph) bool {
	em := max(w.size, g.size)
	if math.Abs(g.y-w.y) > 0.5*em {
		return false
	}
	const back = -0.5
	if gap := (g.x - w.x1) / em; gap >= back && gap <= wordGap {
		return true
	}
	gap := (w.x0 - g.x - g.width) / em
	return (w.rightToLeft || isRightToLeft(g.text)) && gap >= back && gap <= wordGap
}

// Ligatures and letters of presentation become the letters that they stand for; what fonts without
// a map leave behind goes.
func normalizeLetters(s string) string {
	s = removeUnprintable(s)
	for _, c := range s {
		if c >= 0xFB00 && c <= 0xFB06 || c >= 0xFB1D && c <= 0xFDFF || c >= 0xFE70 && c <= 0xFEFC {
			return norm.NFKC.String(s)
		}
	}
	return s
}

// Fonts without a map leave such characters behind.
func removeUnprintable(s string) string {
	plain := true
	for i := range len(s) {
		plain = plain && s[i] >= ' ' && s[i] < 0x7F
	}
	if plain {
		return s
	}
	return strings.Map(func(c rune) rune {
		switch {
		case unicode.IsSpace(c):
			return ' '
		case c == unicode.ReplacementChar, unicode.IsControl(c), unicode.Is(unicode.Co, c):
			return -1
		}
		return c
	}, s)
}

// Words of a row go from left to right.
type wordRow struct {
	words   []word
	y, size float64
}

func (r *wordRow) findLeft() float64 { return r.words[0].x0 }

// Rows go from the top of the page down. Raised and lowered words stay in the row that they belong
// to.
func (l *layouter) buildRows(words []word) []wordRow {
	slices.SortStableFunc(words, func(a, b word) int { return cmp.Compare(b.y, a.y) })
	var rows []wordRow
	for _, w := range words {
		at := -1
		for i := len(rows) - 1; i >= max(0, len(rows)-3) && at < 0; i-- {
			if rows[i].canTake(&w) {
				at = i
			}
		}
		if at < 0 {
			rows = append(rows, wordRow{y: w.y, size: w.size})
			at = len(rows) - 1
		}
		r := &rows[at]
		if w.size > r.size {
			r.y, r.size = w.y, w.size
		}
		r.words = append(r.words, w)
		if !l.toll.countValues(min(len(r.words), 1+nearWords)) {
			break
		}
	}
	slices.SortStableFunc(rows, func(a, b wordRow) int { return cmp.Compare(b.y, a.y) })
	for i := range rows {
		r := &rows[i]
		slices.SortStableFunc(r.words, func(a, b word) int { return cmp.Compare(a.x0, b.x0) })
		r.words = joinWords(r.words)
	}
	return rows
}

const nearWords = 64 // the last words of a row, which a new one may lie upon

// A word of the row stands at its height, and not above or below one of its words.
func (r *wordRow) canTake(w *word) bool {
	off := math.Abs(r.y - w.y)
	if off > 0.4*max(r.size, w.size) {
		return false
	}
	if off <= 0.1*min(r.size, w.size) {
		return true
	}
	for i := max(0, len(r.words)-nearWords); i < len(r.words); i++ {
		o := &r.words[i]
		overlap := min(o.x1, w.x1) - max(o.x0, w.x0)
		if math.Abs(o.y-w.y) > 0.3*min(o.size, w.size) && overlap > 0.2*min(o.size, w.size) {
			return false
		}
	}
	return true
}

// What is written twice goes, what stands without a gap is joined, and the mark of a list at the
// start is seen.
func joinWords(words []word) []word {
	out := words[:0]
	for _, w := range words {
		n := len(out)
		if n == 0 {
			out = append(out, w)
			continue
		}
		last := &out[n-1]
		em := max(last.size, w.size)
		gap := w.x0 - last.x1
		switch {
		case math.Abs(last.x0-w.x0) < 0.15*em && math.Abs(last.y-w.y) < 0.15*em && len(last.glyphs) == len(w.glyphs) && last.joinGlyphs() == w.joinGlyphs():
		case gap <= 0.1*em && gap >= -0.3*em && (!last.spaced || w.order != last.order+1):
			joined := word{x0: last.x0, x1: max(last.x1, w.x1), y: last.y, size: last.size, order: w.order, spaced: w.spaced, rightToLeft: last.rightToLeft || w.rightToLeft}
			joined.glyphs = append(append(make([]glyph, 0, len(last.glyphs)+len(w.glyphs)), last.glyphs...), w.glyphs...)
			if w.size > last.size {
				joined.y, joined.size = w.y, w.size
			}
			*last = joined
		default:
			out = append(out, w)
		}
	}
	return out
}
