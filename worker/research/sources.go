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

// Numbers of the web's side of research.
const (
	fetchers     = 4  // pages fetched at once for one step
	hitsPerQuery = 10 // hits kept of one query
)

// search runs one query, or takes its hits from the records. Each counts
// against the budget either way, so that a step that starts again goes the
// same way as before.
func (g *gathering) search(ctx context.Context, q work.Query) error {
	if q.Text = outgoing(q.Text, own(g.job)); len(g.Searchers) == 0 || q.Text == "" || g.used.Queries >= g.budget.Queries {
		return nil
	}
	g.used.Queries++
	g.ran = append(g.ran, q.Text)
	g.trail.Queries = append(g.trail.Queries, q)
	came, err := heed(g.out, "the web: "+q.Text, func() (answered, error) {
		_, stored, err := g.Records.CachedSearch(ctx, g.job.Context.Project.ID, q)
		if err != nil || stored {
			return answered{Answered: stored}, err
		}
		return g.ask(ctx, q)
	})
	if err != nil {
		return err
	}
	g.countSearch(came)
	if !came.Answered {
		return g.lookBack(ctx, q)
	}
	hits, _, err := g.Records.CachedSearch(ctx, g.job.Context.Project.ID, q)
	if err != nil {
		return err
	}
	g.hits = collect(g.hits, len(g.ran), g.fit(hits))
	return nil
}

// answered is how a search went.
type answered struct {
	Answered bool                `json:"answered"`          // its hits stand in the records
	Limited  bool                `json:"limited,omitempty"` // an engine refused because its own limit is reached
	Spent    bool                `json:"spent,omitempty"`   // the month had no room for it
	Month    reports.SearchMonth `json:"month,omitzero"`
}

// countSearch counts a search that got no answer.
func (g *gathering) countSearch(a answered) {
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

// ask asks the search engines in order until one answers, if the month still
// has a search for it. That none did is a note for the founder, not an error.
func (g *gathering) ask(ctx context.Context, q work.Query) (answered, error) {
	month, may, err := g.Records.TakeSearch(ctx, g.job.Context.Project.ID)
	if err != nil || !may {
		return answered{Spent: !may, Month: month}, err
	}
	limited := false
	for _, s := range g.Searchers {
		hits, err := s.Search(ctx, q, hitsPerQuery)
		if ctx.Err() != nil {
			return answered{}, ctx.Err()
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
			return answered{}, err
		}
		return answered{Answered: true}, nil
	}
	return answered{Limited: limited}, nil
}

// fit drops hits that could never be fetched.
func (g *gathering) fit(hits []reports.Hit) []reports.Hit {
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

// got is what one address gave.
type got struct {
	doc   work.Document
	cause web.Cause
}

// fetch reads pages, several at once, and takes them as sources in the order
// given. It never asks for more than the budget allows. A page that failed is
// asked for once more while there is room, and counts again.
func (g *gathering) fetch(ctx context.Context, urls []string, origin work.Origin) error {
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
	results, stored := make([]got, len(due)), make([]bool, len(due))
	all, inner := errgroup.WithContext(ctx)
	all.SetLimit(fetchers)
	for i, u := range due {
		all.Go(func() error {
			if doc, ok := g.known[u]; ok {
				results[i], stored[i] = got{doc: doc, cause: web.Cause(doc.Failure)}, true
				return nil
			}
			if g.out.again {
				return absent(u)
			}
			key := pageKey{g.job.Context.Project.ID, u, origin == work.OriginLink}
			found, err := g.pages.get(inner, key, g.now(), func() (got, error) { return g.page(inner, u, origin) })
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
			g.receive(r)
		}
	}
	return err
}

// afford counts one more request for a page, if the budget has room for it.
func (g *gathering) afford() bool {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.used.Fetches >= g.budget.Fetches {
		return false
	}
	g.used.Fetches++
	g.retries++
	return true
}

func (g *gathering) receive(r got) {
	switch {
	case r.cause != "":
		g.failed[r.cause]++
		g.used.Unread++
	case r.doc.Thin:
		g.failed[web.CauseThin]++
		g.used.Unread++
	default:
		g.take(r.doc)
	}
}

// page fetches and extracts one page. A page that cannot be read has a cause;
// only a cancelled context is an error.
func (g *gathering) page(ctx context.Context, address string, origin work.Origin) (got, error) {
	doc := work.Document{URL: address, Site: site(address), Origin: origin, Title: lastName(address), FetchedAt: kept(g.now())}
	fail := func(c web.Cause, err error) (got, error) {
		g.log().InfoContext(ctx, "page not read", "step", g.job.Step.ID, "cause", string(c), "error", err)
		doc.Failure = string(c)
		return got{doc: doc, cause: c}, nil
	}
	raw, err := g.Fetcher.Fetch(ctx, prose.CleanAddress(address), origin == work.OriginLink, func() bool {
		if !g.afford() {
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
		return got{}, err
	}
	g.reading.Lock()
	res, err := extract.Page(named(raw), raw.ContentType, raw.Body)
	g.reading.Unlock()
	if err != nil {
		if errors.Is(err, extract.ErrEmpty) {
			return fail(emptyCause(raw, res), err)
		}
		return fail(web.CauseType, err)
	}
	if cause := closed(raw, res); cause != "" {
		return fail(cause, errClosed)
	}
	if strings.TrimSpace(res.Text) == "" {
		return fail(web.CauseEmpty, extract.ErrEmpty)
	}
	doc.Text, doc.Thin, doc.Published = res.Text, res.Thin && !said(res, origin), res.Published
	if of := original(raw, res.About); of != "" {
		doc.Text = strings.TrimRight(doc.Text, "\n") + "\n\n" + republished + of + "\n"
	}
	doc.Cited = cited(address, raw, res.About)
	doc.Site = site(doc.Address())
	if t := strings.TrimSpace(res.Title); t != "" {
		doc.Title = shorten(t, 200)
	}
	doc.ID = documentID(doc.Text)
	return got{doc: doc}, nil
}

// about says in sentences how the search went.
func (g *gathering) about() []string {
	notes := g.notes
	if g.missed != "" {
		notes = append(notes, g.missed)
	}
	if s := web.Unread(g.used.Fetches-g.retries, g.failed); s != "" {
		notes = append(notes, s)
	}
	if g.searches > 0 {
		notes = append(notes, g.unanswered())
	}
	if g.unasked > 0 {
		notes = append(notes, SpentNote(g.month, g.unasked))
	}
	for _, same := range g.releases() {
		if len(same) > 1 {
			notes = append(notes, sameRelease(same))
		}
	}
	if n := g.firsthand(); n < 2 && n > 0 {
		notes = append(notes, "Only one readable source was found.")
	}
	return notes
}

// unanswered says how many searches got no answer, and why where the engine
// said it.
func (g *gathering) unanswered() string {
	text := fmt.Sprintf("%d of %d searches got no answer", g.searches, g.used.Queries)
	if g.limited > 0 {
		text += ", because the search engine's own limit is reached or its bill is open"
	}
	return text + "."
}

// kept is a time as it is stored: a stage that is done again from what is kept
// gives the same bytes.
func kept(at time.Time) time.Time { return at.UTC().Truncate(time.Microsecond) }
