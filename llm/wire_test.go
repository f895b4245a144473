package llm_test

import (
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/testing/llmtest"
	"github.com/frasier-cos/frasier/llm"
)

type sent struct {
	Model    string `json:"model"`
	Stream   bool   `json:"stream"`
	Max      int    `json:"max_tokens"`
	Session  string `json:"session_id"`
	Messages []struct {
		Role    string          `json:"role"`
		Content json.RawMessage `json:"content"`
	} `json:"messages"`
	Format *struct {
		Type   string `json:"type"`
		Schema struct {
			Name   string          `json:"name"`
			Strict bool            `json:"strict"`
			Schema json.RawMessage `json:"schema"`
		} `json:"json_schema"`
	} `json:"response_format"`
	Provider  map[string]any    `json:"provider"`
	Reasoning map[string]string `json:"reasoning"`
	Tool      json.RawMessage   `json:"tool_choice"`
}

// TestRequestsFollowTheDescription holds bodies against the description of
// the endpoint's interface and looks at the fields that matter.
func TestRequestsFollowTheDescription(t *testing.T) {
	b := newBench(t, llmtest.Options{Key: "sk-test"})
	sc := schema()
	sc.Local = sc.Wire
	for _, q := range []llm.Request{question("x_stage", org.T1, sc), question("x_stage", org.T2, sc), question(org.StageSynthesize, org.T2, nil), question(org.StageSummary, org.T3, nil)} {
		if _, err := b.client.Do(t.Context(), q); err != nil && !llm.Content(err) {
			t.Errorf("%s on %s: %v", q.Purpose, q.Tier, err)
		}
	}
	if v := b.server.Violations(); len(v) > 0 {
		t.Errorf("violations: %q", v)
	}
	for _, r := range b.server.Requests() {
		var s sent
		if err := json.Unmarshal(r.Body, &s); err != nil {
			t.Fatal(err)
		}
		anthropic := strings.Contains(s.Model, "anthropic")
		if s.Tool != nil || !strings.HasPrefix(s.Session, "step:s1:T") || s.Max == 0 {
			t.Errorf("body %s: a tool choice, no session or no limit", r.Body)
		}
		if strings.Contains(string(r.Body), "cache_control") != anthropic {
			t.Errorf("cache marks for %s: %s", s.Model, r.Body)
		}
		if (s.Reasoning["effort"] != "") != anthropic {
			t.Errorf("effort %q for %s", s.Reasoning["effort"], s.Model)
		}
		json := s.Format != nil
		if json != (s.Provider["require_parameters"] == true) || s.Stream != (r.Stage == org.StageSynthesize) {
			t.Errorf("body %s: provider %v, stream %t", r.Body, s.Provider, s.Stream)
		}
		if json && (s.Format.Type != "json_schema" || s.Format.Schema.Name != "x_stage" || !s.Format.Schema.Strict || string(s.Format.Schema.Schema) != string(sc.Wire)) {
			t.Errorf("response format %+v", s.Format)
		}
		if s.Messages[0].Role != "system" || !strings.Contains(string(s.Messages[0].Content), "You work in an office.") {
			t.Errorf("first message %+v; want B0 as the system's", s.Messages[0])
		}
		if i, k := strings.Index(r.Prompt, "The project."), strings.Index(r.Prompt, "## Stage: "); i < 0 || k < i {
			t.Errorf("the blocks are not in their order:\n%s", r.Prompt)
		}
	}
}

func TestEveryStyleOfStreamSaysTheSame(t *testing.T) {
	want := ""
	for _, style := range llmtest.StreamStyles() {
		b := newBench(t, llmtest.Options{Stream: style})
		r, err := b.client.Do(t.Context(), question(org.StageSynthesize, org.T2, nil))
		if err != nil {
			t.Errorf("style %q: %v", style, err)
			continue
		}
		if want == "" {
			want = r.Text
		}
		end := b.ledger.ends()[0]
		source := org.CostProvider
		if style == llmtest.StreamNoUsage {
			source = org.CostEstimated
		}
		if r.Text != want || r.Model != "anthropic/claude-sonnet-5.5" || end.CostSource != source || end.Cost <= 0 || end.Generation == "" || end.Provider == "" {
			t.Errorf("style %q: text %q, ledger %+v; want text %q, cost from %s", style, r.Text, end, want, source)
		}
	}
}

// raw serves one body for every call.
func raw(t *testing.T, status int, body string) *bench {
	t.Helper()
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.WriteHeader(status)
		if _, err := w.Write([]byte(body)); err != nil {
			t.Logf("write: %v", err)
		}
	}))
	t.Cleanup(s.Close)
	return newClient(t, &llm.Endpoint{Base: s.URL, HTTP: s.Client()})
}

// TestCostOfAReply walks what endpoints say of usage and cost.
func TestCostOfAReply(t *testing.T) {
	tests := []struct {
		usage  string
		source org.CostSource
		cost   org.NanoUSD
		in     int
	}{
		{`{"prompt_tokens":1000,"completion_tokens":100,"cost":0.0123}`, org.CostProvider, 12_300_000, 1000},
		{`{"prompt_tokens":1000,"completion_tokens":100,"cost":0}`, org.CostProvider, 0, 1000},
		{`{"prompt_tokens":1000,"completion_tokens":100,"cost":"0.5"}`, org.CostProvider, 500_000_000, 1000},
		{`{"prompt_tokens":1000,"completion_tokens":100,"cost":0.1,"is_byok":true,"cost_details":{"upstream_inference_cost":0.2}}`, org.CostProvider, 300_000_000, 1000},
		{`{"prompt_tokens":1000,"completion_tokens":100}`, org.CostComputed, 1000*300 + 100*1200, 1000},
		{`{"prompt_tokens":1000,"completion_tokens":100,"cost":null}`, org.CostComputed, 1000*300 + 100*1200, 1000},
		{`{"prompt_tokens":1000,"completion_tokens":100,"prompt_tokens_details":{"cached_tokens":400}}`, org.CostComputed, 600*300 + 400*60 + 100*1200, 1000},
		{`{"prompt_tokens":1000,"completion_tokens":100,"cost":-1}`, org.CostUnknown, 0, 1000},
		{`{"prompt_tokens":1000,"completion_tokens":100,"cost":NaN}`, org.CostUnknown, 0, 1000},
		{`{"prompt_tokens":1000,"completion_tokens":100,"cost":314e6834956715895487}`, org.CostUnknown, 0, 1000},
		{`{"prompt_tokens":314e6834956715895487,"completion_tokens":100,"cost":0.5}`, org.CostProvider, 500_000_000, 0},
		{`{"prompt_tokens":-5,"completion_tokens":100,"cost":0.5}`, org.CostProvider, 500_000_000, 0},
	}
	for _, tt := range tests {
		b := raw(t, 200, `{"id":"g1","model":"minimax/minimax-m3","choices":[{"message":{"content":"An answer."},"finish_reason":"stop"}],"usage":`+tt.usage+`}`)
		if _, err := b.client.Do(t.Context(), question(org.StageSummary, org.T1, nil)); err != nil {
			t.Errorf("usage %s: %v", tt.usage, err)
			continue
		}
		if e := b.ledger.ends()[0]; e.CostSource != tt.source || e.Cost != tt.cost || e.TokensIn != tt.in {
			t.Errorf("usage %s: cost %d from %s, %d tokens in; want %d from %s, %d", tt.usage, e.Cost, e.CostSource, e.TokensIn, tt.cost, tt.source, tt.in)
		}
	}
}

// TestBodiesOfStrangers are what servers really sent.
func TestBodiesOfStrangers(t *testing.T) {
	good := `{"choices":[{"message":{"content":"An answer."},"finish_reason":"stop"}]}`
	tests := []struct {
		status int
		body   string
		class  llm.Class
		kind   string
	}{
		{200, strings.Repeat(" \n", 100_000) + good, "", ""},
		{200, `{"choices":[{"message":{"content":[{"type":"text","text":"An answer."}]},"finish_reason":"stop"}]}`, "", ""},
		{200, `{"choices":[{"message":{"content":"An answer."},"finish_reason":null}]}`, "", ""},
		{200, `{"choices":[{"index":314e6834956715895487,"message":{"content":"An answer."},"finish_reason":"stop"}],"created":1e999}`, "", ""},
		{200, `{"choices":[null]}`, llm.ClassContent, "empty"},
		{200, `{}`, llm.ClassContent, "empty"},
		{200, `[]`, llm.ClassTransport, "protocol"},
		{200, ``, llm.ClassTransport, "protocol"},
		{200, `{malformed json`, llm.ClassTransport, "protocol"},
		{200, `<html>busy</html>`, llm.ClassTransport, "outage"},
		{500, `{"error":{"code":500,"message":"failed to parse JSON"}}`, llm.ClassTransport, "outage"},
		{400, `{"error":{"code":400,"type":"exceed_context_size_error","message":"the request exceeds the available context size"}}`, llm.ClassSize, "size"},
		{429, `{"error":{"code":"rate_limit_exceeded","message":"slow down"}}`, llm.ClassTransport, "rate"},
		{429, `slow down`, llm.ClassTransport, "rate"},
		{404, `{"detail":"Not Found"}`, llm.ClassCatalog, "catalog"},
		{401, `{"error":"no"}`, llm.ClassAuth, "auth"},
		{418, `{"error":{"code":418}}`, llm.ClassBug, "bug"},
	}
	for _, tt := range tests {
		b := raw(t, tt.status, tt.body)
		_, err := b.client.Do(t.Context(), question(org.StageSummary, org.T1, nil))
		end := b.ledger.ends()[0]
		if (err != nil) != (tt.class != "") || end.ErrorClass != tt.kind {
			t.Errorf("%d %.60q: %v, kind %q; want class %q, kind %q", tt.status, tt.body, err, end.ErrorClass, tt.class, tt.kind)
		}
		for _, e := range b.ledger.ends() {
			if e.State == org.CallPending {
				t.Errorf("%d %.60q: a try has no end", tt.status, tt.body)
			}
		}
	}
}

func TestEndpointWithoutExtrasIsAskedPlainly(t *testing.T) {
	var bodies []string
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		var body map[string]json.RawMessage
		if err := json.NewDecoder(r.Body).Decode(&body); err != nil {
			t.Error(err)
		}
		reply := `{"choices":[{"message":{"content":"An answer."},"finish_reason":"stop"}]}`
		if body["session_id"] != nil {
			w.WriteHeader(http.StatusBadRequest)
			reply = `{"error":{"message":"Unrecognized request argument supplied: session_id","type":"invalid_request_error"}}`
		}
		bodies = append(bodies, reply)
		if _, err := w.Write([]byte(reply)); err != nil {
			t.Error(err)
		}
	}))
	defer s.Close()
	b := newClient(t, &llm.Endpoint{Base: s.URL + "/", HTTP: s.Client()})
	for range 2 {
		if _, err := b.client.Do(t.Context(), func() llm.Request {
			q := question(org.StageSummary, org.T1, nil)
			q.Caller.Seq = len(bodies)
			return q
		}()); err != nil {
			t.Fatalf("Do: %v", err)
		}
	}
	if len(bodies) != 3 {
		t.Errorf("%d calls; want one refused, one plain, and one that is plain at once", len(bodies))
	}
}

func TestKeyIsNotInErrors(t *testing.T) {
	b := newClient(t, &llm.Endpoint{Base: "http://127.0.0.1:1", Key: "sk-secret", HTTP: &http.Client{Timeout: time.Second}})
	_, err := b.client.Do(t.Context(), question(org.StageSummary, org.T1, nil))
	if err == nil || strings.Contains(err.Error(), "sk-secret") {
		t.Errorf("error %v; want one without the key", err)
	}
	if !llm.Transport(err) {
		t.Errorf("Transport(%v) = false for a refused connection", err)
	}
}

func TestBrokenAnswersAreCountedAfterwards(t *testing.T) {
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		reply := "data: {\"id\":\"gen-1\",\"choices\":[{\"delta\":{\"content\":\"An ans\"}}]}\n\n"
		if r.Method == http.MethodGet {
			reply = `{"data":{"id":"` + r.URL.Query().Get("id") + `","total_cost":0.002,"native_tokens_prompt":30,"native_tokens_completion":4}}`
		}
		if _, err := w.Write([]byte(reply)); err != nil {
			t.Error(err)
		}
	}))
	defer s.Close()
	b := newClient(t, &llm.Endpoint{Base: s.URL, HTTP: s.Client()})
	if _, err := b.client.Do(t.Context(), question(org.StageSynthesize, org.T1, nil)); !llm.Content(err) || llm.Transport(err) {
		t.Fatalf("Do: %v; want a content error for a cut answer", err)
	}
	for i, e := range b.ledger.ends() {
		if e.ErrorClass != "cut" || e.Cost != 2_000_000 || e.CostSource != org.CostProvider || e.TokensIn != 30 || e.Generation != "gen-1" {
			t.Errorf("try %d: %+v; want a cut with the cost that the endpoint says", i, e)
		}
	}
}

func TestEndpointWithoutAClientOfItsOwn(t *testing.T) {
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		if _, err := w.Write([]byte(`{"choices":[{"message":{"content":"An answer."},"finish_reason":"stop"}]}`)); err != nil {
			t.Error(err)
		}
	}))
	defer s.Close()
	b := newClient(t, &llm.Endpoint{Base: s.URL})
	if r, err := b.client.Do(t.Context(), question(org.StageSummary, org.T1, nil)); err != nil || r.Text != "An answer." {
		t.Errorf("Do: %q, %v; want the answer", r.Text, err)
	}
}

// A model that takes no message of the system gets all as one of the user, whose parts keep their cache marks.
func TestOneMessageKeepsItsCacheMarks(t *testing.T) {
	var got sent
	s := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		if err := json.NewDecoder(r.Body).Decode(&got); err != nil {
			t.Error(err)
		}
	}))
	defer s.Close()
	e := &llm.Endpoint{Base: s.URL}
	w := llm.Wire{Model: "m", Session: "s", Traits: map[llm.Trait]int{llm.TraitNoSystem: 1}, Messages: []llm.Message{
		{Role: "system", Parts: []llm.Part{{Text: "The rules.", Cache: true}}}, {Role: "user", Parts: []llm.Part{{Text: "The question."}}},
	}}
	if _, err := e.Complete(t.Context(), w); err == nil {
		t.Error("an empty answer is taken")
	}
	want := `[{"type":"text","text":"The rules.\n\n","cache_control":{"type":"ephemeral"}},{"type":"text","text":"The question."}]`
	if len(got.Messages) != 1 || got.Messages[0].Role != "user" || string(got.Messages[0].Content) != want {
		t.Errorf("sent %+v, want one message of the user with %s", got.Messages, want)
	}
}
