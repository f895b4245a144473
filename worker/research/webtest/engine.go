package webtest

import (
	"encoding/json"
	"math"
	"net/http"
	"slices"
	"strconv"
	"strings"

	"github.com/frasier-cos/frasier/internal/org"
)

// engine is a search index over the pages, by the weight of common words.
type engine struct {
	pages []*page
	words []map[string]int
	df    map[string]int
	url   func(*page) string
}

func newEngine(w *Web) *engine {
	e := &engine{df: map[string]int{}, url: func(p *page) string { return w.URL(p.host + p.path) }}
	for _, name := range w.Pages() {
		p := w.pages[name]
		if p.text == "" {
			continue
		}
		count := map[string]int{}
		for _, t := range []string{p.title, p.title, p.text} {
			for _, word := range org.Words(t) {
				if !org.StopWord(word) {
					count[strings.TrimSuffix(word, "s")]++
				}
			}
		}
		for word := range count {
			e.df[word]++
		}
		e.pages, e.words = append(e.pages, p), append(e.words, count)
	}
	return e
}

// find returns the n best pages for a query.
func (e *engine) find(query string, n int) []*page {
	type found struct {
		p     *page
		value float64
	}
	var list []found
	for i, p := range e.pages {
		v := 0.0
		for _, word := range org.Words(query) {
			word = strings.TrimSuffix(word, "s")
			if tf := float64(e.words[i][word]); tf > 0 {
				v += math.Log(1+float64(len(e.pages))/float64(e.df[word])) * tf / (tf + 1)
			}
		}
		if v > 0 {
			list = append(list, found{p, v})
		}
	}
	slices.SortStableFunc(list, func(a, b found) int {
		switch {
		case a.value > b.value:
			return -1
		case a.value < b.value:
			return 1
		}
		return 0
	})
	var out []*page
	for _, f := range list[:min(n, len(list))] {
		out = append(out, f.p)
	}
	return out
}

func snippet(p *page) string {
	t := strings.Join(strings.Fields(p.text), " ")
	if r := []rune(t); len(r) > 180 {
		return string(r[:180]) + "..."
	}
	return t
}

// search answers both engines' protocols.
func (w *Web) search(rw http.ResponseWriter, r *http.Request) {
	q := r.URL.Query()
	w.mu.Lock()
	w.queries = append(w.queries, q.Get("q"))
	w.mu.Unlock()
	switch r.URL.Path {
	case "/res/v1/web/search":
		w.brave(rw, r)
	case "/searxng/search":
		w.searxng(rw, r)
	default:
		http.NotFound(rw, r)
	}
}

func (w *Web) brave(rw http.ResponseWriter, r *http.Request) {
	if r.Header.Get("X-Subscription-Token") == "" {
		answer(rw, http.StatusUnprocessableEntity, map[string]any{"type": "ErrorResponse", "error": map[string]string{"code": "SUBSCRIPTION_TOKEN_INVALID"}})
		return
	}
	q := r.URL.Query().Get("q")
	if q == "" || len([]rune(q)) > 400 || len(strings.Fields(q)) > 50 {
		answer(rw, http.StatusUnprocessableEntity, map[string]any{"type": "ErrorResponse", "error": map[string]string{"code": "VALIDATION"}})
		return
	}
	n, err := strconv.Atoi(r.URL.Query().Get("count"))
	if err != nil || n < 1 || n > 20 {
		n = 20
	}
	results := []map[string]string{}
	for _, p := range w.engine.find(q, n) {
		results = append(results, map[string]string{"title": p.title, "url": w.engine.url(p), "description": snippet(p), "page_age": p.published + "T00:00:00"})
	}
	rw.Header().Set("X-RateLimit-Limit", "1, 15000")
	rw.Header().Set("X-RateLimit-Remaining", "1, 14999")
	answer(rw, http.StatusOK, map[string]any{"type": "search", "query": map[string]any{"original": q}, "web": map[string]any{"type": "search", "results": results}})
}

func (w *Web) searxng(rw http.ResponseWriter, r *http.Request) {
	if r.URL.Query().Get("format") != "json" {
		rw.WriteHeader(http.StatusForbidden)
		return
	}
	q := r.URL.Query().Get("q")
	results := []map[string]any{}
	for _, p := range w.engine.find(q, 20) {
		results = append(results, map[string]any{"title": p.title, "url": w.engine.url(p), "content": snippet(p), "engine": "small", "publishedDate": p.published})
	}
	answer(rw, http.StatusOK, map[string]any{"query": q, "results": results, "answers": []string{}, "unresponsive_engines": []string{}})
}

func answer(rw http.ResponseWriter, code int, v any) {
	rw.Header().Set("Content-Type", "application/json")
	rw.WriteHeader(code)
	raw, err := json.Marshal(v)
	if err != nil {
		return
	}
	send(rw, raw)
}
