package research

import (
	"context"

	"github.com/frasier-cos/frasier/internal/work"
)

// Bounds of the pages that stand in for a search that could not be made.
const (
	shelfPages  = 200 // the newest that any step read
	shelfHits   = 3   // of them for one query
	shelfAtMost = 8   // in one step
)

type shelf struct {
	docs  []work.Document
	index *index
}

// Pages read before are sources as they were then; their dates say how old they are.
func (g *gathering) searchShelf(ctx context.Context, q work.Query) error {
	var found []work.Document
	urls, err := recallAnswer(g.out, "pages read before: "+q.Text, func() (_ []string, err error) {
		found, err = g.findEarlierPages(ctx, q)
		return listURLs(found), err
	})
	if err != nil {
		return err
	}
	for i, u := range urls {
		doc, err := g.recallDocument(u, func() (work.Document, error) { return found[i], nil })
		if err == nil {
			err = g.saveDocument(ctx, doc)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

func (g *gathering) findEarlierPages(ctx context.Context, q work.Query) ([]work.Document, error) {
	if g.earlier == nil {
		docs, err := g.Records.PagesRead(ctx, shelfPages)
		if err != nil {
			return nil, err
		}
		texts := make([]string, len(docs))
		for i, doc := range docs {
			texts[i] = doc.Title + "\n" + doc.Text
		}
		g.earlier = &shelf{docs: docs, index: newIndex(texts, nil)}
	}
	var out []work.Document
	for _, at := range g.earlier.index.findBest(q.Text, shelfHits) {
		if doc := g.earlier.docs[at]; !g.byID[doc.ID] && g.fromShelf < shelfAtMost {
			g.fromShelf++
			out = append(out, doc)
		}
	}
	return out, nil
}
