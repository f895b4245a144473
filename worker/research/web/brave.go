package web

import (
	"context"
	"errors"
	"fmt"
	"html"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"

	"github.com/frasier-cos/frasier/internal/reports"
	"github.com/frasier-cos/frasier/internal/retry"
	"github.com/frasier-cos/frasier/internal/safetext"
	"github.com/frasier-cos/frasier/internal/work"
)

// BraveName stands for Brave in records of searches and in errors.
const BraveName = "brave"

const (
	braveURL    = "https://api.search.brave.com/res/v1"
	braveMost   = 20 // results of one request
	braveHeader = "X-Subscription-Token"
)

// Brave searches with the Brave Search API. It is safe for concurrent use.
type Brave struct {
	Key  string // the subscription token
	URL  string // base of the API or the whole endpoint; empty is Brave's own
	HTTP *http.Client
	// Wait waits before the one retry of a request that came too fast; nil
	// waits by the clock.
	Wait func(ctx context.Context, d time.Duration) error
}

// A request that exceeds the rate of a second is sent once more when the window has passed.
func (b *Brave) get(ctx context.Context, address string, v url.Values) ([]byte, error) {
	var raw []byte
	var limit *SearchError
	err := retry.Run(ctx, retry.Policy{First: time.Second, Tries: 2}, retry.Clock{Sleep: b.Wait}, func(ctx context.Context) (err error) {
		raw, err = b.sendOnce(ctx, address, v)
		if errors.As(err, &limit) && limit.Status == http.StatusTooManyRequests && limit.RetryAfter <= maxRetryAfter {
			return retry.After(err, limit.RetryAfter)
		}
		return retry.Permanent(err)
	}, func(retry.Attempt) {}) // the receipt of the search tells what became of it
	if ctx.Err() != nil {
		return nil, fmt.Errorf("ask %s: %w", BraveName, err)
	}
	return raw, err
}

func (b *Brave) sendOnce(ctx context.Context, address string, v url.Values) ([]byte, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, address+"?"+v.Encode(), http.NoBody)
	if err != nil {
		return nil, fmt.Errorf("ask %s: %w", BraveName, err)
	}
	req.Header.Set(braveHeader, b.Key)
	return sendSearch(b.HTTP, BraveName, req)
}

// Search asks for web results.
func (b *Brave) Search(ctx context.Context, q work.Query, n int) ([]reports.Hit, error) {
	v := url.Values{}
	v.Set("q", Clip(q.Text))
	v.Set("count", strconv.Itoa(max(1, min(n, braveMost))))
	v.Set("text_decorations", "false")
	v.Set("result_filter", "web")
	if q.Freshness != "" && q.Freshness != "any" {
		v.Set("freshness", q.Freshness)
	}
	raw, err := b.get(ctx, completeEndpoint(b.URL), v)
	if err != nil {
		return nil, err
	}
	var answer struct {
		Web struct {
			Results []struct {
				Title       string   `json:"title"`
				URL         string   `json:"url"`
				Description string   `json:"description"`
				Age         string   `json:"age"`
				PageAge     string   `json:"page_age"`
				Extra       []string `json:"extra_snippets"`
			} `json:"results"`
		} `json:"web"`
	}
	if err := decodeAnswer(BraveName, raw, &answer, func() bool { return len(answer.Web.Results) > 0 }); err != nil {
		return nil, err
	}
	var hits []reports.Hit
	for _, r := range answer.Web.Results {
		if len(hits) == n {
			break
		}
		if r.URL == "" {
			continue
		}
		age := r.PageAge
		if age == "" {
			age = r.Age
		}
		snippet := strings.TrimSpace(r.Description + " " + strings.Join(r.Extra, " "))
		hits = append(hits, cleanHit(reports.Hit{URL: r.URL, Title: r.Title, Snippet: snippet, Age: age, Provider: BraveName, Rank: len(hits) + 1}))
	}
	return hits, nil
}

// People set the host, the API's base or the whole endpoint.
func completeEndpoint(base string) string {
	base = strings.TrimRight(base, "/")
	switch {
	case base == "":
		return braveURL + "/web/search"
	case strings.HasSuffix(base, "/web/search"):
		return base
	case strings.HasSuffix(base, "/res/v1"):
		return base + "/web/search"
	}
	return base + "/res/v1/web/search"
}

// Engines send entities, tags and mentions.
func cleanHit(h reports.Hit) reports.Hit {
	for _, s := range []*string{&h.Title, &h.Snippet} {
		text := strings.NewReplacer("<strong>", "", "</strong>", "", "<b>", "", "</b>", "").Replace(html.UnescapeString(*s))
		*s = safetext.Neutral(strings.Join(strings.Fields(strings.ToValidUTF8(text, "")), " "))
	}
	return h
}

// X-RateLimit-Reset and X-RateLimit-Remaining are lists, one entry for each window (second,
// month). The longest window that is used up decides.
func parseWindowReset(h http.Header) time.Duration {
	remaining := strings.Split(h.Get("X-RateLimit-Remaining"), ",")
	reset := strings.Split(h.Get("X-RateLimit-Reset"), ",")
	var wait time.Duration
	for i := range min(len(remaining), len(reset)) {
		left, err := strconv.Atoi(strings.TrimSpace(remaining[i]))
		secs, err2 := strconv.Atoi(strings.TrimSpace(reset[i]))
		if err == nil && err2 == nil && left <= 0 && secs >= 0 {
			wait = max(wait, time.Duration(secs)*time.Second)
		}
	}
	return wait
}

// Without a hook the clock waits.
func waitFor(ctx context.Context, hook func(context.Context, time.Duration) error, d time.Duration) error {
	if hook != nil {
		return hook(ctx, d)
	}
	return retry.Sleep(ctx, d)
}
