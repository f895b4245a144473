package llmtest

import (
	"strings"
	"unicode/utf8"
)

// model is one entry of the catalog. Prices are nano-USD per token.
type model struct {
	id       string // as asked for; aliases begin with "~"
	served   string
	provider string
	in, out  int64
	read     int64 // cached input
	context  int
	maxOut   int
}

// models is the catalog: the product's default tiers, their siblings, and the
// concrete models behind the aliases.
func models() []model {
	return []model{
		{"minimax/minimax-m3", "minimax/minimax-m3", "Minimax", 300, 1200, 60, 524_288, 512_000},
		{"minimax/minimax-m2.7", "minimax/minimax-m2.7", "Minimax", 180, 720, 30, 196_608, 131_072},
		{"~anthropic/claude-haiku-latest", "anthropic/claude-haiku-5.5", "Anthropic", 100, 500, 10, 1_000_000, 128_000},
		{"~anthropic/claude-sonnet-latest", "anthropic/claude-sonnet-5.5", "Anthropic", 2000, 10_000, 100, 1_000_000, 128_000},
		{"~anthropic/claude-opus-latest", "anthropic/claude-opus-5.5", "Anthropic", 4000, 20_000, 200, 1_000_000, 128_000},
		{"anthropic/claude-haiku-5.5", "anthropic/claude-haiku-5.5", "Anthropic", 100, 500, 10, 1_000_000, 128_000},
		{"anthropic/claude-sonnet-5.5", "anthropic/claude-sonnet-5.5", "Anthropic", 2000, 10_000, 100, 1_000_000, 128_000},
		{"anthropic/claude-opus-5.5", "anthropic/claude-opus-5.5", "Anthropic", 4000, 20_000, 200, 1_000_000, 128_000},
	}
}

// modelFor returns the catalog's entry for an id; an id that is not in it is
// served under its own name at the price of the cheapest tier.
func modelFor(id string) model {
	for _, m := range models() {
		if m.id == id {
			return m
		}
	}
	return model{id, strings.TrimPrefix(id, "~"), "Test", 300, 1200, 60, 200_000, 32_000}
}

// What one answer cost.
type usage struct {
	prompt, completion, reasoning, cached, written int
	nano                                           int64
}

const (
	charsPerToken = 4
	cacheBlock    = 128 // tokens; the grain of cached prefixes
	cacheFrom     = 1024
)

// usageOf derives all numbers from the lengths of the texts, so that equal
// requests cost the same. The system text counts as cached when it is long
// enough for a provider to cache it.
func usageOf(r Request, o outcome) usage {
	m := modelFor(r.Model)
	u := usage{
		prompt:     tokens(r.Prompt),
		reasoning:  tokens(o.reasoning),
		completion: tokens(o.text) + tokens(o.reasoning),
	}
	for _, c := range o.calls {
		u.completion += tokens(c.Name + c.Args)
	}
	if c := tokens(r.system) / cacheBlock * cacheBlock; c >= cacheFrom {
		u.cached = c
	}
	u.nano = int64(u.prompt-u.cached)*m.in + int64(u.cached)*m.read + int64(u.completion)*m.out
	return u
}

func tokens(text string) int {
	return (utf8.RuneCountInString(text) + charsPerToken - 1) / charsPerToken
}

func (u usage) usd() float64 { return float64(u.nano) / 1e9 }

func (u usage) wire() map[string]any {
	return map[string]any{
		"prompt_tokens": u.prompt, "completion_tokens": u.completion, "total_tokens": u.prompt + u.completion,
		"cost": u.usd(), "is_byok": false,
		"prompt_tokens_details":     map[string]any{"cached_tokens": u.cached, "cache_write_tokens": u.written, "audio_tokens": 0},
		"completion_tokens_details": map[string]any{"reasoning_tokens": u.reasoning},
		"cost_details": map[string]any{
			"upstream_inference_cost": nil, "upstream_inference_prompt_cost": 0, "upstream_inference_completions_cost": 0,
		},
	}
}
