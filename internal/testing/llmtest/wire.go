package llmtest

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"strconv"
)

// created stands in every answer; the server has no clock on the wire, so that
// equal requests get equal bytes.
const created = 1_763_700_000

// exchange is one request with what is to be answered.
type exchange struct {
	req Request
	out outcome
}

// What an answer is made of.
type outcome struct {
	text, reasoning, refusal string
	calls                    []Call // of tools
	finish, native           string // native: the provider's own finish reason
	model                    string // served instead of the model asked for
	nullMessage, noChoices   bool
	noUsage                  bool
	failed                   *apiError // inside a 200: top level without text, else in the choice
	fault                    *Fault
	violation                string // recorded, and answered with 400
}

func (e exchange) id() string {
	return fmt.Sprintf("gen-%s-%d", e.req.sum[:24], e.req.Nth)
}

func (e exchange) served() model {
	m := modelFor(e.req.Model)
	if e.out.model != "" {
		m.served = e.out.model
	}
	return m
}

func (e exchange) finish() (finish, native string) {
	finish = e.out.finish
	switch {
	case finish == "" && len(e.out.calls) > 0:
		finish = "tool_calls"
	case finish == "":
		finish = "stop"
	}
	if native = e.out.native; native == "" {
		native = finish
	}
	return finish, native
}

// apiError is an error as the endpoint words it.
type apiError struct {
	status  int
	code    any    // of the JSON; nil means the status as a number, "" leaves it out
	kind    string // error_type
	message string
	retry   string // Retry-After header
	meta    map[string]any
	avail   map[string]any
}

func (a apiError) body() map[string]any {
	e := map[string]any{"message": a.message}
	switch c := a.code.(type) {
	case nil:
		e["code"] = a.status
	case string:
		if c != "" {
			e["code"] = c
		}
	default:
		e["code"] = c
	}
	meta := map[string]any{}
	for k, v := range a.meta {
		meta[k] = v
	}
	if a.kind != "" {
		meta["error_type"] = a.kind
	}
	if len(meta) > 0 {
		e["metadata"] = meta
	}
	if a.avail != nil {
		e["availability"] = a.avail
	}
	return e
}

func writeError(w http.ResponseWriter, a apiError) {
	if a.retry != "" {
		w.Header().Set("Retry-After", a.retry)
	}
	writeJSON(w, a.status, map[string]any{"error": a.body(), "user_id": "user_test"})
}

func writeJSON(w http.ResponseWriter, status int, v any) {
	b, err := json.Marshal(v)
	if err != nil {
		http.Error(w, err.Error(), http.StatusInternalServerError)
		return
	}
	w.Header().Set("Content-Type", "application/json")
	w.Header().Set("Content-Length", strconv.Itoa(len(b)))
	w.WriteHeader(status)
	if _, err := w.Write(b); err != nil {
		return // the client has gone; nobody is left to tell
	}
}

// send writes the answer in the form that the request asked for.
func (s *Server) send(ctx context.Context, w http.ResponseWriter, st *story, e exchange) {
	if e.out.violation != "" {
		writeError(w, apiError{status: http.StatusBadRequest, kind: "invalid_request", message: e.out.violation})
		s.finished(e.req, http.StatusBadRequest, "")
		return
	}
	if e.out.fault != nil {
		f := &faulty{w: w, st: st, e: e}
		e.req.Fault = e.out.fault.Name
		status := f.produce(ctx, *e.out.fault)
		s.finished(e.req, status, "")
		return
	}
	u := usageOf(e.req, e.out)
	finish, _ := e.finish()
	s.mu.Lock()
	s.gens[e.id()] = generation{
		id: e.id(), story: st.name, model: e.served().served, provider: e.served().provider,
		finish: finish, usage: u, stream: e.req.Stream,
	}
	s.mu.Unlock()
	e.req.Calls = e.out.calls
	s.finished(e.req, http.StatusOK, e.out.text)
	w.Header().Set("X-Generation-Id", e.id())
	if e.req.Stream {
		out := newStreamer(w, e, st.o.Stream)
		if st.o.Stream == StreamSlow {
			out.pause = func() bool { return wait(ctx, st.drip()) }
		}
		out.all()
		return
	}
	writeJSON(w, http.StatusOK, e.result())
}

// wireCalls are calls of tools as an answer carries them that is not streamed.
func (o outcome) wireCalls() []any {
	var out []any
	for i, c := range o.calls {
		out = append(out, map[string]any{"index": i, "id": c.ID, "type": "function", "function": map[string]any{"name": c.Name, "arguments": c.Args}})
	}
	return out
}

// result is the body of an answer that is not streamed.
func (e exchange) result() map[string]any {
	finish, native := e.finish()
	m := e.served()
	body := map[string]any{
		"id": e.id(), "object": "chat.completion", "created": created, "model": m.served,
		"provider": m.provider, "system_fingerprint": nil,
	}
	if !e.out.noUsage {
		body["usage"] = usageOf(e.req, e.out).wire()
	}
	msg := map[string]any{"role": "assistant", "content": e.out.text, "refusal": nil, "reasoning": nil}
	if e.out.reasoning != "" {
		msg["reasoning"] = e.out.reasoning
	}
	if e.out.refusal != "" {
		msg["refusal"] = e.out.refusal
	}
	if len(e.out.calls) > 0 {
		msg["tool_calls"] = e.out.wireCalls()
	}
	choice := map[string]any{
		"index": 0, "finish_reason": finish, "native_finish_reason": native, "logprobs": nil, "message": msg,
	}
	if e.out.nullMessage {
		choice["message"] = nil
	}
	if e.out.failed != nil {
		choice["error"] = e.out.failed.body()
	}
	body["choices"] = []any{choice}
	if e.out.noChoices {
		body["choices"] = []any{}
	}
	return body
}
