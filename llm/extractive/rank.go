package extractive

import (
	"cmp"
	"math"
	"slices"
	"strings"

	"github.com/kljensen/snowball/english"

	"github.com/frasier-cos/frasier/internal/prose"
)

// Only words that carry a topic are kept, and "prices" finds "pricing".
func stemWords(text string) []string {
	var out []string
	for _, w := range prose.Words(text) {
		if !prose.StopWord(w) {
			out = append(out, english.Stem(w, false))
		}
	}
	return out
}

type rankedSentence struct {
	sentence
	score float64
}

// figureBonus prefers sentences with a figure where a number is asked for.
const figureBonus = 3

// candidatesPerQuestion bounds the work of one ranking.
const candidatesPerQuestion = 300

// The score is how well a sentence answers (BM25) times how central it is among those that do
// (TextRank). Sentences that hold no word of the question are left out. about gives further words
// that count less.
func rankSentences(list []sentence, question, about string, numbers bool) []rankedSentence {
	out := computeRelevance(list, stemWords(question), stemWords(about))
	slices.SortStableFunc(out, func(a, b rankedSentence) int { return cmp.Compare(b.score, a.score) })
	out = out[:min(len(out), candidatesPerQuestion)]
	for i, c := range computeCentrality(out) {
		out[i].score *= c
		if numbers && strings.ContainsAny(out[i].text, "0123456789") {
			out[i].score *= figureBonus
		}
	}
	slices.SortStableFunc(out, func(a, b rankedSentence) int {
		return cmp.Or(cmp.Compare(b.score, a.score), cmp.Compare(a.passage.Source, b.passage.Source), cmp.Compare(a.passage.Start, b.passage.Start), cmp.Compare(a.at, b.at))
	})
	return out
}

// This is BM25 with the usual constants.
func computeRelevance(list []sentence, asked, about []string) []rankedSentence {
	const k1, b, aside = 1.2, 0.75, 0.3
	weight := map[string]float64{}
	var terms []string
	for i, t := range slices.Concat(asked, about) {
		w := 1.0
		if i >= len(asked) {
			w = aside
		}
		if weight[t] == 0 {
			terms = append(terms, t)
		}
		weight[t] = max(weight[t], w)
	}
	in, total := map[string]int{}, 0
	counts := make([]map[string]int, len(list))
	for i, s := range list {
		counts[i] = countTerms(s.stems)
		total += len(s.stems)
		for t := range counts[i] {
			in[t]++
		}
	}
	mean := float64(total) / float64(max(len(list), 1))
	var out []rankedSentence
	for i, s := range list {
		score, hit := 0.0, false
		for _, t := range terms {
			f := float64(counts[i][t])
			if f == 0 {
				continue
			}
			hit = hit || weight[t] == 1
			score += weight[t] * computeRarity(len(list), in[t]) * f * (k1 + 1) / (f + k1*(1-b+b*float64(len(s.stems))/mean))
		}
		if hit {
			out = append(out, rankedSentence{s, score})
		}
	}
	return out
}

func computeRarity(all, in int) float64 {
	return math.Log(1 + (float64(all-in)+0.5)/(float64(in)+0.5))
}

func countTerms(list []string) map[string]int {
	m := make(map[string]int, len(list))
	for _, t := range list {
		m[t]++
	}
	return m
}

// This is TextRank over the cosine of TF-IDF vectors: edges from 0.1, damping 0.85, 50 rounds at
// most. The most central has 1.
func computeCentrality(list []rankedSentence) []float64 {
	const edge, damping, rounds, enough = 0.1, 0.85, 50, 1e-4
	n := len(list)
	vectors := vectorsOf(list)
	type link struct {
		to     int
		weight float64
	}
	links, sums := make([][]link, n), make([]float64, n)
	for i := range n {
		for j := i + 1; j < n; j++ {
			if w := computeCosine(vectors[i], vectors[j]); w >= edge {
				links[i], links[j] = append(links[i], link{j, w}), append(links[j], link{i, w})
				sums[i] += w
				sums[j] += w
			}
		}
	}
	score := make([]float64, n)
	for i := range score {
		score[i] = 1
	}
	for range rounds {
		next, moved := make([]float64, n), 0.0
		for i := range n {
			next[i] = 1 - damping
			for _, l := range links[i] {
				next[i] += damping * score[l.to] * l.weight / sums[l.to]
			}
			moved = max(moved, math.Abs(next[i]-score[i]))
		}
		score = next
		if moved < enough {
			break
		}
	}
	most := 0.0
	for _, s := range score {
		most = max(most, s)
	}
	for i := range score {
		score[i] /= most
	}
	return score
}

// Vectors are sorted by term, so that sums come out the same each time.
type term struct {
	stem  string
	value float64
}

func vectorsOf(list []rankedSentence) [][]term {
	in := map[string]int{}
	for _, s := range list {
		for t := range countTerms(s.stems) {
			in[t]++
		}
	}
	out := make([][]term, len(list))
	for i, s := range list {
		square := 0.0
		for _, t := range slices.Compact(slices.Sorted(slices.Values(s.stems))) {
			f := 0
			for _, x := range s.stems {
				if x == t {
					f++
				}
			}
			v := float64(f) * computeRarity(len(list), in[t])
			square += v * v
			out[i] = append(out[i], term{t, v})
		}
		if square > 0 {
			for k := range out[i] {
				out[i][k].value /= math.Sqrt(square)
			}
		}
	}
	return out
}

func computeCosine(a, b []term) float64 {
	sum := 0.0
	for i, j := 0, 0; i < len(a) && j < len(b); {
		switch c := cmp.Compare(a[i].stem, b[j].stem); {
		case c < 0:
			i++
		case c > 0:
			j++
		default:
			sum += a[i].value * b[j].value
			i++
			j++
		}
	}
	return sum
}
