package keep_test

import (
	"context"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/reports"
	"github.com/frasier-cos/frasier/internal/work"
	"github.com/frasier-cos/frasier/worker/keep"
	"github.com/frasier-cos/frasier/worker/research"
	"github.com/frasier-cos/frasier/worker/research/web"
)

// site serves pages by path, as paragraphs of HTML.
type site struct {
	*httptest.Server

	mu     sync.Mutex
	pages  map[string][]string // paragraphs
	status map[string]int
	to     map[string]string // redirects
	robots string
	asked  map[string]int
}

func newSite(t *testing.T) *site {
	t.Helper()
	s := &site{pages: map[string][]string{}, status: map[string]int{}, to: map[string]string{}, asked: map[string]int{}}
	s.Server = httptest.NewServer(http.HandlerFunc(s.serve))
	t.Cleanup(s.Close)
	return s
}

func (s *site) serve(w http.ResponseWriter, r *http.Request) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.asked[r.URL.Path]++
	switch {
	case r.URL.Path == "/robots.txt":
		fmt.Fprint(w, s.robots)
	case s.to[r.URL.Path] != "":
		http.Redirect(w, r, s.to[r.URL.Path], http.StatusMovedPermanently)
	case s.status[r.URL.Path] != 0:
		w.WriteHeader(s.status[r.URL.Path])
	case s.pages[r.URL.Path] == nil:
		http.NotFound(w, r)
	default:
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		fmt.Fprintf(w, "<!doctype html><html><head><title>Page %s</title></head><body><article><h1>Page %s</h1>\n<p>%s</p>\n</article></body></html>", r.URL.Path, r.URL.Path, strings.Join(s.pages[r.URL.Path], "</p>\n<p>"))
	}
}

func newReader() *research.Researcher {
	f := &web.Fetcher{Allow: []netip.Prefix{netip.MustParsePrefix("127.0.0.0/8")}, HostEvery: time.Microsecond, Timeout: 2 * time.Second, Wait: func(context.Context, time.Duration) error { return nil }}
	return &research.Researcher{Fetcher: f, Log: slog.New(slog.DiscardHandler)}
}

// article is a page about something, of which the sentences of a document's quotes are some.
func article(n int) []string {
	return []string{
		fmt.Sprintf("The mill of district %d grinds oats, barley and rye for the bakers of its own valley, and has done so since the year 1871.", n),
		fmt.Sprintf("A tonne of oats cost %d euros in district %d in March 2026, which is 22 euros more than a year before.", 200+n, n),
		fmt.Sprintf("Its \"river house\" is open to visitors - on Saturdays only - and the miller's daughter, who runs it, bakes bread there for %d guests.", 10+n),
		fmt.Sprintf("Farmers of district %d do not sell to the mill before October, because the barns are dry and prices rise until winter.", n),
		"What is left over goes to the horses of the neighbouring stables, who are said to be the fattest of the whole country.",
	}
}

// cite reads the pages as a researcher does and quotes two sentences of each.
func cite(t *testing.T, s *site, reader *research.Researcher, paths []string) []reports.KeepPage {
	t.Helper()
	var out []reports.KeepPage
	for i, path := range paths {
		now, err := reader.ReadAgain(t.Context(), s.URL+path, work.OriginWeb)
		if err != nil || now.Failure != "" {
			t.Fatalf("read %s: %v %s", path, err, now.Failure)
		}
		p := reports.KeepPage{URL: s.URL + path, Origin: work.OriginWeb, Was: now.Text}
		for n, want := range []int{1, 2} {
			quote := article(i)[want]
			if !strings.Contains(now.Text, quote) {
				t.Fatalf("%s has no %q: %s", path, quote, now.Text)
			}
			p.Quotes = append(p.Quotes, reports.KeepQuote{Step: "s1", N: 2*i + n, Claim: "claim of " + path, Quote: quote})
		}
		out = append(out, p)
	}
	return out
}

// cosmetics are changes of a page that say nothing new.
var cosmetics = []func(string) string{
	func(p string) string { return strings.ReplaceAll(p, " ", "  ") },
	func(p string) string { return strings.ReplaceAll(p, " oats", "&nbsp;oats") },
	func(p string) string { return strings.ReplaceAll(p, `"`, "”") },
	func(p string) string { return strings.ReplaceAll(p, "'", "’") },
	func(p string) string { return strings.ReplaceAll(p, " - ", " – ") },
	func(p string) string { return strings.ReplaceAll(p, " - ", " &mdash; ") },
	func(p string) string { return strings.Replace(p, "district", "<b>district</b>", 1) },
	func(p string) string { return strings.Replace(p, "mill", `<a href="/mill">mill</a>`, 1) },
	func(p string) string { return strings.ReplaceAll(p, ", ", ",\n") },
	func(p string) string { return strings.Replace(p, "euros", "eu\u00adros", 1) },
	func(p string) string { return "<span class=\"lead\">" + p + "</span>" },
	func(p string) string { return p + "<!-- edited -->" },
	func(p string) string { return p + "</p>\n<p>Share this page with a friend of yours." },
	func(p string) string { return "Last edited on 1 April 2026.</p>\n<p>" + p },
}

// store is where a look is kept, in memory.
type store struct {
	due   []reports.KeepWork
	found []reports.KeepFound
}

func (s *store) ClaimKeep(context.Context, string, time.Duration) (reports.KeepWork, error) {
	if len(s.due) == 0 {
		return reports.KeepWork{}, org.ErrNoWork
	}
	w := s.due[0]
	s.due = s.due[1:]
	return w, nil
}

func (s *store) SaveKeep(_ context.Context, _ string, _ reports.KeepWork, found []reports.KeepFound) error {
	s.found = found
	return nil
}

func look(t *testing.T, reader *research.Researcher, pages []reports.KeepPage) []reports.KeepFound {
	t.Helper()
	s := &store{due: []reports.KeepWork{{Project: "p1", Round: 1, Pages: pages}}}
	k := &keep.Keeper{Records: s, Pages: reader, Owner: "worker", Log: slog.New(slog.DiscardHandler)}
	if err := k.Next(t.Context()); err != nil {
		t.Fatal(err)
	}
	return s.found
}

func count(all []reports.KeepFound) map[reports.PageState]int {
	out := map[reports.PageState]int{}
	for _, f := range all {
		out[f.State]++
	}
	return out
}

// Of 40 cited pages 1 changes, 1 goes, 1 is put in another order, and 200 cosmetic edits are made: 1 is found changed, 1 gone, and nothing else. The
// researcher that reads them has no model at all.
func TestFortyPagesAndTwoHundredEdits(t *testing.T) {
	s, reader := newSite(t), newReader()
	var paths []string
	for i := range 40 {
		paths = append(paths, fmt.Sprintf("/district/%d", i))
		s.pages[paths[i]] = article(i)
	}
	pages := cite(t, s, reader, paths)
	if got := count(look(t, reader, pages)); got[reports.PageSame] != 40 {
		t.Fatalf("when nothing changed: %v", got)
	}
	r := rand.New(rand.NewPCG(1, 2)) //nolint:gosec // pages of a test
	s.pages["/district/7"][1] = strings.Replace(article(7)[1], "207 euros", "219 euros", 1)
	s.status["/district/11"] = http.StatusGone
	slices.Reverse(s.pages["/district/13"])
	for n := range 200 {
		path := paths[n%40]
		at := r.IntN(len(s.pages[path]))
		s.pages[path][at] = cosmetics[n%len(cosmetics)](s.pages[path][at])
	}
	found := look(t, reader, pages)
	got := count(found)
	if got[reports.PageChanged] != 1 || got[reports.PageGone] != 1 || got[reports.PageSame] != 38 {
		t.Errorf("found %v, want 1 changed, 1 gone and 38 the same", got)
	}
	for _, f := range found {
		for _, c := range f.Changes {
			if f.URL != s.URL+"/district/7" || c.N != 14 || !strings.Contains(c.Now, "219 euros") || strings.Contains(c.Now, "river house") {
				t.Errorf("%s: %+v\n%s", f.URL, c, f.Text.Text)
			}
		}
	}
}

// What could not be read, and what leads elsewhere, is never called changed.
func TestWhatKeepsUsFromTelling(t *testing.T) {
	for name, c := range map[string]struct {
		change func(s *site)
		want   reports.PageState
		quotes int // that are said to be changed
	}{
		"gone":                      {func(s *site) { delete(s.pages, "/a") }, reports.PageGone, 0},
		"closed by robots.txt":      {func(s *site) { s.robots = "User-agent: *\nDisallow: /" }, reports.PageWalled, 0},
		"asks for a sign-in":        {func(s *site) { s.status["/a"] = http.StatusUnauthorized }, reports.PageWalled, 0},
		"forbidden":                 {func(s *site) { s.status["/a"] = http.StatusForbidden }, reports.PageWalled, 0},
		"has to be paid for":        {func(s *site) { s.status["/a"] = http.StatusPaymentRequired }, reports.PageWalled, 0},
		"too many requests":         {func(s *site) { s.status["/a"] = http.StatusTooManyRequests }, reports.PageWalled, 0},
		"broken":                    {func(s *site) { s.status["/a"] = http.StatusInternalServerError }, reports.PageUnread, 0},
		"moved, and says the same":  {func(s *site) { s.to["/a"] = "/b"; s.pages["/b"] = article(0) }, reports.PageSame, 0},
		"moved, and says otherwise": {func(s *site) { s.to["/a"] = "/b"; s.pages["/b"] = article(9) }, reports.PageMoved, 0},
		"another page altogether": {func(s *site) {
			s.pages["/a"] = []string{"Welcome to the new home of our little shop for umbrellas.", "We sell them in red, blue and a green that nobody ever bought, until the last one is gone."}
		}, reports.PageOther, 0},
		"a sentence is gone": {func(s *site) { s.pages["/a"] = slices.Delete(article(0), 1, 2) }, reports.PageChanged, 1},
		"a negation": {func(s *site) {
			s.pages["/a"] = article(0)
			s.pages["/a"][2] = strings.Replace(article(0)[2], "is open", "is not open", 1)
		}, reports.PageChanged, 1},
		"a year": {func(s *site) {
			s.pages["/a"] = article(0)
			s.pages["/a"][1] = strings.Replace(article(0)[1], "March 2026", "March 2027", 1)
		}, reports.PageChanged, 1},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := newSite(t)
			s.pages["/a"] = article(0)
			pages := cite(t, s, newReader(), []string{"/a"})
			c.change(s)
			found := look(t, newReader(), pages)
			if len(found) != 1 || found[0].State != c.want || len(found[0].Changes) != c.quotes {
				t.Errorf("found %+v, want %s with %d", found, c.want, c.quotes)
			}
			if s.asked["/a"] > 3 { // twice now, once before
				t.Errorf("it was asked for %d times", s.asked["/a"])
			}
		})
	}
}
