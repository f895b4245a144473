package main

import (
	"maps"
	"regexp"
	"slices"
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"
)

// leastInOrder is the share of the words of a document that must be found in
// their order; what programs add (numbers of pages, contents) takes nothing away.
const leastInOrder = 0.99

// wordsOf are the words of a text, without signs of Markdown and without
// hyphens: whether one at the end of a line belongs to the word is a guess.
func wordsOf(text string) []string {
	text = strings.NewReplacer("昀케", "ffi", "昀툀", "ffl").Replace(norm.NFKC.String(text))
	text = swapped.ReplaceAllStringFunc(text, unswap)
	text = atLineEnd.ReplaceAllString(text, "$1$2")
	return strings.FieldsFunc(text, func(c rune) bool {
		return !unicode.IsLetter(c) && !unicode.IsDigit(c) && !unicode.IsMark(c) && !strings.ContainsRune("-.,'’%€≈²", c)
	})
}

var (
	atLineEnd = regexp.MustCompile(`(\p{L})[-\x{2010}\x{ad}]\s+(\p{Ll})`)
	// Ghostscript 10.00 writes what ligatures stand for with its bytes in the wrong order; pdftotext shows that as it is.
	swapped = regexp.MustCompile(`[\x{4100}-\x{7a00}]`)
)

// unswap sets the bytes of one letter in the right order.
func unswap(s string) string {
	for _, c := range s {
		if c&0xFF == 0 {
			return string(c >> 8)
		}
	}
	return s
}

// bare is a word without what stands at its ends, and without hyphens.
func bare(w string) string {
	return strings.ReplaceAll(strings.Trim(w, "-.,'’"), "-", "")
}

// differ lists the words that one of two texts has more often than the other.
func differ(ours, theirs []string) []string {
	count := map[string]int{}
	for _, w := range ours {
		count[bare(w)]++
	}
	for _, w := range theirs {
		count[bare(w)]--
	}
	delete(count, "") // of signs alone
	if parted(count) {
		return nil
	}
	var out []string
	for _, w := range slices.Sorted(maps.Keys(count)) {
		switch n := count[w]; {
		case n > 0:
			out = append(out, "ours "+w)
		case n < 0:
			out = append(out, "theirs "+w)
		}
	}
	return out
}

// parted reports whether two texts have the same letters and differ only in
// which stand together: pdftotext joins a word that ends with a hyphen to
// whatever comes next, in a table to the word of another cell.
func parted(count map[string]int) bool {
	const few = 24 // words of a file
	letters, words := map[rune]int{}, 0
	for w, n := range count {
		words += max(n, -n)
		for _, c := range w {
			letters[c] += n
		}
	}
	for _, n := range letters {
		if n != 0 {
			return false
		}
	}
	return words <= few
}

// inOrder is the share of the words of want that stand in got in the same
// order: the longest such list of words that stand once.
func inOrder(want, got []string) float64 {
	at := map[string][]int{}
	for i, w := range got {
		at[bare(w)] = append(at[bare(w)], i)
	}
	// The longest rising list of places (Hunt and Szymanski).
	var ends []int
	all := 0
	for _, w := range want {
		if bare(w) == "" {
			continue
		}
		all++
		places := at[bare(w)]
		for _, p := range slices.Backward(places) {
			k, found := slices.BinarySearch(ends, p)
			switch {
			case found:
			case k == len(ends):
				ends = append(ends, p)
			default:
				ends[k] = p
			}
		}
	}
	if all == 0 {
		return 1
	}
	return float64(len(ends)) / float64(all)
}
