package llm

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptrace"
	"sync/atomic"
	"time"

	"github.com/frasier-cos/frasier/internal/redact"
)

// doer stands between the library and the network for one call: it adds to
// the request what the library cannot say and keeps the response whole.
type doer struct {
	endpoint *Endpoint
	wire     Wire
	cancel   context.CancelCauseFunc

	sent, answered bool
	written        atomic.Bool // the request left whole
	got            response
	readErr        error
}

// Do sends one request of the library.
func (d *doer) Do(req *http.Request) (*http.Response, error) {
	if err := d.prepareRequest(req); err != nil {
		return nil, err
	}
	d.sent = true
	req = req.WithContext(httptrace.WithClientTrace(req.Context(), &httptrace.ClientTrace{
		WroteRequest: func(w httptrace.WroteRequestInfo) { d.written.Store(w.Err == nil) },
	}))
	resp, err := d.endpoint.buildClient().Do(req)
	if err != nil {
		return nil, err
	}
	defer func() {
		if cerr := resp.Body.Close(); cerr != nil && d.readErr == nil && d.got.body == nil {
			d.readErr = cerr
		}
	}()
	d.answered = true
	d.got = response{status: resp.StatusCode, header: resp.Header, stream: d.wire.Stream, now: d.endpoint.getNow()}
	d.got.body, d.readErr = d.readBody(resp.Body)
	d.got.body = redact.Cut(d.got.body, d.endpoint.Key)
	resp.Body = io.NopCloser(bytes.NewReader(d.got.body))
	return resp, nil
}

func (e *Endpoint) getNow() time.Time {
	if e.Now == nil {
		return time.Now()
	}
	return e.Now()
}

// The body comes as far as it does. In a stream, a timer that only data sets back cancels the
// call; comments keep a connection alive, not an answer.
func (d *doer) readBody(body io.Reader) ([]byte, error) {
	var watch *time.Timer
	limit := d.endpoint.Stall
	if limit <= 0 {
		limit = stallAfter
	}
	if d.wire.Stream {
		watch = time.AfterFunc(limit, func() { d.cancel(errStall) })
		defer watch.Stop()
	}
	var buf bytes.Buffer
	line := 0 // where the unfinished line begins
	chunk := make([]byte, 32<<10)
	for {
		n, err := body.Read(chunk)
		buf.Write(chunk[:n])
		if buf.Len() > bodyLimit {
			return buf.Bytes()[:bodyLimit], errTooLong
		}
		if watch != nil && hasData(buf.Bytes(), &line) {
			watch.Reset(limit)
		}
		if errors.Is(err, io.EOF) {
			return buf.Bytes(), nil
		}
		if err != nil {
			return buf.Bytes(), err
		}
	}
}

// A finished line since *line must carry data; *line moves to the unfinished one.
func hasData(b []byte, line *int) bool {
	found := false
	for {
		n := bytes.IndexByte(b[*line:], '\n')
		if n < 0 {
			return found
		}
		found = found || bytes.HasPrefix(b[*line:], []byte("data:"))
		*line += n + 1
	}
}

// Headers and the fields that the library does not know are added.
func (d *doer) prepareRequest(req *http.Request) error {
	e := d.endpoint
	if e.Key != "" {
		req.Header.Set("Authorization", "Bearer "+e.Key)
	}
	if e.Referer != "" {
		req.Header.Set("HTTP-Referer", e.Referer)
	}
	if e.Title != "" {
		req.Header.Set("X-OpenRouter-Title", e.Title)
	}
	body, err := io.ReadAll(req.Body)
	if err != nil {
		return fmt.Errorf("read request: %w", err)
	}
	if body, err = d.extendBody(body); err != nil {
		return err
	}
	req.Body = io.NopCloser(bytes.NewReader(body))
	req.GetBody = func() (io.ReadCloser, error) { return io.NopCloser(bytes.NewReader(body)), nil }
	req.ContentLength = int64(len(body))
	return nil
}

// Keys are sorted, so that equal calls are equal bytes. Without extra fields the body stays as it
// is.
func (d *doer) extendBody(body []byte) ([]byte, error) {
	extra := d.listExtras()
	if len(extra) == 0 {
		return body, nil
	}
	var fields map[string]json.RawMessage
	if err := json.Unmarshal(body, &fields); err != nil {
		return nil, fmt.Errorf("read own request: %w", err)
	}
	for name, v := range extra {
		raw, err := json.Marshal(v)
		if err != nil {
			return nil, fmt.Errorf("encode %s: %w", name, err)
		}
		fields[name] = raw
	}
	out, err := json.Marshal(fields)
	if err != nil {
		return nil, fmt.Errorf("encode request: %w", err)
	}
	return out, nil
}

// Only OpenRouter understands these fields; what the model was learnt to want and a test's facts
// come too.
func (d *doer) listExtras() map[string]any {
	w := d.wire
	out := map[string]any{}
	for _, b := range w.Blocks {
		if b.Facts != nil {
			out["facts"] = b.Facts
		}
	}
	if w.hasTrait(TraitBare) {
		return out
	}
	if w.hasTrait(TraitTemperature) {
		out["temperature"] = 1
	}
	if w.hasTrait(TraitTopP) {
		out["top_p"] = 1
	}
	if w.Effort != "" && w.Traits[TraitReasoning] == effortPlain {
		out["reasoning_effort"] = w.Effort
	}
	if !w.takesExtras() {
		return out
	}
	provider := map[string]any{}
	if w.Schema != nil && !w.Loose {
		provider["require_parameters"] = true
	}
	if len(w.Ignore) > 0 {
		provider["ignore"] = w.Ignore
	}
	if len(provider) > 0 {
		out["provider"] = provider
	}
	if w.Effort != "" {
		out["reasoning"] = map[string]string{"effort": w.Effort}
	}
	if w.Session != "" {
		out["session_id"] = w.Session
	}
	if hasCacheMark(w.Messages) {
		out["messages"] = wireMessages(w.Messages)
	}
	return out
}

func (w Wire) hasTrait(t Trait) bool {
	_, ok := w.Traits[t]
	return ok
}

// An endpoint that refuses a single one of OpenRouter's fields knows none.
func (w Wire) takesExtras() bool {
	return !w.hasTrait(TraitPlain) && !w.hasTrait(TraitReasoning) && !w.hasTrait(TraitBare)
}

func hasCacheMark(all []Message) bool {
	for _, m := range all {
		for _, p := range m.Parts {
			if p.Cache {
				return true
			}
		}
	}
	return false
}

type wireMessage struct {
	Role    string `json:"role"`
	Content any    `json:"content"` // string, or []wirePart
}

type wirePart struct {
	Type  string            `json:"type"`
	Text  string            `json:"text"`
	Cache map[string]string `json:"cache_control,omitempty"`
}

// Only parts can carry cache marks. The text is the same as without them.
func wireMessages(all []Message) []wireMessage {
	out := make([]wireMessage, 0, len(all))
	for _, m := range all {
		if !hasCacheMark([]Message{m}) {
			out = append(out, wireMessage{Role: m.Role, Content: m.joinText()})
			continue
		}
		out = append(out, wireMessage{Role: m.Role, Content: wireParts(m.Parts)})
	}
	return out
}

// A cache knows a prompt by its parts, so they are the same whether one has a mark or not.
func wireParts(parts []Part) []wirePart {
	out := make([]wirePart, 0, len(parts))
	for i, p := range parts {
		w := wirePart{Type: "text", Text: p.Text}
		if i < len(parts)-1 {
			w.Text += partGap
		}
		if p.Cache {
			w.Cache = map[string]string{"type": "ephemeral"}
		}
		out = append(out, w)
	}
	return out
}
