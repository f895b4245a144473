package llmtest

import (
	"encoding/json"
	"fmt"
	"net/http"
)

// What a writer of code who has tools does.
type toolCall struct {
	ID, Name string
	Args     map[string]any
}

// offersTools reports whether a request comes from a program that does by itself what the model wants.
func offersTools(r Request) bool {
	var asked struct {
		Tools []json.RawMessage `json:"tools"`
	}
	return json.Unmarshal(r.Body, &asked) == nil && len(asked.Tools) > 0
}

// What the coding has for a program with tools: its turn is one more than the answers that it had. Only whole files are written.
func (c Coding) act(r Request) (calls []toolCall, said string) {
	var asked struct {
		Messages []struct {
			Role string `json:"role"`
		} `json:"messages"`
	}
	if err := json.Unmarshal(r.Body, &asked); err != nil {
		panic(err) // it was read before
	}
	n := 1
	for _, m := range asked.Messages {
		if m.Role == "assistant" {
			n++
		}
	}
	for i, d := range c {
		if d.Turn != n {
			continue
		}
		switch d.Do {
		case "write":
			calls = append(calls, toolCall{fmt.Sprintf("call_%d_%d", n, i), "write", map[string]any{"filePath": "/tree/" + d.Path, "content": d.Text}})
		case "done":
			said = d.Text
		}
	}
	if len(calls) == 0 && said == "" {
		said = "I do not know how to go on."
	}
	return calls, said
}

// sendAct answers a program with tools.
func (s *Server) sendAct(w http.ResponseWriter, st *story, r Request) {
	calls, said := st.o.Coding.act(r)
	text, finish := said, "stop"
	wire := []any{}
	for i, c := range calls {
		args, err := json.Marshal(c.Args)
		if err != nil {
			panic(err)
		}
		text, finish = text+string(args), "tool_calls"
		wire = append(wire, map[string]any{"index": i, "id": c.ID, "type": "function", "function": map[string]any{"name": c.Name, "arguments": string(args)}})
	}
	usage := usageOf(r, outcome{text: text}).wire()
	reply := map[string]any{"role": "assistant", "content": said}
	if len(wire) > 0 {
		reply["tool_calls"] = wire
	}
	body := func(kind string, choice map[string]any) map[string]any {
		return map[string]any{"id": fmt.Sprintf("gen-%d", r.Seq), "object": kind, "model": modelFor(r.Model).served, "created": r.At.Unix(), "choices": []any{choice}, "usage": usage}
	}
	defer s.finished(r, http.StatusOK, text)
	if !r.Stream {
		writeJSON(w, http.StatusOK, body("chat.completion", map[string]any{"index": 0, "message": reply, "finish_reason": finish}))
		return
	}
	w.Header().Set("Content-Type", "text/event-stream")
	first := body("chat.completion.chunk", map[string]any{"index": 0, "delta": reply, "finish_reason": nil})
	delete(first, "usage")
	last := body("chat.completion.chunk", map[string]any{"index": 0, "delta": map[string]any{}, "finish_reason": finish})
	for _, v := range []any{first, last} {
		raw, err := json.Marshal(v)
		if err != nil {
			panic(err)
		}
		_, _ = fmt.Fprintf(w, "data: %s\n\n", raw)
	}
	_, _ = fmt.Fprint(w, "data: [DONE]\n\n")
}
