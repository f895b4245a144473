package research

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"slices"

	"github.com/frasier-cos/frasier/internal/prose"
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

// Forbidden addresses are left out.
func (g *gathering) listLost() []*candidate {
	var out []*candidate
	for _, c := range g.hits {
		doc, asked := g.known[c.hit.URL]
		if cause := web.Cause(doc.Failure); cause == web.CauseRefused || cause == web.CauseMissing {
			continue
		}
		if asked && g.tried[prose.PageKey(c.hit.URL)] && (doc.Failure != "" || doc.Thin) {
			out = append(out, c)
		}
	}
	return out
}

// It runs when a question is still open and a search is left, and counts as one.
func (g *gathering) useExtracts(ctx context.Context) error {
	lost := g.listLost()
	if g.Extracts == nil || len(lost) == 0 || len(g.listOpen()) == 0 || g.countQueriesLeft() == 0 {
		return nil
	}
	if may, err := recallAnswer(g.out, "extracts at all", func() (bool, error) { return !g.noExtracts.Load(), nil }); err != nil || !may {
		return err
	}
	text := g.ran[lost[0].queries[0]-1] // the query that found the first of them
	g.used.Queries++
	docs, err := g.fetchExtracts(ctx, work.Query{Text: text})
	if err != nil || len(docs) == 0 {
		return err
	}
	n := 0
	for _, doc := range docs {
		if n == extractsAtMost || !slices.ContainsFunc(lost, func(c *candidate) bool { return c.hit.URL == doc.URL }) {
			continue
		}
		doc.URL, doc.Site = doc.URL+extractFragment, parseSite(doc.URL)
		doc.Title = clipText(doc.Title, 200) + extractLabel
		doc.Origin, doc.FetchedAt = work.OriginWeb, roundTime(g.now())
		if first, ok := g.known[doc.URL]; ok {
			doc = first
		}
		if err := g.saveDocument(ctx, doc); err != nil {
			return err
		}
		n++
	}
	if n == 0 {
		return nil
	}
	g.notes = append(g.notes, fmt.Sprintf("Of %d of the pages that could not be read, the text is as the search engine extracted it.", n))
	return g.readPassages(ctx)
}

func (g *gathering) fetchExtracts(ctx context.Context, q work.Query) ([]work.Document, error) {
	name := work.Query{Text: extractsOf + q.Text}
	var fresh []work.Document
	came, err := recallAnswer(g.out, name.Text, func() (searchOutcome, error) {
		_, stored, err := g.Records.CachedSearch(ctx, g.job.Context.Project.ID, name)
		if err != nil || stored {
			return searchOutcome{Answered: stored}, err
		}
		month, may, err := g.Records.TakeSearch(ctx, g.job.Context.Project.ID)
		if err != nil || !may {
			return searchOutcome{Spent: !may, Month: month}, err
		}
		var came bool
		fresh, came, err = g.askExtracts(ctx, q, name)
		return searchOutcome{Answered: came}, err
	})
	if err != nil || !came.Answered {
		if came.Spent {
			g.countSearch(came)
		}
		return nil, err
	}
	if fresh != nil {
		return fresh, nil
	}
	hits, _, err := g.Records.CachedSearch(ctx, g.job.Context.Project.ID, name)
	var out []work.Document
	for _, h := range hits {
		if doc, ok := g.known[h.URL+extractFragment]; ok {
			doc.URL = h.URL
			out = append(out, doc)
		}
	}
	return out, err
}

func (g *gathering) askExtracts(ctx context.Context, q, name work.Query) (docs []work.Document, came bool, err error) {
	docs, err = g.Extracts.Extracts(ctx, q)
	if ctx.Err() != nil {
		return nil, false, ctx.Err()
	}
	if err != nil {
		// Some subscriptions do not have it: the step goes on without.
		g.log().WarnContext(ctx, "no extracts", "step", g.job.Step.ID, "error", err)
		var refused *web.SearchError
		if errors.As(err, &refused) && refused.Status >= http.StatusBadRequest && refused.Status < http.StatusInternalServerError && !errors.Is(err, web.ErrLimited) {
			g.noExtracts.Store(true)
		}
		return nil, false, nil
	}
	var hits []reports.Hit
	for i, doc := range docs {
		hits = append(hits, reports.Hit{URL: doc.URL, Title: doc.Title, Provider: web.BraveName, Rank: i + 1})
	}
	return docs, true, g.Records.SaveSearch(ctx, g.job.Step.ID, name, web.BraveName, hits)
}
