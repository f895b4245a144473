package cmd_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"strings"
	"sync"

	"github.com/rogpeppe/go-internal/testscript"
)

// thinker stands before a model endpoint and takes what OpenAI's reasoning models
// take, and nothing else. What it refuses it refuses in their words.
type thinker struct {
	next    *httputil.ReverseProxy
	mu      sync.Mutex
	refused map[string]int // by model and parameter
}

// serveThinker has the model of a story asked through a thinker: thinker. At the end of the
// story each refusal must have been met, and few of them.
func serveThinker(ts *testscript.TestScript, neg bool, args []string) {
	behind, err := url.Parse(ts.Getenv("FRASIER_LLM_URL"))
	ts.Check(err)
	t := &thinker{refused: map[string]int{}, next: &httputil.ReverseProxy{Rewrite: func(r *httputil.ProxyRequest) {
		r.Out.URL.Scheme, r.Out.URL.Host, r.Out.URL.Path = behind.Scheme, behind.Host, behind.Path+strings.TrimPrefix(r.In.URL.Path, "/v1")
	}, FlushInterval: -1}}
	s := httptest.NewServer(t)
	ts.Defer(s.Close)
	ts.Setenv("FRASIER_LLM_URL", s.URL+"/v1")
	atEnd(ts, func() {
		quiet(ts)
		t.mu.Lock()
		defer t.mu.Unlock()
		for _, p := range []string{"o1-mini messages[0].role", "o1-mini response_format", "gpt-5-mini stream"} {
			if n := t.refused[p]; n == 0 || n > mostRefused {
				ts.Fatalf("%s was refused %d times, want 1 to %d: %v", p, n, mostRefused, t.refused)
			}
		}
	})
}

// mostRefused is how often one parameter may be refused in a story: each process learns it
// of each of its models, and calls that are made at once learn it side by side.
const mostRefused = 24

func (t *thinker) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	raw, err := io.ReadAll(r.Body)
	if err != nil {
		return // whoever asked has left
	}
	if r.Method == http.MethodGet && r.URL.Path == "/v1/models" {
		_, err = io.WriteString(w, `{"object":"list","data":[{"id":"o1-mini","object":"model","created":1725649008,"owned_by":"system"},{"id":"gpt-5-mini","object":"model","created":1754425928,"owned_by":"system"},{"id":"gpt-5.2","object":"model","created":1765313051,"owned_by":"system"},{"id":"o3","object":"model","created":1744225308,"owned_by":"system"}]}`)
		if err != nil {
			http.Error(w, err.Error(), http.StatusInternalServerError)
		}
		return
	}
	if !strings.HasSuffix(r.URL.Path, "/chat/completions") {
		refuse(w, http.StatusNotFound, fmt.Sprintf("Invalid URL (%s %s)", r.Method, r.URL.Path), "", "")
		return
	}
	var body map[string]any
	if err := json.Unmarshal(raw, &body); err != nil {
		refuse(w, http.StatusBadRequest, "We could not parse the JSON body of your request.", "", "")
		return
	}
	if message, param, code := refusal(body); message != "" {
		t.mu.Lock()
		t.refused[fmt.Sprint(body["model"])+" "+param]++
		t.mu.Unlock()
		refuse(w, http.StatusBadRequest, message, param, code)
		return
	}
	if most, is := body["max_completion_tokens"]; is { // the fake model behind knows the older name
		body["max_tokens"] = most
		delete(body, "max_completion_tokens")
	}
	delete(body, "reasoning_effort")
	if raw, err = json.Marshal(body); err != nil {
		refuse(w, http.StatusInternalServerError, err.Error(), "", "")
		return
	}
	r.Body, r.ContentLength = io.NopCloser(bytes.NewReader(raw)), int64(len(raw))
	t.next.ServeHTTP(w, r)
}

// refusal is what OpenAI's documentation and its answers say of a parameter that a reasoning
// model does not take. The small model is as the first of them were, the others as those of today.
func refusal(body map[string]any) (message, param, code string) {
	known := " model messages max_tokens max_completion_tokens temperature top_p n stop stream stream_options response_format reasoning_effort seed store metadata user tools facts "
	for name := range body {
		if !strings.Contains(known, " "+name+" ") {
			return fmt.Sprintf("Unknown parameter: '%s'.", name), name, "unknown_parameter"
		}
	}
	first := body["model"] == "o1-mini"
	format, _ := body["response_format"].(map[string]any) //nolint:errcheck // nil for none
	messages := body["messages"].([]any)                  //nolint:errcheck // always there
	head := messages[0].(map[string]any)                  //nolint:errcheck // always there
	switch {
	case body["max_tokens"] != nil:
		return "Unsupported parameter: 'max_tokens' is not supported with this model. Use 'max_completion_tokens' instead.", "max_tokens", "unsupported_parameter"
	case body["temperature"] != nil && body["temperature"] != 1.0:
		return fmt.Sprintf("Unsupported value: 'temperature' does not support %v with this model. Only the default (1) value is supported.", body["temperature"]), "temperature", "unsupported_value"
	case first && head["role"] == "system":
		return "Unsupported value: 'messages[0].role' does not support 'system' with this model.", "messages[0].role", "unsupported_value"
	case first && format["type"] == "json_schema":
		return "Invalid parameter: 'response_format' of type 'json_schema' is not supported with this model. Learn more about supported models at the Structured Outputs guide: https://platform.openai.com/docs/guides/structured-outputs", "response_format", ""
	case first && format["type"] == "json_object":
		return "Invalid parameter: 'response_format' of type 'json_object' is not supported with this model.", "response_format", ""
	case !first && body["stream"] == true:
		return "Your organization must be verified to stream this model. Please go to: https://platform.openai.com/settings/organization/general and click on Verify Organization.", "stream", "unsupported_value"
	}
	return "", "", ""
}

// refuse answers with an error as OpenAI writes it.
func refuse(w http.ResponseWriter, status int, message, param, code string) {
	or := func(s string) any {
		if s == "" {
			return nil
		}
		return s
	}
	raw, err := json.Marshal(map[string]any{"error": map[string]any{"message": message, "type": "invalid_request_error", "param": or(param), "code": or(code)}})
	if err != nil {
		http.Error(w, err.Error(), http.StatusInternalServerError)
		return
	}
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	if _, err := w.Write(raw); err != nil {
		return // whoever asked has left
	}
}
