package eval_test

import (
	"context"
	"fmt"
	"slices"
	"sync"

	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/prose"
	"github.com/frasier-cos/frasier/internal/reports"
	"github.com/frasier-cos/frasier/internal/work"
)

// records keeps research's records of one step in memory and counts them.
type records struct {
	mu       sync.Mutex
	docs     []work.Document
	fetched  int // requests for the documents saved whose origin is the web
	searches map[string][]reports.Hit
}

func key(q work.Query) string { return prose.Fold(q.Text) + "|" + q.Freshness }

func (r *records) SaveSearch(_ context.Context, _ org.StepID, q work.Query, _ string, hits []reports.Hit) error {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.searches == nil {
		r.searches = map[string][]reports.Hit{}
	}
	r.searches[key(q)] = hits
	return nil
}

func (r *records) CachedSearch(_ context.Context, _ org.ProjectID, q work.Query) ([]reports.Hit, bool, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	hits, ok := r.searches[key(q)]
	return hits, ok, nil
}

func (r *records) SaveDocument(_ context.Context, _ org.StepID, d work.Document, failure string) error {
	r.mu.Lock()
	defer r.mu.Unlock()
	if d.Origin == work.OriginWeb || d.Origin == work.OriginLink {
		r.fetched += 1 + d.Retries
	}
	if slices.ContainsFunc(r.docs, func(o work.Document) bool { return o.URL == d.URL }) {
		return nil
	}
	d.Failure = failure
	r.docs = append(r.docs, d)
	return nil
}

func (r *records) StepDocuments(context.Context, org.StepID) ([]work.Document, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	return slices.Clone(r.docs), nil
}

func (r *records) Document(_ context.Context, id org.DocumentID) (work.Document, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	for _, d := range r.docs {
		if d.ID == id {
			return d, nil
		}
	}
	return work.Document{}, fmt.Errorf("document %s: %w", id, org.ErrNotFound)
}

// read lists the addresses of the pages that gave text.
func (r *records) read() []string {
	r.mu.Lock()
	defer r.mu.Unlock()
	var out []string
	for _, d := range r.docs {
		if d.Failure == "" {
			out = append(out, d.URL)
		}
	}
	return out
}
