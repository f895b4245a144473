package llm_test

import (
	"encoding/json"
	"errors"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"

	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/testing/llmtest"
	"github.com/frasier-cos/frasier/llm"
)

// handed is a question with two tools, and words for a model that takes none.
func handed(stage string) llm.Request {
	q := question(stage, org.T2, nil)
	q.Verbatim = true
	q.Blocks[2].Text, q.Blocks[2].Untooled = "Call what you need.", "Write @@ and a name."
	params := json.RawMessage(`{"type":"object","properties":{"path":{"type":"string"}},"required":["path"],"additionalProperties":false}`)
	q.Tools = []llm.Tool{{Name: "read", Says: "A file.", Params: params}, {Name: "write", Says: "A file, whole.", Params: params}}
	return q
}

// calls answers with two calls where tools are offered, and with words where not.
func calls(r llmtest.Request) (llmtest.Reply, bool) {
	if !strings.Contains(string(r.Body), `"tools"`) {
		return llmtest.Reply{Text: "@@ read a.go"}, true
	}
	return llmtest.Reply{Text: "I look.", Calls: []llmtest.Call{
		{ID: "call_1", Name: "read", Args: `{"path":"a.go"}`},
		{ID: "call_2", Name: "write", Args: `{"path":"b.go","content":"` + strings.Repeat(`x\n\"é\" `, 40) + `"}`},
	}}, true
}

// TestToolsAreCalled: what goes out is what the description of the endpoint's interface has, what comes back in any
// style of stream is the same, and the ledger has it for a process that begins anew.
func TestToolsAreCalled(t *testing.T) {
	for _, style := range append(llmtest.StreamStyles(), "whole") {
		b := newBench(t, llmtest.Options{Stream: style, Answer: calls})
		stage := org.StageSynthesize // comes as a stream
		if style == "whole" {
			stage = org.StageLead
		}
		for try := range 2 {
			r, err := b.client.Do(t.Context(), handed(stage))
			if err != nil || !r.Offered || r.Text != "I look." || len(r.Calls) != 2 || r.Calls[0] != (llm.Call{ID: "call_1", Name: "read", Args: `{"path":"a.go"}`}) || !json.Valid([]byte(r.Calls[1].Args)) || r.FromMemo != (try == 1) {
				t.Errorf("style %q, time %d: %+v, %v; want two calls", style, try+1, r, err)
			}
			if said, all, is := llm.ReadCalls(r.Spell()); !is || said != r.Text || !slices.Equal(all, r.Calls) {
				t.Errorf("style %q: spelled and read it is %q, %v", style, said, all)
			}
		}
		asked := b.server.Requests()
		if v := b.server.Violations(); len(v) > 0 || len(asked) != 1 {
			t.Errorf("style %q: %d requests, violations %q", style, len(asked), v)
		}
		if body := string(asked[0].Body); !strings.Contains(body, `"tools":[{`) || strings.Contains(body, "tool_choice") || !strings.Contains(body, "Call what you need.") || strings.Contains(body, "@@") {
			t.Errorf("style %q: asked with %s", style, body)
		}
	}
}

// TestWhereNoToolsAreTaken: a model whose endpoint refuses tools, or passes over them in silence, is asked in words
// within the same call; that is paid once, also by a client that begins anew, and needs no doubt about one that has called.
func TestWhereNoToolsAreTaken(t *testing.T) {
	for _, c := range []struct {
		style llmtest.ToolStyle
		first int
	}{{llmtest.ToolsRefused, 2}, {llmtest.ToolsIgnored, 2}} {
		kept := &shelf{all: map[string]org.ModelTrait{}}
		ignore := func(llmtest.Request) (llmtest.Reply, bool) { return llmtest.Reply{Text: "@@ read a.go"}, true }
		o := llmtest.Options{Tools: c.style, Answer: ignore}
		if c.style == llmtest.ToolsRefused {
			o.Answer, o.Script = nil, llmtest.Script{org.StageLead + "/*": {{Text: "@@ read a.go"}}}
		}
		for n, want := range []int{c.first, 1} {
			b := newBench(t, o)
			b.client.Traits = kept
			q := handed(org.StageLead)
			q.Caller.Seq = n
			r, err := b.client.Do(t.Context(), q)
			asked := b.server.Requests()
			if err != nil || r.Offered || len(r.Calls) > 0 || r.Text != "@@ read a.go" || r.Spell() != r.Text || len(asked) != want {
				t.Errorf("%s, client %d: %+v, %v after %d requests; want the words after %d", c.style, n+1, r, err, len(asked), want)
			}
			if last := string(asked[len(asked)-1].Body); strings.Contains(last, `"tools"`) || !strings.Contains(last, "Write @@ and a name.") {
				t.Errorf("%s: asked last with %s", c.style, last)
			}
		}
		if len(kept.all) != 1 {
			t.Errorf("%s: kept %v; want one trait", c.style, kept.all)
		}
	}
	b, s := scripted(t, turn{raw: llm.Raw{Calls: []llm.Call{{Name: "read"}}, Finish: "tool_calls"}}, says("It is done."))
	for n, want := range []int{1, 2} {
		q := handed(org.StageLead)
		q.Caller.Seq = n
		if r, err := b.client.Do(t.Context(), q); err != nil || !r.Offered || len(s.seen) != want {
			t.Errorf("question %d: %+v, %v after %d calls; want %d", n+1, r, err, len(s.seen), want)
		}
	}
}

// TestCallsOfOddEndpoints walks how servers write calls otherwise than they should.
func TestCallsOfOddEndpoints(t *testing.T) {
	event := func(all ...string) string {
		out := ""
		for _, e := range all {
			out += `data: {"choices":[{"delta":` + e + "}]}\n\n"
		}
		return out + `data: {"choices":[{"delta":{},"finish_reason":"tool_calls"}]}` + "\n\ndata: [DONE]\n\n"
	}
	for name, c := range map[string]struct{ body, want string }{
		"arguments that are an object": {`{"choices":[{"message":{"content":null,"tool_calls":[{"function":{"name":"read","arguments":{"path":"a"}}}]},"finish_reason":"tool_calls"}]}`, `read {"path":"a"}`},
		"one id twice":                 {`{"choices":[{"message":{"tool_calls":[{"id":"c","function":{"name":"read","arguments":"{}"}},{"id":"c","function":{"name":"read","arguments":"{}"}}]},"finish_reason":"stop"}]}`, `read {};read {}`},
		"a call that is none":          {`{"choices":[{"message":{"content":"x","tool_calls":["read",{"function":[]},{"function":{"name":7}}]},"finish_reason":"stop"}]}`, ` ; ;7 `},
		"no list":                      {`{"choices":[{"message":{"content":"x","tool_calls":"read"},"finish_reason":"stop"}]}`, ""},
		"all of number 0":              {event(`{"tool_calls":[{"index":0,"id":"a","function":{"name":"read","arguments":"{\"path\""}}]}`, `{"tool_calls":[{"index":0,"function":{"arguments":":1}"}}]}`, `{"tool_calls":[{"index":0,"id":"b","function":{"name":"write","arguments":"{}"}}]}`), `read {"path":1};write {}`},
		"without a number":             {event(`{"tool_calls":[{"id":"a","function":{"name":"read","arguments":"{}"}},{"id":"b","function":{"name":"read","arguments":"[]"}}]}`), `read {};read []`},
		"pieces in turn":               {event(`{"tool_calls":[{"index":0,"id":"a","function":{"name":"read"}},{"index":1,"id":"b","function":{"name":"write"}}]}`, `{"tool_calls":[{"index":1,"function":{"arguments":"{"}},{"index":0,"function":{"arguments":"["}}]}`, `{"tool_calls":[{"index":0,"id":"a","function":{"name":"read","arguments":"]"}},{"index":1,"function":{"arguments":"}"}}]}`), `read [];write {}`},
	} {
		t.Run(name, func(t *testing.T) {
			s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
				if _, err := w.Write([]byte(c.body)); err != nil {
					t.Log(err)
				}
			}))
			t.Cleanup(s.Close)
			b := newClient(t, &llm.Endpoint{Base: s.URL, HTTP: s.Client()})
			stage := org.StageLead
			if strings.HasPrefix(c.body, "data:") {
				stage = org.StageSynthesize
			}
			r, err := b.client.Do(t.Context(), handed(stage))
			var all []string
			for _, call := range r.Calls {
				all = append(all, call.Name+" "+call.Args)
			}
			if got := strings.Join(all, ";"); err != nil || got != c.want {
				t.Errorf("calls %q, %v; want %q", got, err, c.want)
			}
		})
	}
}

// TestACallThatTheEndpointCannotRead costs one more try and then is a reply of no use, whatever the way in which it is said;
// the model is asked for nothing less because of it.
func TestACallThatTheEndpointCannotRead(t *testing.T) {
	for name, c := range map[string]struct {
		status int
		body   string
	}{
		"an error":           {400, `{"error":{"message":"Failed to call a function. Please adjust your prompt. See 'failed_generation' for more details.","type":"invalid_request_error","code":"tool_use_failed"}}`},
		"a reason of an end": {200, `{"choices":[{"message":{"content":""},"finish_reason":"MALFORMED_FUNCTION_CALL"}]}`},
		"a provider's own":   {200, `{"choices":[{"message":{"content":""},"finish_reason":"error","native_finish_reason":"MALFORMED_FUNCTION_CALL"}]}`},
	} {
		b := raw(t, c.status, c.body)
		_, err := b.client.Do(t.Context(), handed(org.StageLead))
		var e *llm.Error
		if !errors.As(err, &e) || e.Class != llm.ClassContent || e.Kind != "broken_call" || len(b.ledger.ends()) != 2 || len(b.waits.all) > 0 {
			t.Errorf("%s: %v after %d tries and %d waits; want a reply of no use after two", name, err, len(b.ledger.ends()), len(b.waits.all))
		}
	}
}
