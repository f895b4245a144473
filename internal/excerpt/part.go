package excerpt

import (
	"regexp"
	"slices"
	"strings"

	"github.com/frasier-cos/frasier/internal/prose"
)

// So many parts of a document are shown whole.
const partsWhole = 2

// Answering shortens a document to what answers a question, in at most so many bytes: its
// opening and, whole, the one or two parts that have most of the question's rarer
// words; what room is left goes to single paragraphs, as in Of. Of a document
// without parts, and where no part fits, it is Of.
func Answering(markdown, question string, atMost int) string {
	text := removeSources(markdown)
	opening, parts := splitParts(text)
	blocks := splitParagraphs(opening)
	shown := strings.Join(slices.DeleteFunc(blocks, func(b string) bool { return strings.HasPrefix(b, "#") }), "\n")
	left := atMost - len(shown)
	keep := map[int]bool{}
	for _, i := range rankParts(parts, question) {
		if n := len(parts[i]) + 1; n <= left {
			keep[i], left = true, left-n
		}
	}
	if len(keep) == 0 {
		return Of(markdown, question, atMost)
	}
	out := []string{shown}
	var rest []string
	for i, p := range parts {
		if keep[i] {
			out = append(out, strings.Join(splitParagraphs(p), "\n"))
		} else {
			rest = append(rest, splitParagraphs(p)...)
		}
	}
	const behind = 3 // headings: nothing of it is an opening
	if more := chooseBlocks(rest, question, left-1, behind); more != "" {
		out = append(out, more)
	}
	return strings.TrimSpace(strings.Join(out, "\n"))
}

// A part begins where an anchor stands before a heading, or a chapter begins. What stands before
// the first anchor is the opening.
func splitParts(markdown string) (opening string, parts []string) {
	starts := regexp.MustCompile(`(?m)^<a id="[^"]*"></a>\s*\n#+ `).FindAllStringIndex(markdown, -1)
	if starts == nil {
		return markdown, nil
	}
	for i, s := range starts {
		to := len(markdown)
		if i+1 < len(starts) {
			to = starts[i+1][0]
		}
		part := markdown[s[0]:to]
		if next := regexp.MustCompile(`(?m)^## `).FindAllStringIndex(part, 2); len(next) > 0 { // the heading of a phase
			at := next[0][0]
			if strings.TrimSpace(strings.SplitN(part[:at], "</a>", 2)[1]) == "" { // that of the part itself
				at = len(part)
				if len(next) > 1 {
					at = next[1][0]
				}
			}
			part = part[:at]
		}
		parts = append(parts, strings.TrimSpace(part))
	}
	return markdown[:starts[0][0]], parts
}

// The best come first: a word that stands in few parts says more than one that all of them have.
// The second must have at least half of what the first has.
func rankParts(parts []string, question string) []int {
	has := make([]map[string]bool, len(parts))
	in := map[string]int{}
	for i, p := range parts {
		has[i] = prose.Set(prose.Words(p))
		for w := range has[i] {
			in[w]++
		}
	}
	points := make([]float64, len(parts))
	var order []int
	for i := range parts {
		for w := range prose.Set(prose.Words(question)) {
			if has[i][w] && !prose.StopWord(w) {
				points[i] += 1 / float64(in[w])
			}
		}
		if points[i] > 0 {
			order = append(order, i)
		}
	}
	slices.SortStableFunc(order, func(a, b int) int {
		switch {
		case points[a] > points[b]:
			return -1
		case points[a] < points[b]:
			return 1
		}
		return 0
	})
	order = order[:min(len(order), partsWhole)]
	if len(order) == partsWhole && 2*points[order[1]] < points[order[0]] {
		order = order[:1]
	}
	return order
}
