package web

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"strings"

	"github.com/frasier-cos/frasier/internal/reports"
	"github.com/frasier-cos/frasier/internal/work"
)

const searxngName = "searxng"

// SearXNG searches with a SearXNG instance whose JSON format is enabled. It is
// safe for concurrent use.
type SearXNG struct {
	URL  string // of the instance, with or without "/search"
	HTTP *http.Client
}

// Search asks for general results.
func (s *SearXNG) Search(ctx context.Context, q work.Query, n int) ([]reports.Hit, error) {
	v := url.Values{}
	v.Set("q", Clip(q.Text))
	v.Set("format", "json")
	v.Set("categories", "general")
	if t := convertFreshness(q.Freshness); t != "" {
		v.Set("time_range", t)
	}
	base := strings.TrimSuffix(strings.TrimRight(s.URL, "/"), "/search")
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, base+"/search?"+v.Encode(), http.NoBody)
	if err != nil {
		return nil, fmt.Errorf("ask %s: %w", searxngName, err)
	}
	raw, err := sendSearch(s.HTTP, searxngName, req)
	var e *SearchError
	if errors.As(err, &e) && e.Status == http.StatusForbidden {
		// The usual reason, and nothing in the answer says so.
		e.Reason = `the instance does not allow "json" in search.formats of its settings`
	}
	if err != nil {
		return nil, err
	}
	return parseSearxngHits(raw, n)
}

func parseSearxngHits(raw []byte, n int) ([]reports.Hit, error) {
	var answer struct {
		Results []struct {
			URL       string `json:"url"`
			Title     string `json:"title"`
			Content   string `json:"content"`
			Published string `json:"publishedDate"`
		} `json:"results"`
		Silent []json.RawMessage `json:"unresponsive_engines"`
	}
	if err := decodeAnswer(searxngName, raw, &answer, func() bool { return len(answer.Results) > 0 }); err != nil {
		return nil, err
	}
	if len(answer.Results) == 0 && len(answer.Silent) > 0 {
		// No engine behind the instance answered: an outage, not an empty web.
		return nil, &SearchError{Provider: searxngName, Status: http.StatusServiceUnavailable, Reason: "none of its engines answered"}
	}
	var hits []reports.Hit
	for _, r := range answer.Results {
		if len(hits) == n {
			break
		}
		if r.URL == "" {
			continue
		}
		hits = append(hits, cleanHit(reports.Hit{URL: r.URL, Title: r.Title, Snippet: r.Content, Age: r.Published, Provider: searxngName, Rank: len(hits) + 1}))
	}
	return hits, nil
}

// The words are Brave's; SearXNG knows no week, so a month must do.
func convertFreshness(freshness string) string {
	switch freshness {
	case "pd":
		return "day"
	case "pw", "pm":
		return "month"
	case "py":
		return "year"
	}
	return ""
}
