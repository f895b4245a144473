package research_test

import (
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"os"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/work"
	"github.com/frasier-cos/frasier/worker/research"
	"github.com/frasier-cos/frasier/worker/research/web"
)

// bad reads the rows of one file of the catalogue of bad inputs.
func bad[T any](t *testing.T, file string) []T {
	t.Helper()
	raw, err := os.ReadFile("testdata/badinput/" + file)
	if err != nil {
		t.Fatal(err)
	}
	var rows []T
	if err := json.Unmarshal(raw, &rows); err != nil || len(rows) == 0 {
		t.Fatalf("%s: %d rows, %v", file, len(rows), err)
	}
	return rows
}

// Every page of testdata/badinput/pages.json is read from a link of the
// founder's beside one good page: the bad one is stored with its cause and
// counted in the one line about unread pages, or gives only its visible words;
// the good one is read all the same.
func TestBadPages(t *testing.T) {
	type row struct {
		Row     string            `json:"row"`
		Status  int               `json:"status"`
		Head    map[string]string `json:"head"`
		Body    string            `json:"body"`
		Times   int               `json:"times"` // that the body is repeated
		Failure string            `json:"failure"`
		Thin    bool              `json:"thin"`
		Has     []string          `json:"has"`
		Never   []string          `json:"never"`
	}
	const good = "The widget factory in Millford opened in May 2026 with forty workers. It makes nine hundred widgets a day and sells them for 12 dollars each. The town gave the land for ten years, and the rent is one dollar a year until the last of them has gone."
	for _, c := range bad[row](t, "pages.json") {
		var mu sync.Mutex
		var asked []string
		s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			mu.Lock()
			asked = append(asked, r.URL.Path)
			mu.Unlock()
			switch r.URL.Path {
			case "/good":
				if _, err := w.Write([]byte("<html><body><article><p>" + good + "</p></article></body></html>")); err != nil {
					t.Logf("good page: %v", err)
				}
			case "/bad":
				for k, v := range c.Head {
					w.Header().Set(k, v)
				}
				w.WriteHeader(max(c.Status, http.StatusOK))
				if _, err := w.Write([]byte(strings.Repeat(c.Body, max(c.Times, 1)))); err != nil {
					t.Logf("%s: %v", c.Row, err)
				}
			default:
				w.WriteHeader(http.StatusNotFound)
			}
		}))
		m := &memory{}
		r := &research.Researcher{Fetcher: quick(), Records: m, Now: clock}
		j := job(step("The widget factory in Millford"))
		j.Context.URLs = []string{s.URL + "/bad", s.URL + "/good"}
		ev, err := r.Gather(t.Context(), j, ask("How many widgets does the factory in Millford make a day?", "widget factory"))
		s.Close()
		r.Fetcher.Close()
		if err != nil {
			t.Errorf("%s: %v", c.Row, err)
			continue
		}
		var doc work.Document
		for _, d := range m.docs["s1"] {
			if strings.HasSuffix(d.URL, "/bad") {
				doc = d
			}
		}
		if doc.URL == "" || doc.Failure != c.Failure || doc.Thin != c.Thin {
			t.Errorf("%s: stored as %q, thin %v, with %q; want failure %q, thin %v", c.Row, doc.Failure, doc.Thin, doc.Text, c.Failure, c.Thin)
		}
		if said := strings.Contains(strings.Join(ev.Notes, " "), "1 of 2 pages could not be read"); said != (c.Failure != "" || c.Thin) {
			t.Errorf("%s: notes %q", c.Row, ev.Notes)
		}
		for _, h := range c.Has {
			if !strings.Contains(doc.Text, h) {
				t.Errorf("%s: %q; want %q in it", c.Row, doc.Text, h)
			}
		}
		for _, n := range c.Never {
			if strings.Contains(doc.Text+strings.Join(ev.Notes, " "), n) {
				t.Errorf("%s: %q, notes %q; want no %q in it", c.Row, doc.Text, ev.Notes, n)
			}
		}
		if !slices.ContainsFunc(ev.Passages, func(p work.Passage) bool { return strings.Contains(p.Text, "nine hundred widgets") }) {
			t.Errorf("%s: the good page beside it is lost: %+v", c.Row, ev.Passages)
		}
		for _, p := range asked {
			if p != "/bad" && p != "/good" && p != "/robots.txt" {
				t.Errorf("%s: asked for %s", c.Row, p)
			}
		}
	}
}

// Every row of testdata/badinput/results.json is what a search engine answers
// beside one good hit; nothing but public pages is asked for, each once, and
// the good page is read.
func TestBadResults(t *testing.T) {
	type row struct {
		Row     string            `json:"row"`
		Results []json.RawMessage `json:"results"`
		Times   int               `json:"times"`
		First   bool              `json:"first"` // the good hit comes first
	}
	for _, c := range bad[row](t, "results.json") {
		var mu sync.Mutex
		asked := map[string]int{}
		var base string
		s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			mu.Lock()
			asked[r.URL.RequestURI()]++
			mu.Unlock()
			switch r.URL.Path {
			case "/search":
				var all []string
				for range max(c.Times, 1) {
					for _, x := range c.Results {
						all = append(all, strings.ReplaceAll(string(x), "BASE", base))
					}
				}
				all = append(all, `{"url":"`+base+`/good","title":"The widget factory","content":"widgets"}`)
				if c.First {
					slices.Reverse(all)
				}
				w.Header().Set("Content-Type", "application/json")
				if _, err := w.Write([]byte(`{"results":[` + strings.Join(all, ",") + `]}`)); err != nil {
					t.Logf("%s: %v", c.Row, err)
				}
			case "/good", "/same":
				if _, err := w.Write([]byte("<html><body><article><p>The widget factory in Millford makes nine hundred widgets a day and sells them for 12 dollars each. It has forty workers, pays them above what other factories of the valley pay, and gave the town a park with a pond in its middle.</p></article></body></html>")); err != nil {
					t.Logf("%s: %v", c.Row, err)
				}
			default:
				w.WriteHeader(http.StatusNotFound)
			}
		}))
		base = s.URL
		r := &research.Researcher{Searchers: []web.Searcher{&web.SearXNG{URL: s.URL}}, Fetcher: quick(), Records: &memory{}, Now: clock}
		ev, err := r.Gather(t.Context(), job(step("The widget factory in Millford")), ask("How many widgets does the factory in Millford make a day?", "widget factory Millford"))
		s.Close()
		r.Fetcher.Close()
		if err != nil {
			t.Errorf("%s: %v", c.Row, err)
			continue
		}
		if !slices.ContainsFunc(ev.Passages, func(p work.Passage) bool { return strings.Contains(p.Text, "nine hundred widgets") }) {
			t.Errorf("%s: the good hit was not read: %+v, %q", c.Row, ev.Gaps, ev.Notes)
		}
		if b := org.ResearchBudget(org.DepthStandard); ev.Spent.Fetches > b.Fetches || ev.Spent.Queries > b.Queries {
			t.Errorf("%s: spent %+v of %+v", c.Row, ev.Spent, b)
		}
		for path, n := range asked {
			if n > 1 && !strings.HasPrefix(path, "/search") && path != "/robots.txt" || strings.Contains(path, "canary") {
				t.Errorf("%s: %s was asked for %d times", c.Row, path, n)
			}
		}
	}
}
