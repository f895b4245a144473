package research

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"slices"

	"github.com/frasier-cos/frasier/internal/reports"
	"github.com/frasier-cos/frasier/internal/work"
	"github.com/frasier-cos/frasier/worker/research/web"
)

// Bounds of texts that a search engine extracted.
const (
	extractsAtMost  = 4 // pages taken as sources
	extractLabel    = " (text as the search engine extracted it)"
	extractFragment = "#as-extracted" // keeps the text apart from the page that could not be read
	extractsOf      = "extracts of: " // begins the name of such a search in the records
)

// lost are pages of which a search engine may have the text although they
// could not be read here; addresses that are forbidden are none.
func (d *desk) lost() []*candidate {
	var out []*candidate
	for _, c := range d.hits {
		doc, asked := d.known[c.hit.URL]
		if cause := web.Cause(doc.Failure); cause == web.CauseRefused || cause == web.CauseMissing {
			continue
		}
		if asked && d.tried[c.hit.URL] && (doc.Failure != "" || doc.Thin) {
			out = append(out, c)
		}
	}
	return out
}

// borrow takes the text of pages that could not be read from the search engine
// that found them, when a question is still open and a search is left: it
// counts as one.
func (d *desk) borrow(ctx context.Context) error {
	lost := d.lost()
	if d.Extracts == nil || d.noExtracts.Load() || len(lost) == 0 || len(d.open()) == 0 || d.queriesLeft() == 0 {
		return nil
	}
	text := d.ran[lost[0].queries[0]-1] // the query that found the first of them
	d.used.Queries++
	docs, err := d.extracts(ctx, work.Query{Text: text})
	if err != nil || len(docs) == 0 {
		return err
	}
	n := 0
	for _, doc := range docs {
		if n == extractsAtMost || !slices.ContainsFunc(lost, func(c *candidate) bool { return c.hit.URL == doc.URL }) {
			continue
		}
		doc.URL, doc.Site = doc.URL+extractFragment, site(doc.URL)
		doc.Title = shorten(doc.Title, 200) + extractLabel
		doc.Origin, doc.FetchedAt = work.OriginWeb, kept(d.now())
		if first, ok := d.known[doc.URL]; ok {
			doc = first
		}
		if err := d.keep(ctx, doc); err != nil {
			return err
		}
		n++
	}
	if n == 0 {
		return nil
	}
	d.notes = append(d.notes, fmt.Sprintf("Of %d of the pages that could not be read, the text is as the search engine extracted it.", n))
	return d.read(ctx)
}

// extracts asks once for each query of a project; a step that starts again
// takes what it stored then.
func (d *desk) extracts(ctx context.Context, q work.Query) ([]work.Document, error) {
	name := work.Query{Text: extractsOf + q.Text}
	hits, stored, err := d.Records.CachedSearch(ctx, d.job.Context.Project.ID, name)
	if err != nil {
		return nil, err
	}
	if stored {
		var out []work.Document
		for _, h := range hits {
			if doc, ok := d.known[h.URL+extractFragment]; ok {
				doc.URL = h.URL
				out = append(out, doc)
			}
		}
		return out, nil
	}
	month, may, err := d.Records.TakeSearch(ctx, d.job.Context.Project.ID)
	if err != nil {
		return nil, err
	}
	if !may {
		d.unasked++
		d.month = month
		return nil, nil
	}
	docs, err := d.Extracts.Extracts(ctx, q)
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	if err != nil {
		// Some subscriptions do not have it: the step goes on without.
		d.log().WarnContext(ctx, "no extracts", "step", d.job.Step.ID, "error", err)
		var refused *web.SearchError
		if errors.As(err, &refused) && refused.Status >= http.StatusBadRequest && refused.Status < http.StatusInternalServerError && !errors.Is(err, web.ErrLimited) {
			d.noExtracts.Store(true)
		}
		return nil, nil
	}
	for i, doc := range docs {
		hits = append(hits, reports.Hit{URL: doc.URL, Title: doc.Title, Provider: web.BraveName, Rank: i + 1})
	}
	return docs, d.Records.SaveSearch(ctx, d.job.Step.ID, name, web.BraveName, hits)
}
