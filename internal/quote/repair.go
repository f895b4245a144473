package quote

import (
	"cmp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

const (
	nearEnough   = 0.92 // share of words in common that a repair needs
	mostPlaces   = 200  // a word with more places is no anchor
	mostWindows  = 8    // alignments tried for one quote
	longestQuote = 400  // words of a quote that is compared at all
)

// word is a run of letters, digits and apostrophes of a text, hyphens at line
// ends closed up; a number keeps its inner marks.
type word struct {
	folded string
	at     Span
	name   bool // begins with a capital
	figure bool // holds a digit
}

func splitWords(s string) []word {
	out := make([]word, 0, len(s)/6+1)
	start := -1
	flush := func(end int) {
		if start < 0 {
			return
		}
		if w := foldWord(s, Span{start, end}); w.folded != "" {
			out = append(out, w)
		}
		start = -1
	}
	skip := 0
	for i, c := range s {
		switch {
		case i < skip:
		case wordRune(c), unicode.IsMark(c), isInvisible(c) && start >= 0:
			if start < 0 {
				start = i
			}
		case start >= 0 && measureLineBreak(s[i:]) > 0:
			skip = i + measureLineBreak(s[i:])
		case start >= 0 && isInnerMark(s, i, c):
		default:
			flush(i)
		}
	}
	flush(len(s))
	return out
}

// A hyphen and line break at the start of s may cut a word in two; 0 when they do not.
func measureLineBreak(s string) int {
	if s[0] != '-' && !strings.HasPrefix(s, "‐") {
		return 0
	}
	rest := strings.TrimLeft(s, "-‐")
	tail := strings.TrimLeft(rest, " \r\n")
	if !strings.Contains(rest[:len(rest)-len(tail)], "\n") || !unicode.IsLower(firstVisible(tail)) {
		return 0
	}
	return len(s) - len(tail)
}

func isInnerMark(s string, i int, c rune) bool {
	after := firstVisible(s[i+runeSize(s[i:]):])
	switch c {
	case '\'', '’':
		return wordRune(after)
	case '.', ',', ':', '/':
		return unicode.IsDigit(lastVisible(s[:i])) && unicode.IsDigit(after)
	}
	return false
}

// The rune stands at the start of s.
func runeSize(s string) int {
	_, n := utf8.DecodeRuneInString(s)
	return n
}

func foldWord(s string, at Span) word {
	w := word{at: at}
	if w.foldPlain(s[at.Start:at.End]) {
		return w
	}
	first := true
	var b strings.Builder
	for _, c := range norm.NFKC.String(s[at.Start:at.End]) {
		if first {
			w.name, first = unicode.IsUpper(c), false
		}
		switch {
		case unicode.IsDigit(c):
			w.figure = true
			b.WriteRune(c)
		case c == '’':
			b.WriteByte('\'')
		case wordRune(c), unicode.IsMark(c), c == '\'', c == '.', c == ',', c == ':', c == '/':
			b.WriteRune(unicode.ToLower(c))
		}
	}
	w.folded = b.String()
	if w.figure {
		w.folded = strings.ReplaceAll(w.folded, ",", "")
	}
	return w
}

// Most words are of Latin letters only; it returns false for others.
func (w *word) foldPlain(s string) bool {
	for i := range len(s) {
		if c := s[i] | 0x20; c < 'a' || c > 'z' {
			return false
		}
	}
	w.name, w.folded = s != "" && s[0] < 'a', strings.ToLower(s)
	return true
}

// Repair finds the passage that quote nearly is: at least 92 % of the words
// in the same order, the same numbers, the same negations and the same names.
// The caller replaces its quote by the text of the span.
func (x *Index) Repair(quote string) (Span, bool) {
	want := splitWords(quote)
	if len(want) == 0 || len(want) > longestQuote || len(reduceText(quote).text) < leastQuote {
		return Span{}, false
	}
	x.once.Do(x.splitWords)
	for _, at := range x.rankAlignments(want) {
		lo, hi := max(0, at-4), min(len(x.words), at+len(want)+4)
		if lo >= hi {
			continue
		}
		if s, ok := x.compareNear(quote, want, lo, hi); ok {
			return s, true
		}
	}
	return Span{}, false
}

// The rarer words of a quote vote for where in the text it would begin; most votes come first.
func (x *Index) rankAlignments(want []word) []int {
	votes := map[int]int{}
	for i, w := range want {
		places := x.places[w.folded]
		if len(places) > mostPlaces {
			continue
		}
		for _, p := range places {
			votes[int(p)-i]++
		}
	}
	starts := make([]int, 0, len(votes))
	for s := range votes {
		starts = append(starts, s)
	}
	slices.SortFunc(starts, func(a, b int) int {
		return cmp.Or(cmp.Compare(votes[b], votes[a]), cmp.Compare(a, b))
	})
	return starts[:min(mostWindows, len(starts))]
}

func (x *Index) compareNear(quote string, want []word, lo, hi int) (Span, bool) {
	pairs := findCommonWords(want, x.words[lo:hi])
	if len(pairs) == 0 {
		return Span{}, false
	}
	first, last := lo+pairs[0][1], lo+pairs[len(pairs)-1][1]
	have := x.words[first : last+1]
	if float64(len(pairs)) < nearEnough*float64(max(len(want), len(have))) {
		return Span{}, false
	}
	inQuote, inText := map[int]bool{}, map[int]bool{}
	for _, p := range pairs {
		inQuote[p[0]], inText[lo+p[1]-first] = true, true
	}
	if hasWeightyWord(want, inQuote) || hasWeightyWord(have, inText) || hasCountedWord(want, inQuote) && hasCountedWord(have, inText) {
		return Span{}, false
	}
	o := Span{have[0].at.Start, have[len(have)-1].at.End}
	text := x.text[o.Start:o.End]
	return o, countNegations(quote) == countNegations(text) && sameNumbers(quote, x.text, o)
}

// A word that is not in common may carry the meaning: a name, a number, or what something is
// measured by ("a month").
func hasWeightyWord(words []word, shared map[int]bool) bool {
	for i, w := range words {
		if shared[i] {
			continue
		}
		if w.name || w.figure || i > 0 && !words[i-1].figure && (findMeasure(w.folded) != "" || w.folded == "square" || w.folded == "cubic") {
			return true
		}
	}
	return false
}

// A word that is not in common may say of what there are so many: "7,204 cats". Units of measure
// are compared with the numbers.
func hasCountedWord(words []word, shared map[int]bool) bool {
	for i, w := range words {
		if i > 0 && !shared[i] && words[i-1].figure && w.folded != "per" && findMeasure(w.folded) == "" && findCurrency(w.folded) == "" && findScaleWord(w.folded) == "" {
			return true
		}
	}
	return false
}

// A unit right behind the span belongs to its last number.
func sameNumbers(quote, text string, o Span) bool {
	tail := min(len(text), o.End+len(" per cent"))
	a := Numbers(quote)
	var b []Number
	for _, n := range Numbers(text[max(0, o.Start-2):tail]) {
		if n.Start < o.End-max(0, o.Start-2) {
			b = append(b, n)
		}
	}
	return slices.EqualFunc(a, b, func(n, m Number) bool {
		return n.Value == m.Value && n.Unit == m.Unit && n.Step == m.Step
	})
}

// The longest common subsequence is given as pairs of indexes.
func findCommonWords(a, b []word) [][2]int {
	n := make([][]int16, len(a)+1)
	for i := range n {
		n[i] = make([]int16, len(b)+1)
	}
	for i := len(a) - 1; i >= 0; i-- {
		for j := len(b) - 1; j >= 0; j-- {
			if a[i].folded == b[j].folded {
				n[i][j] = n[i+1][j+1] + 1
			} else {
				n[i][j] = max(n[i+1][j], n[i][j+1])
			}
		}
	}
	var out [][2]int
	for i, j := 0, 0; i < len(a) && j < len(b); {
		switch {
		case a[i].folded == b[j].folded:
			out = append(out, [2]int{i, j})
			i, j = i+1, j+1
		case n[i+1][j] >= n[i][j+1]:
			i++
		default:
			j++
		}
	}
	return out
}
