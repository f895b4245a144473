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

// Whole returns what the documents at hand say, as the prompts of steps have it,
// when all of it fits one prompt; nil when it does not, or when there is none.
// It stores nothing.
func (r *Researcher) Whole(ctx context.Context) (*org.Evidence, error) {
	if r.Corpus == nil {
		return nil, nil //nolint:nilnil // nothing at hand is no fault
	}
	docs, err := r.Corpus.All(ctx, org.WholeShelfTokens*org.CharsPerToken)
	if err != nil || len(docs) == 0 {
		return nil, err
	}
	return &org.Evidence{Inquiry: org.Inquiry{Whole: true}, Passages: passagesOf(docs)}, nil
}
