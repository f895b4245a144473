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

// shelf is the pages that Frasier read before, as an index.
type shelf struct {
	docs  []work.Document
	index *index
}

// lookBack looks for a query among pages that were read before. They are
// sources as they were then; their dates say how old they are.
func (g *gathering) lookBack(ctx context.Context, q work.Query) error {
	if g.earlier == nil {
		docs, err := g.Records.PagesRead(ctx, shelfPages)
		if err != nil {
			return err
		}
		texts := make([]string, len(docs))
		for i, doc := range docs {
			texts[i] = doc.Title + "\n" + doc.Text
		}
		g.earlier = &shelf{docs: docs, index: newIndex(texts, nil)}
	}
	for _, at := range g.earlier.index.best(q.Text, shelfHits) {
		if g.fromShelf >= shelfAtMost {
			return nil
		}
		if doc := g.earlier.docs[at]; !g.byID[doc.ID] {
			g.fromShelf++
			if err := g.keep(ctx, doc); err != nil {
				return err
			}
		}
	}
	return nil
}
