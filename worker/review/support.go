package review

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/quote"
	"github.com/frasier-cos/frasier/llm"
	"github.com/frasier-cos/frasier/llm/prompt"
)

// flaggedAtMost bounds the statements of one call (llm.md 1.10).
const flaggedAtMost = 10

// Unsupported are the statements of a draft whose quotation stands in no
// passage, at most ten.
func Unsupported(s Subject) []ClaimLine {
	c := newChecker(s)
	var out []ClaimLine
	for _, line := range s.Draft.Claims {
		at := c.sentenceOf(line)
		if letters(line.Quote) < leastQuote && c.literally(line) {
			continue
		}
		if _, _, ok := c.locate(line, c.claim(line, at)); !ok && len(out) < flaggedAtMost {
			if at >= 0 {
				line.Claim = c.list[at].Text
			}
			out = append(out, line)
		}
	}
	return out
}

// Found is a passage that stands behind a statement.
type Found struct {
	Line    ClaimLine `json:"line"` // as Unsupported gave it
	Passage string    `json:"passage"`
	Quote   string    `json:"quote"`
}

// Support asks for the passages behind statements, and keeps those whose words
// stand in the passage that is named and that hold every number of the
// statement. What remains unsupported stays a defect.
func (j *Judge) Support(ctx context.Context, w Work, flagged []ClaimLine) ([]Found, error) {
	var list []prompt.Statement
	for i, f := range flagged {
		list = append(list, prompt.Statement{ID: fmt.Sprintf("f%d", i+1), Text: plain(f.Claim)})
	}
	blocks, err := j.Prompts.Blocks(prompt.Data{
		Stage: org.StageSupport, Tier: org.T1, Project: prompt.ProjectOf(w.Context), Evidence: &w.Evidence, Nonce: w.Nonce,
		Contract: prompt.SupportContract{Statements: list}, Volatile: prompt.Volatile{Day: j.Now(), Round: w.Step.Round()},
	})
	if err != nil {
		return nil, fmt.Errorf("support statements of step %s: %w", w.Step.ID, err)
	}
	reply, err := j.Client.Do(ctx, llm.Request{
		Purpose: org.StageSupport, Caller: w.Caller, Tier: org.T1, Blocks: blocks, Schema: j.Prompts.Schema(org.StageSupport),
		Input: org.StageInput{Step: &w.Step, Context: &w.Context, Evidence: &w.Evidence},
	})
	if err != nil {
		return nil, fmt.Errorf("support statements of step %s: %w", w.Step.ID, err)
	}
	var r struct {
		Found []struct {
			ID      string `json:"id"`
			Passage string `json:"passage"`
			Quote   string `json:"quote"`
		} `json:"found"`
	}
	if err := json.Unmarshal(reply.Object, &r); err != nil {
		return nil, fmt.Errorf("support statements of step %s: read reply: %w", w.Step.ID, err)
	}
	var out []Found
	for _, f := range r.Found {
		at := slices.IndexFunc(list, func(s prompt.Statement) bool { return s.ID == f.ID })
		p, ok := passage(w.Evidence, f.Passage)
		if at < 0 || !ok || letters(f.Quote) < leastQuote {
			continue
		}
		list[at].ID = "" // each once
		spans, stands := quote.NewIndex(p.Text).Find(f.Quote)
		if stands && len(spans) == 1 && carries(p, list[at].Text) {
			out = append(out, Found{flagged[at], p.ID, p.Text[spans[0].Start:spans[0].End]})
		}
	}
	return out, nil
}

// carries reports whether a passage holds every number of a statement.
func carries(p org.Passage, statement string) bool {
	have := append(quote.Numbers(p.Text), quote.Numbers(p.Title+" "+p.Date)...)
	for _, n := range quote.Numbers(statement) {
		if !slices.ContainsFunc(have, n.Matches) {
			return false
		}
	}
	return true
}

// Supported returns a reply with the passages that were found: in its evidence
// lines and in the markers of the sentences that they stand behind.
func Supported(reply string, found []Found) string {
	for _, f := range found {
		line := ClaimLine{Claim: f.Line.Claim, Passages: []string{f.Passage}, Quote: f.Quote}
		var out []string
		for l := range strings.SplitAfterSeq(reply, "\n") {
			c, ok := claimLine(strings.Trim(strings.TrimSpace(l), ","))
			switch {
			case ok && c.Quote == f.Line.Quote && slices.Equal(c.Passages, f.Line.Passages):
				line.Claim = c.Claim
				if raw, err := json.Marshal(line); err == nil {
					l = string(raw) + "\n"
				}
			case strings.Contains(l, f.Line.Claim):
				l = strings.Replace(l, f.Line.Claim, cited(f.Line, f.Passage), 1)
			}
			out = append(out, l)
		}
		reply = strings.Join(out, "")
	}
	return reply
}

// cited is a statement's sentence with its passage for a marker.
func cited(line ClaimLine, id string) string {
	text := line.Claim
	if len(Markers(text)) == 0 {
		end := len(strings.TrimRight(text, ".!?"))
		return strings.TrimRight(text[:end], " ") + " [" + id + "]" + text[end:]
	}
	return RenameMarkers(text, func(old string) string {
		if slices.Contains(line.Passages, old) {
			return id
		}
		return old
	})
}
