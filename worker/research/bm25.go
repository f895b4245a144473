package research

import (
	"math"
	"slices"
)

// The usual constants of BM25 (Robertson and Zaragoza 2009): saturation of
// term frequency and weight of text length.
const (
	bm25K = 1.2
	bm25B = 0.75
)

// index ranks texts against queries by BM25. It counts only the terms that its
// queries hold, so thousands of passages cost little memory.
type index struct {
	counts []map[string]int // of vocabulary terms, per text
	length []int
	mean   float64
	df     map[string]int
}

func newIndex(texts []string, vocab map[string]bool) *index {
	x := &index{counts: make([]map[string]int, len(texts)), length: make([]int, len(texts)), df: map[string]int{}}
	total := 0
	for i, t := range texts {
		ts := extractTerms(t)
		count := map[string]int{}
		for _, w := range ts {
			if vocab == nil || vocab[w] {
				count[w]++
			}
		}
		for w := range count {
			x.df[w]++
		}
		x.counts[i], x.length[i] = count, len(ts)
		total += len(ts)
	}
	x.mean = float64(max(1, total)) / float64(max(1, len(texts)))
	return x
}

func (x *index) computeIDF(term string) float64 {
	n := float64(len(x.counts))
	df := float64(x.df[term])
	return math.Log(1 + (n-df+0.5)/(df+0.5))
}

func (x *index) scoreText(i int, query []string) float64 {
	sum := 0.0
	for _, w := range removeDuplicates(query) {
		tf := float64(x.counts[i][w])
		if tf == 0 {
			continue
		}
		sum += x.computeIDF(w) * tf * (bm25K + 1) / (tf + bm25K*(1-bm25B+bm25B*float64(x.length[i])/x.mean))
	}
	return sum
}

// BM25 cannot say which part of a query a text touches, from 0 to 1: it is the mean of the part of
// its words and the part of their weight. Weight alone misjudges small pools, where the subject's
// own words stand everywhere and so weigh little.
func (x *index) computeShare(i int, query []string) float64 {
	words := removeDuplicates(query)
	if len(words) == 0 {
		return 0
	}
	have, all, count := 0.0, 0.0, 0
	for _, w := range words {
		weight := x.computeIDF(w)
		all += weight
		if x.counts[i][w] > 0 {
			have += weight
			count++
		}
	}
	return (have/all + float64(count)/float64(len(words))) / 2
}

func removeDuplicates(list []string) []string {
	seen := make(map[string]bool, len(list))
	out := make([]string, 0, len(list))
	for _, s := range list {
		if !seen[s] {
			seen[s] = true
			out = append(out, s)
		}
	}
	return out
}

// Texts that touch too little of the question are left out; the best come first.
func (x *index) findBest(text string, n int) []int {
	query := x.readQuestion(text)
	type found struct {
		at    int
		value float64
	}
	var list []found
	for i := range x.counts {
		if x.computeBestShare(i, query) >= touchShare {
			list = append(list, found{i, x.scoreText(i, query.words)})
		}
	}
	slices.SortStableFunc(list, func(a, b found) int {
		switch {
		case a.value > b.value:
			return -1
		case a.value < b.value:
			return 1
		}
		return a.at - b.at
	})
	out := make([]int, 0, n)
	for _, f := range list[:min(n, len(list))] {
		out = append(out, f.at)
	}
	return out
}
