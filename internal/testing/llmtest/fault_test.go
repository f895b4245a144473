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

	"github.com/frasier-cos/frasier/internal/testing/llmtest"
)

func TestFaultsCoverTheTable(t *testing.T) {
	rows, names := map[int]bool{}, map[string]bool{}
	for _, f := range llmtest.Faults() {
		if names[f.Name] {
			t.Errorf("two faults are called %q", f.Name)
		}
		if f.Class == "" || f.How == "" {
			t.Errorf("fault %q has class %q and how %q, want both", f.Name, f.Class, f.How)
		}
		rows[f.Row], names[f.Name] = true, true
	}
	for row := 1; row <= 32; row++ {
		if !rows[row] {
			t.Errorf("no fault stands for row %d", row)
		}
	}
	if len(rows) != 32 {
		t.Errorf("%d rows, want 32", len(rows))
	}
}

// got is what a plain client sees of one call.
type got struct {
	status int
	header http.Header
	body   string
	err    error
}

func call(t *testing.T, ctx context.Context, url, body string) got { //nolint:revive // t comes first in every helper here
	t.Helper()
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, url+"/chat/completions", strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	res, err := http.DefaultClient.Do(req)
	if err != nil {
		return got{err: err}
	}
	b, err := io.ReadAll(res.Body)
	if cerr := res.Body.Close(); cerr != nil {
		t.Fatal(cerr)
	}
	return got{status: res.StatusCode, header: res.Header, body: string(b), err: err}
}

func TestFaultsOfStatusCarryAnErrorObject(t *testing.T) {
	_, url := llmtest.Start(t, llmtest.Options{})
	for _, f := range llmtest.Faults() {
		if f.Open || !strings.HasPrefix(f.How, "status 4") && !strings.HasPrefix(f.How, "status 5") || f.Name == "html" {
			continue
		}
		g := call(t, t.Context(), url+"/~fault="+f.Name, request(t, "hello", "", nil))
		want := strings.Fields(f.How)[1]
		if g.err != nil || strings.TrimSpace(http.StatusText(g.status)) == "" && g.status != 529 || want != itoa(g.status) {
			t.Errorf("fault %s: status %d, %v, want %s", f.Name, g.status, g.err, want)
		}
		var e struct {
			Error struct {
				Message string `json:"message"`
			} `json:"error"`
		}
		if err := json.Unmarshal([]byte(g.body), &e); err != nil || e.Error.Message == "" {
			t.Errorf("fault %s: body %q has no error message (%v)", f.Name, g.body, err)
		}
		_, after, waits := strings.Cut(f.How, "Retry-After: ")
		if waits && g.header.Get("Retry-After") != after || !waits && g.header.Get("Retry-After") != "" {
			t.Errorf("fault %s: Retry-After %q, want %q", f.Name, g.header.Get("Retry-After"), after)
		}
	}
}

func itoa(n int) string {
	return string(rune('0'+n/100)) + string(rune('0'+n/10%10)) + string(rune('0'+n%10))
}

func TestFaultsInsideAnAnswer(t *testing.T) {
	_, url := llmtest.Start(t, llmtest.Options{})
	for name, want := range map[string]string{
		"200-error": `{"error":{"message":"Rate limit exceeded","code":429`, "200-error-string": `{"error":"upstream`,
		"no-choices": `"choices":[]`, "null-message": `"message":null`, "empty": `"content":""`, "finish-error": `"finish_reason":"error"`,
		"rerouted": `"model":"deepseek/deepseek-v4-flash"`, "length": `"finish_reason":"length"`, "filtered": `"finish_reason":"content_filter"`,
		"refusal": `"refusal":"I can't`, "reasoning-only": `"content":""`, "think": `"content":"\u003cthink\u003e`, "think-close": `\u003c/think\u003e`,
		"prose-json": "Here is what you asked for:", "not-json": "{malformed json", "mid-error": `"finish_reason":"error"`,
	} {
		g := call(t, t.Context(), url+"/~fault="+name, request(t, pack, "", nil))
		if g.err != nil || g.status != http.StatusOK || !strings.Contains(g.body, want) {
			t.Errorf("fault %s: status %d, %v, body %.300s, want 200 and %s", name, g.status, g.err, g.body, want)
		}
	}
	if g := call(t, t.Context(), url+"/~fault=no-usage", request(t, pack, "", nil)); strings.Contains(g.body, "usage") {
		t.Errorf("fault no-usage: body %s has usage", g.body)
	}
	if g := call(t, t.Context(), url+"/~fault=huge", request(t, pack, "", nil)); len(g.body) < 9<<20 {
		t.Errorf("fault huge: %d bytes, want 9 MiB", len(g.body))
	}
	if g := call(t, t.Context(), url+"/~fault=html", request(t, pack, "", nil)); g.status != 502 || !strings.HasPrefix(g.body, "<html>") {
		t.Errorf("fault html: status %d, body %q", g.status, g.body)
	}
}

func TestFaultsOfStreams(t *testing.T) {
	_, url := llmtest.Start(t, llmtest.Options{})
	streamed := request(t, pack, "", map[string]any{"stream": true})
	whole := call(t, t.Context(), url, streamed)
	if !strings.HasSuffix(whole.body, "data: [DONE]\n\n") || !strings.Contains(whole.body, `"finish_reason":"stop"`) {
		t.Fatalf("a whole stream ends in %q", whole.body[max(0, len(whole.body)-200):])
	}
	for name, want := range map[string]struct{ in, end string }{
		"mid-error": {`"finish_reason":"error"`, "data: [DONE]\n\n"}, "mid-error-bare": {`data: {"error":`, "}\n\n"},
		"finish-error": {`"finish_reason":"error"`, "[DONE]\n\n"}, "cut": {"data: ", "}\n\n"}, "length": {`"finish_reason":"length"`, "[DONE]\n\n"},
	} {
		g := call(t, t.Context(), url+"/~fault="+name, streamed)
		if g.err != nil || !strings.Contains(g.body, want.in) || !strings.HasSuffix(g.body, want.end) || len(g.body) >= len(whole.body) {
			t.Errorf("fault %s: %v, stream %s", name, g.err, g.body)
		}
		if name == "cut" && (strings.Contains(g.body, "[DONE]") || strings.Contains(g.body, `"finish_reason":"stop"`)) {
			t.Errorf("fault cut: the stream has an end: %s", g.body)
		}
	}
	if g := call(t, t.Context(), url+"/~fault=cut-line", streamed); g.err == nil || !strings.HasSuffix(g.body, `"del`) {
		t.Errorf("fault cut-line: error %v, body %s, want a broken connection inside a line", g.err, g.body)
	}
	if g := call(t, t.Context(), url+"/~fault=cut", request(t, pack, "", nil)); !errors.Is(g.err, io.ErrUnexpectedEOF) {
		t.Errorf("fault cut without a stream: %v, want %v", g.err, io.ErrUnexpectedEOF)
	}
	if g := call(t, t.Context(), url+"/~fault=reset", streamed); g.err == nil {
		t.Errorf("fault reset: answered with %d", g.status)
	}
}

func TestOpenFaultsLastUntilTheClientLeaves(t *testing.T) {
	_, url := llmtest.Start(t, llmtest.Options{})
	for _, f := range llmtest.Faults() {
		if !f.Open {
			continue
		}
		for _, stream := range []bool{false, true} {
			// A client that leaves early on a busy machine may have seen little: it stays longer then.
			for patience := 120 * time.Millisecond; ; patience *= 4 {
				ctx, cancel := context.WithTimeout(t.Context(), patience)
				g := call(t, ctx, url+"/~drip=10ms,fault="+f.Name, request(t, pack, "", map[string]any{"stream": stream}))
				cancel()
				if !errors.Is(g.err, context.DeadlineExceeded) {
					t.Errorf("fault %s, stream %v: %v, want the client's deadline", f.Name, stream, g.err)
				}
				if f.Name == "silent" && g.status != 0 {
					t.Errorf("fault silent: status %d", g.status)
				}
				missing := ""
				if f.Name == "stall" && stream && (strings.Count(g.body, "data: ") == 0 || !strings.HasSuffix(g.body, ": OPENROUTER PROCESSING\n\n")) {
					missing = "pieces and then comments"
				}
				if f.Name == "drip" && stream && strings.Count(g.body, "and so on") < 2 {
					missing = "pieces for ever"
				}
				if missing == "" {
					break
				}
				if patience > 20*time.Second {
					t.Errorf("fault %s: stream %q, want %s", f.Name, g.body, missing)
					break
				}
			}
		}
	}
}

func TestRefusedURL(t *testing.T) {
	url, err := llmtest.RefusedURL(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if g := call(t, t.Context(), url, "{}"); g.err == nil {
		t.Errorf("a refused address answered with %d", g.status)
	}
}

func TestSemanticFaultHasTheRightForm(t *testing.T) {
	_, url := llmtest.Start(t, llmtest.Options{})
	for _, stage := range jsonStages() {
		text := said(t, url+"/~fault=semantic", dataFor(stage))
		fits(t, stage, text)
		if text == said(t, url, dataFor(stage)) && strings.Contains(text, `"id"`) {
			t.Errorf("%s: %s is the right answer", stage, text)
		}
	}
}
