package plan

import (
	"slices"
	"strconv"
	"strings"

	"github.com/frasier-cos/frasier/internal/lazyregexp"
	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/prose"
	"github.com/frasier-cos/frasier/llm/prompt"
)

// Quantity is a number of things that a text asks for.
type Quantity struct {
	N    int
	Noun string
}

// So many words may stand between a number and what it counts.
const reach = 4

var groupedDigits = lazyregexp.New(`([0-9])[,\x{202F}\x{00A0}']([0-9]{3})\b`)

// Quantities finds numbers before countable nouns: "50 threads", "5,000
// words", "twelve highly rated posts", "two dozen papers". A year counts
// nothing but words.
func Quantities(text string) []Quantity {
	var out []Quantity
	words := prose.Words(groupedDigits.ReplaceAllString(text, "$1$2"))
	for i := 0; i < len(words); i++ {
		n, used := readCount(words[i:])
		if n == 0 {
			continue
		}
		i += used - 1
		if noun, ok := findCounted(words[i+1:]); ok && (noun == "words" || !isYear(n)) {
			out = append(out, Quantity{n, noun})
		}
	}
	return out
}

// Numbers are "50", "twelve", "one hundred", "two dozen", "a dozen"; used counts their words.
func readCount(words []string) (n, used int) {
	n, used = readQuantity(words[0]), 1
	if n == 0 {
		if m := readMultiple(words[0]); m > 0 {
			return m, 1
		}
		return 0, 0
	}
	if len(words) > 1 {
		if m := readMultiple(words[1]); m > 0 {
			return n * m, used + 1
		}
	}
	return n, used
}

func readMultiple(w string) int {
	switch w {
	case "dozen", "dozens":
		return 12
	case "hundred", "hundreds":
		return 100
	case "thousand", "thousands":
		return 1000
	}
	return 0
}

func isYear(n int) bool { return n >= 1900 && n <= 2100 }

func findCounted(words []string) (string, bool) {
	for _, w := range words[:min(len(words), reach+1)] {
		if (Quantity{1, w}).isCountable() {
			return w, true
		}
		ends := []string{"with", "from", "in", "per", "for", "and", "or", "to", "by", "across", "at", "on", "under", "over", "as", "is", "are", "that", "which"}
		if n, _ := readCount([]string{w}); n > 0 || slices.Contains(ends, w) {
			return "", false
		}
	}
	return "", false
}

// Number words go up to ninety; anything else is 0.
func readQuantity(w string) int {
	if n, err := strconv.Atoi(w); err == nil && n > 0 {
		return n
	}
	if n, err := strconv.Atoi(strings.TrimSuffix(w, "k")); err == nil && n > 0 && strings.HasSuffix(w, "k") {
		return n * 1000
	}
	names := []string{
		"one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve", "thirteen", "fourteen", "fifteen",
		"sixteen", "seventeen", "eighteen", "nineteen",
	}
	if i := slices.Index(names, w); i >= 0 {
		return i + 1
	}
	if i := slices.Index([]string{"twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety"}, w); i >= 0 {
		return 10 * (i + 2)
	}
	return 0
}

func listDemanded(list []org.Criterion) []Quantity {
	var out []Quantity
	for _, c := range list {
		if c.Check == org.CheckSources && c.N > 0 {
			out = append(out, Quantity{c.N, "sources"})
		}
	}
	return out
}

func (q Quantity) isCountable() bool {
	_, ok := q.findCapability()
	return ok
}

func (q Quantity) findCapability() (prompt.Capability, bool) {
	for _, c := range prompt.Capabilities() {
		if slices.Contains(c.Units, q.Noun) {
			return c, true
		}
	}
	return prompt.Capability{}, false
}

// The limit is that of a step of this depth. Entities are not counted here: Split sees to them.
func (q Quantity) findLimit(d org.Depth) (int, string) {
	c, ok := q.findCapability()
	if !ok || c.ID == "LIM-ENTITIES" {
		return q.N, ""
	}
	limit := c.Limit
	if d == org.DepthDeep && (c.ID == "LIM-FETCH" || c.ID == "LIM-QUERY") {
		limit *= org.DeepFactor
	}
	return limit, c.ID
}
