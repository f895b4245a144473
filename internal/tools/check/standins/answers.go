package main

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/frasier-cos/frasier/llm"
)

// answer is one that a stand-in gave, and how it was read.
type answer struct {
	By     string `json:"by"`
	Status int    `json:"status"` // 0: the connection was cut without one
	Kind   string `json:"kind"`   // of content
	Retry  string `json:"retry,omitempty"`
	Body   string `json:"body"`
	Read   string `json:"read"`
}

// answers are one of each kind that stand-ins gave.
type answers struct {
	mu    sync.Mutex
	all   []answer
	wrong map[string]int
}

// listen stands before a stand-in and keeps what it answers.
func (a *answers) listen(by, address string) (url string, end func()) {
	way := &http.Transport{DisableCompression: true}
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		out := r.Clone(r.Context())
		out.URL.Scheme, out.URL.Host, out.RequestURI = "http", address, ""
		out.Header.Del("Accept-Encoding")
		resp, err := way.RoundTrip(out)
		if err != nil {
			a.keep(answer{By: by}, r)
			panic(http.ErrAbortHandler)
		}
		defer resp.Body.Close() //nolint:errcheck // it is read
		body, err := io.ReadAll(resp.Body)
		if err != nil {
			a.keep(answer{By: by}, r)
			panic(http.ErrAbortHandler)
		}
		a.keep(answer{By: by, Status: resp.StatusCode, Kind: resp.Header.Get("Content-Type"), Retry: resp.Header.Get("Retry-After"), Body: string(body)}, r)
		for _, name := range []string{"Content-Type", "Retry-After"} {
			if v := resp.Header.Get(name); v != "" {
				w.Header().Set(name, v)
			}
		}
		w.WriteHeader(resp.StatusCode)
		if _, err := w.Write(body); err != nil {
			return // whoever asked has left
		}
	}))
	return s.URL + "/v1", func() { s.Close(); way.CloseIdleConnections() }
}

// What makes an answer differ from others of the same stand-in.
func (x answer) kindOf() string {
	whole := json.Valid([]byte(x.Body)) || strings.HasPrefix(x.Kind, "text/event-stream")
	return fmt.Sprint(x.By, x.Status, strings.Split(x.Kind, ";")[0], whole)
}

// keep keeps an answer to a call when none of its kind is kept.
func (a *answers) keep(x answer, r *http.Request) {
	if !strings.HasSuffix(r.URL.Path, "/chat/completions") {
		return
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.wrong == nil {
		a.wrong = map[string]int{}
	}
	if x.Status != http.StatusOK || !strings.HasPrefix(x.Kind, "text/event-stream") && !json.Valid([]byte(x.Body)) {
		a.wrong[x.By]++
	}
	if !slices.ContainsFunc(a.all, func(b answer) bool { return b.kindOf() == x.kindOf() }) {
		a.all = append(a.all, x)
	}
}

// broken says how many answers of a stand-in were none.
func (a *answers) broken(by string) int {
	a.mu.Lock()
	defer a.mu.Unlock()
	return a.wrong[by]
}

// read has our client read an answer: its text and end, or what went wrong and where.
func (x answer) read(ctx context.Context) string {
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		if x.Status == 0 {
			panic(http.ErrAbortHandler)
		}
		w.Header().Set("Content-Type", x.Kind)
		if x.Retry != "" {
			w.Header().Set("Retry-After", x.Retry)
		}
		w.WriteHeader(x.Status)
		if _, err := io.WriteString(w, x.Body); err != nil {
			return // the client has what it wants
		}
	}))
	defer s.Close()
	const patience = 20 * time.Second
	ctx, stop := context.WithTimeout(ctx, patience)
	defer stop()
	raw, err := (&llm.Endpoint{Base: s.URL, Key: "k"}).Complete(ctx, llm.Wire{
		Model: "m", MaxTokens: 100, Stream: strings.HasPrefix(x.Kind, "text/event-stream"), Messages: []llm.Message{{Role: "user", Parts: []llm.Part{{Text: "x"}}}},
	})
	var f *llm.Fault
	switch {
	case errors.As(err, &f):
		return fmt.Sprintf("%s %d, waits %s: %s", f.Place, f.Status, f.RetryAfter, f.Message)
	case err != nil:
		return err.Error()
	}
	return raw.Finish + ": " + raw.Text
}

// write writes the answers with how each is read, and says how many there are.
func (a *answers) write(ctx context.Context, path string) (int, error) {
	a.mu.Lock()
	defer a.mu.Unlock()
	slices.SortFunc(a.all, func(x, y answer) int { return cmp.Compare(x.kindOf(), y.kindOf()) })
	var out bytes.Buffer
	to := json.NewEncoder(&out)
	to.SetEscapeHTML(false)
	for _, x := range a.all {
		x.Read = x.read(ctx)
		if err := to.Encode(x); err != nil {
			return 0, fmt.Errorf("write an answer: %w", err)
		}
	}
	if err := os.WriteFile(path, out.Bytes(), 0o600); err != nil {
		return 0, fmt.Errorf("write the answers: %w", err)
	}
	return len(a.all), nil
}
