// Package quote checks whether a quote stands in a text, and compares numbers.
//
// A quote is compared after a reduction that forgives what copying and
// extraction change (case, quotation marks, ligatures, line breaks, lost
// spaces, hyphens at line ends) and nothing that changes the meaning: every
// letter, every digit, signs, decimal marks and percent signs must agree. What
// is found is reported as byte offsets into the original text, so
// text[Start:End] is the quote as the source printed it.
package quote

import (
	"bytes"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"
)

const (
	leastQuote  = 12  // reduced characters below which a quote is no evidence
	leastPart   = 15  // reduced characters of each part of an elided quote
	longestGap  = 400 // bytes of the source an ellipsis may stand for
	mostStarts  = 64  // places tried for the first part of an elided quote
	longestWord = 12  // average letters of a "word" above which spaces were lost
)

// Span is a range of bytes in the original text; both ends are rune borders.
type Span struct{ Start, End int }

// Index is a text prepared for many searches. It may be used by many
// goroutines at once.
type Index struct {
	text   string
	normal normal
	grams  grams

	// Only Repair looks at words, so they are split when it is first called.
	once   sync.Once
	words  []word
	places map[string][]int32 // a folded word to its places in words
}

// NewIndex prepares text.
func NewIndex(text string) *Index {
	n := reduceText(text)
	return &Index{text: text, normal: n, grams: newGrams(n.text)}
}

func (x *Index) splitWords() {
	x.words = splitWords(x.text)
	x.places = make(map[string][]int32, len(x.words)/4)
	for i, w := range x.words {
		x.places[w.folded] = append(x.places[w.folded], int32(i))
	}
}

// Find reports where quote stands in the text. It returns one span, or several
// in order for a quote with an ellipsis. Quotes of fewer than 12 letters and
// digits are not evidence and are never found.
func (x *Index) Find(quote string) ([]Span, bool) {
	want := reduceText(quote).text
	if utf8.RuneCount(want) < leastQuote {
		return nil, false
	}
	if s, ok := x.findNext(quote, want, 0); ok {
		return []Span{x.mapSpan(s)}, true
	}
	return x.findElided(quote)
}

// want is quote, reduced; from and the span are places in the reduced text.
func (x *Index) findNext(quote string, want []byte, from int) (Span, bool) {
	if !x.grams.mayContain(want) {
		return Span{}, false
	}
	for from <= len(x.normal.text) {
		at := bytes.Index(x.normal.text[from:], want)
		if at < 0 {
			return Span{}, false
		}
		s := Span{from + at, from + at + len(want)}
		if x.isFaithful(quote, s) {
			return s, true
		}
		from = s.Start + 1
	}
	return Span{}, false
}

func (x *Index) mapSpan(s Span) Span {
	return Span{int(x.normal.start[s.Start]), int(x.normal.end[s.End-1])}
}

// The parts stand in order, each close to the one before, and with no negation hidden between
// them.
func (x *Index) findElided(quote string) ([]Span, bool) {
	if !strings.Contains(quote, "…") && !strings.Contains(quote, "...") {
		return nil, false
	}
	one := strings.NewReplacer("[...]", "…", "(...)", "…", "[…]", "…", "(…)", "…", "...", "…").Replace(quote)
	var parts []string
	var wants [][]byte
	for p := range strings.SplitSeq(one, "…") {
		w := reduceText(p).text
		if len(w) == 0 {
			continue
		}
		if utf8.RuneCount(w) < leastPart {
			return nil, false
		}
		parts, wants = append(parts, p), append(wants, w)
	}
	if len(parts) == 0 || len(parts) == 1 && !strings.Contains(one, "…") {
		return nil, false
	}
	from := 0
	for range mostStarts {
		s, ok := x.findNext(parts[0], wants[0], from)
		if !ok {
			return nil, false
		}
		if spans, ok := x.matchParts(s, parts, wants); ok {
			return spans, true
		}
		from = s.Start + 1
	}
	return nil, false
}

func (x *Index) matchParts(at Span, parts []string, wants [][]byte) ([]Span, bool) {
	spans := []Span{x.mapSpan(at)}
	for i := 1; i < len(parts); i++ {
		s, ok := x.findNext(parts[i], wants[i], at.End)
		if !ok {
			return nil, false
		}
		here, last := x.mapSpan(s), spans[i-1]
		if here.Start < last.End || here.Start-last.End > longestGap || hidesNegation(x.text[last.End:here.Start]) {
			return nil, false
		}
		spans, at = append(spans, here), s
	}
	return spans, true
}

// An ellipsis that leaves out a negation, with no end of a sentence in between, turns the sentence
// around.
func hidesNegation(gap string) bool {
	return countNegations(gap) > 0 && !strings.ContainsAny(gap, ".!?\n")
}

// The match cuts no number and no word, and adds no negation by cutting a word in two ("not able"
// for "notable").
func (x *Index) isFaithful(quote string, s Span) bool {
	o := x.mapSpan(s)
	lost := lostSpaces(x.text, o)
	if !x.startsWhole(s, o, lost) || !x.endsWhole(s, o, lost) {
		return false
	}
	return lost || countNegations(quote) <= countNegations(x.text[o.Start:o.End])
}

func (x *Index) startsWhole(s, o Span, lost bool) bool {
	first, _ := utf8.DecodeRune(x.normal.text[s.Start:])
	prev, _ := utf8.DecodeLastRune(x.normal.text[:s.Start])
	if s.Start == 0 {
		return true
	}
	if unicode.IsDigit(first) && (unicode.IsDigit(prev) || strings.ContainsRune(".,-/:^<>≤≥±", prev)) {
		return false
	}
	if strings.ContainsRune("-.<>≤≥±", first) && unicode.IsDigit(prev) {
		return false
	}
	before := lastVisible(x.text[:o.Start])
	if !areOneWord(before, first) {
		return true
	}
	head := strings.ToLower(x.text[max(0, o.Start-3):o.Start])
	return lost && !strings.HasSuffix(head, "un") && !strings.HasSuffix(head, "non") && !strings.HasSuffix(head, "dis")
}

func (x *Index) endsWhole(s, o Span, lost bool) bool {
	last, _ := utf8.DecodeLastRune(x.normal.text[:s.End])
	after := x.normal.text[s.End:]
	if len(after) == 0 {
		return true
	}
	next, n := utf8.DecodeRune(after)
	if unicode.IsDigit(last) {
		if unicode.IsDigit(next) || strings.ContainsRune(".,-/:^%‰", next) {
			return false
		}
		if beyond, _ := utf8.DecodeRune(after[n:]); unicode.Is(unicode.Sc, next) && !unicode.IsDigit(beyond) {
			return false
		}
		if findScaleWord(strings.TrimLeft(x.text[o.End:], " \t\n-\u00a0")) != "" {
			return false
		}
	}
	follows := firstVisible(x.text[o.End:])
	return lost || !areOneWord(last, follows)
}

// Scripts written without spaces have no borders of words.
func areOneWord(a, b rune) bool {
	if !wordRune(a) || !wordRune(b) {
		return false
	}
	spaceless := []*unicode.RangeTable{
		unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Thai,
		unicode.Lao, unicode.Khmer, unicode.Myanmar,
	}
	return !unicode.In(a, spaceless...) && !unicode.In(b, spaceless...)
}

func wordRune(c rune) bool { return unicode.IsLetter(c) || unicode.IsDigit(c) }

func lastVisible(s string) rune {
	for s != "" {
		c, n := utf8.DecodeLastRuneInString(s)
		if !isInvisible(c) {
			return c
		}
		s = s[:len(s)-n]
	}
	return 0
}

func firstVisible(s string) rune {
	for _, c := range s {
		if !isInvisible(c) {
			return c
		}
	}
	return 0
}

// Text taken from some PDFs has lost the spaces between words. Words that o cuts count whole.
func lostSpaces(text string, o Span) bool {
	const far = 200
	start, end := o.Start, o.End
	for start > max(0, o.Start-far) && text[start-1] > ' ' {
		start--
	}
	for end < min(len(text), o.End+far) && text[end] > ' ' {
		end++
	}
	letters := 0
	for _, c := range text[start:end] {
		if wordRune(c) {
			letters++
		}
	}
	fields := len(strings.Fields(text[start:end]))
	return letters > 2*longestWord && letters > longestWord*fields
}

func countNegations(s string) int {
	n := 0
	for _, w := range splitWords(s) {
		switch w.folded {
		case "not", "no", "never", "none", "nor", "neither", "without", "cannot", "nobody", "nothing", "hardly":
			n++
		default:
			if strings.HasSuffix(w.folded, "n't") {
				n++
			}
		}
	}
	return n
}
