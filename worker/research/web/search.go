package web

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/frasier-cos/frasier/internal/redact"
	"github.com/frasier-cos/frasier/internal/reports"
	"github.com/frasier-cos/frasier/internal/work"
)

// Searcher finds addresses for a query. It returns at most n hits, the best
// first; no hits are no error.
type Searcher interface {
	Search(ctx context.Context, q work.Query, n int) ([]reports.Hit, error)
}

// Extractor gives the texts of pages that answer a query, as a search engine
// extracted them.
type Extractor interface {
	Extracts(ctx context.Context, q work.Query) ([]work.Document, error)
}

// Limits of a query, which are Brave's; other engines take more.
const (
	maxQueryChars = 400
	maxQueryWords = 50
	maxAnswer     = 4 << 20 // bytes of a search engine's answer
	searchTimeout = 15 * time.Second
	saidOfError   = 120 // characters of an error body that are quoted
)

// ErrLimited says that a search engine wants fewer requests or more money.
var ErrLimited = errors.New("search limit reached")

// SearchError is an answer of a search engine other than success.
type SearchError struct {
	Provider   string
	Status     int
	RetryAfter time.Duration // zero when the engine does not say
	Reason     string        // what its body says, shortened
}

// Error names the engine, its status and what it said.
func (e *SearchError) Error() string {
	text := fmt.Sprintf("%s answered %d", e.Provider, e.Status)
	if e.Reason != "" {
		text += ": " + e.Reason
	}
	return text
}

// Is reports whether the engine's limit was reached, for ErrLimited.
func (e *SearchError) Is(target error) bool {
	return target == ErrLimited && (e.Status == http.StatusTooManyRequests || e.Status == http.StatusPaymentRequired)
}

// Clip shortens a query to what every engine takes, at a word's end.
func Clip(text string) string {
	words := strings.Fields(text)
	words = words[:min(len(words), maxQueryWords)]
	for len(words) > 1 && utf8.RuneCountInString(strings.Join(words, " ")) > maxQueryChars {
		words = words[:len(words)-1]
	}
	out := strings.Join(words, " ")
	if utf8.RuneCountInString(out) > maxQueryChars {
		out = string([]rune(out)[:maxQueryChars])
	}
	return out
}

// It returns the body of a 200.
func sendSearch(c *http.Client, provider string, req *http.Request) ([]byte, error) {
	if c == nil {
		c = &http.Client{Timeout: searchTimeout}
	}
	secret := req.Header.Get(braveHeader)
	if secret != "" { // a redirect would take the key to another host
		here := *c
		here.CheckRedirect = func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }
		c = &here
	}
	req.Header.Set("Accept", "application/json")
	req.Header.Set("User-Agent", userAgent)
	res, err := c.Do(req)
	if err != nil {
		return nil, fmt.Errorf("ask %s: %w", provider, err)
	}
	raw, err := io.ReadAll(io.LimitReader(res.Body, maxAnswer))
	if e := res.Body.Close(); err == nil {
		err = e
	}
	if err != nil {
		return nil, fmt.Errorf("read answer of %s: %w", provider, err)
	}
	raw = redact.Cut(raw, secret)
	if res.StatusCode != http.StatusOK {
		e := &SearchError{Provider: provider, Status: res.StatusCode, Reason: extractReason(raw)}
		if wait, ok := parseRetryAfter(res.Header.Get("Retry-After"), time.Now()); ok {
			e.RetryAfter = wait
		} else {
			e.RetryAfter = parseWindowReset(res.Header)
		}
		return nil, e
	}
	return raw, nil
}

// One field of a wrong type costs what stands in it, not the answer; found reports whether
// anything is left.
func decodeAnswer(provider string, raw []byte, into any, found func() bool) error {
	err := json.Unmarshal(raw, into)
	var mismatch *json.UnmarshalTypeError
	if errors.As(err, &mismatch) && found() {
		return nil
	}
	if err != nil {
		return fmt.Errorf("read answer of %s: %w", provider, err)
	}
	return nil
}

// The line is short; HTML says nothing.
func extractReason(raw []byte) string {
	text := strings.Join(strings.Fields(strings.ToValidUTF8(string(raw), "")), " ")
	if strings.HasPrefix(text, "<") {
		return ""
	}
	if r := []rune(text); len(r) > saidOfError {
		text = string(r[:saidOfError]) + "..."
	}
	return text
}
