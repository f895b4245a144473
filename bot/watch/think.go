package watch

import (
	"context"
	"encoding/json"
	"fmt"
	"time"

	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/llm"
	"github.com/frasier-cos/frasier/llm/prompt"
)

// Thinker has a model of the cheapest tier judge doubts. All fields
// must be set. Its calls stand in the ledger under their own purpose.
type Thinker struct {
	Client  *llm.Client
	Prompts *prompt.Set
	Secret  string // of this database: marks the log in the prompt, see prompt.Nonce
	Now     func() time.Time
}

// Judge asks the model about one doubt.
func (t *Thinker) Judge(ctx context.Context, d Doubt) (Opinion, error) {
	lines := make([]string, 0, len(d.Lines))
	for _, l := range d.Lines {
		lines = append(lines, l.Text)
	}
	blocks, err := t.Prompts.Blocks(prompt.Data{
		Stage: org.StageWatch, Nonce: prompt.Nonce(t.Secret, d.Key), Tier: org.T1,
		Contract: prompt.WatchContract{Doubt: d.Text, Lines: lines}, Volatile: prompt.Volatile{Day: t.Now()},
	})
	if err != nil {
		return Opinion{}, fmt.Errorf("judge %s: %w", d.Key, err)
	}
	r, err := t.Client.Do(ctx, llm.Request{
		Purpose: org.StageWatch, Caller: llm.Caller{Project: d.Project, Mission: d.Mission, Round: 1, Key: "watch:" + d.Key}, Tier: org.T1,
		Blocks: blocks, Schema: t.Prompts.Schema(org.StageWatch),
	})
	if err != nil {
		return Opinion{}, fmt.Errorf("judge %s: %w", d.Key, err)
	}
	var out Opinion
	if err := json.Unmarshal(r.Object, &out); err != nil {
		return Opinion{}, fmt.Errorf("judge %s: %w", d.Key, err)
	}
	return out, nil
}
