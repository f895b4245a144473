package deliver

import (
	"context"
	"fmt"
	"strings"
	"time"

	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/work"
	"github.com/frasier-cos/frasier/llm"
	"github.com/frasier-cos/frasier/llm/prompt"
)

// Assembler writes the openings of documents. Its fields must be set; it may
// be used by several goroutines at once.
type Assembler struct {
	Client  *llm.Client
	Prompts *prompt.Set
	Now     func() time.Time
}

// Order is one opening to be written.
type Order struct {
	Caller   llm.Caller
	Step     org.Step
	Context  work.StepContext
	Document Document
	Nonce    string
}

// Opening asks for the text that opens the document, with the names of its
// parts and the order of its gaps. It returns the reply as it was, for
// Introduce, and the model's error as it was.
func (a *Assembler) Opening(ctx context.Context, o Order) (string, error) {
	working, shortened := o.Document.Excerpt(org.UpstreamTokens)
	c := prompt.SummaryContract{
		Title: o.Document.Title, Request: o.Context.Request, Sections: o.Document.Outline(), Missing: o.Document.MissingLines(),
		Decided: o.Document.Decided(),
	}
	for _, g := range o.Document.Gaps {
		c.Gaps = append(c.Gaps, shortenCitations(g.Text))
	}
	for i, s := range o.Document.Sections() {
		c.Sections[i].Gist = findFirstParagraph(shortenCitations(s.Body))
	}
	blocks, err := a.Prompts.Blocks(prompt.Data{
		Stage: org.StageSummary, Tier: o.Step.Tier, Project: prompt.ProjectOf(o.Context), Nonce: o.Nonce,
		Working: working, Contract: c,
		Volatile: prompt.Volatile{Day: a.Now(), Note: describeShortened(shortened)},
	})
	if err != nil {
		return "", fmt.Errorf("open document of step %s: %w", o.Step.ID, err)
	}
	reply, err := a.Client.Do(ctx, llm.Request{
		Purpose: org.StageSummary, Caller: o.Caller, Tier: o.Step.Tier, Blocks: blocks,
		Input: work.StageInput{Step: &o.Step, Context: &o.Context},
	})
	if err != nil {
		return "", fmt.Errorf("open document of step %s: %w", o.Step.ID, err)
	}
	return reply.Text, nil
}

func findFirstParagraph(text string) string {
	for p := range strings.SplitSeq(text, "\n\n") {
		if p = strings.TrimSpace(p); p != "" && !strings.HasPrefix(p, "#") && !strings.HasPrefix(p, "|") {
			return p
		}
	}
	return ""
}

// The model sees only the beginning of these parts.
func describeShortened(shortened []string) string {
	const most = 10
	n := len(shortened)
	if n == 0 {
		return ""
	}
	list := strings.Join(shortened[:min(n, most)], "; ")
	if n > most {
		list += fmt.Sprintf("; and %d more", n-most)
	}
	return "The working text is shortened to fit. Only the beginning is shown of: " + list + ". The document itself has all of it."
}
