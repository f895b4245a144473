package llm

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strings"
	"time"
)

// spender can say afterwards what a broken answer cost.
type spender interface {
	Spent(ctx context.Context, generation string) (Usage, error)
}

// The question is asked in the middle of a call.
const spentLimit = 3 * time.Second

// Spent asks for the cost of an answer that did not come whole.
func (e *Endpoint) Spent(ctx context.Context, generation string) (Usage, error) {
	at := strings.TrimRight(e.Base, "/") + "/generation?id=" + url.QueryEscape(generation)
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, at, nil)
	if err != nil {
		return Usage{}, fmt.Errorf("ask for cost of %s: %w", generation, err)
	}
	if e.Key != "" {
		req.Header.Set("Authorization", "Bearer "+e.Key)
	}
	resp, err := e.buildClient().Do(req)
	if err != nil {
		return Usage{}, fmt.Errorf("ask for cost of %s: %w", generation, err)
	}
	body, err := io.ReadAll(io.LimitReader(resp.Body, 1<<20))
	if cerr := resp.Body.Close(); err == nil {
		err = cerr
	}
	if err == nil && resp.StatusCode != http.StatusOK {
		err = fmt.Errorf("status %d", resp.StatusCode)
	}
	var record struct {
		Data struct {
			Cost      loose `json:"total_cost"`
			In        loose `json:"native_tokens_prompt"`
			Out       loose `json:"native_tokens_completion"`
			Cached    loose `json:"native_tokens_cached"`
			Reasoning loose `json:"native_tokens_reasoning"`
		} `json:"data"`
	}
	if err == nil {
		err = json.Unmarshal(body, &record)
	}
	if err != nil {
		return Usage{}, fmt.Errorf("ask for cost of %s: %w", generation, err)
	}
	d := record.Data
	u := (&usage{In: d.In, Out: d.Out, Cost: d.Cost}).readUsage()
	u.Cached, u.Reasoning = atMost(d.Cached, u.In), atMost(d.Reasoning, u.Out)
	return u, nil
}

// When the endpoint cannot say, the cost stays unknown.
func (j *job) reconcileCost(ctx context.Context, a *answer, generation string, callErr error) {
	s, ok := j.c.Provider.(spender)
	if !ok || callErr == nil || generation == "" || isUnbilled(a.verdict) || a.raw.Usage.Known || a.raw.Usage.CostKnown {
		return
	}
	ctx, cancel := context.WithTimeout(ctx, spentLimit)
	defer cancel()
	u, err := s.Spent(ctx, generation)
	if err != nil {
		j.c.getLog().DebugContext(ctx, "cost unknown", "generation", generation, "error", err)
		return
	}
	a.raw.Usage = u
}
