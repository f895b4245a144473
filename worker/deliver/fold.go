package deliver

import (
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

const (
	// quotesOfOne bounds the quotes of one source that a part refers to; what it cites beyond that
	// is joined to them.
	quotesOfOne = 5
	// joint stands between quotes that were joined to one entry of the sources.
	joint = "\x00"
)

// Lists of quotes get shorter without losing a word: a quote that stands within another one goes
// into that, and where a part cites a source by more than quotesOfOne quotes, neighbours become
// one entry. It returns for each source the new place, from 1, of each quote.
func (d *Document) foldQuotes() [][]int {
	moved := make([][]int, len(d.Sources)) // the quote that each one goes into, from 0
	for i, s := range d.Sources {
		moved[i] = findHolders(s.Passages)
	}
	for _, part := range d.Sections() {
		for i, list := range listCited(part.Body, moved) {
			for _, group := range splitGroups(list) {
				for _, k := range group[1:] {
					moveInto(moved[i], k, group[0])
				}
			}
		}
	}
	out := make([][]int, len(d.Sources))
	for i := range d.Sources {
		out[i] = renumberQuotes(&d.Sources[i], moved[i])
	}
	return out
}

// Most quotes hold themselves. A quote that is shown in part holds only what is shown of it.
func findHolders(quotes []string) []int {
	out := make([]int, len(quotes))
	for i, q := range quotes {
		out[i] = i
		for k, other := range quotes {
			if k != i && len(other) > len(quotes[out[i]]) && utf8.RuneCountInString(other) <= quoteAtMost && hasWords(trimQuote(other), trimQuote(q)) {
				out[i] = k
			}
		}
	}
	for i := range out { // what is held by one that is held itself
		for range out {
			out[i] = out[out[i]]
		}
	}
	return out
}

// Words count only whole.
func hasWords(text, words string) bool {
	at := strings.Index(text, words)
	if at < 0 || words == "" {
		return false
	}
	of := func(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }
	before, _ := utf8.DecodeLastRuneInString(text[:at])
	after, _ := utf8.DecodeRuneInString(text[at+len(words):])
	return !of(before) && !of(after)
}

func listCited(body string, moved [][]int) map[int][]int {
	out := map[int][]int{}
	for _, m := range provisional.FindAllStringSubmatch(body, -1) {
		n, err := strconv.Atoi(m[1])
		k, err2 := strconv.Atoi(m[2])
		if err != nil || err2 != nil || n < 1 || n > len(moved) || k < 1 || k > len(moved[n-1]) {
			continue
		}
		if at := moved[n-1][k-1]; !slices.Contains(out[n-1], at) {
			out[n-1] = append(out[n-1], at)
		}
	}
	return out
}

// A list of quotesOfOne or fewer needs no groups.
func splitGroups(list []int) [][]int {
	if len(list) <= quotesOfOne {
		return nil
	}
	slices.Sort(list)
	out := make([][]int, 0, quotesOfOne)
	for i := range quotesOfOne {
		out = append(out, list[i*len(list)/quotesOfOne:(i+1)*len(list)/quotesOfOne])
	}
	return out
}

func moveInto(moved []int, from, to int) {
	was := moved[from]
	for i, at := range moved {
		if at == was {
			moved[i] = moved[to]
		}
	}
}

// It returns where each quote is now, from 1.
func renumberQuotes(s *Source, moved []int) []int {
	var kept []int
	held := findHolders(s.Passages)
	texts := map[int][]string{}
	for i, at := range moved {
		if i >= len(s.Passages) {
			break
		}
		if !slices.Contains(kept, at) {
			kept = append(kept, at)
		}
		if held[i] == i { // its words stand in no other quote
			texts[at] = append(texts[at], s.Passages[i])
		}
	}
	out := make([]int, len(moved))
	for i, at := range moved {
		out[i] = slices.Index(kept, at) + 1
	}
	passages := make([]string, 0, len(kept))
	for _, at := range kept {
		passages = append(passages, strings.Join(texts[at], joint))
	}
	if len(s.Passages) > 0 {
		s.Passages = passages
	}
	return out
}
