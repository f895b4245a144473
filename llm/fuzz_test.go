package llm_test

import (
	"io"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/llm"
)

// canned answers every request with the same bytes.
type canned struct {
	status int
	body   string
}

func (c canned) RoundTrip(r *http.Request) (*http.Response, error) {
	return &http.Response{
		StatusCode: c.status, Header: http.Header{"Retry-After": {"1"}}, Request: r, Body: io.NopCloser(strings.NewReader(c.body)),
	}, nil
}

// FuzzEndpoint feeds bodies to a call: whatever comes, the call ends, and a
// reply that it returns has a text.
func FuzzEndpoint(f *testing.F) {
	for _, body := range []string{
		"", "{}", "[]", "null", "<html>", "{malformed json", `{"error":"x"}`, `{"error":{"code":"429"}}`, `{"error":{"code":[1]}}`,
		`{"choices":[{"message":{"content":"An answer."},"finish_reason":"stop"}],"usage":{"prompt_tokens":1e99,"cost":NaN}}`,
		`{"choices":[{"message":null}]}`, `{"choices":{}}`, `{"choices":[{"message":{"content":{}}}]}`,
		"data: {\"choices\":[{\"delta\":{\"content\":\"An answer.\"},\"finish_reason\":\"stop\"}]}\n\ndata: [DONE]\n\n",
		": wait\r\n\r\ndata: {\"choices\":[\r\ndata: null]}\r\n\r\n", "data: {\"error\":{\"code\":502}}\n", "data:\n\ndata:{", "data: [DONE]",
	} {
		f.Add(200, body, true)
		f.Add(429, body, false)
		f.Add(200, body, false)
	}
	f.Fuzz(func(t *testing.T, status int, body string, stream bool) {
		stage := org.StageSummary
		if stream {
			stage = org.StageSynthesize
		}
		if status < 200 || status > 599 {
			status = 200
		}
		b := newClient(t, &llm.Endpoint{Base: "http://model.test/v1", HTTP: &http.Client{Transport: canned{status, body}}})
		start := time.Now()
		r, err := b.client.Do(t.Context(), question(stage, org.T1, nil))
		if err == nil && strings.TrimSpace(r.Text) == "" {
			t.Errorf("%d %q: a reply without text: %+v", status, body, r)
		}
		if n := len(b.ledger.begun); n != len(b.ledger.ended) || n > 9 {
			t.Errorf("%d %q: %d tries begun, %d ended", status, body, n, len(b.ledger.ended))
		}
		if d := time.Since(start); d > time.Minute { // no wait is real here: something would hang
			t.Errorf("%d %q: took %s", status, body, d)
		}
	})
}
