package prose

import "strings"

// FindNearest returns the word of the list that the fewest edits make of another
// one, the first of equals, and how many edits that is.
func FindNearest(word string, list []string) (string, int) {
	const compared = 80 // characters, as many as any name has
	best, least := "", 1<<30
	a := []rune(First(word, compared))
	for _, w := range list {
		n := CountEdits(a, []rune(First(w, compared)))
		if len(a) >= 3 && strings.HasPrefix(w, word) {
			n = 0
		}
		if n < least {
			best, least = w, n
		}
	}
	return best, least
}

// CountEdits counts the letters that must be put in, taken out, replaced, or swapped with their
// neighbour to make b of a.
func CountEdits(a, b []rune) int {
	before, last, row := make([]int, len(b)+1), make([]int, len(b)+1), make([]int, len(b)+1)
	for j := range last {
		last[j] = j
	}
	for i := 1; i <= len(a); i++ {
		row[0] = i
		for j := 1; j <= len(b); j++ {
			cost := 1
			if a[i-1] == b[j-1] {
				cost = 0
			}
			row[j] = min(last[j]+1, row[j-1]+1, last[j-1]+cost)
			if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
				row[j] = min(row[j], before[j-2]+1)
			}
		}
		before, last, row = last, row, before
	}
	return last[len(b)]
}
