package webtest

import (
	"encoding/json"
	"math"
	"net/http"
	"slices"
	"strconv"
	"strings"

	"github.com/frasier-cos/frasier/internal/prose"
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
			for _, word := range prose.Words(t) {
				if !prose.StopWord(word) {
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
		for _, word := range prose.Words(query) {
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
	w.hear(r, "X-Subscription-Token")
	q := r.URL.Query()
	w.mu.Lock()
	w.queries = append(w.queries, q.Get("q"))
	w.mu.Unlock()
	switch r.URL.Path {
	case "/res/v1/web/search":
		w.brave(rw, r)
	case "/res/v1/llm/context":
		w.context(rw, r)
	case "/searxng/search":
		w.searxng(rw, r)
	default:
		w.strange(r, "no such path")
		answer(rw, http.StatusNotImplemented, map[string]string{"error": "the small web has no " + r.URL.Path})
	}
}

// query checks what Brave checks of every request, and that the endpoint knows
// each parameter.
func (w *Web) query(rw http.ResponseWriter, r *http.Request, known ...string) (query string, ok bool) {
	refuse := func(code string) (string, bool) {
		answer(rw, http.StatusUnprocessableEntity, map[string]any{"type": "ErrorResponse", "error": map[string]string{"code": code}})
		return "", false
	}
	if r.Header.Get("X-Subscription-Token") == "" {
		return refuse("SUBSCRIPTION_TOKEN_INVALID")
	}
	for name := range r.URL.Query() {
		if !slices.Contains(known, name) {
			w.strange(r, "no parameter "+name)
			return refuse("VALIDATION")
		}
	}
	q := r.URL.Query().Get("q")
	if q == "" || len([]rune(q)) > 400 || len(strings.Fields(q)) > 50 {
		return refuse("VALIDATION")
	}
	return q, true
}

// context gives the texts of pages that a reader may not open here too, as
// Brave's own reader has them.
func (w *Web) context(rw http.ResponseWriter, r *http.Request) {
	q, ok := w.query(rw, r, "q", "count", "freshness", "maximum_number_of_urls", "maximum_number_of_tokens", "maximum_number_of_tokens_per_url")
	if !ok {
		return
	}
	bound := func(name string, least, most, otherwise int) int {
		n, err := strconv.Atoi(r.URL.Query().Get(name))
		switch {
		case err != nil:
			return otherwise
		case n < least || n > most:
			w.strange(r, name+" is out of its bounds")
		}
		return n
	}
	urls := bound("maximum_number_of_urls", 1, 50, 20)
	left, each := bound("maximum_number_of_tokens", 1024, 32768, 8192), bound("maximum_number_of_tokens_per_url", 512, 8192, 4096)
	generic, sources := []map[string]any{}, map[string]any{}
	for _, p := range w.engine.find(q, urls) {
		text := p.text[:min(len(p.text), 4*min(each, left))]
		left -= len(text) / 4
		address := w.engine.url(p)
		generic = append(generic, map[string]any{"url": address, "title": p.title, "snippets": strings.Split(text, "\n\n")})
		sources[address] = map[string]any{"title": p.title, "hostname": p.host, "age": []string{"once upon a time", p.published, "some days ago"}}
	}
	answer(rw, http.StatusOK, map[string]any{"grounding": map[string]any{"generic": generic, "map": []any{}}, "sources": sources})
}

func (w *Web) brave(rw http.ResponseWriter, r *http.Request) {
	q, ok := w.query(rw, r, "q", "count", "freshness", "text_decorations", "result_filter")
	if !ok {
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
