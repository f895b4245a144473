package converse

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"unicode"

	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/prose"
	"github.com/frasier-cos/frasier/internal/safetext"
	"github.com/frasier-cos/frasier/llm/prompt"
)

const (
	// reports is how many of the newest documents the chief is shown something
	// of, beside those that have words of the message.
	reports = 3
	// reportTokens bounds what is shown of one document, and allReportTokens of
	// all: with the conversation they keep the prompt below 10 000 tokens.
	reportTokens    = 700
	allReportTokens = 2800
)

// recall finds what was said, learnt and delivered before about what a message
// speaks of, without the turns that the chief is shown anyway.
func (h *Handler) recall(ctx context.Context, x *exchange) (known, error) {
	var out known
	found, err := h.Memory.Recall(ctx, x.message.Text, recalled+remembered+len(x.rules))
	if err != nil {
		return out, fmt.Errorf("recall: %w", err)
	}
	shown := map[string]bool{string(x.message.ID): true}
	for _, t := range x.past {
		shown[string(t.Message.ID)] = true
	}
	var near []org.ProjectID
	for _, m := range found {
		if m.Kind == org.MemoryDocument && !slices.Contains(near, m.Project) && len(near) < reports {
			near = append(near, m.Project)
		}
		if !shown[m.Ref] && m.Kind != org.MemoryDirective && m.Kind != org.MemoryDocument && len(out.Memories) < recalled {
			m.Text, _ = safetext.Visible(m.Text)
			out.Memories = append(out.Memories, m)
		}
	}
	if x.here != "" && !slices.Contains(near, x.here) {
		near = append([]org.ProjectID{x.here}, near...)
	}
	all, err := h.Memory.Reports(ctx, reports, near)
	if err != nil {
		return out, fmt.Errorf("recall documents: %w", err)
	}
	slices.SortStableFunc(all, func(a, b org.Report) int { return rank(near, a.Project) - rank(near, b.Project) })
	left := allReportTokens * org.CharsPerToken
	for _, r := range all {
		text, _ := safetext.Visible(gist(r.Markdown, x.message.Text, min(left, reportTokens*org.CharsPerToken)))
		if text == "" {
			continue
		}
		left -= len(text)
		out.Delivered = append(out.Delivered, prompt.Delivered{Project: r.Project, Title: r.Title, At: r.At, Text: text, Delivery: r.Delivery})
	}
	return out, nil
}

// rank is the place of a project in a list, its length for one that is not in it.
func rank(list []org.ProjectID, p org.ProjectID) int {
	if i := slices.Index(list, p); i >= 0 {
		return i
	}
	return len(list)
}

// gist is what a document says in at most so many characters: what stands before
// its second chapter, which is its summary; then its paragraphs, list items and
// tables in the order of how many words of the question and how many figures
// they have. What is shown stands in the document's order.
func gist(markdown, question string, atMost int) string {
	blocks := paragraphs(markdown)
	type scored struct{ n, score int }
	var order []scored
	headings := 0
	for n, b := range blocks {
		if strings.HasPrefix(b, "#") {
			headings++
			continue
		}
		order = append(order, scored{n, score(b, question, headings)})
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

// score is how much a block of a document tells of a question.
func score(block, question string, headings int) int {
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

// paragraphs splits Markdown at blank lines and list items; a table is one
// paragraph. Anchors, pictures and rules are left out.
func paragraphs(markdown string) []string {
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
