package llmtest_test

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"strings"
	"testing"
	"time"

	openai "github.com/sashabaranov/go-openai"

	"github.com/frasier-cos/frasier/internal/testing/llmtest"
)

// library is go-openai at a base URL.
func library(url, key string) *openai.Client {
	c := openai.DefaultConfig(key)
	c.BaseURL = url
	c.EmptyMessagesLimit = 10_000
	return openai.NewClientWithConfig(c)
}

func question() openai.ChatCompletionRequest {
	return openai.ChatCompletionRequest{
		Model: "~anthropic/claude-sonnet-latest",
		Messages: []openai.ChatCompletionMessage{
			{Role: openai.ChatMessageRoleSystem, Content: strings.Repeat("Rules of the house. ", 300)},
			{Role: openai.ChatMessageRoleUser, Content: pack},
		},
	}
}

func TestLibraryReadsAnswers(t *testing.T) {
	s, url := llmtest.Start(t, llmtest.Options{Key: "sk-1"})
	r, err := library(url, "sk-1").CreateChatCompletion(t.Context(), question())
	if err != nil {
		t.Fatal(err)
	}
	if got, want := r.Model, "anthropic/claude-sonnet-5.5"; got != want {
		t.Errorf("model %q, want %q", got, want)
	}
	if r.Choices[0].FinishReason != openai.FinishReasonStop || !strings.Contains(r.Choices[0].Message.Content, "## Next step") {
		t.Errorf("choice %+v, want a finished draft", r.Choices[0])
	}
	if r.Usage.PromptTokens < 1000 || r.Usage.CompletionTokens < 100 || r.Usage.PromptTokensDetails.CachedTokens < 1024 {
		t.Errorf("usage %+v, want numbers of the texts' lengths", r.Usage)
	}
	if got := r.Header().Get("X-Generation-Id"); got != r.ID || got == "" {
		t.Errorf("generation header %q, want %q", got, r.ID)
	}
	_, err = library(url, "wrong").CreateChatCompletion(t.Context(), question())
	var e *openai.APIError
	if !errors.As(err, &e) || e.HTTPStatusCode != http.StatusUnauthorized {
		t.Errorf("with a wrong key: %v, want 401", err)
	}
	if n := len(s.Requests()); n != 1 {
		t.Errorf("%d requests in the log, want 1", n)
	}
}

func TestLibraryReadsEveryStyleOfStream(t *testing.T) {
	s, url := llmtest.Start(t, llmtest.Options{})
	whole, err := library(url, "").CreateChatCompletion(t.Context(), question())
	if err != nil {
		t.Fatal(err)
	}
	want := whole.Choices[0].Message.Content
	for _, style := range llmtest.StreamStyles() {
		if style == llmtest.StreamMultiLine {
			continue // the library reads each line as an event; see TestMultiLineEvents
		}
		got, err := streamed(t.Context(), library(url+"/~drip=1ms,stream="+string(style), ""))
		if err != nil || got != want {
			t.Errorf("style %q: %v, text %q, want %q", style, err, got, want)
		}
	}
	if v := s.Violations(); len(v) != 0 {
		t.Errorf("violations: %v", v)
	}
}

func streamed(ctx context.Context, c *openai.Client) (string, error) {
	st, err := c.CreateChatCompletionStream(ctx, question())
	if err != nil {
		return "", err
	}
	var b strings.Builder
	for {
		r, err := st.Recv()
		if errors.Is(err, io.EOF) {
			return b.String(), st.Close()
		}
		if err != nil {
			return b.String(), err
		}
		for _, c := range r.Choices {
			b.WriteString(c.Delta.Content)
		}
	}
}

func TestMultiLineEvents(t *testing.T) {
	_, url := llmtest.Start(t, llmtest.Options{Stream: llmtest.StreamMultiLine})
	_, got := ask(t, url, request(t, "hello", "", map[string]any{"stream": true}))
	events := 0
	for event := range strings.SplitSeq(got, "\n\n") {
		var data []string
		for line := range strings.Lines(event) {
			if d, ok := strings.CutPrefix(strings.TrimSpace(line), "data: "); ok {
				data = append(data, d)
			}
		}
		if len(data) > 1 && json.Valid([]byte(strings.Join(data, "\n"))) {
			events++
		}
	}
	if events < 2 {
		t.Errorf("%d events of several lines in %q, want 2 at least", events, got)
	}
}

func fetch(t *testing.T, url string) (int, map[string]any) {
	t.Helper()
	req, err := http.NewRequestWithContext(t.Context(), http.MethodGet, url, http.NoBody)
	if err != nil {
		t.Fatal(err)
	}
	res, err := http.DefaultClient.Do(req)
	if err != nil {
		t.Fatal(err)
	}
	var v map[string]any
	err = json.NewDecoder(res.Body).Decode(&v)
	if cerr := res.Body.Close(); err != nil || cerr != nil {
		t.Fatal(err, cerr)
	}
	return res.StatusCode, v
}

func TestLedgerOfTheEndpoint(t *testing.T) {
	_, url := llmtest.Start(t, llmtest.Options{})
	_, body := ask(t, url, request(t, pack, "", nil))
	var answer struct {
		ID    string `json:"id"`
		Usage struct {
			Cost       float64 `json:"cost"`
			Prompt     int     `json:"prompt_tokens"`
			Completion int     `json:"completion_tokens"`
		} `json:"usage"`
	}
	if err := json.Unmarshal([]byte(body), &answer); err != nil || answer.Usage.Cost <= 0 {
		t.Fatalf("answer %s: %v, want a cost", body, err)
	}
	if want := float64(answer.Usage.Prompt*300+answer.Usage.Completion*1200) / 1e9; answer.Usage.Cost != want {
		t.Errorf("cost %v, want %v: 0.30 and 1.20 dollars for a million tokens", answer.Usage.Cost, want)
	}
	_, gen := fetch(t, url+"/generation?id="+answer.ID)
	data, ok := gen["data"].(map[string]any)
	if !ok || data["total_cost"] != answer.Usage.Cost || data["native_tokens_prompt"] != float64(answer.Usage.Prompt) {
		t.Errorf("generation %v, want cost %v and %d tokens", gen, answer.Usage.Cost, answer.Usage.Prompt)
	}
	if status, _ := fetch(t, url+"/generation?id=gen-none"); status != http.StatusNotFound {
		t.Errorf("an unknown generation: %d, want 404", status)
	}
	_, key := fetch(t, url+"/key")
	if data, ok := key["data"].(map[string]any); !ok || data["usage_daily"] != answer.Usage.Cost {
		t.Errorf("key %v, want usage %v", key, answer.Usage.Cost)
	}
	_, list := fetch(t, url+"/models")
	models, ok := list["data"].([]any)
	if !ok || len(models) < 4 || !strings.Contains(toJSON(t, models), `"~anthropic/claude-opus-latest"`) {
		t.Errorf("models %v, want the product's defaults", list)
	}
}

func toJSON(t *testing.T, v any) string {
	t.Helper()
	b, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

func TestWhatTheEndpointDoesNotHave(t *testing.T) {
	s, url := llmtest.Start(t, llmtest.Options{})
	if status, _ := fetch(t, url+"/chat/completions"); status != http.StatusNotFound {
		t.Errorf("GET of completions: %d, want 404", status)
	}
	if status, _ := fetch(t, url+"/embeddings"); status != http.StatusNotFound {
		t.Errorf("an unknown path: %d, want 404", status)
	}
	if got, want := strings.Join(s.Unknown(), ", "), "GET /api/v1/chat/completions, GET /api/v1/embeddings"; got != want {
		t.Errorf("unknown = %q, want %q", got, want)
	}
}

func TestBodiesAreHeldAgainstTheDescription(t *testing.T) {
	s, url := llmtest.Start(t, llmtest.Options{})
	for _, c := range []struct {
		body string
		want int
	}{
		{`{"model":"m","messages":[{"role":"user","content":"hi"}]}`, 200},
		{`{"model":"m","messages":[{"role":"user","content":"hi"}],"max_tokens":null,"wordiness":"low"}`, 200},
		{`{"model":"m","messages":[]}`, 400},
		{`{"model":3,"messages":[{"role":"user","content":"hi"}]}`, 400},
		{`{"model":"m","messages":[{"role":"owner","content":"hi"}]}`, 400},
		{`{"model":"m"`, 400},
	} {
		if got, body := ask(t, url, c.body); got != c.want {
			t.Errorf("%s: %d %s, want %d", c.body, got, body, c.want)
		}
	}
	if n := len(s.Violations()); n != 4 {
		t.Errorf("violations %q, want 4", s.Violations())
	}
	if got := strings.Join(s.Undeclared(), ","); got != "wordiness" {
		t.Errorf("undeclared fields %q, want wordiness", got)
	}
}

func TestEqualRequestsGetEqualAnswers(t *testing.T) {
	for _, mode := range llmtest.Modes() {
		if mode == llmtest.ModeReplay {
			continue
		}
		var runs [2]string
		for i := range runs {
			_, url := llmtest.Start(t, llmtest.Options{Mode: mode, Seed: 7, Latency: time.Millisecond})
			for range 6 {
				g := call(t, t.Context(), url, request(t, pack, "", nil))
				runs[i] += g.body + "\n"
			}
		}
		if runs[0] != runs[1] {
			t.Errorf("mode %s: two servers differ:\n%s\n%s", mode, runs[0], runs[1])
		}
	}
}
