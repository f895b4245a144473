package research_test

import (
	"context"
	"io"
	"net/http"
	"strings"
	"testing"

	"github.com/frasier-cos/frasier/internal/reports"
	"github.com/frasier-cos/frasier/internal/work"
	"github.com/frasier-cos/frasier/worker/research"
	"github.com/frasier-cos/frasier/worker/research/web"
)

// shelfOf is a web of pages by "host/path?query"; every other page is missing.
type shelfOf map[string]string

func (s shelfOf) RoundTrip(r *http.Request) (*http.Response, error) {
	status, body := http.StatusNotFound, ""
	if page, known := s[strings.TrimPrefix(r.URL.Host+r.URL.RequestURI(), "www.")]; known {
		status, body = http.StatusOK, page
	}
	h := http.Header{"Content-Type": {"text/html; charset=utf-8"}}
	return &http.Response{StatusCode: status, Header: h, Body: io.NopCloser(strings.NewReader(body)), Request: r, ProtoMajor: 1, ProtoMinor: 1}, nil
}

// hitsOf answers every search with these addresses.
type hitsOf []string

func (s hitsOf) Search(context.Context, work.Query, int) ([]reports.Hit, error) {
	out := make([]reports.Hit, 0, len(s))
	for i, u := range s {
		out = append(out, reports.Hit{URL: u, Title: "Brightmoor raises 12 million for its cargo bikes", Snippet: "12 million", Rank: i + 1, Provider: "test"})
	}
	return out, nil
}

// One text at several addresses is one source, whoever shows it and whatever counts its
// readers; and texts that say other things are sources of their own.
func TestOneReleaseIsOneSource(t *testing.T) {
	const release = "<p>BRIGHTMOOR, Nov. 3, 2026. Brightmoor Cycles raised 12 million euros for its cargo bikes, led by Tarn Capital. The money pays for 40 workshops in river towns.</p><p>Brightmoor has 31 people.</p>"
	page := func(head, body string) string {
		return "<html><head><title>Brightmoor raises 12 million</title>" + head + "</head><body><article><h1>Brightmoor raises 12 million</h1>" + body + "</article></body></html>"
	}
	const wire = "https://wire.test/brightmoor"
	for _, c := range []struct {
		name  string
		pages shelfOf
		hits  hitsOf
		want  int
		note  string
	}{
		{
			"a release on three sites",
			shelfOf{"wire.test/brightmoor": page("", release), "money.test/a": page(`<meta name="syndication-source" content="`+wire+`">`, release+"<p>Source: wire</p>"), "bikes.test/b": page(`<link rel="canonical" href="`+wire+`">`, release)},
			hitsOf{wire, "https://money.test/a?utm_source=x", "https://www.bikes.test/b?mc_cid=1"},
			1, "3 pages hold one and the same text",
		},
		{
			"copies that say nothing of it",
			shelfOf{"wire.test/brightmoor": page("", release), "money.test/a": page("", release+"<p>By wire</p>")},
			hitsOf{wire, "https://money.test/a"},
			1, "2 pages hold one and the same text (wire.test, money.test)",
		},
		{
			"a rewritten text that names its source",
			shelfOf{"wire.test/brightmoor": page("", release), "money.test/a": page(`<meta name="original-source" content="`+wire+`?utm_medium=rss">`, "<p>The maker of cargo bikes Brightmoor has found 12 million euros, chiefly from Tarn Capital, and builds forty workshops with it.</p>")},
			hitsOf{wire, "https://money.test/a"},
			1, "2 pages hold",
		},
		{
			"an own report beside it",
			shelfOf{"wire.test/brightmoor": page("", release), "paper.test/c": page("", "<p>We asked the register: Brightmoor Cycles raised 12 million euros, of which 2 are a loan that Tarn Capital gave for four years at 6 per cent.</p>")},
			hitsOf{wire, "https://paper.test/c?ref=share"},
			2, "",
		},
		{
			"one page with shares in its address",
			shelfOf{"paper.test/c": page("", release)},
			hitsOf{"https://paper.test/c?ref=share", "https://www.paper.test/c/?fbclid=1", "https://paper.test/c?ref=other.test"},
			1, "",
		},
		{
			"short pages that differ by a number alone",
			shelfOf{"paper.test/c?id=1": page("", "<p>The 2025 model of Brightmoor: 12 million euros raised.</p>"), "paper.test/c?id=2": page("", "<p>What Brightmoor raised in the year before was 3 million.</p>")},
			hitsOf{"https://paper.test/c?id=1", "https://paper.test/c?id=2"},
			2, "",
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			r := &research.Researcher{Fetcher: quick(), Records: &memory{}, Now: clock, Searchers: []web.Searcher{c.hits}}
			r.Fetcher.Metered = func(http.RoundTripper) http.RoundTripper { return c.pages }
			defer r.Fetcher.Close()
			j := job(step("What Brightmoor raised"))
			for range 2 { // the second time it is read from the records
				ev, err := r.Gather(t.Context(), j, ask("How many million euros did Brightmoor raise for its cargo bikes?", "Brightmoor cargo bikes million"))
				if err != nil {
					t.Fatal(err)
				}
				notes := strings.Join(ev.Notes, " ")
				if ev.Sources != c.want || !strings.Contains(notes, c.note) || c.note == "" && strings.Contains(notes, "one and the same") {
					t.Errorf("%d sources, notes %q; want %d and %q", ev.Sources, notes, c.want, c.note)
				}
				for _, p := range ev.Passages {
					if strings.Contains(p.Text, "as the source of this text") || strings.ContainsAny(p.URL, "?") && !strings.Contains(p.URL, "?id=") {
						t.Errorf("passage of %s: %q", p.URL, p.Text)
					}
				}
			}
		})
	}
}

// A short page that the founder points at is read; one that a program fills is not.
func TestShortPageThatTheFounderNames(t *testing.T) {
	const slide = `<svg><g><text>Turnover in the third quarter: 212 400 euros</text></g><g><text>Customers: 318, of them 41 new</text></g></svg>`
	for body, want := range map[string]int{"<div>" + slide + "</div><noscript>No JavaScript</noscript>": 1, "<div>" + slide + "</div><script>more()</script>": 0} {
		r := &research.Researcher{Fetcher: quick(), Records: &memory{}, Now: clock}
		r.Fetcher.Metered = func(http.RoundTripper) http.RoundTripper {
			return shelfOf{"slides.test/pub": "<html><head><title>Review</title></head><body>" + body + "</body></html>"}
		}
		j := job(step("The turnover"))
		j.Context.URLs = []string{"https://slides.test/pub"}
		ev, err := r.Gather(t.Context(), j, ask("What was the turnover in the third quarter?", "turnover"))
		r.Fetcher.Close()
		if err != nil || ev.Sources != want {
			t.Errorf("%s: %d sources, %v; want %d (%q)", body, ev.Sources, err, want, ev.Notes)
		}
	}
}
