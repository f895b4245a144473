package web

import (
	"context"
	"encoding/json"
	"fmt"
	"net/url"
	"strconv"
	"strings"

	"github.com/frasier-cos/frasier/internal/extract"
	"github.com/frasier-cos/frasier/internal/prose"
	"github.com/frasier-cos/frasier/internal/reports"
	"github.com/frasier-cos/frasier/internal/work"
)

// Bounds of texts that a search engine extracted.
const (
	extractURLs      = 8    // pages asked for
	extractTokens    = 8192 // of all, what the engine gives when it is not told
	extractPerPage   = 2048
	extractedAtLeast = 200 // characters of a text worth citing
)

// Extracts asks Brave for the text of pages that answer a query, as its own
// reader extracted it: documents with address, title, date and text.
func (b *Brave) Extracts(ctx context.Context, q work.Query) ([]work.Document, error) {
	v := url.Values{}
	v.Set("q", Clip(q.Text))
	v.Set("maximum_number_of_urls", strconv.Itoa(extractURLs))
	v.Set("maximum_number_of_tokens", strconv.Itoa(extractTokens))
	v.Set("maximum_number_of_tokens_per_url", strconv.Itoa(extractPerPage))
	raw, err := b.get(ctx, strings.TrimSuffix(completeEndpoint(b.URL), "/web/search")+"/llm/context", v)
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
		return nil, fmt.Errorf("read extracts of %s: %w", BraveName, err)
	}
	if answer.Grounding == nil {
		return nil, fmt.Errorf("read extracts of %s: the answer has no grounding", BraveName)
	}
	var out []work.Document
	for _, g := range answer.Grounding.Generic {
		doc := work.Document{URL: Canonical(g.URL), Title: cleanHit(reports.Hit{Title: g.Title}).Title}
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
