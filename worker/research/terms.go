package research

import (
	"slices"
	"strings"
	"unicode"

	"github.com/kljensen/snowball/english"
	"golang.org/x/text/unicode/norm"

	"github.com/frasier-cos/frasier/internal/prose"
)

// Terms are folded (no case, no accents), stemmed and without stop words. Scripts that are written
// without spaces are cut into pairs of characters.
func extractTerms(text string) []string { return stems(nil).extractTerms(text) }

// stems are those of words that were met, for whoever extracts the terms of many texts. Those of nil are not kept.
type stems map[string]string

const mostStems = 20_000

func (s stems) stemWord(w string) string {
	if s == nil {
		return stemWord(w)
	}
	stem, met := s[w]
	if !met {
		if len(s) >= mostStems {
			clear(s)
		}
		stem = stemWord(w)
		s[strings.Clone(w)] = strings.Clone(stem) // without the text that they are a part of
	}
	return stem
}

func (s stems) extractTerms(text string) []string {
	var out []string
	for _, w := range prose.Words(stripAccents(text)) {
		if isSpaceless(w) {
			out = append(out, splitPairs([]rune(w))...)
			continue
		}
		if isStopWord(w) {
			continue
		}
		out = append(out, s.stemWord(w))
	}
	return out
}

// longestStop is the length of the longest stop words; longer words need no
// look-up, which counts when thousands of passages are compared.
const longestStop = 7

func isStopWord(w string) bool {
	return len(w) <= longestStop && !strings.ContainsAny(w, "0123456789") && (w == "many" || w == "much" || prose.StopWord(w))
}

// Compatibility forms go too. ASCII text, the usual case, is returned as it is.
func stripAccents(text string) string {
	ascii := true
	for i := 0; i < len(text) && ascii; i++ {
		ascii = text[i] < 0x80
	}
	if ascii {
		return text
	}
	return strings.Map(func(r rune) rune {
		if unicode.Is(unicode.Mn, r) {
			return -1
		}
		return r
	}, norm.NFKD.String(text))
}

// Words with digits and short ones have no grammar: "5g", "usb".
func stemWord(w string) string {
	if len(w) < 4 || strings.ContainsAny(w, "0123456789") {
		return w
	}
	return english.Stem(w, true)
}

func isSpaceless(w string) bool {
	for _, r := range w {
		return unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Thai)
	}
	return false
}

func splitPairs(rs []rune) []string {
	if len(rs) == 1 {
		return []string{string(rs)}
	}
	out := make([]string, 0, len(rs)-1)
	for i := range len(rs) - 1 {
		out = append(out, string(rs[i:i+2]))
	}
	return out
}

// The hashes of all runs of shingleWords words are sorted and each once, for telling near copies
// of one text.
func hashShingles(text string) []uint64 {
	words := prose.Words(text)
	n := min(shingleWords, len(words))
	var out []uint64
	for i := 0; n > 0 && i+n <= len(words); i++ {
		out = append(out, hashWords(words[i:i+n]))
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// It is FNV-1a with a separator, without allocating.
func hashWords(words []string) uint64 {
	h := uint64(14695981039346656037)
	for _, w := range words {
		for i := range len(w) {
			h = (h ^ uint64(w[i])) * 1099511628211
		}
		h = (h ^ ' ') * 1099511628211
	}
	return h
}

func computeJaccard(a, b []uint64) float64 {
	if len(a)+len(b) == 0 {
		return 0
	}
	both := countCommon(a, b)
	return float64(both) / float64(len(a)+len(b)-both)
}

func computeContainment(a, b []uint64) float64 {
	return float64(countCommon(a, b)) / float64(max(1, min(len(a), len(b))))
}

func countCommon(a, b []uint64) int {
	both, i, j := 0, 0, 0
	for i < len(a) && j < len(b) {
		switch {
		case a[i] < b[j]:
			i++
		case a[i] > b[j]:
			j++
		default:
			both, i, j = both+1, i+1, j+1
		}
	}
	return both
}
