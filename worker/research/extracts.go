package research

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"github.com/frasier-cos/frasier/internal/extract"
	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/prose"
)

// Bounds of texts that a search engine extracted.
const (
	extractURLs      = 8    // pages asked for
	extractTokens    = 8192 // of all, what the engine gives when it is not told
	extractPerPage   = 2048
	extractsAtMost   = 4 // pages taken as sources
	extractLabel     = " (text as the search engine extracted it)"
	extractFragment  = "#as-extracted" // keeps the text apart from the page that could not be read
	extractsOf       = "extracts of: " // begins the name of such a search in the records
	extractedAtLeast = 200             // characters of a text worth citing
)

// Extracts asks Brave for the text of pages that answer a query, as its own
// reader extracted it: documents with address, title, date and text.
func (b *Brave) Extracts(ctx context.Context, q org.Query) ([]org.Document, error) {
	v := url.Values{}
	v.Set("q", clip(q.Text))
	v.Set("maximum_number_of_urls", strconv.Itoa(extractURLs))
	v.Set("maximum_number_of_tokens", strconv.Itoa(extractTokens))
	v.Set("maximum_number_of_tokens_per_url", strconv.Itoa(extractPerPage))
	raw, err := b.get(ctx, strings.TrimSuffix(endpoint(b.URL), "/web/search")+"/llm/context", v)
	if err != nil {
		return nil, err
	}
	var answer struct {
		Grounding *struct {
			Generic []struct {
				URL      string   `json:"url"`
				Title    string   `json:"title"`
				Snippets []string `json:"snippets"`
			} `json:"generic"`
		} `json:"grounding"`
		Sources map[string]struct {
			Age []string `json:"age"`
		} `json:"sources"`
	}
	if err := json.Unmarshal(raw, &answer); err != nil {
		return nil, fmt.Errorf("read extracts of %s: %w", braveName, err)
	}
	if answer.Grounding == nil {
		return nil, fmt.Errorf("read extracts of %s: the answer has no grounding", braveName)
	}
	var out []org.Document
	for _, g := range answer.Grounding.Generic {
		doc := org.Document{URL: canonical(g.URL), Title: clean(org.Hit{Title: g.Title}).Title}
		for _, age := range answer.Sources[g.URL].Age {
			if _, ok := prose.Date(age); ok && doc.Published == "" {
				doc.Published = age
			}
		}
		// What a page hid from its readers is dropped as for every page.
		res, err := extract.Page(g.URL, "text/markdown", []byte(strings.Join(g.Snippets, "\n\n")))
		if err != nil || len(res.Text) < extractedAtLeast {
			continue
		}
		doc.Text = res.Text
		out = append(out, doc)
	}
	return out, nil
}

// lost are pages of which a search engine may have the text although they
// could not be read here; addresses that are forbidden are none.
func (d *desk) lost() []*candidate {
	var out []*candidate
	for _, c := range d.hits {
		doc, asked := d.known[c.hit.URL]
		if cause := Cause(doc.Failure); cause == CauseRefused || cause == CauseMissing {
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
	docs, err := d.extracts(ctx, org.Query{Text: text})
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
		doc.Origin, doc.FetchedAt = org.OriginWeb, kept(d.now())
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
func (d *desk) extracts(ctx context.Context, q org.Query) ([]org.Document, error) {
	name := org.Query{Text: extractsOf + q.Text}
	hits, stored, err := d.Records.CachedSearch(ctx, d.job.Context.Project.ID, name)
	if err != nil {
		return nil, err
	}
	if stored {
		var out []org.Document
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
		var refused *SearchError
		if errors.As(err, &refused) && refused.Status >= http.StatusBadRequest && refused.Status < http.StatusInternalServerError && !errors.Is(err, ErrLimited) {
			d.noExtracts.Store(true)
		}
		return nil, nil
	}
	for i, doc := range docs {
		hits = append(hits, org.Hit{URL: doc.URL, Title: doc.Title, Provider: braveName, Rank: i + 1})
	}
	return docs, d.Records.SaveSearch(ctx, d.job.Step.ID, name, braveName, hits)
}
