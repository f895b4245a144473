// Package excerpt chooses what of a delivered document belongs to a question.
package excerpt

import (
	"regexp"
	"slices"
	"strings"
	"unicode"

	"github.com/frasier-cos/frasier/internal/prose"
)

// Of shortens a document to at most so many bytes: what stands before its
// second chapter, which is its summary; then its paragraphs, list items and
// tables in the order of how many words of the question and how many figures
// they have. What is shown stands in the document's order.
func Of(markdown, question string, atMost int) string {
	return chooseBlocks(splitParagraphs(removeSources(markdown)), question, atMost, 0)
}

// The blocks stand behind so many headings.
func chooseBlocks(blocks []string, question string, atMost, headings int) string {
	type scored struct{ n, score int }
	var order []scored
	for n, b := range blocks {
		if strings.HasPrefix(b, "#") {
			headings++
			continue
		}
		order = append(order, scored{n, scoreBlock(b, question, headings)})
	}
	slices.SortStableFunc(order, func(a, b scored) int { return b.score - a.score })
	keep := map[int]bool{}
	for _, s := range order {
		if s.score == 0 || len(blocks[s.n]) > atMost {
			continue
		}
		keep[s.n] = true
		atMost -= len(blocks[s.n]) + 1
	}
	var out []string
	for n, b := range blocks {
		if keep[n] {
			out = append(out, b)
		}
	}
	return strings.Join(out, "\n")
}

// The quotes in the list of sources are of others, refuted ones among them, and have the words of
// many questions.
func removeSources(markdown string) string {
	lists := regexp.MustCompile(`(?im)^##? +(?:\d+\.? +)?(?:sources|references|quellen|fuentes|fontes|fonti|bronnen|źródła)[ \t]*(?:\{[^}\n]*\})?[ \t]*$`)
	at := lists.FindStringIndex(markdown)
	if at == nil {
		return markdown
	}
	rest := markdown[at[1]:]
	if next := regexp.MustCompile(`(?m)^##? `).FindStringIndex(rest); next != nil {
		return markdown[:at[0]] + rest[next[0]:]
	}
	return markdown[:at[0]]
}

func scoreBlock(block, question string, headings int) int {
	const summary, word, figure = 40, 10, 2
	points := 0
	if headings <= 2 { // title and first chapter
		points += summary
	}
	has := prose.Words(block)
	for _, w := range prose.Words(question) {
		if !prose.StopWord(w) && slices.Contains(has, w) {
			points += word
		}
	}
	if strings.ContainsFunc(block, unicode.IsDigit) {
		points += figure
		if strings.HasPrefix(block, "|") {
			points += figure
		}
	}
	return points
}

// A table is one paragraph. Anchors, pictures and rules are left out.
func splitParagraphs(markdown string) []string {
	var out []string
	open := ""
	flush := func() {
		if open = strings.TrimSpace(open); open != "" && strings.ContainsFunc(open, func(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }) {
			out = append(out, open)
		}
		open = ""
	}
	for line := range strings.Lines(markdown) {
		line = strings.TrimSpace(line)
		switch {
		case line == "", strings.HasPrefix(line, "#"), strings.HasPrefix(line, "- "), strings.HasPrefix(line, "* "):
			flush()
		case strings.HasPrefix(line, "!["), strings.HasPrefix(line, "<a "):
			continue
		}
		open += line + "\n"
		if strings.HasPrefix(line, "#") {
			flush()
		}
	}
	flush()
	return out
}
