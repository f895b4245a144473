package research

import (
	"context"
	"sync"
	"time"

	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/work"
)

const (
	pagesKept  = 64
	pagesBytes = 16 << 20
	pageAge    = time.Hour // after which a page is fetched anew
)

type pageKey struct {
	project org.ProjectID
	address string
	link    bool // the founder pointed at it
}

// pages keeps what was read of late, and lets only one step fetch a page while others wait for it.
// The zero value is ready.
type pages struct {
	mu    sync.Mutex
	turns map[pageKey]*turn
	kept  map[pageKey]work.Document
	order []pageKey // oldest first
	bytes int
}

// turn gives the right to fetch one page.
type turn struct {
	taken chan struct{} // full while somebody fetches
	users int
}

// It never fetches one page twice at once. A page that could not be read is not kept, since the
// next try may have more luck.
func (p *pages) get(ctx context.Context, key pageKey, now time.Time, fetch func() (pageResult, error)) (pageResult, error) {
	t := p.joinQueue(key)
	defer p.leaveQueue(key)
	select {
	case t.taken <- struct{}{}:
	case <-ctx.Done():
		return pageResult{}, ctx.Err()
	}
	defer func() { <-t.taken }()
	if doc, ok := p.findDocument(key, now); ok {
		return pageResult{doc: doc}, nil
	}
	found, err := fetch()
	if err == nil && found.cause == "" {
		kept := found.doc
		kept.Retries = 0 // whoever takes it from here asked for nothing
		p.saveDocument(key, kept)
	}
	return found, err
}

func (p *pages) joinQueue(key pageKey) *turn {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.turns == nil {
		p.turns, p.kept = map[pageKey]*turn{}, map[pageKey]work.Document{}
	}
	if p.turns[key] == nil {
		p.turns[key] = &turn{taken: make(chan struct{}, 1)}
	}
	p.turns[key].users++
	return p.turns[key]
}

func (p *pages) leaveQueue(key pageKey) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if t := p.turns[key]; t.users > 1 {
		t.users--
	} else {
		delete(p.turns, key)
	}
}

func (p *pages) findDocument(key pageKey, now time.Time) (work.Document, bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	doc, ok := p.kept[key]
	return doc, ok && now.Sub(doc.FetchedAt) < pageAge
}

func (p *pages) saveDocument(key pageKey, doc work.Document) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if old, ok := p.kept[key]; ok {
		p.bytes += len(doc.Text) - len(old.Text)
		p.kept[key] = doc
		return
	}
	p.kept[key] = doc
	p.order = append(p.order, key)
	p.bytes += len(doc.Text)
	for len(p.order) > pagesKept || p.bytes > pagesBytes && len(p.order) > 1 {
		oldest := p.order[0]
		p.order = p.order[1:]
		p.bytes -= len(p.kept[oldest].Text)
		delete(p.kept, oldest)
	}
}
