package web_test

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/frasier-cos/frasier/internal/work"
	"github.com/frasier-cos/frasier/worker/research/web"
)

// answers serves its answers in turn and keeps the requests.
type answers struct {
	list []func(http.ResponseWriter)
	got  []*http.Request
}

func (a *answers) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	a.got = append(a.got, r)
	a.list[min(len(a.got), len(a.list))-1](w)
}

func says(code int, body string, headers ...string) func(http.ResponseWriter) {
	return func(w http.ResponseWriter) {
		for i := 0; i+1 < len(headers); i += 2 {
			w.Header().Set(headers[i], headers[i+1])
		}
		w.WriteHeader(code)
		fmt.Fprint(w, body)
	}
}

const braveBody = `{"type":"search","web":{"results":[
	{"title":"A &amp; <strong>B</strong>","url":"https://a.example/x","description":"Ask @everyone","page_age":"2026-01-02T00:00:00"},
	{"title":"C","url":"https://c.example/","description":"d","extra_snippets":["more"]}]}}`

func TestBrave(t *testing.T) {
	a := &answers{list: []func(http.ResponseWriter){says(200, braveBody)}}
	s := httptest.NewServer(a)
	defer s.Close()
	b := &web.Brave{Key: "secret", URL: s.URL}
	hits, err := b.Search(t.Context(), work.Query{Text: strings.Repeat("word ", 80), Freshness: "py"}, 5)
	if err != nil || len(hits) != 2 {
		t.Fatalf("Search = %v, %v; want two hits", hits, err)
	}
	if h := hits[0]; h.Title != "A & B" || strings.Contains(h.Snippet, "@everyone") || h.Rank != 1 || h.Provider != "brave" || h.Age == "" {
		t.Errorf("first hit = %+v", h)
	}
	r := a.got[0]
	v := r.URL.Query()
	if r.URL.Path != "/res/v1/web/search" || r.Header.Get("X-Subscription-Token") != "secret" || v.Get("freshness") != "py" || v.Get("count") != "5" {
		t.Errorf("request = %s, headers %v", r.URL, r.Header)
	}
	if n := len(strings.Fields(v.Get("q"))); n != 50 {
		t.Errorf("the query has %d words, want 50", n)
	}
}

func TestBraveErrors(t *testing.T) {
	for _, c := range []struct {
		name   string
		answer func(http.ResponseWriter)
		status int
		asked  int
	}{
		{"no web part", says(200, `{"type":"search"}`), 0, 1},
		{"forbidden", says(403, `{"error":{"code":"X"}}`), 403, 1},
		{"bad token", says(422, `{"type":"ErrorResponse"}`), 422, 1},
		{"html gateway", says(502, `<html>bad gateway</html>`), 502, 1},
		{"empty error", says(500, ``), 500, 1},
		{"too fast", says(429, `slow down`, "X-RateLimit-Remaining", "0, 900", "X-RateLimit-Reset", "1, 99999"), 429, 2},
		{"month is used up", says(429, ``, "X-RateLimit-Remaining", "0, 0", "X-RateLimit-Reset", "1, 99999"), 429, 1},
		{"truncated", says(200, `{"web":{"results":[{"ti`), -1, 1},
		{"empty", says(200, ``), -1, 1},
	} {
		a := &answers{list: []func(http.ResponseWriter){c.answer}}
		s := httptest.NewServer(a)
		b := &web.Brave{Key: "k", URL: s.URL, Wait: func(context.Context, time.Duration) error { return nil }}
		hits, err := b.Search(t.Context(), work.Query{Text: "x"}, 5)
		s.Close()
		var e *web.SearchError
		status := 0
		switch {
		case errors.As(err, &e):
			status = e.Status
		case err != nil:
			status = -1
		}
		if status != c.status || len(hits) != 0 || len(a.got) != c.asked {
			t.Errorf("%s: hits %v, error %v (status %d), asked %d times; want status %d, %d times", c.name, hits, err, status, len(a.got), c.status, c.asked)
		}
		if errors.Is(err, web.ErrLimited) != (c.status == 429) {
			t.Errorf("%s: %v is ErrLimited: %v", c.name, err, errors.Is(err, web.ErrLimited))
		}
		if e != nil && strings.Contains(e.Error(), "<html>") {
			t.Errorf("%s: the error quotes a page: %v", c.name, e)
		}
	}
}

func TestSearXNG(t *testing.T) {
	for _, c := range []struct {
		name, path string
		answer     func(http.ResponseWriter)
		hits       int
		errText    string
	}{
		{"results", "", says(200, `{"results":[{"url":"https://a.example","title":"A","content":"b","publishedDate":"2026-01-01"}]}`), 1, ""},
		{"with path", "/search", says(200, `{"results":[]}`), 0, ""},
		{"json not allowed", "", says(403, `forbidden`), 0, "search.formats"},
		{"all engines silent", "", says(200, `{"results":[],"unresponsive_engines":[["google","timeout"]]}`), 0, "none of its engines"},
		{"html", "", says(200, `<html>`), 0, "read answer"},
	} {
		a := &answers{list: []func(http.ResponseWriter){c.answer}}
		s := httptest.NewServer(a)
		hits, err := (&web.SearXNG{URL: s.URL + c.path}).Search(t.Context(), work.Query{Text: "x", Freshness: "pw"}, 5)
		s.Close()
		if len(hits) != c.hits || (err == nil) != (c.errText == "") || (err != nil && !strings.Contains(err.Error(), c.errText)) {
			t.Errorf("%s: hits %v, error %v; want %d hits, error with %q", c.name, hits, err, c.hits, c.errText)
		}
		if v := a.got[0].URL; v.Path != "/search" || v.Query().Get("format") != "json" || v.Query().Get("time_range") != "month" {
			t.Errorf("%s: asked %s", c.name, v)
		}
	}
}
