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
	"strings"
	"sync/atomic"
	"time"

	"github.com/frasier-cos/frasier/internal/redact"
)

// doer makes one call and keeps its response whole, since a ledger needs more of it than any library leaves.
type doer struct {
	endpoint *Endpoint
	wire     Wire
	cancel   context.CancelCauseFunc

	sent, answered bool
	written        atomic.Bool // the request left whole
	got            response
	readErr        error
}

func (d *doer) send(ctx context.Context) error {
	req, err := d.buildRequest(ctx)
	if err != nil {
		return err
	}
	d.sent = true
	req = req.WithContext(httptrace.WithClientTrace(ctx, &httptrace.ClientTrace{
		WroteRequest: func(w httptrace.WroteRequestInfo) { d.written.Store(w.Err == nil) },
	}))
	resp, err := d.endpoint.buildClient().Do(req)
	if err != nil {
		return err
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
	return nil
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

func (d *doer) buildRequest(ctx context.Context) (*http.Request, error) {
	e := d.endpoint
	body, err := json.Marshal(chatRequest(d.wire))
	if err != nil {
		return nil, fmt.Errorf("encode request: %w", err)
	}
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, strings.TrimRight(e.Base, "/")+"/chat/completions", bytes.NewReader(body))
	if err != nil {
		return nil, err
	}
	req.Header.Set("Content-Type", "application/json")
	req.Header.Set("Accept", "application/json")
	if d.wire.Stream {
		req.Header.Set("Accept", "text/event-stream")
		req.Header.Set("Cache-Control", "no-cache")
	}
	for name, value := range map[string]string{"HTTP-Referer": e.Referer, "X-OpenRouter-Title": e.Title} {
		if value != "" {
			req.Header.Set(name, value)
		}
	}
	if e.Key != "" {
		req.Header.Set("Authorization", "Bearer "+e.Key)
	}
	return req, nil
}

func (w Wire) hasTrait(t Trait) bool {
	_, ok := w.Traits[t]
	return ok
}

// An endpoint that refuses a single one of OpenRouter's fields knows none.
func (w Wire) takesExtras() bool {
	return !w.hasTrait(TraitPlain) && !w.hasTrait(TraitReasoning) && !w.hasTrait(TraitBare)
}
