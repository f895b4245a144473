package research

import (
	"context"
	"fmt"

	"github.com/frasier-cos/frasier/internal/work"
)

// titlesShown bounds the documents of the founder's folder that a planner is shown.
const titlesShown = 40

// Shelf says what steps can work from: the documents of the founder's folder by
// title, date and size, and whether anything can be searched on the web.
func (r *Researcher) Shelf(ctx context.Context) (work.Shelf, error) {
	out := work.Shelf{NoWeb: len(r.Searchers) == 0}
	if r.Corpus == nil {
		return out, nil
	}
	shown, more, err := r.Corpus.listTitles(ctx, titlesShown)
	if err != nil {
		return work.Shelf{}, err
	}
	if out.Documents = shown; more > 0 {
		out.Documents = append(out.Documents, fmt.Sprintf("and %d more", more))
	}
	return out, nil
}
