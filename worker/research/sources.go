package research

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"golang.org/x/sync/errgroup"

	"github.com/frasier-cos/frasier/internal/extract"
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
func (d *desk) search(ctx context.Context, q work.Query) error {
	if q.Text = outgoing(q.Text, own(d.job)); len(d.Searchers) == 0 || q.Text == "" || d.used.Queries >= d.budget.Queries {
		return nil
	}
	d.used.Queries++
	d.ran = append(d.ran, q.Text)
	d.trail.Queries = append(d.trail.Queries, q)
	hits, stored, err := d.Records.CachedSearch(ctx, d.job.Context.Project.ID, q)
	if err != nil {
		return err
	}
	if !stored {
		var answered bool
		if hits, answered, err = d.ask(ctx, q); err != nil {
			return err
		}
		if !answered {
			return d.lookBack(ctx, q)
		}
	}
	d.hits = collect(d.hits, len(d.ran), d.fit(hits))
	return nil
}

// ask asks the search engines in order until one answers, if the month still
// has a search for it. That none did is a note for the founder, not an error.
func (d *desk) ask(ctx context.Context, q work.Query) (hits []reports.Hit, answered bool, err error) {
	month, may, err := d.Records.TakeSearch(ctx, d.job.Context.Project.ID)
	if err != nil {
		return nil, false, err
	}
	if !may {
		d.unasked++
		d.month = month
		return nil, false, nil
	}
	limited := false
	for _, s := range d.Searchers {
		hits, err := s.Search(ctx, q, hitsPerQuery)
		if ctx.Err() != nil {
			return nil, false, ctx.Err()
		}
		if err != nil {
			limited = limited || errors.Is(err, web.ErrLimited)
			d.log().WarnContext(ctx, "search failed", "step", d.job.Step.ID, "error", err)
			continue
		}
		provider := "web"
		if len(hits) > 0 {
			provider = hits[0].Provider
		}
		if err := d.Records.SaveSearch(ctx, d.job.Step.ID, q, provider, hits); err != nil {
			return nil, false, err
		}
		return hits, true, nil
	}
	d.searches++
	if limited {
		d.limited++
	}
	return nil, false, nil
}

// fit drops hits that could never be fetched.
func (d *desk) fit(hits []reports.Hit) []reports.Hit {
	var out []reports.Hit
	for _, h := range hits {
		if d.Fetcher == nil {
			break
		}
		if d.Fetcher.Allows(h.URL) == nil {
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
func (d *desk) fetch(ctx context.Context, urls []string, origin work.Origin) error {
	if d.Fetcher == nil {
		return nil
	}
	var due []string
	for _, u := range urls {
		if d.tried[u] || d.used.Fetches >= d.budget.Fetches {
			continue
		}
		d.tried[u] = true
		d.trail.Tried = append(d.trail.Tried, u)
		d.used.Fetches++
		due = append(due, u)
	}
	for _, u := range due {
		n := d.known[u].Retries // what the records hold was paid for
		d.used.Fetches += n
		d.retries += n
	}
	results, stored := make([]got, len(due)), make([]bool, len(due))
	g, inner := errgroup.WithContext(ctx)
	g.SetLimit(fetchers)
	for i, u := range due {
		g.Go(func() error {
			if doc, ok := d.known[u]; ok {
				results[i], stored[i] = got{doc: doc, cause: web.Cause(doc.Failure)}, true
				return nil
			}
			key := pageKey{d.job.Context.Project.ID, u, origin == work.OriginLink}
			found, err := d.pages.get(inner, key, d.now(), func() (got, error) { return d.page(inner, u, origin) })
			if err != nil {
				return err
			}
			results[i] = found
			err = d.Records.SaveDocument(inner, d.job.Step.ID, found.doc, string(found.cause))
			stored[i] = err == nil
			return err
		})
	}
	err := g.Wait()
	for i, r := range results { // also when it broke off: what was read may be used
		if stored[i] {
			d.known[due[i]] = r.doc
			d.receive(r)
		}
	}
	return err
}

// afford counts one more request for a page, if the budget has room for it.
func (d *desk) afford() bool {
	d.purse.Lock()
	defer d.purse.Unlock()
	if d.used.Fetches >= d.budget.Fetches {
		return false
	}
	d.used.Fetches++
	d.retries++
	return true
}

func (d *desk) receive(r got) {
	switch {
	case r.cause != "":
		d.failed[r.cause]++
		d.used.Unread++
	case r.doc.Thin:
		d.failed[web.CauseEmpty]++
		d.used.Unread++
	default:
		d.take(r.doc)
	}
}

// page fetches and extracts one page. A page that cannot be read has a cause;
// only a cancelled context is an error.
func (d *desk) page(ctx context.Context, address string, origin work.Origin) (got, error) {
	doc := work.Document{URL: address, Site: site(address), Origin: origin, Title: lastName(address), FetchedAt: kept(d.now())}
	fail := func(c web.Cause, err error) (got, error) {
		d.log().InfoContext(ctx, "page not read", "step", d.job.Step.ID, "cause", string(c), "error", err)
		doc.Failure = string(c)
		return got{doc: doc, cause: c}, nil
	}
	raw, err := d.Fetcher.Fetch(ctx, address, origin == work.OriginLink, func() bool {
		if !d.afford() {
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
	d.reading.Lock()
	res, err := extract.Page(raw.Final, raw.ContentType, raw.Body)
	d.reading.Unlock()
	if err != nil {
		if errors.Is(err, extract.ErrEmpty) {
			return fail(web.CauseEmpty, err)
		}
		return fail(web.CauseType, err)
	}
	if strings.TrimSpace(res.Text) == "" {
		return fail(web.CauseEmpty, extract.ErrEmpty)
	}
	doc.Text, doc.Thin, doc.Published, doc.Site = res.Text, res.Thin, res.Published, site(raw.Final)
	if t := strings.TrimSpace(res.Title); t != "" {
		doc.Title = shorten(t, 200)
	}
	doc.ID = documentID(doc.Text)
	return got{doc: doc}, nil
}

// about says in sentences how the search went.
func (d *desk) about() []string {
	notes := d.notes
	if d.missed != "" {
		notes = append(notes, d.missed)
	}
	if s := web.Unread(d.used.Fetches-d.retries, d.failed); s != "" {
		notes = append(notes, s)
	}
	if d.searches > 0 {
		notes = append(notes, d.unanswered())
	}
	if d.unasked > 0 {
		notes = append(notes, SpentNote(d.month, d.unasked))
	}
	if d.refused > 0 {
		notes = append(notes, fmt.Sprintf("%d claims were dropped because their quote does not stand in the source.", d.refused))
	}
	if n := d.firsthand(); n < 2 && n > 0 {
		notes = append(notes, "Only one readable source was found.")
	}
	return notes
}

// unanswered says how many searches got no answer, and why where the engine
// said it.
func (d *desk) unanswered() string {
	text := fmt.Sprintf("%d of %d searches got no answer", d.searches, d.used.Queries)
	if d.limited > 0 {
		text += ", because the search engine's own limit is reached or its bill is open"
	}
	return text + "."
}

// firsthand counts the sources.
func (d *desk) firsthand() int {
	n := 0
	for _, doc := range d.docs {
		if !doc.Thin {
			n++
		}
	}
	return n
}

// kept is a time as it is stored: a stage that is done again from what is kept
// gives the same bytes.
func kept(at time.Time) time.Time { return at.UTC().Truncate(time.Microsecond) }
