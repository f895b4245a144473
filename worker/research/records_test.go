package research_test

import (
	"context"
	"fmt"
	"net/netip"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/prose"
	"github.com/frasier-cos/frasier/internal/reports"
	"github.com/frasier-cos/frasier/internal/testing/webtest"
	"github.com/frasier-cos/frasier/internal/work"
	"github.com/frasier-cos/frasier/worker/research"
	"github.com/frasier-cos/frasier/worker/research/web"
)

// memory keeps records as the store does: one row for each address of a step,
// in order, the first one stays.
type memory struct {
	mu       sync.Mutex
	docs     map[org.StepID][]work.Document
	searches map[string][]reports.Hit
	byID     map[org.DocumentID]work.Document
	month    reports.SearchMonth
	before   []work.Document // pages of other steps
}

func (m *memory) TakeSearch(context.Context, org.ProjectID) (reports.SearchMonth, bool, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.month.Spent() {
		return m.month, false, nil
	}
	m.month.Asked++
	return m.month, true, nil
}

func (m *memory) PagesRead(_ context.Context, n int) ([]work.Document, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	return slices.Clone(m.before[:min(n, len(m.before))]), nil
}

func (m *memory) SaveSearch(_ context.Context, _ org.StepID, q work.Query, _ string, hits []reports.Hit) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.searches == nil {
		m.searches = map[string][]reports.Hit{}
	}
	m.searches[prose.Fold(q.Text)+"|"+q.Freshness] = hits
	return nil
}

func (m *memory) CachedSearch(_ context.Context, _ org.ProjectID, q work.Query) ([]reports.Hit, bool, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	hits, ok := m.searches[prose.Fold(q.Text)+"|"+q.Freshness]
	return hits, ok, nil
}

func (m *memory) SaveDocument(_ context.Context, step org.StepID, d work.Document, failure string) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.docs == nil {
		m.docs, m.byID = map[org.StepID][]work.Document{}, map[org.DocumentID]work.Document{}
	}
	if d.URL == "" || (d.ID == "") != (failure != "") {
		return fmt.Errorf("save document %q of step %s: id %q with failure %q", d.URL, step, d.ID, failure)
	}
	d.Failure = failure
	if i := slices.IndexFunc(m.docs[step], func(o work.Document) bool { return o.URL == d.URL }); i < 0 {
		m.docs[step] = append(m.docs[step], d)
	} else if d.ID != "" || m.docs[step][i].ID == "" { // a failure never replaces a text
		m.docs[step][i] = d
	}
	if d.ID != "" {
		m.byID[d.ID] = d
	}
	return nil
}

func (m *memory) StepDocuments(_ context.Context, step org.StepID) ([]work.Document, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	return slices.Clone(m.docs[step]), nil
}

func (m *memory) Document(_ context.Context, id org.DocumentID) (work.Document, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	d, ok := m.byID[id]
	if !ok {
		return d, fmt.Errorf("document %s: %w", id, org.ErrNotFound)
	}
	return d, nil
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// quick waits for nothing between requests, and for a page as long as the pages
// that never come allow.
func quick() *web.Fetcher {
	return &web.Fetcher{Allow: loopback(), HostEvery: time.Microsecond, Timeout: 2 * time.Second}
}

func loopback() []netip.Prefix { return []netip.Prefix{netip.MustParsePrefix("127.0.0.0/8")} }

func clock() time.Time { return time.Date(2026, 6, 1, 9, 0, 0, 0, time.UTC) }

// smallWeb starts the small web and a researcher without a model on it.
func smallWeb(t *testing.T) (*webtest.Web, *research.Researcher) {
	t.Helper()
	w, err := webtest.Serve(t.Context(), "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		w.Close()
		if odd := w.Strange(); len(odd) > 0 {
			t.Errorf("the search engine was asked for what it does not have: %q", odd)
		}
	})
	return w, &research.Researcher{
		Searchers: []web.Searcher{&web.Brave{Key: "key", URL: w.BraveURL}},
		Fetcher:   quick(),
		Records:   &memory{},
		Now:       clock,
	}
}

func step(title string) org.Step {
	return org.Step{
		ID: "s1", Project: "p1", Title: title, Goal: title, Kind: org.KindResearch, Depth: org.DepthStandard,
		Acceptance: []org.Criterion{{ID: "a1", Text: title, Check: org.CheckJudge}},
	}
}

func ask(text, query string) work.Inquiry {
	return work.Inquiry{
		Questions: []work.SubQuestion{{ID: "q1", Text: text, Serves: []string{"a1"}, Need: "number"}},
		Queries:   []work.Query{{Text: query, For: []string{"q1"}, Angle: "primary", Freshness: "any"}},
	}
}
