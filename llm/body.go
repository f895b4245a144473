package llm

import (
	"bytes"
	"encoding/json"
	"math"
	"math/big"
	"strings"

	"github.com/frasier-cos/frasier/internal/org"
)

// payload is the superset of what endpoints send: an answer, a chunk of one or
// an error. Numbers are kept as they are written, since some fit no type.
type payload struct {
	ID       string    `json:"id"`
	Model    string    `json:"model"`
	Provider string    `json:"provider"`
	Choices  []*choice `json:"choices"`
	Usage    *usage    `json:"usage"`
	Error    *apiError `json:"error"`
	Message  text      `json:"message"`
	Detail   loose     `json:"detail"`
}

type choice struct {
	Message *wireReply `json:"message"`
	Delta   *wireReply `json:"delta"`
	Text    text       `json:"text"`
	Finish  text       `json:"finish_reason"`
	Native  text       `json:"native_finish_reason"`
	Error   *apiError  `json:"error"`
}

type wireReply struct {
	Content   text      `json:"content"`
	Refusal   text      `json:"refusal"`
	Reasoning text      `json:"reasoning"`
	Thought   text      `json:"reasoning_content"`
	Calls     wireCalls `json:"tool_calls"`
}

type usage struct {
	In     loose `json:"prompt_tokens"`
	Out    loose `json:"completion_tokens"`
	Cost   loose `json:"cost"`
	Detail *struct {
		Cached loose `json:"cached_tokens"`
		Write  loose `json:"cache_write_tokens"`
	} `json:"prompt_tokens_details"`
	OutDetail *struct {
		Reasoning loose `json:"reasoning_tokens"`
	} `json:"completion_tokens_details"`
	BYOK        loose `json:"is_byok"`
	CostDetails *struct {
		Upstream loose `json:"upstream_inference_cost"`
	} `json:"cost_details"`
}

type apiError struct {
	Code     loose  `json:"code"`
	Kind     loose  `json:"type"`
	Message  text   `json:"message"`
	Metadata *meta  `json:"metadata"`
	Avail    *avail `json:"availability"`
	raw      []byte
}

type meta struct {
	Kind   loose `json:"error_type"`
	Type   loose `json:"type"`
	Source loose `json:"limit_source"`
}

type avail struct {
	Code  loose `json:"code"`
	Retry loose `json:"retry_after"`
}

// UnmarshalJSON takes an object, or a plain string as the message.
func (e *apiError) UnmarshalJSON(b []byte) error {
	type plain apiError
	if len(b) > 0 && b[0] == '{' {
		var p plain
		if err := json.Unmarshal(b, &p); err != nil {
			return err
		}
		*e = apiError(p)
		e.raw = bytes.Clone(b)
		return nil
	}
	e.raw = bytes.Clone(b)
	return e.Message.UnmarshalJSON(b)
}

// UnmarshalJSON takes an object and ignores anything else.
func (m *meta) UnmarshalJSON(b []byte) error {
	type plain meta
	if len(b) == 0 || b[0] != '{' {
		return nil
	}
	var p plain
	if err := json.Unmarshal(b, &p); err != nil {
		return err
	}
	*m = meta(p)
	return nil
}

// loose is a scalar as it was written, without quotes; null is empty.
type loose string

// UnmarshalJSON takes anything.
func (l *loose) UnmarshalJSON(b []byte) error {
	b = bytes.TrimSpace(b)
	var s string
	switch {
	case string(b) == "null":
		*l = ""
	case len(b) > 0 && b[0] == '"' && json.Unmarshal(b, &s) == nil:
		*l = loose(strings.TrimSpace(s))
	default:
		*l = loose(b)
	}
	return nil
}

// It returns false when the number can be no count of tokens.
func (l loose) readCount() (int, bool) {
	f, ok := l.readNumber()
	if !ok || f < 0 || f > 1e10 {
		return 0, false
	}
	return int(f), true
}

func (l loose) readNumber() (float64, bool) {
	// A number with a huge exponent would cost big.Float dear, and means
	// nothing here anyway.
	if l == "" || len(l) > 40 {
		return 0, false
	}
	f, _, err := big.ParseFloat(string(l), 10, 64, big.ToNearestEven)
	if err != nil || f.IsInf() {
		return 0, false
	}
	v, _ := f.Float64()
	return v, !math.IsInf(v, 0)
}

// text is a string, or a list of parts that have text; anything else is empty.
type text string

// UnmarshalJSON takes anything.
func (t *text) UnmarshalJSON(b []byte) error {
	b = bytes.TrimSpace(b)
	*t = ""
	if len(b) == 0 {
		return nil
	}
	switch b[0] {
	case '"':
		var s string
		if err := json.Unmarshal(b, &s); err != nil {
			return err
		}
		*t = text(s)
	case '[':
		var parts []struct {
			Text text `json:"text"`
		}
		if json.Unmarshal(b, &parts) == nil {
			for _, p := range parts {
				*t += p.Text
			}
		}
	}
	return nil
}

func (u *usage) readUsage() Usage {
	if u == nil {
		return Usage{}
	}
	in, okIn := u.In.readCount()
	out, okOut := u.Out.readCount()
	r := Usage{Known: okIn && okOut && in+out > 0, In: in, Out: out}
	if u.Detail != nil {
		r.Cached = atMost(u.Detail.Cached, in)
		r.CacheWrite = atMost(u.Detail.Write, in-r.Cached)
	}
	if u.OutDetail != nil {
		r.Reasoning = atMost(u.OutDetail.Reasoning, out)
	}
	if u.Cost == "" {
		return r
	}
	cost, ok := u.Cost.readNumber()
	if ok && u.BYOK == "true" && u.CostDetails != nil {
		if up, found := u.CostDetails.Upstream.readNumber(); found && up > 0 {
			cost += up
		}
	}
	// A call that costs more than 10 000 dollars is a mistake of the sender.
	if !ok || cost < 0 || cost > 1e4 {
		r.CostBad = true
		return r
	}
	r.Cost, r.CostKnown = org.NanoUSD(math.Round(cost*float64(org.Dollar))), true
	return r
}

func atMost(l loose, limit int) int {
	n, _ := l.readCount()
	return max(0, min(n, limit))
}

// Numbers that JSON does not know are forgiven.
func decodeBody(b []byte) (payload, error) {
	var a payload
	err := json.Unmarshal(b, &a)
	if err == nil {
		return a, nil
	}
	a = payload{}
	if json.Unmarshal(quoteNaN(b), &a) == nil {
		return a, nil
	}
	return payload{}, err
}

// Only those outside strings are quoted.
func quoteNaN(b []byte) []byte {
	out := make([]byte, 0, len(b))
	quoted := false
	for i := 0; i < len(b); i++ {
		c := b[i]
		switch {
		case quoted && c == '\\' && i+1 < len(b):
			out = append(out, c)
			i++
			c = b[i]
		case c == '"':
			quoted = !quoted
		case !quoted && (c == 'N' || c == 'I' || c == '-'):
			if n := notNumber(b[i:]); n > 0 {
				out = append(out, "\"NaN\""...)
				i += n - 1
				continue
			}
		}
		out = append(out, c)
	}
	return out
}

func notNumber(b []byte) int {
	for _, w := range []string{"NaN", "Infinity", "-Infinity", "-NaN"} {
		if bytes.HasPrefix(b, []byte(w)) {
			return len(w)
		}
	}
	return 0
}
