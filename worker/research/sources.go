package research

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"golang.org/x/sync/errgroup"

	"github.com/frasier-cos/frasier/internal/extract"
	"github.com/frasier-cos/frasier/internal/prose"
	"github.com/frasier-cos/frasier/internal/reports"
	"github.com/frasier-cos/frasier/internal/work"
	"github.com/frasier-cos/frasier/worker/research/web"
)

const (
	fetchers     = 4  // pages fetched at once for one step
	hitsPerQuery = 10 // hits kept of one query
)

// Hits may come from the records, but each query counts against the budget either way, so that a
// step that starts again goes the same way as before.
func (g *gathering) runQuery(ctx context.Context, q work.Query) error {
	if q.Text = cleanQuery(q.Text, collectPrivateWords(g.job)); len(g.Searchers) == 0 || q.Text == "" || g.used.Queries >= g.budget.Queries {
		return nil
	}
	g.used.Queries++
	g.ran = append(g.ran, q.Text)
	g.trail.Queries = append(g.trail.Queries, q)
	came, err := recallAnswer(g.out, "the web: "+q.Text, func() (searchOutcome, error) {
		_, stored, err := g.Records.CachedSearch(ctx, g.job.Context.Project.ID, q)
		if err != nil || stored {
			return searchOutcome{Answered: stored}, err
		}
		return g.askEngines(ctx, q)
	})
	if err != nil {
		return err
	}
	g.countSearch(came)
	if !came.Answered {
		return g.searchShelf(ctx, q)
	}
	hits, _, err := g.Records.CachedSearch(ctx, g.job.Context.Project.ID, q)
	if err != nil {
		return err
	}
	g.hits = collectHits(g.hits, len(g.ran), g.filterHits(hits))
	return nil
}

type searchOutcome struct {
	Answered bool                `json:"answered"`          // its hits stand in the records
	Limited  bool                `json:"limited,omitempty"` // an engine refused because its own limit is reached
	Spent    bool                `json:"spent,omitempty"`   // the month had no room for it
	Month    reports.SearchMonth `json:"month,omitzero"`
}

func (g *gathering) countSearch(a searchOutcome) {
	switch {
	case a.Answered:
	case a.Spent:
		g.unasked++
		g.month = a.Month
	default:
		g.searches++
		if a.Limited {
			g.limited++
		}
	}
}

// It asks in order until one engine answers, if the month still has a search. That none did is a
// note for the founder, not an error.
func (g *gathering) askEngines(ctx context.Context, q work.Query) (searchOutcome, error) {
	month, may, err := g.Records.TakeSearch(ctx, g.job.Context.Project.ID)
	if err != nil || !may {
		return searchOutcome{Spent: !may, Month: month}, err
	}
	limited := false
	for _, s := range g.Searchers {
		hits, err := s.Search(ctx, q, hitsPerQuery)
		if ctx.Err() != nil {
			return searchOutcome{}, ctx.Err()
		}
		if err != nil {
			limited = limited || errors.Is(err, web.ErrLimited)
			g.log().WarnContext(ctx, "search failed", "step", g.job.Step.ID, "error", err)
			continue
		}
		provider := "web"
		if len(hits) > 0 {
			provider = hits[0].Provider
		}
		if err := g.Records.SaveSearch(ctx, g.job.Step.ID, q, provider, hits); err != nil {
			return searchOutcome{}, err
		}
		return searchOutcome{Answered: true}, nil
	}
	return searchOutcome{Limited: limited}, nil
}

func (g *gathering) filterHits(hits []reports.Hit) []reports.Hit {
	var out []reports.Hit
	for _, h := range hits {
		if g.Fetcher == nil {
			break
		}
		if g.Fetcher.Allows(h.URL) == nil {
			out = append(out, h)
		}
	}
	return out
}

type pageResult struct {
	doc   work.Document
	cause web.Cause
}

// Pages are fetched several at once and taken as sources in the order given, within the budget. A
// page that failed is asked for once more while there is room, and counts again.
func (g *gathering) fetchPages(ctx context.Context, urls []string, origin work.Origin) error {
	if g.Fetcher == nil {
		return nil
	}
	var due []string
	for _, u := range urls {
		key := prose.PageKey(u)
		if g.tried[key] || g.used.Fetches >= g.budget.Fetches {
			continue
		}
		g.tried[key] = true
		g.trail.Tried = append(g.trail.Tried, u)
		g.used.Fetches++
		due = append(due, u)
	}
	for _, u := range due {
		n := g.known[u].Retries // what the records hold was paid for
		g.used.Fetches += n
		g.retries += n
	}
	results, stored := make([]pageResult, len(due)), make([]bool, len(due))
	all, inner := errgroup.WithContext(ctx)
	all.SetLimit(fetchers)
	for i, u := range due {
		all.Go(func() error {
			if doc, ok := g.known[u]; ok {
				results[i], stored[i] = pageResult{doc: doc, cause: web.Cause(doc.Failure)}, true
				return nil
			}
			if g.out.again {
				return makeAbsentError(u)
			}
			key := pageKey{g.job.Context.Project.ID, u, origin == work.OriginLink}
			found, err := g.pages.get(inner, key, g.now(), func() (pageResult, error) { return g.readPage(inner, u, origin) })
			if err != nil {
				return err
			}
			results[i] = found
			err = g.Records.SaveDocument(inner, g.job.Step.ID, found.doc, string(found.cause))
			stored[i] = err == nil
			return err
		})
	}
	err := all.Wait()
	for i, r := range results { // also when it broke off: what was read may be used
		if stored[i] {
			g.known[due[i]] = r.doc
			g.addPage(r)
		}
	}
	return err
}

// It returns false when the budget has no room for one more request.
func (g *gathering) claimFetch() bool {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.used.Fetches >= g.budget.Fetches {
		return false
	}
	g.used.Fetches++
	g.retries++
	return true
}

func (g *gathering) addPage(r pageResult) {
	switch {
	case r.cause != "":
		g.failed[r.cause]++
		g.used.Unread++
	case r.doc.Thin:
		g.failed[web.CauseThin]++
		g.used.Unread++
	default:
		g.addSource(r.doc)
	}
}

func (g *gathering) readPage(ctx context.Context, address string, origin work.Origin) (pageResult, error) {
	found, _, err := g.Researcher.readPage(ctx, address, origin, g.claimFetch)
	return found, err
}

// A page that cannot be read has a cause; only a cancelled context is an error. again is asked before it is asked for a second time.
func (r *Researcher) readPage(ctx context.Context, address string, origin work.Origin, again func() bool) (pageResult, web.Page, error) {
	doc := work.Document{URL: address, Site: parseSite(address), Origin: origin, Title: makeTitle(address), FetchedAt: roundTime(r.now())}
	var raw web.Page
	fail := func(c web.Cause, err error) (pageResult, web.Page, error) {
		r.log().InfoContext(ctx, "page not read", "address", address, "cause", string(c), "error", err)
		doc.Failure = string(c)
		return pageResult{doc: doc, cause: c}, raw, nil
	}
	raw, err := r.Fetcher.Fetch(ctx, prose.CleanAddress(address), origin == work.OriginLink, func() bool {
		if !again() {
			return false
		}
		doc.Retries++
		return true
	})
	var failure *web.FetchError
	switch {
	case errors.As(err, &failure):
		return fail(failure.Cause, err)
	case err != nil:
		return pageResult{}, raw, err
	}
	r.reading.Lock()
	res, err := extract.Page(buildPageAddress(raw), raw.ContentType, raw.Body)
	r.reading.Unlock()
	if err != nil {
		if errors.Is(err, extract.ErrEmpty) {
			return fail(findEmptyCause(raw, res), err)
		}
		return fail(web.CauseType, err)
	}
	if cause := findClosedCause(raw, res); cause != "" {
		return fail(cause, errClosed)
	}
	if strings.TrimSpace(res.Text) == "" {
		return fail(web.CauseEmpty, extract.ErrEmpty)
	}
	doc.Text, doc.Thin, doc.Published = res.Text, res.Thin && !isEnough(res, origin), res.Published
	if of := findOriginal(raw, res.About); of != "" {
		doc.Text = strings.TrimRight(doc.Text, "\n") + "\n\n" + republished + of + "\n"
	}
	doc.Cited = chooseCitedAddress(address, raw, res.About)
	doc.Site = parseSite(doc.Address())
	if t := strings.TrimSpace(res.Title); t != "" {
		doc.Title = clipText(t, 200)
	}
	doc.ID = hashDocument(doc.Text)
	return pageResult{doc: doc}, raw, nil
}

func (g *gathering) describeSearch() []string {
	notes := g.notes
	if g.missed != "" {
		notes = append(notes, g.missed)
	}
	if s := web.Unread(g.used.Fetches-g.retries, g.failed); s != "" {
		notes = append(notes, s)
	}
	if g.searches > 0 {
		notes = append(notes, g.describeUnanswered())
	}
	if g.unasked > 0 {
		notes = append(notes, SpentNote(g.month, g.unasked))
	}
	for _, same := range g.groupReleases() {
		if len(same) > 1 {
			notes = append(notes, describeRelease(same))
		}
	}
	if n := g.countReleases(); n < 2 && n > 0 {
		notes = append(notes, "Only one readable source was found.")
	}
	return notes
}

func (g *gathering) describeUnanswered() string {
	text := fmt.Sprintf("%d of %d searches got no answer", g.searches, g.used.Queries)
	if g.limited > 0 {
		text += ", because the search engine's own limit is reached or its bill is open"
	}
	return text + "."
}

// Times are rounded as they are stored, so that a replayed stage gives the same bytes.
func roundTime(at time.Time) time.Time { return at.UTC().Truncate(time.Microsecond) }
