package deliver

import (
	"context"
	"fmt"
	"regexp"
	"strings"
	"time"

	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/quote"
	"github.com/frasier-cos/frasier/llm"
	"github.com/frasier-cos/frasier/llm/prompt"
	"github.com/frasier-cos/frasier/worker/review"
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
	Context  org.StepContext
	Document Document
	Nonce    string
	Findings []string // of the coherence review that sent the last opening back
}

// Opening asks for the text that opens the document. Sentences with figures
// that stand nowhere in the document are dropped. The model's error comes back
// as it was.
func (a *Assembler) Opening(ctx context.Context, o Order) (string, error) {
	body := o.Document
	body.Opening = ""
	working, shortened := body.Excerpt(org.UpstreamTokens)
	blocks, err := a.Prompts.Blocks(prompt.Data{
		Stage: org.StageSummary, Tier: o.Step.Tier, Project: prompt.ProjectOf(o.Context), Persona: o.Context.Agent.Persona, Nonce: o.Nonce,
		Working: working,
		Contract: prompt.SummaryContract{
			Title: o.Document.Title, Request: o.Context.Request, Sections: o.Document.Outline(), Missing: o.Document.MissingLines(),
		},
		Volatile: prompt.Volatile{Day: a.Now(), Round: o.Step.Round(), Note: note(o.Findings, shortened)},
	})
	if err != nil {
		return "", fmt.Errorf("open document of step %s: %w", o.Step.ID, err)
	}
	reply, err := a.Client.Do(ctx, llm.Request{
		Purpose: org.StageSummary, Caller: o.Caller, Tier: o.Step.Tier, Blocks: blocks,
		Input: org.StageInput{Step: &o.Step, Context: &o.Context},
	})
	if err != nil {
		return "", fmt.Errorf("open document of step %s: %w", o.Step.ID, err)
	}
	whole := body.Markdown() + "\n" + o.Context.Request
	text, _ := review.StrikeLinks(review.ParseDraft(reply.Text).Text, whole)
	text = Grounded(text, whole)
	return tidy(text, setting{title: body.Title, level: 2}), nil
}

// note tells the model what is special about this call: why its last opening
// came back, and which parts it sees only the beginning of.
func note(findings, shortened []string) string {
	const named = 10
	var out []string
	if len(findings) > 0 {
		out = append(out, "The last opening was sent back: "+strings.Join(findings, "; ")+".")
	}
	if n := len(shortened); n > 0 {
		list := strings.Join(shortened[:min(n, named)], "; ")
		if n > named {
			list += fmt.Sprintf("; and %d more", n-named)
		}
		out = append(out, "The working text is shortened to fit. Only the beginning is shown of: "+list+". The document itself has all of it.")
	}
	return strings.Join(out, " ")
}

// Grounded drops from text the sentences, headings and table rows whose
// figures do not stand in body. Markers go too: the opening cites parts of the
// document, not sources.
func Grounded(text, body string) string {
	have := quote.Numbers(body)
	var out []string
	for part := range strings.SplitSeq(unmarked(text), "\n\n") {
		part = strings.Trim(part, "\n")
		if strings.TrimSpace(part) == "" {
			continue
		}
		if kept := groundedPart(part, have); kept != "" {
			out = append(out, kept)
		}
	}
	return strings.Join(out, "\n\n")
}

var (
	numberedMark = regexp.MustCompile(`\[\\?\[\d+\\?\]\]\(#[^)\s]*\)|\[\d{1,3}\](?:\(#[^)\s]*\))?`)
	spaceBefore  = regexp.MustCompile(`[ \t]+([.,;:!?])`)
)

// unmarked removes the markers of steps ("[S1:p2]") and of documents ("[2]").
func unmarked(text string) string {
	text = numberedMark.ReplaceAllString(text, "")
	text = review.StripMarkers(text)
	return spaceBefore.ReplaceAllString(text, "$1")
}

var itemMark = regexp.MustCompile(`^([-*+]|\d+[.)])\s+`)

func groundedPart(part string, have []quote.Number) string {
	if grounded(part, have) {
		return part
	}
	var lines []string
	for _, p := range review.Paragraphs(part) {
		if grounded(p, have) {
			lines = append(lines, p)
			continue
		}
		if strings.HasPrefix(p, "#") || strings.HasPrefix(p, "|") {
			continue
		}
		var keep []string
		for _, s := range review.Sentences(p) {
			if grounded(s.Text, have) {
				keep = append(keep, s.Text)
			}
		}
		l := strings.Join(keep, " ")
		if item := itemMark.FindString(p); l != "" && !strings.HasPrefix(l, item) {
			l = item + l
		}
		if strings.Trim(l, "-*+. ") != "" {
			lines = append(lines, l)
		}
	}
	return strings.Join(lines, "\n")
}

// grounded reports whether a sentence may open the document: its figures stand
// in the body, and it claims no deed that the office cannot do.
func grounded(s string, have []quote.Number) bool {
	if review.Deed(s) {
		return false
	}
	for _, n := range quote.Numbers(s) {
		found := false
		for _, m := range have {
			found = found || n.Matches(m)
		}
		if !found {
			return false
		}
	}
	return true
}
