package converse

import (
	"context"
	"fmt"
	"slices"

	"github.com/frasier-cos/frasier/internal/excerpt"
	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/safetext"
	"github.com/frasier-cos/frasier/llm/prompt"
)

const (
	// So many of the newest documents are shown to the chief, beside those that have words of the
	// message.
	reportsShown = 3
	// nearestTokens bounds what is shown of the document that a message is about,
	// its opening and the parts that answer; reportTokens what is shown of another
	// one, and allReportTokens of all: with the conversation they keep the prompt
	// below 10 000 tokens.
	nearestTokens   = 1800
	reportTokens    = 700
	allReportTokens = 2800
	// Without any that has a word of the message so many are shown, each with less: it may be asked in
	// another language than they are written in.
	reportsWide = 12
)

// recallFor finds what was said, learnt and delivered before about what a message
// speaks of, without the turns that the chief is shown anyway.
func (h *Handler) recallFor(ctx context.Context, x *exchange) (findings, error) {
	var out findings
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
		if m.Kind == org.MemoryDocument && !slices.Contains(near, m.Project) && len(near) < reportsShown {
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
	wide := x.class.Question && !slices.ContainsFunc(found, func(m org.Memory) bool { return m.Kind == org.MemoryDocument })
	shownOf, each := reportsShown, reportTokens
	if wide {
		shownOf, each = reportsWide, allReportTokens/reportsWide
	}
	all, err := h.Memory.Reports(ctx, shownOf, near)
	if err != nil {
		return out, fmt.Errorf("recall documents: %w", err)
	}
	slices.SortStableFunc(all, func(a, b org.Report) int { return rankOf(near, a.Project) - rankOf(near, b.Project) })
	left := allReportTokens * org.CharsPerToken
	for i, r := range all {
		most := each
		if i == 0 && !wide {
			most = nearestTokens
		}
		text, _ := safetext.Visible(excerpt.Answering(r.Markdown, x.message.Text, min(left, most*org.CharsPerToken)))
		if text == "" {
			continue
		}
		left -= len(text)
		out.Delivered = append(out.Delivered, prompt.Delivered{Project: r.Project, Title: r.Title, At: r.At, Text: text, Delivery: r.Delivery})
	}
	return out, nil
}

func rankOf(list []org.ProjectID, p org.ProjectID) int {
	if i := slices.Index(list, p); i >= 0 {
		return i
	}
	return len(list)
}
