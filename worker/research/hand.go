package research

import (
	"context"
	"fmt"
	"math"
	"strings"

	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/prose"
)

// titlesShown is how many documents of the founder's folder a planner is shown.
const titlesShown = 40

// Shelf says what steps can work from: the documents of the founder's folder by
// title, date and size, and whether anything can be searched on the web.
func (r *Researcher) Shelf(ctx context.Context) (org.Shelf, error) {
	out := org.Shelf{NoWeb: len(r.Searchers) == 0}
	if r.Corpus == nil {
		return out, nil
	}
	docs, err := r.Corpus.All(ctx, math.MaxInt)
	if err != nil {
		return org.Shelf{}, err
	}
	for i, d := range docs {
		if i == titlesShown {
			out.Documents = append(out.Documents, fmt.Sprintf("and %d more", len(docs)-i))
			break
		}
		about := prose.Count(len(strings.Fields(d.Text)), "word")
		if d.Published != "" {
			about = d.Published + ", " + about
		}
		out.Documents = append(out.Documents, fmt.Sprintf("%s (%s)", d.Title, about))
	}
	return out, nil
}
