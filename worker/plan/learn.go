package plan

import (
	"context"
	"fmt"
	"slices"

	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/tiers"
	"github.com/frasier-cos/frasier/internal/work"
)

// Steps move to a higher tier where their kind fared better there, when the founder lets the
// router learn, and the plan notes each move. What he chose himself, the words of high stakes and
// the final step keep their tier.
func (p *Planner) raiseTiers(ctx context.Context, job work.PlanningJob, made *work.Plan) error {
	if p.Fared == nil {
		return nil
	}
	records, err := p.Fared(ctx)
	if err != nil {
		return fmt.Errorf("read how tiers fared: %w", err)
	}
	if len(records) == 0 {
		return nil
	}
	for i := range made.Steps {
		s := &made.Steps[i]
		chosen := func(it org.Item) bool { return it.Key == s.Item && it.Tier != "" }
		if s.Final || s.Tier == org.T3 || slices.ContainsFunc(job.Items, chosen) {
			continue
		}
		tier, why := tiers.Learnt(s.Kind, s.Tier, records)
		if why != "" {
			s.Tier = tier
			made.Notes.Lint = append(made.Notes.Lint, fmt.Sprintf("%q: %s", s.Title, why)+tiers.RouterTag)
		}
	}
	return nil
}
