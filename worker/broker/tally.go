package broker

import (
	"bytes"
	"encoding/json"
	"math"

	"github.com/frasier-cos/frasier/internal/org"
)

// tally collects what an answer says of itself. The three protocols use other names for the same, and none of them uses one for
// something else, so one reader reads all.
type tally struct {
	model, id string
	most      counts
	cost      org.NanoUSD
}

// counts are the tokens of a call. Later pieces of a stream repeat them, and never say less.
type counts struct {
	Prompt     int `json:"prompt_tokens"`
	Completion int `json:"completion_tokens"`
	Input      int `json:"input_tokens"` // by Anthropic's protocol without what is cached
	Output     int `json:"output_tokens"`
	Written    int `json:"cache_creation_input_tokens"`
	Read       int `json:"cache_read_input_tokens"`
	PromptOf   struct {
		Cached int `json:"cached_tokens"`
	} `json:"prompt_tokens_details"`
	InputOf struct {
		Cached int `json:"cached_tokens"`
	} `json:"input_tokens_details"`
	CompletionOf struct {
		Reasoning int `json:"reasoning_tokens"`
	} `json:"completion_tokens_details"`
	OutputOf struct {
		Reasoning int `json:"reasoning_tokens"`
	} `json:"output_tokens_details"`
	Cost float64 `json:"cost"` // in dollars
}

func (c counts) Out() int       { return max(c.Completion, c.Output) }
func (c counts) cached() int    { return max(c.PromptOf.Cached, c.InputOf.Cached, c.Read) }
func (c counts) reasoning() int { return max(c.CompletionOf.Reasoning, c.OutputOf.Reasoning) }

func (t *tally) in() int { return max(t.most.Prompt, t.most.Input+t.most.Written+t.most.Read) }

// piece is an answer, or a piece of one, by any of the protocols.
type piece struct {
	ID       string  `json:"id"`
	Model    string  `json:"model"`
	Usage    *counts `json:"usage"`
	Message  *piece  `json:"message"`
	Response *piece  `json:"response"`
}

// read looks at a line of a stream, or at a whole answer. What is none of these says nothing.
func (t *tally) read(line []byte) {
	line = bytes.TrimSpace(bytes.TrimPrefix(bytes.TrimSpace(line), []byte("data:")))
	if len(line) == 0 || line[0] != '{' {
		return
	}
	var p piece
	if json.Unmarshal(line, &p) != nil {
		return // whoever asked will say so
	}
	for _, p := range []*piece{&p, p.Message, p.Response} {
		if p == nil {
			continue
		}
		if p.Model != "" {
			t.model = p.Model
		}
		if p.ID != "" {
			t.id = p.ID
		}
		if p.Usage != nil {
			t.add(*p.Usage)
		}
	}
}

func (t *tally) add(c counts) {
	for _, v := range [][2]*int{
		{&t.most.Prompt, &c.Prompt},
		{&t.most.Completion, &c.Completion},
		{&t.most.Input, &c.Input},
		{&t.most.Output, &c.Output},
		{&t.most.Written, &c.Written},
		{&t.most.Read, &c.Read},
		{&t.most.PromptOf.Cached, &c.PromptOf.Cached},
		{&t.most.InputOf.Cached, &c.InputOf.Cached},
		{&t.most.CompletionOf.Reasoning, &c.CompletionOf.Reasoning},
		{&t.most.OutputOf.Reasoning, &c.OutputOf.Reasoning},
	} {
		if n := *v[1]; n > *v[0] && n < math.MaxInt32 {
			*v[0] = n
		}
	}
	if c.Cost > 0 && c.Cost < 1e6 {
		t.cost = org.NanoUSD(math.Round(c.Cost * 1e9))
	}
}
