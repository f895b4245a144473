package extractive

import (
	"fmt"
	"slices"
	"strings"
	"unicode"

	"github.com/frasier-cos/frasier/internal/quote"
	"github.com/frasier-cos/frasier/internal/work"
)

// figure is a number in a quoted sentence.
type figure struct {
	number  quote.Number
	window  string // the words around it, as they stand
	passage work.Passage
	label   []string // stems of the sentence's words without figures
}

// windowWords is the number of words on either side of a figure.
const windowWords = 4

// figuresCompared bounds the figures that are compared with each other.
const figuresCompared = 40

// The figures of the quoted sentences come first, then those of others that fit a question that
// asks for numbers. Years alone are none.
func figuresIn(parts []part) []figure {
	var out []figure
	seen := map[string]bool{}
	add := func(list []rankedSentence) {
		for _, q := range list {
			for _, n := range quote.Numbers(q.text) {
				w, ok := cutWindow(q.text, n.Start, n.End)
				if n.Unit == "date" || looksLikeYear(n) || !ok || seen[q.passage.ID+w] || len(out) == figuresCompared {
					continue
				}
				seen[q.passage.ID+w] = true
				out = append(out, figure{number: n, window: w, passage: q.passage, label: removeWords(stemsOfWords(w), stemWords(n.Text))})
			}
		}
	}
	for _, p := range parts {
		add(p.quotes)
	}
	for _, p := range parts {
		if p.question.Need == "number" || p.question.Need == "comparison" {
			add(p.rest)
		}
	}
	return out
}

func looksLikeYear(n quote.Number) bool {
	return n.Unit == "" && n.Step == 1 && n.Value >= 1900 && n.Value < 2100 && !strings.ContainsAny(n.Text, ",.")
}

// The window stays on its line and in its cell.
func cutWindow(text string, start, end int) (string, bool) {
	if start < 0 || end > len(text) || start >= end {
		return "", false
	}
	stop := func(r rune) bool { return r == '\n' || r == '|' }
	from := strings.LastIndexFunc(text[:start], stop) + 1
	to := len(text)
	if i := strings.IndexFunc(text[end:], stop); i >= 0 {
		to = end + i
	}
	left, right := start, end
	for range windowWords {
		i := strings.LastIndexFunc(strings.TrimRight(text[from:left], " \t"), unicode.IsSpace)
		left = from + i + 1
		if i < 0 {
			left = from
			break
		}
	}
	for range windowWords {
		rest := strings.TrimLeft(text[right:to], " \t")
		skipped := len(text[right:to]) - len(rest)
		i := strings.IndexFunc(rest, unicode.IsSpace)
		if i < 0 {
			right = to
			break
		}
		right += skipped + i
	}
	w := strings.TrimSpace(text[left:right])
	return w, w != ""
}

func stemsOfWords(text string) []string {
	return slices.DeleteFunc(stemWords(text), func(s string) bool { return strings.IndexFunc(s, unicode.IsDigit) >= 0 })
}

// The words of a figure itself, such as its unit, are no label.
func removeWords(words, own []string) []string {
	return slices.DeleteFunc(words, func(w string) bool { return slices.Contains(own, w) })
}

type conflict struct {
	text     string
	passages []work.Passage
}

// Figures disagree when they have two sources, one unit, the same words around them and different
// values. What the search found itself comes first.
func findConflicts(list []figure, known []string) []conflict {
	out := make([]conflict, 0, len(known))
	for _, k := range known {
		out = append(out, conflict{text: k})
	}
	for i, a := range list {
		for _, b := range list[i+1:] {
			if a.passage.Source == b.passage.Source || a.number.Unit == "" || a.number.Unit != b.number.Unit || !areAlike(a.label, b.label) {
				continue
			}
			if !a.number.Matches(b.number) && !b.number.Matches(a.number) {
				out = append(out, conflict{fmt.Sprintf("\"%s\" [%s], but \"%s\" [%s]", a.window, a.passage.ID, b.window, b.passage.ID), []work.Passage{a.passage, b.passage}})
			}
		}
	}
	return out
}

// Labels share half of their words, and three at least. Two are no more than a unit: prices "per
// kilogram" are of anything.
func areAlike(a, b []string) bool {
	const least = 3
	x, y := countTerms(a), countTerms(b)
	both := 0
	for t := range x {
		if y[t] > 0 {
			both++
		}
	}
	return both >= least && both*2 >= len(x)+len(y)-both
}
