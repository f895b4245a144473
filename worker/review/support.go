package review

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"

	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/quote"
	"github.com/frasier-cos/frasier/internal/work"
	"github.com/frasier-cos/frasier/llm"
	"github.com/frasier-cos/frasier/llm/prompt"
	"github.com/frasier-cos/frasier/worker/check"
)

// Support asks for the passages behind statements, and keeps those whose words
// stand in the passage that is named and that hold every number of the
// statement. What remains unsupported stays a defect.
func (j *Judge) Support(ctx context.Context, w Work, flagged []check.ClaimLine) ([]check.Found, error) {
	var list []prompt.Statement
	for i, f := range flagged {
		list = append(list, prompt.Statement{ID: fmt.Sprintf("f%d", i+1), Text: check.Plain(f.Claim)})
	}
	blocks, err := j.Prompts.Blocks(prompt.Data{
		Stage: org.StageSupport, Tier: org.T1, Project: prompt.ProjectOf(w.Context), Evidence: &w.Evidence, Nonce: w.Nonce,
		Contract: prompt.SupportContract{Statements: list}, Volatile: prompt.Volatile{Day: j.Now()},
	})
	if err != nil {
		return nil, fmt.Errorf("support statements of step %s: %w", w.Step.ID, err)
	}
	reply, err := j.Client.Do(ctx, llm.Request{
		Purpose: org.StageSupport, Caller: w.Caller, Tier: org.T1, Blocks: blocks, Schema: j.Prompts.Schema(org.StageSupport),
		Input: work.StageInput{Step: &w.Step, Context: &w.Context, Evidence: &w.Evidence},
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
	var out []check.Found
	for _, f := range r.Found {
		at := slices.IndexFunc(list, func(s prompt.Statement) bool { return s.ID == f.ID })
		p, ok := findPassage(w.Evidence, f.Passage)
		if at < 0 || !ok || check.Letters(f.Quote) < check.LeastQuote {
			continue
		}
		list[at].ID = "" // each once
		spans, stands := quote.NewIndex(p.Text).Find(f.Quote)
		if stands && len(spans) == 1 && hasAllNumbers(p, list[at].Text) {
			out = append(out, check.Found{Line: flagged[at], Passage: p.ID, Quote: p.Text[spans[0].Start:spans[0].End]})
		}
	}
	return out, nil
}

func hasAllNumbers(p work.Passage, statement string) bool {
	have := append(quote.Numbers(p.Text), quote.Numbers(p.Title+" "+p.Date)...)
	for _, n := range quote.Numbers(statement) {
		if !slices.ContainsFunc(have, n.Matches) {
			return false
		}
	}
	return true
}
