// Package prose has the small rules on words that several packages share: what
// is a word, which titles are the same, how alike two texts are, how one is
// shortened, which addresses stand in one. It is pure.
package prose

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf16"
	"unicode/utf8"
)

// Count is a number with its noun, which takes an s unless it is one: "1 call",
// "2 calls". It is pure.
func Count(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}

// CountOf is a number with the words that follow one, or any other number: "1 try", "2 tries".
func CountOf(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return fmt.Sprintf("%d %s", n, many)
}

// CountUnits counts the UTF-16 units of a text, by which Discord bounds what it takes.
func CountUnits(text string) int {
	n := 0
	for _, r := range text {
		n += max(1, utf16.RuneLen(r))
	}
	return n
}

// ParseDigits returns the number that digits write; 0 for any other text, and for more than an int holds.
func ParseDigits(digits string) int {
	n, err := strconv.Atoi(digits)
	if err != nil {
		return 0
	}
	return n
}

// Capital returns a text with its first letter as a capital.
func Capital(text string) string {
	first, size := utf8.DecodeRuneInString(text)
	if size == 0 {
		return ""
	}
	return string(unicode.ToUpper(first)) + text[size:]
}

// Words splits text into lower-case runs of letters and digits.
func Words(text string) []string {
	return strings.FieldsFunc(strings.ToLower(text), func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsDigit(r)
	})
}

// Fold returns text as its words joined by single spaces, for comparing titles.
func Fold(text string) string { return strings.Join(Words(text), " ") }

// Overlap is the Jaccard similarity of the words of a and b, from 0 to 1; two
// empty texts have 0.
func Overlap(a, b string) float64 {
	x, y := Set(Words(a)), Set(Words(b))
	if len(x)+len(y) == 0 {
		return 0
	}
	both := 0
	for w := range x {
		if y[w] {
			both++
		}
	}
	return float64(both) / float64(len(x)+len(y)-both)
}

// Set returns the words as a set; none give an empty one.
func Set(words []string) map[string]bool {
	m := make(map[string]bool, len(words))
	for _, w := range words {
		m[w] = true
	}
	return m
}

// Tags returns the topic tags of a text: its content words of four letters or
// more, without doubles, the most frequent first, ten at most.
func Tags(text string) []string {
	const atMost = 10
	count := map[string]int{}
	var order []string
	for _, w := range Words(text) {
		if utf8.RuneCountInString(w) < 4 || StopWord(w) {
			continue
		}
		if count[w] == 0 {
			order = append(order, w)
		}
		count[w]++
	}
	slices.SortStableFunc(order, func(a, b string) int { return count[b] - count[a] })
	return order[:min(atMost, len(order))]
}

// StopWord reports whether a lower-case word carries no topic.
func StopWord(w string) bool {
	switch w {
	case "a", "about", "after", "all", "also", "an", "and", "any", "are", "as", "at", "be", "because", "been", "before", "but", "by",
		"can", "could", "did", "do", "does", "done", "each", "for", "from", "give", "had", "has", "have", "how", "i", "if", "in",
		"into", "is", "it", "its", "just", "like", "make", "may", "me", "more", "most", "must", "my", "need", "no", "not", "of", "on",
		"one", "only", "or", "other", "our", "out", "over", "please", "shall", "should", "so", "some", "such", "than", "thank",
		"thanks", "that", "the", "their", "them", "then", "there", "these", "they", "this", "those", "to", "under", "until", "up",
		"use", "very", "want", "was", "we", "were", "what", "when", "where", "which", "while", "who", "why", "will", "with", "would",
		"you", "your":
		return true
	}
	return false
}
