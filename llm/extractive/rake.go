package extractive

import (
	"cmp"
	"slices"
	"strings"
	"unicode"

	"github.com/frasier-cos/frasier/internal/prose"
)

// Key phrases are runs of words between stop words and punctuation, scored by the sum of degree
// over frequency of their words (Rose et al. 2010). Phrases are five words at most; the best come
// first.
func rankPhrases(text string) []string {
	const atMost = 5
	var runs [][]string
	for _, clause := range strings.FieldsFunc(text, func(r rune) bool {
		return strings.ContainsRune(".,;:!?()[]\"\n|", r)
	}) {
		var open []string
		for _, w := range strings.FieldsFunc(strings.ToLower(clause), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) }) {
			if prose.StopWord(w) || len(open) == atMost {
				runs = append(runs, open)
				open = nil
			}
			if !prose.StopWord(w) {
				open = append(open, w)
			}
		}
		runs = append(runs, open)
	}
	frequency, degree := map[string]int{}, map[string]int{}
	for _, r := range runs {
		for _, w := range r {
			frequency[w]++
			degree[w] += len(r)
		}
	}
	score := func(r []string) float64 {
		total := 0.0
		for _, w := range r {
			total += float64(degree[w]) / float64(frequency[w])
		}
		return total
	}
	runs = slices.DeleteFunc(runs, func(r []string) bool { return len(r) == 0 })
	slices.SortStableFunc(runs, func(a, b []string) int { return cmp.Compare(score(b), score(a)) })
	var out []string
	for _, r := range runs {
		if p := strings.Join(r, " "); !slices.Contains(out, p) {
			out = append(out, p)
		}
	}
	return out
}

func shortenAtWord(text string, n int) string {
	return strings.TrimSpace(prose.FirstWords(strings.TrimSpace(text), n))
}
