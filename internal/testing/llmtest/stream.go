package llmtest

import (
	"bytes"
	"encoding/json"
	"net/http"
	"strings"
)

// streamer writes one answer as server-sent events.
type streamer struct {
	w     http.ResponseWriter
	e     exchange
	style StreamStyle
	pause func() bool // before each piece; false means that the client has left
	gone  bool
}

func newStreamer(w http.ResponseWriter, e exchange, style StreamStyle) *streamer {
	w.Header().Set("Content-Type", "text/event-stream")
	w.Header().Set("Cache-Control", "no-cache")
	return &streamer{w: w, e: e, style: style, pause: func() bool { return true }}
}

const (
	pieceRunes   = 48
	manyComments = 400
)

// all writes the whole answer.
func (s *streamer) all() {
	n := 1
	if s.style == StreamComments {
		n = manyComments
	}
	for range n {
		s.comment()
	}
	finish, _ := s.e.finish()
	if s.style == StreamOneChunk {
		whole := map[string]any{"role": "assistant", "content": s.e.out.text}
		if len(s.e.out.calls) > 0 {
			whole["tool_calls"] = s.e.out.wireCalls()
		}
		s.event(s.chunk(whole, finish, true))
		s.done()
		return
	}
	s.pieces(len(s.e.out.text))
	s.calls()
	delta := map[string]any{"role": "assistant", "content": ""}
	if s.e.out.refusal != "" {
		delta["refusal"] = s.e.out.refusal
	}
	s.event(s.chunk(delta, finish, false))
	if !s.e.out.noUsage && s.style != StreamNoUsage {
		last := s.chunk(map[string]any{"role": "assistant", "content": ""}, nil, true)
		last["choices"] = []any{}
		s.event(last)
	}
	s.done()
}

// pieces streams the reasoning and the first n bytes of the text.
func (s *streamer) pieces(n int) {
	for _, p := range split(s.e.out.reasoning) {
		s.event(s.chunk(map[string]any{"role": "assistant", "content": "", "reasoning": p}, nil, false))
	}
	for _, p := range split(s.e.out.text[:n]) {
		if !s.pause() {
			s.gone = true
		}
		s.event(s.chunk(map[string]any{"role": "assistant", "content": p}, nil, false))
	}
}

// calls streams calls of tools: id and name first, the arguments in pieces.
func (s *streamer) calls() {
	for i, c := range s.e.out.calls {
		piece := func(call map[string]any) {
			call["index"] = i
			s.event(s.chunk(map[string]any{"tool_calls": []any{call}}, nil, false))
		}
		piece(map[string]any{"id": c.ID, "type": "function", "function": map[string]any{"name": c.Name, "arguments": ""}})
		for _, p := range split(c.Args) {
			piece(map[string]any{"function": map[string]any{"arguments": p}})
		}
	}
}

func split(text string) []string {
	var out []string
	r := []rune(text)
	for len(r) > 0 {
		n := min(pieceRunes, len(r))
		out = append(out, string(r[:n]))
		r = r[n:]
	}
	return out
}

func (s *streamer) chunk(delta map[string]any, finish any, withUsage bool) map[string]any {
	m := s.e.served()
	choice := map[string]any{"index": 0, "delta": delta, "finish_reason": finish, "logprobs": nil}
	if finish != nil {
		_, choice["native_finish_reason"] = s.e.finish()
	}
	c := map[string]any{
		"id": s.e.id(), "object": "chat.completion.chunk", "created": created,
		"model": m.served, "provider": m.provider, "choices": []any{choice},
	}
	switch {
	case withUsage:
		c["usage"] = usageOf(s.e.req, s.e.out).wire()
	case s.style == StreamNullUsage:
		c["usage"] = nil
	}
	return c
}

func (s *streamer) comment() { s.line(": OPENROUTER PROCESSING\n\n") }

func (s *streamer) done() { s.line("data: [DONE]\n\n") }

func (s *streamer) event(v any) {
	b, err := json.Marshal(v)
	if err != nil {
		s.line(": " + err.Error() + "\n\n")
		return
	}
	if s.style == StreamMultiLine {
		var pretty bytes.Buffer
		if json.Indent(&pretty, b, "", " ") == nil {
			b = pretty.Bytes()
		}
	}
	s.line("data: " + strings.ReplaceAll(string(b), "\n", "\ndata: ") + "\n\n")
}

func (s *streamer) line(text string) {
	if s.gone {
		return
	}
	step := len(text)
	if s.style == StreamCRLF {
		text = strings.ReplaceAll(text, "\n", "\r\n")
		step = len(text)
	}
	if s.style == StreamBytes {
		step = 1
	}
	for len(text) > 0 && !s.gone {
		n := min(step, len(text))
		_, err := s.w.Write([]byte(text[:n]))
		s.gone = err != nil
		text = text[n:]
		s.flush()
	}
}

func (s *streamer) flush() {
	if err := http.NewResponseController(s.w).Flush(); err != nil {
		s.gone = true
	}
}
